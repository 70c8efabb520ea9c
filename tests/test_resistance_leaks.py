"""Law 3 for The Resistance: Avalon: roles and cards that a seat cannot tell apart change nothing that it is shown.

For every number of players and every seat, to the byte and to the moment: view, stream, screen, log, messages, records
as that seat sees them, search, bots and a session at the terminal.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import kit
from avalon_ai import bots, games, record, search
from avalon_ai._state import HIDDEN, MOVE, Generator, View, event_seat, event_source
from avalon_ai.games.base import SEAT_LETTERS, Game
from avalon_ai.streams import line
from avalon_ai.style import Style
from avalon_bot import replay, view
from avalon_bot.journal import Journal
from avalon_bot.session import Session, Table
from fakes import FakeClock, FakeTerminal
from resistance_twins import cut, random_world, twins
from told import answer, log
from twin_worlds import World

OPTIONS: list[dict[str, Any]] = [
    {"roles": "all", "lady": True},
    {"roles": "standard"},
    {"roles": ["merlin", "percival", "mordred"], "assassin": "any", "lady": True},
    {"roles": "none"},
    {"roles": ["merlin", "assassin", "oberon"], "assassin": "any"},
]
JUNK = [
    "",
    "team",
    "ac",
    "team a a",
    "approve",
    "y",
    "fail",
    "success",
    "lady c",
    "say evil",
    "shoot b",
    "z",
    "é",
    "votes A",
]
Pairs = list[tuple[int, World, World]]


def header(game: Game) -> dict[str, Any]:
    players = [f"random:seed={seat}" for seat in range(game.seats)]
    return {"record": 1, "game": "resistance", "options": game.options, "players": players, "seed": 7}


@cache
def pairs(players: int) -> Pairs:
    """A seat, and two worlds with the same masked stream for it: every seat, at many moments."""
    found: Pairs = []
    for number, options in enumerate(OPTIONS):
        game = games.load("resistance", players=players, **options)
        whole, rng = random_world(game, 10 * players + number), Generator(players)
        for seat in range(players):
            for moment in (rng.below(len(whole.events)), len(whole.events) - rng.below(4)):
                one = cut(whole, moment)
                found += [(seat, one, other) for other in twins(one, seat, rng)]
    return found


PLAYERS = pytest.mark.parametrize("players", range(5, 11))


@PLAYERS
def test_the_pairs_of_worlds_differ_where_it_matters(players: int) -> None:
    found = pairs(players)
    assert {seat for seat, *_ in found} == set(range(players))
    assert sum(one.deal["roles"] != other.deal["roles"] for _, one, other in found) > len(found) // 2
    assert sum(one.events != other.events for _, one, other in found) > len(found) // 4


# --- view, stream, screen, log ---------------------------------------------------------------------


@PLAYERS
def test_views_and_streams_are_the_same(players: int) -> None:
    for seat, one, other in pairs(players):
        streams = [world.stream(seat, header(world.game)) for world in (one, other)]
        assert streams[0].view.to_bytes() == streams[1].view.to_bytes() == one.state().view(seat).to_bytes()
        assert json.dumps(streams[0].lines()) == json.dumps(streams[1].lines())


def test_a_stream_shows_no_role_but_the_own_one_and_no_choice_before_its_time() -> None:
    for seat, one, _ in pairs(7):
        first, deal, *events = one.stream(seat, header(one.game)).lines()
        assert "seed" not in first
        own = SEAT_LETTERS[seat]
        others = {role for letter, role in deal["deal"]["roles"].items() if letter != own}
        assert others <= {"?", "evil", "merlin/morgana"}
        assert deal["deal"]["role_set"] == sorted(one.deal["roles"].values())
        assert deal["deal"].get("assassin") in (None, own)
        hidden = [said["move"] for said in events if said.get("seat") not in (own, None)]
        assert not {"approve", "reject", "success", "fail"} & set(hidden)


def told(game: Game, shown: View) -> list[str]:
    """All that is printed of a view."""
    names = [f"player{seat}" for seat in range(game.seats)]
    looks = [Style(), Style(colour=True, unicode=False, width=100, height=30)]
    texts = [game.screen(shown, look, ["a line"], names) for look in looks]
    texts += [json.dumps(game.fields(shown)), json.dumps(game.beliefs(shown)), str(game.groups(shown))]
    texts += [game.ask(shown), str(game.replies(shown)), *(answer(game, junk, shown) for junk in JUNK)]
    return texts


@PLAYERS
def test_screens_json_questions_and_messages_are_the_same(players: int) -> None:
    for seat, one, other in pairs(players):
        assert told(one.game, one.state().view(seat)) == told(other.game, other.state().view(seat))


@PLAYERS
def test_logs_are_the_same(players: int) -> None:
    for seat, one, other in pairs(players):
        assert log(one, seat) == log(other, seat)


def test_what_a_view_refuses_is_the_same() -> None:
    for seat, one, other in pairs(5)[::3]:
        views = [world.state().view(seat) for world in (one, other)]
        events = kit.all_events(one.game, Generator(1))
        assert [views[0].allows(event) for event in events] == [views[1].allows(event) for event in events]


def test_the_carrier_of_the_shot_is_hidden_from_everybody_else() -> None:
    for players in range(5, 11):
        game = games.load("resistance", players=players, assassin="any")
        for seed in range(200):
            world = random_world(game, seed)
            shots = [number for number, event in enumerate(world.events) if game.text(event).startswith("shoot")]
            if shots:
                state = cut(world, shots[0]).state()
                carrier = event_seat(world.events[shots[0]])
                expected = [carrier if seat == carrier else HIDDEN for seat in range(players)]
                assert [state.view(seat).actor() for seat in range(players)] == expected
                break
        else:
            raise AssertionError("no game came to a shot")


# --- records: view and replay ---------------------------------------------------------------------------


def save(world: World, path: Path) -> record.Record:
    """The world as a record in a file, read back; the result stands there if it was told."""
    state, lines = world.game.start(world.deal), [header(world.game), {"deal": world.deal}]
    for event in world.events:
        if state.forced() is None:
            lines.append(line(world.game, event))
        state.apply(event)
    if state.reason():
        lines.append(record.result_line(state.returns(), state.reason()))
    record.save_lines(iter(lines), path)
    return record.read(path)


@PLAYERS
def test_records_show_the_seat_the_same_at_every_line(tmp_path: Path, players: int) -> None:
    for seat, one, other in pairs(players)[::9]:
        reads = [save(world, tmp_path / f"{number}.avr") for number, world in enumerate((one, other))]
        assert reads[0].last_line == reads[1].last_line
        for at in [None, *range(3, reads[0].last_line + 1)]:
            said = [json.dumps(view.told(record.stream(read, seat, at), at)) for read in reads]
            assert said[0] == said[1], f"line {at}"


def test_before_the_result_line_nothing_tells_whether_merlin_was_hit(tmp_path: Path) -> None:
    """The result line differs, and only there: Merlin and a servant change places after the shot."""
    deal = {
        "leader": "A",
        "roles": dict(zip("ABCDE", ["merlin", "servant", "servant", "assassin", "minion"], strict=True)),
    }
    swapped = deal | {"roles": dict(zip("ABCDE", ["servant", "merlin", "servant", "assassin", "minion"], strict=True))}
    game = games.load("resistance")
    quests = [("AB", "A"), ("ABC", "B"), ("BC", "C")]
    lines: list[dict[str, Any]] = []
    for team, leader in quests:
        lines.append({"seat": leader, "move": f"team {team}"})
        lines += [{"seat": seat, "move": "approve"} for seat in "ABCDE"]
        lines.append({"referee": "votes ABCDE"})
        lines += [{"seat": seat, "move": "success"} for seat in team]
        lines.append({"referee": "fails 0"})
    lines.append({"seat": "D", "move": "shoot A"})
    hit = {"result": {"A": 0.0, "B": 0.0, "C": 0.0, "D": 1.0, "E": 1.0}, "reason": "merlin"}
    missed = {"result": {"A": 1.0, "B": 1.0, "C": 1.0, "D": 0.0, "E": 0.0}, "reason": "quests"}
    reads = []
    for number, (dealt, result) in enumerate(((deal, hit), (swapped, missed))):
        path = tmp_path / f"{number}.avr"
        record.save_lines(iter([header(game), {"deal": dealt}, *lines, result]), path)
        reads.append(record.read(path))
    last = reads[0].last_line
    for seat in (2, 3, 4):
        for at in range(3, last + 1):
            said = [json.dumps(view.told(record.stream(read, seat, at), at)) for read in reads]
            assert said[0] == said[1], f"seat {seat}, line {at}"
        ends = [view.told(record.stream(read, seat), None) for read in reads]
        assert [end["events"][-1]["reason"] for end in ends] == ["merlin", "quests"]
        assert [end["view"]["evil"] for end in ends] == ["DE", "DE"]
        assert [end["actor"] for end in ends] == [None, None]
        assert view.told(record.stream(reads[0], seat, last), last)["actor"] == "chance"


@pytest.mark.parametrize("more", [(), ("--screens",)])
def test_a_replay_for_a_seat_is_the_same(tmp_path: Path, more: tuple[str, ...]) -> None:
    path = tmp_path / "x.avr"
    for seat, one, other in [pair for players in (5, 7, 10) for pair in pairs(players)[::6]]:
        texts = []
        for world in (one, other):
            save(world, path)
            result = CliRunner().invoke(replay.command, [str(path), "--seat", SEAT_LETTERS[seat], *more])
            assert result.exit_code == 0, result.output
            texts.append(result.output)
        assert texts[0] == texts[1]


# --- search and bots ------------------------------------------------------------------------------------


def deciding(players: int) -> Pairs:
    """Pairs in which the seat is to act and has a choice."""
    found = []
    for number, options in enumerate(OPTIONS):
        game = games.load("resistance", players=players, **options)
        whole, rng = random_world(game, 77 + number), Generator(number)
        for place in range(0, len(whole.events), 5):
            one = cut(whole, place)
            state = one.state()
            if state.actor() >= 0 and len(state.legal()) > 1:
                found += [(state.actor(), one, other) for other in twins(one, state.actor(), rng, wanted=1)]
    return found


@pytest.mark.kit
@PLAYERS
def test_searches_report_the_same(players: int) -> None:
    found = deciding(players)[::3]
    assert len(found) > 5
    for number, (seat, one, other) in enumerate(found):
        reports = [
            search.analyze(world.state().view(seat), world.game.model(), visits=120, seed=number)
            for world in (one, other)
        ]
        assert replace(reports[0], seconds=0.0) == replace(reports[1], seconds=0.0)


SETTINGS = {"ismcts": ":visits=60"}


@pytest.mark.parametrize("players", [5, 8])
def test_bots_choose_the_same(players: int) -> None:
    for seat, one, other in deciding(players)[::2]:
        for name in sorted(bots.kinds(one.game).keys() - {"cmd"}):  # programs: test_bot_leaks.py
            choices = []
            for world in (one, other):
                bot = bots.make(name + SETTINGS.get(name, ""), world.game)
                stream = world.stream(seat, header(world.game))
                bot.start(stream, 5)
                choices.append(bot.act(stream))
            assert choices[0] == choices[1], name


# --- a session at the terminal ---------------------------------------------------------------------------


class Script:
    """Plays one seat's side of a world; thinks a moment over each move that is a choice."""

    spec = "script"

    def __init__(self, world: World, seat: int, clock: FakeClock) -> None:
        self.clock = clock
        self.moves = recorded(world, seat)

    def start(self, stream: Any, seed: int) -> None:
        pass

    def act(self, stream: Any) -> bots.Choice:
        self.clock.time += 0.02 * len(stream.view.legal())
        event = next(self.moves, None)
        if event is None:
            raise EOFError  # the world's events end here
        return bots.Choice(event)


