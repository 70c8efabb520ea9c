"""Several people at one keyboard: each is shown what his seat may know, and nothing of another's stays in sight."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from avalon_ai import games, record
from avalon_ai.games.base import SEAT_LETTERS
from avalon_bot import vs
from avalon_bot.main import main
from fakes import Answer, FakeClock, FakeTerminal

SEVEN = ("players=7", "roles=all", "lady=true")
Chooser = Callable[[str, int], str]


@pytest.fixture(autouse=True)
def state_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Each test has a state folder of its own."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "avalon-bot"


def wish(**changes: Any) -> vs.Wish:
    """People in seats A and C among random bots."""
    chosen: dict[str, Any] = {
        "game": "resistance", "pairs": SEVEN, "spec": "random", "watch": False, "seat": "A",
        "seed": 11, "pace": 0.0, "kept": None, "resume": None, "people": "A,C",
    }  # fmt: skip
    return vs.Wish(**(chosen | changes))


class People:
    """Presses Enter when the keyboard is passed, and answers questions by `choose(seat, number of the question)`."""

    def __init__(self, choose: Chooser) -> None:
        self.choose = choose
        self.asked = 0

    def __iter__(self) -> Iterator[Answer]:
        while True:
            prompt = self.terminal.events[-1][1]
            if prompt.endswith("Enter> "):
                yield ""
            elif prompt.startswith("again"):
                yield "quit"
            else:
                self.asked += 1
                yield self.choose(prompt.rpartition("\n")[2][0], self.asked)

    def play(self, *, live: bool = True, **changes: Any) -> FakeTerminal:
        """A game; gives the terminal after it."""
        self.terminal = FakeTerminal([], FakeClock(), live=live)
        self.terminal.answers = iter(self)
        assert vs.play(wish(**changes), self.terminal, FakeClock()) == 0
        return self.terminal


def turns(terminal: FakeTerminal) -> Iterator[tuple[str, list[str]]]:
    """What each person was shown, turn by turn; '' stands for nobody. The end, when all is told, is left out."""
    seat, shown = "", list[str]()
    for place, (kind, text, _) in enumerate(terminal.events):
        if kind == "cover":
            yield seat, shown
            seat, shown = text[0], []
        elif "\nRecord: " in text:
            break
        elif not (kind == "ask" and text.startswith("Enter")):
            shown.append(text)
        assert place or kind != "ask"
    yield seat, shown


def only_file(folder: Path) -> Path:
    (path,) = folder.iterdir()
    return path


def curious(seat: str, asked: int) -> str:
    """Looks at everything now and then, else takes the first or last move."""
    looks = {3: "log", 4: "beliefs", 5: "board", 6: "", 7: "hint", 8: "why"}
    return looks.get(asked % 11, "#1")


def sentences(path: Path, seat: str) -> set[str]:
    """All that the log of a seat says of a game."""
    read = record.read(path)
    stream = record.stream(record.Record(read.game, read.header, read.deal), SEAT_LETTERS.index(seat))
    told = set()
    for event in record.stream(read, stream.seat).events:
        told.add(read.game.describe(event, stream.view))
        stream.see(event)
    return told - {""}


# --- secrets ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("live", [True, False])
@pytest.mark.parametrize("seed", [11, 12, 15])
def test_nobody_is_shown_what_another_seat_alone_may_know(state_folder: Path, live: bool, seed: int) -> None:
    terminal = People(curious).play(live=live, seed=seed)
    path = only_file(state_folder)
    read = record.read(path)
    told = {seat: sentences(path, seat) for seat in "AC"}
    for seat, shown in turns(terminal):
        text = "\n".join(shown)
        if not seat:
            assert "resistance" not in text.lower()
            continue
        other = "AC".replace(seat, "")
        for sentence in told[other] - told[seat]:
            assert sentence not in text.split("\n")
        view = record.stream(read, SEAT_LETTERS.index(seat)).view
        possible = read.game.fields(view)["possible"]
        for row in (line for line in text.split("\n") if line[1:2] in tuple("ABCDEFG") and "human" in line[:14]):
            word = row[14:29].strip()
            assert word in ("", "good", "evil", "merlin/morgana") or [word] == possible[row[1]]


def test_the_lady_shows_a_loyalty_to_her_holder_alone(state_folder: Path) -> None:
    """So that the test above tests something: such a sentence stands on one person's screens."""
    found = set()
    for seed in range(11, 20):
        terminal = People(lambda seat, asked: "#1" if asked % 5 else "log").play(seed=seed)
        path = sorted(state_folder.iterdir())[-1]
        for seat, shown in turns(terminal):
            private = (sentences(path, seat) - sentences(path, "AC".replace(seat, ""))) if seat else set()
            found |= {sentence for sentence in private if sentence in "\n".join(shown).split("\n")}
        path.unlink()
    assert found


