"""Law 3: worlds with equal masked streams give the seat the same of everything, to the byte and to the moment.

The pairs of worlds come from `twin_worlds`: a random game, and another in which the other seat held other hidden cards
all along. In many pairs a `pass` was a choice in one world and forced in the other.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import kit
from avalon_ai import bots, games, record, search
from avalon_ai._state import MOVE, Generator, View, event_seat, event_source
from avalon_ai.games.base import Game
from avalon_ai.streams import line
from avalon_ai.style import Style
from avalon_bot import replay, view
from avalon_bot.journal import Journal
from avalon_bot.session import Session, Table
from told import answer, log
from twin_worlds import SMALL, World, random_world, twins

GAMES = 24
MOMENTS = 3  # moments looked at in each game
HEADER = {"record": 1, "game": "duel", "players": ["human", "greedy:weights=hand"], "seed": 7}
NAMES = ["you", "greedy"]
JUNK = [
    "",
    "KR",
    "attack 4",
    "drop",
    "drop KR 5",
    "EGx99",
    "spare",
    "defend",
    "counter",
    "pass",
    "draw KR",
    "take",
    "é",
]


@cache
def pairs() -> list[tuple[int, World, World]]:
    """A seat, and two worlds with the same masked stream for it."""
    found = []
    for seed in range(max(6, kit.games_to_play(GAMES))):
        game = games.load("duel", **(SMALL if seed % 2 else {}))
        whole, rng = random_world(game, seed), Generator(seed)
        for moment in range(MOMENTS):
            seat = (seed + moment) % 2
            cut = World(game, whole.deal, whole.events[: rng.below(len(whole.events))])
            found += [(seat, cut, other) for other in twins(cut, seat, rng)]
    return found


def header(world: World) -> dict[str, Any]:
    return HEADER | {"options": world.game.options}


def test_the_pairs_of_worlds_differ_where_it_matters() -> None:
    assert len(pairs()) > kit.games_to_play(GAMES) * MOMENTS
    assert all(one != other for _, one, other in pairs())
    assert sum(one.state() != other.state() for _, one, other in pairs()) > 0.6 * len(pairs())
    forced = [(one.forced(), other.forced()) for _, one, other in pairs()]
    assert sum(one != other for one, other in forced) > len(pairs()) // 12


# --- view, stream, screen, log ---------------------------------------------------------------------


def test_views_and_streams_are_the_same() -> None:
    for seat, one, other in pairs():
        streams = [world.stream(seat, header(world)) for world in (one, other)]
        assert streams[0].view.to_bytes() == streams[1].view.to_bytes() == one.state().view(seat).to_bytes()
        assert streams[0].events == streams[1].events
        assert json.dumps(streams[0].lines()) == json.dumps(streams[1].lines())


def test_a_stream_holds_no_hidden_card_no_seed_and_no_option_of_the_other_bot() -> None:
    for seat, one, _ in pairs():
        first, deal, *events = one.stream(seat, header(one)).lines()
        assert "seed" not in first
        assert first["players"][1 - seat] in ("human", "greedy")
        assert set(deal["deal"]["hands"]["BA"[seat]]) == {"?"}
        drawn = [said["chance"] for said in events if said.get("seat") == "BA"[seat] and "chance" in said]
        assert set(drawn) <= {"draw ?"}


def told(game: Game, shown: View) -> list[str]:
    """All that is printed of a view."""
    looks = [Style(), Style(colour=True, unicode=False, width=100, height=30)]
    texts = [game.screen(shown, look, ["a line"], NAMES) for look in looks]
    texts += [json.dumps(game.fields(shown)), str(game.groups(shown))]
    if shown.actor() == shown.seat:
        texts += [game.ask(shown), *(answer(game, junk, shown) for junk in JUNK)]
    return texts


def test_screens_json_questions_and_messages_are_the_same() -> None:
    for seat, one, other in pairs():
        assert told(one.game, one.state().view(seat)) == told(other.game, other.state().view(seat))


def test_logs_are_the_same() -> None:
    for seat, one, other in pairs():
        assert log(one, seat) == log(other, seat)


def test_what_a_view_refuses_is_the_same() -> None:
    for seat, one, other in pairs():
        views = [world.state().view(seat) for world in (one, other)]
        events = kit.all_events(one.game, Generator(1))
        assert [views[0].allows(event) for event in events] == [views[1].allows(event) for event in events]


# --- records: view and replay ---------------------------------------------------------------------------


def save(world: World, path: Path) -> record.Record:
    """The world as a record in a file, read back."""
    state, lines = world.game.start(world.deal), [header(world), {"deal": world.deal}]
    for event in world.events:
        if state.forced() is None:
            lines.append(line(world.game, event))
        state.apply(event)
    record.save_lines(iter(lines), path)
    return record.read(path)


def test_view_json_of_a_record_is_the_same_but_for_the_line_asked_for(tmp_path: Path) -> None:
    for seat, one, other in pairs()[::3]:
        said = [view.told(record.stream(save(world, tmp_path / "x.avr"), seat), 0) for world in (one, other)]
        assert json.dumps(said[0]) == json.dumps(said[1])


@pytest.mark.parametrize("more", [(), ("--screens",)])
def test_a_replay_for_a_seat_is_the_same(tmp_path: Path, more: tuple[str, ...]) -> None:
    path = tmp_path / "x.avr"
    for seat, one, other in pairs()[::3]:
        texts = []
        for world in (one, other):
            save(world, path)
            result = CliRunner().invoke(replay.command, [str(path), "--seat", "AB"[seat], *more])
            assert result.exit_code == 0, result.output
            texts.append(result.output)
        assert texts[0] == texts[1]


# --- search and bots ------------------------------------------------------------------------------------


SETTINGS = {"ismcts": ":visits=200", "greedy": ":weights=hand"}


def deciding(least: int = 10) -> list[tuple[int, World, World]]:
    """Pairs in which the seat is to act and has a choice."""
    found = [(seat, one, other) for seat, one, other in pairs() if len(one.state().view(seat).legal()) > 1]
    assert len(found) >= least
    return found


def report(world: World, seat: int, seed: int) -> search.Report:
    found = search.analyze(world.state().view(seat), world.game.model("hand"), visits=400, seed=seed)
    return replace(found, seconds=0.0)


@pytest.mark.kit
def test_searches_report_the_same() -> None:
    for number, (seat, one, other) in enumerate(deciding()):
        reports = [report(world, seat, number) for world in (one, other)]
        assert reports[0] == reports[1]
        assert reports[0].visits == 400


def test_a_search_leaves_its_view_as_it_was() -> None:
    for seat, one, _ in deciding():
        shown = one.state().view(seat)
        before = shown.to_bytes()
        search.analyze(shown, one.game.model("hand"), visits=50)
        assert shown.to_bytes() == before


def test_bots_choose_the_same() -> None:
    for seat, one, other in deciding():
        for name in sorted(bots.kinds(one.game).keys() - {"cmd"}):  # programs: test_bot_leaks.py
            choices = []
            for world in (one, other):
                bot = bots.make(name + SETTINGS.get(name, ""), world.game)
                stream = world.stream(seat, header(world))
                bot.start(stream, 5)
                choices.append(bot.act(stream))
            assert choices[0] == choices[1], name


# --- a session at the terminal ---------------------------------------------------------------------------


class FakeClock:
    """Time that passes only when somebody sleeps or thinks."""

    def __init__(self) -> None:
        self.time = 100.0

    def now(self) -> float:
        return self.time

    def sleep_until(self, moment: float) -> None:
        self.time = max(self.time, moment)


class FakeTerminal:
    """Types the given lines and notes what is shown, and when."""

    def __init__(self, clock: FakeClock, typed: list[str], *, live: bool) -> None:
        self.clock, self.typed, self.live = clock, iter(typed), live
        self.seen: list[tuple[float, str, str]] = []
        self.style = Style(width=100, height=30)

    def paint(self, screen: str) -> None:
        self.seen.append((self.clock.now(), "paint", screen))

    def show(self, text: str) -> None:
        self.seen.append((self.clock.now(), "show", text))

    def cover(self, text: str) -> None:
        self.seen.append((self.clock.now(), "cover", text))

    def ask(self, prompt: str, keys: str = "") -> str:
        self.seen.append((self.clock.now(), "ask", prompt))
        return next(self.typed, "quit")


class Script:
    """Plays the other seat's side of a world, and chance: thinks a moment over each move it is asked for."""

    spec = "script"

    def __init__(self, world: World, seat: int, clock: FakeClock, since: int) -> None:
        self.world, self.clock = world, clock
        self.moves = iter(recorded(world, seat, since))
        self.chance = iter([event for event in world.events[since:] if event_source(event) != MOVE])

    def start(self, stream: Any, seed: int) -> None:
        pass

    def act(self, stream: Any) -> bots.Choice:
        self.clock.time += 0.07
        return bots.Choice(next(self.moves))

    def answer(self, state: Any) -> int:
        event = next(self.chance, None)
        if event is None:
            raise EOFError  # the world's events end here
        return event

    def see(self, event: int, state: Any) -> None:
        pass


