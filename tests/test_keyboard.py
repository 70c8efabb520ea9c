"""Whole games of The Resistance: Avalon typed at a pseudo-terminal: single keys, mistakes, two people."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from avalon_ai import record
from person import Person, advice
from test_vs import only_file

FIVE = ("--game", "resistance", "-o", "roles=all", "-o", "lady=true", "--pace", "0")
SEVEN = ("--game", "resistance", "-o", "players=7", "-o", "roles=all", "-o", "lady=true", "--pace", "0")
PROMPT = r"(?:[A-J]|Enter|quit)> $"
MISTAKES = {
    "propose": ["team AAB", "team ABCDEFG", "team Z", "approve", "shoot A", "lady B", "team"],
    "vote": ["team AB", "yes no", "votes ABC", "fail", "perhaps"],
    "quest": ["approve", "votes", "team AB", "success fail"],
    "lady": ["lady C", "lady AB", "lady Z", "say good"],
    "claim": ["say perhaps", "lady A", "good evil"],
    "shoot": ["shoot C", "shoot AB", "shoot", "approve"],
}


@pytest.fixture(autouse=True)
def state_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Each test has a state folder of its own."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "avalon-bot"


class Typist(Person):
    """A person who reads the question too; keys are sent alone, without the end of a line."""

    def wait(self, pattern: str = PROMPT) -> str:
        """Read on until a question comes."""
        return super().wait(pattern)

    def press(self, key: str) -> str:
        """Press one key, and no Enter."""
        self.child.send(key)
        return self.wait()

    @property
    def asked(self) -> str:
        """The letter of the question, or its word."""
        return str(re.findall(r"(\w+)>$", self.shown.rstrip())[-1])


def phase(path: Path, seat: int) -> str:
    read = record.read(path, allow_cut=True)
    return str(read.game.fields(record.stream(read, seat).view)["phase"])


def votes(path: Path, seat: str) -> list[str]:
    read = record.read(path, allow_cut=True)
    own = [entry for entry in read.entries if entry.seat == "ABCDEFG".index(seat) and entry.event is not None]
    texts = [read.game.text(entry.event) for entry in own if entry.event is not None]
    return [text for text in texts if text in ("approve", "reject")]


def test_a_key_votes_at_once_and_words_can_still_be_typed(state_folder: Path) -> None:
    person = Typist("vs", "random", *SEVEN, "--seat", "C", "--seed", "11")
    said, seen = person.wait(), list[str]()
    for answer in ("y", "n", "\x1b[A", "yes\r", "nay\r", "approve\r", "reject\r", "Y", "rules\r", "no\r"):
        while "(y, n)" not in said:
            assert not said.endswith("quit> ")
            said = person.type("#1")
        path = only_file(state_folder)
        if answer == "\x1b[A":
            person.child.send(answer)  # an arrow key is no answer
            continue
        said = person.press(answer)
        seen.append(votes(path, "C")[-1])
    assert votes(path, "C") == seen[:6] + seen[6:7] + seen[8:]
    assert seen == ["approve", "reject", "approve", "reject", "approve", "reject", "approve", "approve", "reject"]
    assert person.leave("d")[0] == 0


def test_a_whole_game_with_mistakes_between(state_folder: Path, tmp_path: Path) -> None:
    """Each mistake is told in one line and changes nothing; the game is left, taken up again and verified."""
    kept = tmp_path / "end.avr"
    person = Typist("vs", "random", *FIVE, "--seat", "C", "--seed", "11")
    said, made = person.wait(), set[str]()
    for number in range(200):
        path = only_file(state_folder)
        if said.endswith("quit> "):
            break
        now = phase(path, 2)
        if now not in made:
            made.add(now)
            for line in MISTAKES[now]:
                before = path.read_bytes()
                person.type(line)
                assert path.read_bytes() == before, line
                told = person.shown.rstrip().split("\n")
                assert len(told) <= 30
                assert told[-1] == "C>"
        if number == 5:
            assert person.leave("c")[0] == 130
            person = Typist("vs", "--resume", str(path), "--record", str(kept), "--pace", "0")
            said = person.wait()
            continue
        said = person.type(advice(path, 2)()[number % 2 - 1].upper())
    assert {"propose", "vote", "quest"} <= made
    assert re.search(r"win[s:]|win with", person.shown)
    assert "merlin" in person.shown
    assert person.leave("d")[0] == 0
    assert record.verify(kept).text.endswith("fine")


def test_nothing_is_left_in_sight_or_in_the_keys_when_the_keyboard_is_passed(state_folder: Path) -> None:
    person = Typist("vs", "random", *SEVEN, "--human", "A,C", "--seed", "11", NO_COLOR="1")
    said, passed = person.wait(), 0
    for _ in range(40):
        if person.asked != "Enter":
            said = person.type("log" if "log" not in said else "#1")
            continue
        passed += 1
        assert "\x1b[3J" in said
        lines = [line for line in person.shown.split("\n") if line]
        assert len(lines) == 2
        assert lines[0].endswith("who then presses Enter; nobody else looks.")
        said = person.press("\x1b[A\r")  # the line typed before would be no empty one
        assert person.asked == lines[0][0]
    assert passed > 4
    assert person.leave("d")[0] == 0