def test_between_two_people_stands_only_who_is_to_come() -> None:
    terminal = People(lambda seat, asked: "#1").play()
    covers = [place for place, (kind, *_) in enumerate(terminal.events) if kind == "cover"]
    seats = [terminal.events[place][1][0] for place in covers]
    assert set(seats) == {"A", "C"}
    assert all(one != two for one, two in itertools.pairwise(seats))
    for place in covers:
        text = terminal.events[place][1]
        assert text == (
            f"{text[0]} is to act. Pass the keyboard to {text[0]}, who then presses Enter; nobody else looks."
        )
        assert terminal.events[place + 1][:2] == ("ask", "Enter> ")


def test_each_person_has_a_log_and_a_masked_save_of_his_own(state_folder: Path, tmp_path: Path) -> None:
    def choose(seat: str, asked: int) -> str:
        return f"save --masked {tmp_path / f'{seat}{asked}'}" if asked % 5 == 0 else "#1"

    People(choose).play()
    read = record.read(only_file(state_folder))
    saved = [path for path in tmp_path.iterdir() if path.is_file()]
    assert {path.name[0] for path in saved} == {"A", "C"}
    for path in saved:
        lines = [json.loads(line) for line in path.read_text().splitlines()]
        whole = record.stream(read, SEAT_LETTERS.index(path.name[0])).lines()
        assert lines == whole[: len(lines)]


def test_the_one_to_come_may_be_away() -> None:
    terminal = FakeTerminal(["what", "approve", "QUIT"], FakeClock())
    assert vs.play(wish(), terminal, FakeClock()) == 0
    assert terminal.said().count("expected Enter alone, or quit") == 2  # nobody has decided yet
    assert "saved: " in terminal.said()
    assert "Quests" not in terminal.text()


def test_people_alone_play_the_default_game() -> None:
    lines = ["take 2", "kr-3", "eg-3", "take terrain", "take 4", "kr-4", "eg-4"]
    terminal = People(lambda seat, asked: lines[asked % 7] if asked < 60 else "resign").play(
        game=None, pairs=(), people="a, b"
    )
    assert {seat for seat, _ in turns(terminal)} == {"", "A", "B"}
    assert "(human) wins: the other side resigned" in terminal.text()


def test_a_person_without_a_choice_is_called_like_one_with_a_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    """A attacks; B can answer in the first world alone: until B has come A is shown the same."""
    game = games.load("duel", first="A")
    deal, told = game.deal(6)[0], []
    for hand in (["EG", "ER", "KG", "KR", "KV"], ["EG", "ER", "KG", "KB", "KV"]):
        world = deal | {"hands": {"A": deal["hands"]["A"], "B": hand}}
        monkeypatch.setattr(type(game), "deal", lambda self, seed, index=0, world=world: (world, None))
        answer = "pass" if "KR" in hand else ""
        answers: list[Answer] = ["", "krx1", "undo", "", "krx1", "what", "", answer, "undo", "", "undo", "quit"]
        terminal = FakeTerminal(answers, FakeClock())
        vs.play(wish(game=None, pairs=("first=A",), people="A,B", seed=6), terminal, FakeClock())
        shown = list(turns(terminal))
        assert [seat for seat, _ in shown] == ["", "A", "B", "A", "B", "A"]
        assert "A attacks 1 with KR" in shown[4][1][1]
        assert "B does not answer" not in "".join(shown[4][1][:2])
        assert ("You have no choice here" in "".join(shown[4][1])) == ("KR" not in hand)
        assert "B does not answer" in shown[5][1][1]
        seen = [text for place in (0, 1, 2, 3, 5) for text in shown[place][1]]
        told.append([text for text in seen if "saved: " not in text])
    assert told[0] == told[1]
    assert "B has decided since" in told[0][-2]


