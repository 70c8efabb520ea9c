"""A program that speaks the bot protocol, but for what its first argument says; further ones are files it writes to."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

Said = dict[str, Any]


def say(**said: Any) -> None:
    """One message to the host."""
    print(json.dumps(said), flush=True)


def raw(data: bytes) -> None:
    """Bytes to the host."""
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def hang() -> None:
    """Say nothing for longer than any test waits."""
    time.sleep(600)


def ready(**more: Any) -> None:
    """The answer to hello."""
    say(**{"type": "ready", "name": "odd", "games": ["duel", "resistance", "veil"], **more})


def move(said: Said, **more: Any) -> None:
    """The first legal move."""
    say(**{"type": "move", "turn": said["turn"], "move": 0, **more})


def note_pid(name: str, text: str = "") -> None:
    """Append this process's number to a file, in one piece."""
    with open(name, "a") as file:
        file.write(f"{text}{os.getpid()}\n")


def flood() -> None:
    """Write without end."""
    while True:
        raw(b"x" * 4096)


def chatter() -> None:
    """Write lines without end."""
    while True:
        raw(b'{"type": "move", "turn": 0, "move": 0}\n' * 100)


def die(said: Said) -> None:
    """Break down with a traceback, as Python does."""
    raise RuntimeError("the sky fell")


def late(said: Said) -> None:
    """Answer after the time."""
    time.sleep(1.5)
    move(said)


def twice(said: Said) -> None:
    """Answer the turn before once more, then this one."""
    say(type="move", turn=said["turn"] - 1, move=10**6)
    move(said)


def echo(said: Said) -> None:
    """Move, and write one more line."""
    move(said)
    print("that was my move", flush=True)


def guess(said: Said) -> None:
    """Another move every time."""
    move(said, move=said["turn"] % len(said["legal"]))


def fixed_buffer(said: Said) -> None:
    """Give up over lines that do not fit."""
    if len(json.dumps(said)) > 100_000:
        sys.exit("line too long")
    move(said)


def strict(said: Said) -> None:
    """Take no field but the known ones."""
    known = {"type", "turn", "match", "game", "seat", "time_ms", "history", "view", "legal"}
    if not set(said) <= known:
        raise KeyError(set(said) - known)
    move(said)


def with_child(said: Said) -> None:
    """Start a child that outlives everything, then hang."""
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    with open(sys.argv[2], "a") as file:
        file.write(f"{child.pid}\n{os.getpid()}\n")
    hang()


def loud(said: Said) -> None:
    """Write much to stderr, then move."""
    print("y" * 300_000, file=sys.stderr, flush=True)
    move(said)


def half(said: Said) -> None:
    """Begin an answer, then hang."""
    raw(b'{"type": "mo')
    hang()


def half_and_die(said: Said) -> None:
    """Begin an answer, then end."""
    raw(b'{"type": "mo')
    sys.exit(0)


def close(said: Said) -> None:
    """Close stdout, then hang."""
    os.close(1)
    hang()


ACTS: dict[str, Callable[[Said], object]] = {
    "hangs": lambda said: hang(),
    "late": late,
    "garbage": lambda said: raw(b"Thinking... my move is KR-4\n"),
    "binary": lambda said: raw(b"\xff\xfe\n"),
    "list": lambda said: raw(b"[1, 2]\n"),
    "half": half,
    "half-dies": half_and_die,
    "flood": lambda said: flood(),
    "chatter": lambda said: chatter(),
    "dies": die,
    "leaves": lambda said: sys.exit(0),
    "closes": close,
    "illegal": lambda said: move(said, move=len(said["legal"])),
    "text": lambda said: move(said, move=said["legal"][0]["text"]),
    "true": lambda said: move(said, move=True),
    "nothing": lambda said: say(type="move", turn=said["turn"]),
    "turnless": lambda said: say(type="move", move=0),
    "ahead": lambda said: move(said, turn=said["turn"] + 1),
    "typeless": lambda said: say(turn=said["turn"], move=0),
    "twice": twice,
    "echo": echo,
    "guesses": guess,
    "fixed-buffer": fixed_buffer,
    "strict": strict,
    "child": with_child,
    "loud": loud,
    "notes": lambda said: move(said, note="good\u001b[31m\n" + "x" * 5000),
    "bad-note": lambda said: move(said, note=["no", "text"]),
}

READIES: dict[str, Callable[[], object]] = {
    "mute": hang,
    "greets-badly": lambda: raw(b"hello\n"),
    "nameless": lambda: ready(name=None),
    "gameless": lambda: ready(games=[]),
    "elsewhere": lambda: ready(games=["chess"]),
    "newer": lambda: ready(protocol=2),
    "keeps-what": lambda: ready(keep="yes"),
    "never-starts": lambda: sys.exit(4),
    "once": ready,
    "stays": lambda: ready(keep=True),
}


def main() -> None:
    """Answer until the input ends."""
    mode, *files = sys.argv[1:]
    if mode in ("kept", "once"):
        note_pid(files[0])
    if mode == "blind":
        ready()
        for turn in range(1, 5000):
            say(type="move", turn=turn, move=0)
        hang()
    for line in sys.stdin:
        said = json.loads(line)
        if mode == "record":
            with open(files[0], "a") as file:
                file.write(line)
        if said["type"] == "hello":
            READIES.get(mode, lambda: ready(keep=True))()
        elif said["type"] == "start" and mode == "forgetful":
            seen = 0
        elif said["type"] == "act" and mode == "forgetful":
            seen += 1  # unbound without a start: such a bot cannot answer an act alone
            move(said)
        elif said["type"] == "act":
            ACTS.get(mode, move)(said)
    if mode == "stays":
        hang()
    if mode == "ends-badly":
        sys.exit(3)
    if mode == "last-word":
        raw(b"good bye\n")


if __name__ == "__main__":
    main()
