"""Beliefs of The Resistance: Avalon: the core against the reference, their laws, their scores and the command."""

from __future__ import annotations

import itertools
import json
from collections import Counter
from collections.abc import Sequence
from functools import cache
from math import log
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kit
import reference_beliefs
import reference_notes
from avalon_ai import _resistance, games, record
from avalon_ai._state import OVER, Generator, State, View, event_code
from avalon_ai.errors import OptionError
from avalon_ai.games import resistance_beliefs
from avalon_ai.games.base import SEAT_LETTERS
from avalon_ai.games.resistance_codes import EVIL_ROLES, REJECT, ROLES, letters
from command_line import Capture, run
from reference_resistance import Avalon
from resistance_pair import Pair
from statistics_kit import chi_square, tail

GOLDEN = Path(__file__).parent / "golden" / "resistance"
FIRST = str(GOLDEN / "00.avr")
DUEL = str(GOLDEN.parent / "duel" / "00.avr")
TOLERANCE = 1e-4
DRAWS = 2000
LEAST_EXPECTED = 8.0
UNLIKELY = 1e-6
PEOPLE = float(reference_notes.habits()["people"])
HALF = 0.5  # and a share that shows

SETTINGS: list[dict[str, Any]] = [
    {"roles": "none"},
    {"roles": "all"},
    {"roles": ["merlin", "assassin", "mordred"], "lady": True},
    {"roles": ["merlin", "percival", "minion", "oberon"], "assassin": "any"},
    {"roles": ["percival", "morgana"], "players": 6},
    {"roles": "all", "players": 6, "lady": True},
    {"roles": "standard", "players": 7},
    {"roles": "all", "players": 7, "lady": True},
    {"roles": ["oberon", "morgana", "merlin", "percival"], "assassin": "any", "players": 7},
    {"roles": ["merlin", "assassin", "oberon"], "players": 8},
]


def compare(pair: Pair, seat: str) -> None:
    """Both models, with the reference."""
    fitting = reference_beliefs.allowed(pair.reference, seat)
    human = reference_beliefs.posterior(pair.reference, seat, fitting)
    for model, chances in (("human", human), ("logic", [1 / len(fitting)] * len(fitting))):
        sets, roles = resistance_beliefs.posterior(pair.view(seat), model)
        by_set, by_role = reference_beliefs.summary(fitting, chances)
        assert {letters(mask): chance for mask, chance in sets} == pytest.approx(by_set, abs=TOLERANCE)
        for row, wanted in zip(roles, by_role.values(), strict=True):
            assert row == pytest.approx([wanted.get(role, 0.0) for role in ROLES], abs=TOLERANCE)


@pytest.mark.parametrize("options", SETTINGS, ids=str)
def test_the_core_agrees_with_every_assignment_scored_one_by_one(options: dict[str, Any]) -> None:
    game = games.load("resistance", **options)
    rng = Generator(len(str(options)))
    pair = Pair(game.deal(3)[0], **options)
    while pair.state.actor() != OVER:
        pair.apply(kit.next_event(pair.table, kit.uniform, rng))
        if rng.below(15) == 0:
            compare(pair, SEAT_LETTERS[rng.below(game.seats)])
    for seat in SEAT_LETTERS[: game.seats]:
        assert [mask for mask, _ in _resistance.posterior(pair.view(seat))[0]] == [
            _resistance.fields(pair.state)["evil"]
        ]


@pytest.mark.parametrize("options", SETTINGS[1:8], ids=str)
def test_worlds_are_drawn_as_often_as_they_are_believed(options: dict[str, Any]) -> None:
    pair = Pair(games.load("resistance", **options).deal(4)[0], **options)
    rng = Generator(4)
    for quests in (1, 2):
        while len(_resistance.fields(pair.state)["quests"]) < quests:
            pair.apply(kit.next_event(pair.table, approving, rng))
        for number, seat in enumerate(SEAT_LETTERS[: pair.game.seats]):
            check_draws(pair, seat, (PEOPLE, HALF)[number % 2], rng)