def recorded(world: World, seat: int) -> Iterator[int]:
    """The moves of a seat."""
    return (event for event in world.events if event_source(event) == MOVE and event_seat(event) == seat)


COMMANDS = ["moves", "hint", "why", "log", "board", "nonsense", "ab", "save --masked seen.avr", "?", "#0"]
COMMANDS += ["undo", "log", "board", "undo", "hint", "undo", "moves", "quit"]


def transcript(world: World, seat: int, folder: Path, *, live: bool) -> list[tuple[str, str, float]]:
    """All that the person sees who plays his side of the world, then asks for everything he can ask for."""
    clock, game = FakeClock(), world.game
    scripts = {other: Script(world, other, clock) for other in range(game.seats) if other != seat}
    typed = [game.text(event) for event in recorded(world, seat)] + COMMANDS
    terminal = FakeTerminal(iter(typed), clock, live=live)
    folder.mkdir(parents=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        fresh = record.Record(game, header(game), world.deal)
        table = Table([seat], scripts, scripts, [f"player{other}" for other in range(game.seats)])

        def look(shown: View, seed: int) -> search.Report:
            return search.analyze(shown, game.model(), visits=60, seed=seed)

        Session(fresh, table, terminal, clock, Journal(Path("game.avr")), pace=0.25, analyst=look).run()
    seen = folder / "seen.avr"
    return [*terminal.events, ("file", seen.read_text() if seen.exists() else "", 0.0)]


@pytest.mark.parametrize("players", [5, 7])
def test_a_session_shows_the_same_at_the_same_moments(tmp_path: Path, players: int) -> None:
    asked = 0
    for number, (seat, one, other) in enumerate(deciding(players)[::2]):
        shown = [
            transcript(world, seat, tmp_path / f"{number}-{i}", live=number % 2 == 0)
            for i, world in enumerate((one, other))
        ]
        assert shown[0] == shown[1]
        asked += bool(shown[0][-1][1])
    assert asked > 5


def shared(world: World, seat: int, other: int, folder: Path) -> list[tuple[str, str, float]]:
    """What a person sees at a keyboard that he shares: all that is shown while he sits there, or nobody."""
    clock, game, people = FakeClock(), world.game, sorted((seat, other))
    scripts = {bot: Script(world, bot, clock) for bot in range(game.seats) if bot not in people}
    typed = {SEAT_LETTERS[person]: [game.text(event) for event in recorded(world, person)] for person in people}
    typed[SEAT_LETTERS[seat]] += ["beliefs", *COMMANDS]
    lines = {letter: iter(texts) for letter, texts in typed.items()}
    terminal = FakeTerminal([], clock)

    def answers() -> Iterator[str]:
        while True:
            asked = terminal.events[-1][1]
            yield "" if asked == "Enter> " else next(lines[asked.rpartition("\n")[2][0]], "quit")

    terminal.answers = answers()
    folder.mkdir(parents=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        table = Table(people, scripts, scripts, [f"player{place}" for place in range(game.seats)])
        fresh = record.Record(game, header(game), world.deal)

        def look(shown: View, seed: int) -> search.Report:
            return search.analyze(shown, game.model(), visits=60, seed=seed)

        Session(fresh, table, terminal, clock, Journal(Path("game.avr")), pace=0.25, analyst=look).run()
    sits, seen = "", []
    for event in terminal.events:
        sits = event[1][0] if event[0] == "cover" else sits
        if sits in ("", SEAT_LETTERS[seat]) or event[0] == "cover":
            seen.append(event)
    return seen


@pytest.mark.parametrize("players", [5, 7])
def test_a_shared_keyboard_shows_the_same_at_the_same_moments(tmp_path: Path, players: int) -> None:
    covered = 0
    for number, (seat, one, two) in enumerate(deciding(players)[::3]):
        other = (seat + 1 + number) % players
        if other == seat:
            continue
        shown = [shared(world, seat, other, tmp_path / f"{number}-{i}") for i, world in enumerate((one, two))]
        assert shown[0] == shown[1]
        covered += len([kind for kind, *_ in shown[0] if kind == "cover"])
    assert covered > 20


def test_the_moment_of_a_card_would_tell_without_the_pause(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """That the test above can fail: without REPLY_SECONDS a card that was chosen comes later than one that was not."""
    monkeypatch.setattr("avalon_bot.session.REPLY_SECONDS", 0.0)
    shown = [
        [transcript(world, seat, tmp_path / f"{number}-{i}", live=False) for i, world in enumerate((one, other))]
        for number, (seat, one, other) in enumerate(deciding(5))
    ]
    assert any(one != other for one, other in shown)