# --- undo, saving and resuming ---------------------------------------------------------------------


def test_undo_stops_at_what_another_person_decided(state_folder: Path) -> None:
    """A takes back a vote while C has not voted, but not when C has; C can take back his own."""
    tried: list[tuple[str, str]] = []

    def choose(seat: str, asked: int) -> str:
        answer = ("#1", "undo", "#1", "#1")[asked % 4]
        tried.append((seat, answer))
        return answer if asked < 80 else "quit"

    terminal = People(choose).play()
    text = terminal.text()
    assert "A has decided since: your move can no longer be taken back" in text
    assert "C has decided since" in text
    read = record.read(only_file(state_folder), allow_cut=True)
    refused = text.count("\nA has decided since") + text.count("\nC has decided since")
    undone = read.header.get("undos", 0)
    assert undone + refused <= sum(answer == "undo" for _, answer in tried)
    assert record.verify(only_file(state_folder)).fine


def test_undo_while_the_keyboard_is_passed(state_folder: Path) -> None:
    """The one who has just decided takes it back, is called again himself, and decides anew."""
    answers: list[Answer] = ["", "approve", "what", "undo", "undo", "", "reject", "", "quit"]
    terminal = FakeTerminal(answers, FakeClock())
    assert vs.play(wish(seed=11, pairs=("players=7",)), terminal, FakeClock()) == 0
    called = [text[0] for kind, text, _ in terminal.events if kind == "cover"]
    said = terminal.said()
    read = record.read(only_file(state_folder))
    decided = [read.game.text(entry.event) for entry in read.entries if entry.seat == 0 and entry.event is not None]
    assert called == ["A", "C", "A", "C"], called
    assert decided == ["reject"]
    assert read.header["undos"] == 1
    assert "expected Enter alone, undo or quit" in said
    assert "expected Enter alone, or quit" in said, "a second undo would need the one who is called"


def test_undo_of_the_only_decision_since(state_folder: Path) -> None:
    answers: list[Answer] = ["", "#1", "", "undo", "#2", "undo", "quit"]
    terminal = FakeTerminal(answers, FakeClock())
    assert vs.play(wish(people="C,D"), terminal, FakeClock()) == 0
    assert terminal.text().count("is to act. Pass the keyboard") >= 2
    assert "there is no move of yours to take back" in terminal.text()


def test_a_game_of_people_is_taken_up_again(state_folder: Path) -> None:
    People(lambda seat, asked: "#1" if asked < 6 else "quit").play()
    path = only_file(state_folder)
    before = record.read(path)
    assert before.header["players"] == ["human", "random", "human", *["random"] * 4]
    terminal = People(lambda seat, asked: "#1").play(resume=path, people=None, game=None, pairs=(), seed=None)
    assert next(turns(terminal)) == ("", [])
    assert record.verify(path).text.endswith("fine")
    assert record.read(path).entries[: len(before.entries)] == before.entries


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("vs random --human A,A", "expected each seat once, got 'A,A'"),
        ("vs random --human A,Z", "expected one of A, B, got 'Z'"),
        ("vs random --human A, --watch", "--watch seats nobody"),
        ("vs random --human A;B", "expected one of A, B, got 'A;B'"),
    ],
)
def test_wrong_usage(line: str, part: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(line.split()) == 2
    assert part in capsys.readouterr().err
