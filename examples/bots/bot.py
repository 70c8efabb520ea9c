#!/usr/bin/env python3
"""Plays any game by chance that hangs on what was seen: so the same game can be played again."""

import json
import random
import sys

for line in sys.stdin:  # ends when the host closes it
    said = json.loads(line)
    answer = None
    if said["type"] == "hello":
        answer = {"type": "ready", "name": "chance", "games": said["games"], "keep": True}
    elif said["type"] == "act":
        rng = random.Random(json.dumps(said["history"]))
        move = rng.choice(said["legal"])
        answer = {"type": "move", "turn": said["turn"], "move": move["id"], "note": f"one of {len(said['legal'])}"}
    if answer:
        print(json.dumps(answer), flush=True)