def check_draws(pair: Pair, seat: str, people: float, rng: Generator) -> None:
    """Worlds of a view come up as often as the mixture of the search has it."""
    expected = {tuple(roles.values()): chance * DRAWS for roles, chance in mixed(pair.reference, seat, people)}
    model = model_with(people)
    seen = Counter(drawn(pair.view(seat), model, rng) for _ in range(DRAWS))
    assert set(seen) <= set(expected)
    rare = {world for world, often in expected.items() if often < LEAST_EXPECTED}
    joined = {world: often for world, often in expected.items() if world not in rare}
    joined[("rare",)] = sum(expected[world] for world in rare) + 1e-9
    found = Counter({world: seen[world] for world in joined})
    found[("rare",)] = sum(seen[world] for world in rare)
    assert len(joined) == 1 or tail(chi_square(found, joined), len(joined) - 1) > UNLIKELY


def mixed(game: Avalon, seat: str, people: float) -> list[tuple[dict[str, str], float]]:
    """Each assignment with its chance to be drawn: of its evil seats by both readings, of the roles then by `human`."""
    fitting = reference_beliefs.allowed(game, seat)
    chances = reference_beliefs.posterior(game, seat, fitting)
    human, _ = reference_beliefs.summary(fitting, chances)
    sets = reference_notes.mixture(game, seat, human, people)
    names = ["".join(letter for letter, role in roles.items() if role in EVIL_ROLES) for roles in fitting]
    rows = zip(fitting, chances, names, strict=True)
    return [(roles, sets[evil] * chance / human[evil]) for roles, chance, evil in rows]


@cache
def model_with(people: float) -> bytes:
    """The shipped weights, but for the share of the notes where tables act as people do."""
    rows = [np.ravel(row) for row in (reference_notes.habits() | {"people": people}).values()]
    habits = [float(chance) for row in rows for chance in row]
    return _resistance.make_model(habits, behaviour=resistance_beliefs.behaviour("human"))


def test_the_weights_of_the_search_are_those_that_worlds_are_drawn_by() -> None:
    assert games.load("resistance").model() == model_with(PEOPLE)


def approving(_state: State, legal: Sequence[int], rng: Generator) -> int:
    """Approves three times of four."""
    chosen = legal[rng.below(len(legal))]
    return legal[0] if event_code(chosen) == REJECT and rng.below(2) else chosen


def drawn(view: View, model: bytes, rng: Generator) -> tuple[str, ...]:
    """The roles of a world drawn by belief."""
    return tuple(ROLES[role] for role in _resistance.fields(view.determinize(rng, model=model))["roles"])


def line(roles: str, **more: Any) -> dict[str, Any]:
    """A deal line."""
    return {"leader": "A", "roles": dict(zip(SEAT_LETTERS, roles.split(), strict=False)), **more}


def test_ten_seats_with_all_roles_agree_too() -> None:
    roles = "merlin percival servant servant servant servant assassin mordred morgana oberon"
    pair = Pair(line(roles), roles="all", players=10).quest("AGH", "G")
    pair.play("team BCDE").vote("ABGHIJ").play(*["success"] * 4, "fails 0")
    for seat in "BH":
        compare(pair, seat)


def test_own_card_beside_fails_weighs_among_the_evil() -> None:
    pair = Pair(line("servant servant servant minion minion"), roles="none")
    pair.quest("DE", "D")
    for seat in "ADE":
        compare(pair, seat)


def test_claims_of_the_lady_are_believed_with_sense() -> None:
    roles = "servant servant servant minion assassin merlin minion"
    pair = Pair(line(roles, lady="G"), roles=["merlin", "assassin"], players=7, lady=True)
    pair.quest("AB").quest("ABC")
    before = evil_of(pair, "A")
    pair.play("lady F", "loyalty good", "say evil")
    assert evil_of(pair, "A")["F"] > before["F"]
    assert evil_of(pair, "G")["F"] == 0
    for seat in "AGF":
        compare(pair, seat)


def evil_of(pair: Pair, seat: str) -> dict[str, float]:
    """How likely each seat is evil."""
    found: dict[str, float] = pair.game.beliefs(pair.view(seat))["evil"]
    return found