def recorded(world: World, seat: int, since: int = 0) -> Iterator[int]:
    """The moves of a seat that it was asked for, from that event on."""
    state = world.game.start(world.deal)
    for place, event in enumerate(world.events):
        if place >= since and event_source(event) == MOVE and event_seat(event) == seat and state.forced() is None:
            yield event
        state.apply(event)


def half(world: World) -> int:
    """An event in the middle of the stream that is not a reply: there a record may have been left."""
    texts = [world.game.text(event) for event in world.events]
    middle = len(texts) // 2
    return next(place for place in range(middle, len(texts) + 1) if texts[place : place + 1] not in REPLIES)


def hinter(game: Game) -> Callable[[View, int], search.Report]:
    return lambda shown, seed: search.analyze(shown, game.model("hand"), visits=120, seed=seed)


REPLIES = ["pass"], ["defend"], ["counter"]
COMMANDS = ["moves", "hint", "why", "log", "board", "nonsense", "KRx", "save --masked seen.avr", "?", "#0"]
COMMANDS += ["undo", "log", "board", "undo", "hint", "undo", "moves"]


def transcript(world: World, seat: int, folder: Path, *, live: bool, since: int = 0) -> list[tuple[float, str, str]]:
    """All that the person sees who plays his side of the world, then asks for everything he can ask for.

    With `since` the game was left there, and he goes on with its record.
    """
    clock = FakeClock()
    script = Script(world, 1 - seat, clock, since)
    game = world.game
    typed = [game.text(event) for event in recorded(world, seat, since)] + COMMANDS
    terminal = FakeTerminal(clock, typed, live=live)
    folder.mkdir(parents=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setattr(game, "dealer", lambda *_: script, raising=False)
        begun = save(World(game, world.deal, world.events[:since]), folder / "begun.avr")
        begun.game = game
        table = Table([seat], {1 - seat: script}, {1 - seat: script}, NAMES)
        session = Session(begun, table, terminal, clock, Journal(Path("game.avr")), pace=0.25, analyst=hinter(game))
        session.run()
    seen = folder / "seen.avr"
    return [*terminal.seen, (0.0, "file", seen.read_text() if seen.exists() else "")]


@pytest.mark.parametrize("resumed", [False, True])
def test_a_session_shows_the_same_at_the_same_moments(tmp_path: Path, resumed: bool) -> None:
    for number, (seat, one, other) in enumerate(deciding()[resumed::2]):
        shown = [
            transcript(world, seat, tmp_path / f"{number}-{i}", live=number % 3 > 0, since=half(one) if resumed else 0)
            for i, world in enumerate((one, other))
        ]
        assert shown[0] == shown[1]
        assert shown[0][-1][2], "the masked stream was not saved"


def test_the_moment_of_a_reply_would_tell_without_the_pause(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """That the test above can fail: without REPLY_SECONDS a chosen reply comes later than a forced one."""
    monkeypatch.setattr("avalon_bot.session.REPLY_SECONDS", 0.0)
    differing = [pair for pair in deciding() if pair[1].forced() != pair[2].forced()]
    shown = [
        [transcript(world, seat, tmp_path / f"{number}-{i}", live=False) for i, world in enumerate((one, other))]
        for number, (seat, one, other) in enumerate(differing[:4])
    ]
    assert any(one != other for one, other in shown)
