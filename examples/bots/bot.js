#!/usr/bin/env node
// Plays any game by the move whose text comes first in the alphabet. Needs node alone.
const lines = require("readline").createInterface({ input: process.stdin });

const say = (answer) => process.stdout.write(JSON.stringify(answer) + "\n");

lines.on("line", (line) => {
  const said = JSON.parse(line);
  if (said.type === "hello") {
    say({ type: "ready", name: "alphabet", games: said.games, keep: true });
  } else if (said.type === "act") {
    const [first] = said.legal.sort((a, b) => (a.text < b.text ? -1 : 1));
    say({ type: "move", turn: said.turn, move: first.id });
  }
}); // the program ends when the host closes its input