@pytest.mark.parametrize("double", ["merlin", "percival", "oberon", "mordred"])
def test_a_role_dealt_twice_counts_by_its_side_alone(double: str) -> None:
    special = f"{double} {double}"
    good = special if double in ("merlin", "percival") else "servant servant"
    evil = special if double in EVIL_ROLES else "assassin minion"
    more = {"assassin": "E"} if double == "merlin" and "assassin" not in evil else {}
    pair = Pair(line(f"servant {good} {evil}", **more), roles="none", assassin="any")
    pair.quest("AB").quest("ABE", "E")
    for seat in "ABE":
        compare(pair, seat)


def test_logic_counts_the_ways_to_give_out_roles() -> None:
    game = games.load("resistance", players=8, roles="all")
    table, rng = kit.Table.deal(game, 5), Generator(5)
    while table.state.actor() != OVER:
        table.apply(kit.next_event(table, kit.uniform, rng))
        if rng.below(40) == 0:
            for view in table.views:
                ways = dict(_resistance.evil_sets(view))
                sets, _ = _resistance.posterior(view)
                assert dict(sets) == pytest.approx({mask: way / sum(ways.values()) for mask, way in ways.items()})


@pytest.mark.parametrize("players", range(5, 11))
@pytest.mark.parametrize("model", resistance_beliefs.MODELS)
def test_chances_are_chances_and_nothing_impossible_has_any(players: int, model: str) -> None:
    game = games.load("resistance", players=players, roles="all", lady=players > 6)
    table, rng = kit.Table.deal(game, players), Generator(players)
    while table.state.actor() != OVER:
        table.apply(kit.next_event(table, kit.uniform, rng))
        if rng.below(60) == 0:
            for view in table.views:
                check_chances(view, model)


def check_chances(view: View, model: str) -> None:
    """Sums, bounds, and what is possible."""
    sets, roles = resistance_beliefs.posterior(view, model)
    assert sum(chance for _, chance in sets) == pytest.approx(1)
    assert {mask for mask, _ in sets} == {mask for mask, _ in _resistance.evil_sets(view)}
    counts = _resistance.fields(view)["role_counts"]
    for role, count in enumerate(counts):
        assert sum(row[role] for row in roles) == pytest.approx(count, abs=1e-9)
    for row, possible in zip(roles, _resistance.possible_roles(view), strict=True):
        assert sum(row) == pytest.approx(1)
        for role, chance in enumerate(row):
            assert chance >= 0 if possible >> role & 1 else chance < 1e-9


def test_pending_votes_and_cards_change_nothing() -> None:
    pair = Pair(line("merlin servant servant assassin minion"), roles="standard")
    pair.quest("AB").play("team ABC")
    before = pair.game.beliefs(pair.view("B"))
    for vote in ("reject", "approve", "approve", "reject"):
        pair.play(vote)
        assert pair.game.beliefs(pair.view("B")) == before
    pair.play("approve", "votes BCE")
    assert pair.game.beliefs(pair.view("B")) != before


def test_fails_that_come_again_and_again_with_a_seat_make_it_suspect() -> None:
    pair = Pair(line("servant merlin servant assassin minion"), roles="standard")
    pair.quest("AD", "D")
    assert evil_of(pair, "A")["D"] == 1
    pair.play("team BCD").vote("BD").play("team BCE").vote("ABCE").play("success", "success", "success", "fails 0")
    assert evil_of(pair, "A")["E"] < 0.5
    assert sum(evil_of(pair, "A").values()) == pytest.approx(2)


def test_models_are_named_and_an_unknown_one_is_refused() -> None:
    game = games.load("resistance")
    view = game.start(game.deal(1)[0]).view(0)
    assert game.beliefs(view) == game.beliefs(view, "human")
    assert game.beliefs(view, "logic")["evil"]["A"] in (0, 1)
    with pytest.raises(OptionError, match="expected one of human, logic, got psychic"):
        game.beliefs(view, "psychic")
    with pytest.raises(ValueError, match=r"expected \d+ bytes, got 3"):
        _resistance.posterior(view, b"abc")
    with pytest.raises(ValueError, match=r"expected \d+ numbers, got 1"):
        _resistance.make_behaviour([1.0])


# --- scores and the command ----------------------------------------------------------------------


def test_scores_are_taken_straight_after_the_fails(capsys: Capture) -> None:
    code, out, _ = run(capsys, "beliefs", FIRST, "--score")
    said = [json.loads(text) for text in out.splitlines()]
    read = record.read(FIRST)
    servants = [letter for letter, role in read.deal["roles"].items() if role == "servant"]
    assert code == 0
    assert [(one["seat"], one["after"]) for one in said] == list(itertools.product(servants, (1, 2, 3, 4, "end")))
    assert all(set(one) == {"file", "seat", "after", "truth", "nats", "top"} for one in said)
    lines = Path(FIRST).read_text().splitlines()
    fails = [number for number, text in enumerate(lines, 1) if '"fails' in text]
    for one in said:
        quest = len(fails) if one["after"] == "end" else min(one["after"], len(fails))
        view = record.stream(read, SEAT_LETTERS.index(one["seat"]), fails[quest - 1] + 1).view
        sets = read.game.beliefs(view)["sets"]
        assert one["nats"] == pytest.approx(-log(sets[one["truth"]]), abs=1e-4)
        assert one["top"] == next(iter(sets))


def test_an_unfinished_game_is_scored_as_far_as_it_went(tmp_path: Path, capsys: Capture) -> None:
    lines = Path(FIRST).read_text().splitlines(keepends=True)
    first = next(number for number, text in enumerate(lines, 1) if '"fails' in text)
    cut = tmp_path / "cut.avr"
    cut.write_text("".join(lines[:first]))
    said = [
        json.loads(text) for text in run(capsys, "beliefs", str(cut), "--score", "--model", "logic")[1].splitlines()
    ]
    assert [one["after"] for one in said] == [1] * len(said)
    assert said
    cut.write_text("".join(lines[: first - 1]))
    assert run(capsys, "beliefs", str(cut), "--score") == (0, "", "")


def test_logic_scores_are_the_logarithm_of_a_count(capsys: Capture) -> None:
    out = run(capsys, "beliefs", FIRST, "--score", "--model", "logic")[1]
    for one in map(json.loads, out.splitlines()):
        assert one["nats"] == pytest.approx(log(round(2.718281828459045 ** one["nats"])), abs=1e-5)


def test_beliefs_are_told_for_a_seat_or_for_all(capsys: Capture) -> None:
    said = [json.loads(text) for text in run(capsys, "beliefs", FIRST, "--at", "20", "--json")[1].splitlines()]
    assert [one["seat"] for one in said] == list("ABCDE")
    code, out, _ = run(capsys, "beliefs", FIRST, "--at", "20", "--seat", "b", "--json")
    assert (code, json.loads(out)) == (0, said[1])
    assert set(said[1]) == {"file", "seat", "at", "evil", "roles", "sets"}
    assert sum(said[1]["sets"].values()) == pytest.approx(1, abs=1e-5)
    code, out, _ = run(capsys, "beliefs", FIRST, FIRST, "--at", "20", "--seat", "B")
    assert code == 0
    assert out.count(f"{FIRST} seat B\nevil\n") == 2


@pytest.mark.parametrize(
    "args",
    [("--at", "999"), ("--seat", "K"), ("--model", "psychic"), ("--score", "--at", "3"), ("--score", "--model", "x")],
)
def test_wrong_usage_ends_with_2(capsys: Capture, args: tuple[str, ...]) -> None:
    code, out, err = run(capsys, "beliefs", FIRST, *args)
    assert (code, out) == (2, "")
    assert err


def test_the_duel_tells_its_beliefs_and_has_no_score(capsys: Capture) -> None:
    code, out, _ = run(capsys, "beliefs", DUEL, "--at", "30", "--seat", "A", "--json")
    assert code == 0
    assert 0 <= json.loads(out)["KR"] <= 1
    assert run(capsys, "beliefs", DUEL, "--at", "30", "--seat", "A")[0] == 0
    assert run(capsys, "beliefs", DUEL, "--score")[0] == 2
