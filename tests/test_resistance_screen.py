"""Screens and sentences of The Resistance: Avalon: they fit, and say without colour what a seat may know."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import kit
from avalon_ai import _resistance, games
from avalon_ai._state import OVER, Generator
from avalon_ai.games.base import SEAT_LETTERS
from avalon_ai.style import Style, bare
from resistance_pair import Pair, line

SIZES = [(40, 24), (60, 24), (80, 20), (80, 24), (100, 30), (250, 80)]
LONG = ["A, B, C, D, E, F, G, H approve, I, J reject; the team goes"] * 40


def names(players: int) -> list[str]:
    return ["you", *(f"ismcts:visits={seat}" for seat in range(1, players))]


def tables(players: int, seed: int, every: int, **options: Any) -> Iterator[kit.Table]:
    """A random game, stopped now and then."""
    table, rng = kit.Table.deal(games.load("resistance", players=players, **options), seed), Generator(seed)
    while table.state.actor() != OVER:
        if len(table.events) % every == 0:
            yield table
        table.apply(kit.next_event(table, kit.uniform, rng))
    yield table


@pytest.mark.parametrize("players", range(5, 11))
def test_screen_fits_every_terminal(players: int) -> None:
    for table in tables(players, players, 17, roles="all", lady=True):
        for width, height in SIZES:
            for position in (table.views[0], table.views[-1], table.state):
                style = Style(width=width, height=height)
                lines = table.game.screen(position, style, LONG, names(players)).split("\n")
                assert max(map(len, lines)) <= min(width, 100)
                assert len(lines) <= min(height, 30) - 2


@pytest.mark.parametrize("width", [60, 80, 100])
def test_the_track_of_quests_is_never_cut(width: int) -> None:
    pair = Pair(line(SEVEN), players=7).quest("AE", "E").quest("ABE", "E").quest("ABC").team("ABCE")
    for seat in "AE":
        track = pair.game.screen(pair.view(seat), Style(width=width), [], names(7)).split("\n")[1]
        assert re.fullmatch(r"Quests  1: (no|failed) \(1\) │ 2: .* │ 3: (ok|success) │ 4: 4.*, 2 fails │ 5: 4.*", track)
        assert "..." not in track


def test_the_longest_game_fits() -> None:
    pair = Pair(line("merlin percival servant servant assassin minion"), players=6)
    for team in ("AE", "ABC", "ABCE", "ABC", ""):
        for _ in range(4):
            pair.play(pair.legal()[0]).vote("")
        if team:
            pair.quest(team, "E" if "E" in team else "")
    pair.play(pair.legal()[-1])
    assert len(pair.shown()["proposals"]) == 25
    lines = pair.game.screen(pair.view("A"), Style(width=100, height=30), LONG, names(6)).split("\n")
    assert max(map(len, lines)) <= 100
    assert len(lines) <= 28
    assert lines[2].split() == ["quest", "1", "2", "3", "4", "5"]


def test_colour_adds_nothing_but_colour() -> None:
    for table in tables(7, 4, 23, lady=True):
        for width, height in SIZES:
            plain, colour = (Style(colour=on, width=width, height=height) for on in (False, True))
            shown = table.game.screen(table.views[0], colour, LONG, names(7))
            assert "\x1b[" in shown
            assert bare(shown) == table.game.screen(table.views[0], plain, LONG, names(7))


def test_ascii_screen_is_ascii() -> None:
    for table in tables(8, 5, 29, lady=True):
        style = Style(unicode=False, width=100, height=30)
        table.game.screen(table.views[0], style, LONG, names(8)).encode("ascii")
        table.game.reveal(table.state, style, names(8)).encode("ascii")


SEVEN = "merlin percival servant servant assassin morgana oberon"


def rows(pair: Pair, seat: str | None) -> dict[str, str]:
    """The row of each seat on the screen."""
    position = pair.view(seat) if seat else pair.state
    text = pair.game.screen(position, Style(unicode=False, width=100, height=30), [], names(pair.game.seats))
    found = {}
    for row in text.split("\n"):
        if row[:1] in (" ", ">") and row[1:2] in SEAT_LETTERS and row[2:4] in ("  ", "L "):
            found[row[1]] = row
    return found


@pytest.mark.parametrize(
    ("seat", "words"),
    [
        ("A", ["merlin", "good", "good", "good", "evil", "evil", "evil"]),
        ("B", ["merlin/morgana", "percival", "", "", "", "merlin/morgana", ""]),
        ("C", ["", "", "servant", "", "", "", ""]),
        ("E", ["", "", "", "", "assassin", "morgana", ""]),
        ("G", ["", "", "", "", "", "", "oberon"]),
        (None, SEVEN.split()),
    ],
)
def test_a_row_says_what_is_known_of_a_seat(seat: str | None, words: list[str]) -> None:
    pair = Pair(line(SEVEN), players=7)
    found = rows(pair, seat)
    assert [found[letter][14:29].strip() for letter in "ABCDEFG"] == words


def test_the_grid_shows_teams_votes_leader_and_outcome() -> None:
    pair = Pair(line(SEVEN, lady="G"), players=7, lady=True)
    pair.play("team AE").vote("AB").quest("BE", "E").quest("ABC")
    pair.play("lady A", "loyalty good", "say evil", "team DEF", "approve", "reject")
    found = rows(pair, "C")
    assert {letter: row[29:].rstrip() for letter, row in found.items()} == {
        "A": "#+ .+ #+ .?",
        "B": ".+ #+ #+ .?",
        "C": ".- .+ #+ .",
        "D": ".- .+ .+ #",
        "E": "#- #+ .+ #",
        "F": ".- .+ .+ #",
        "G": ".- .+ .+ .",
    }
    assert found["D"].startswith(">D")
    assert found["A"].startswith(" AL")
    lines = pair.game.screen(pair.view("G"), Style(unicode=False, width=100, height=30), [], names(7)).split("\n")
    assert lines[2].split() == ["quest", "1", "2", "3"]
    assert lines[3].split() == ["leader", "A", "B", "C", "D"]
    assert lines[11].split() == ["#", "team", "+", "yes", "-", "no", "no", "x1", "ok"]
    assert "1: failed (1)" in lines[1]
    assert "2: success" in lines[1]
    assert "vote on D E F for quest 3" in lines[0]
    assert "Lady: G saw A, good, and said evil" in lines
    others = pair.game.screen(pair.view("B"), Style(width=100, height=30), [], names(7))
    assert "Lady: G saw A, and said evil" in others


@pytest.mark.parametrize(
    ("roles", "seat", "said"),
    [
        (SEVEN, "A", "You are merlin: you see the evil seats"),
        ("merlin percival servant servant assassin mordred minion", "A", "you see the evil seats, but not mordred"),
        (SEVEN, "B", "You are percival: you see merlin and morgana, not which is which"),
        ("merlin percival servant servant assassin mordred minion", "B", "You are percival: you see merlin"),
        ("servant percival servant servant assassin mordred minion", "B", "You are percival: you see nobody"),
        (SEVEN, "C", "You are a servant: you see nobody"),
        (
            SEVEN,
            "E",
            "You are the assassin: you see the other evil seats, but not oberon; you carry the shot at Merlin",
        ),
        (SEVEN, "F", "You are morgana: you see the other evil seats, but not oberon"),
        (SEVEN, "G", "You are oberon: you see nobody, and no evil seat sees you"),
    ],
)
def test_the_own_role_and_what_it_sees(roles: str, seat: str, said: str) -> None:
    pair = Pair(line(roles), players=7)
    lines = pair.game.screen(pair.view(seat), Style(width=100, height=30), [], names(7)).split("\n")
    assert [row for row in lines if row.endswith(said)]


def test_the_carrier_of_the_shot_is_told_so() -> None:
    pair = Pair(
        line("merlin servant servant minion mordred", assassin="D"), assassin="any", roles=["merlin", "mordred"]
    )
    screens = [pair.game.screen(pair.view(seat), Style(height=30), [], names(5)) for seat in "ABCDE"]
    assert ["you carry the shot" in screen for screen in screens] == [False, False, False, True, False]


def sentences(pair: Pair, *texts: str, seat: str | None = None) -> list[str]:
    """What the log of a seat, or of a spectator, says about events."""
    told = []
    for text in texts:
        event, position = pair.event(text), pair.view(seat) if seat else pair.state
        shown = event if seat is None else pair.state.mask(event, SEAT_LETTERS.index(seat))
        told.append(pair.game.describe(shown, position))
        pair.apply(event)
    return [sentence for sentence in told if sentence]


def test_sentences_of_a_round() -> None:
    pair = Pair(line(SEVEN, lady="G"), players=7, lady=True).quest("AB")
    votes = ["approve"] * 4 + ["reject"] * 3
    assert sentences(pair, "team ABE", *votes, "votes ABCD", seat="B") == [
        "B proposes A, B, E, proposal 1 for quest 2",
        "A, B, C, D approve, E, F, G reject; the team goes",
    ]
    assert sentences(pair, "success", "success", "fail", "fails 1", seat="A") == ["Quest 2 fails with 1 fail"]
    visit = ("lady A", "loyalty good", "say evil")
    assert sentences(pair, *visit, seat="G") == [
        "G sees the loyalty of A", "A is good", "G says that A is evil",
    ]  # fmt: skip
    rejected = sentences(pair, "team ABC", *["reject"] * 6, "approve", "votes G")
    assert rejected[-1] == "G approves, A, B, C, D, E, F reject; rejected, 1 of 5"


def test_sentences_of_the_lady_for_others() -> None:
    pair = Pair(line(SEVEN, lady="G"), players=7, lady=True).quest("AB").quest("ABC")
    visit = ("lady A", "loyalty good", "say nothing")
    assert sentences(pair, *visit, seat="A") == ["G sees the loyalty of A", "G says nothing about A"]


def test_a_quest_that_stands_a_fail_says_so() -> None:
    pair = Pair(line(SEVEN), players=7).quest("AB").quest("ABE", "E").quest("ABE", "E").team("ABCE")
    cards = ["success"] * 3 + ["fail"]
    assert sentences(pair, *cards, "fails 1") == ["Quest 4 succeeds with 1 fail"]


@pytest.mark.parametrize(
    ("target", "verdict"),
    [("A", "A, who was shot, is Merlin"), ("B", "three quests succeeded, and B, who was shot, is not Merlin")],
)
def test_the_end_in_words(target: str, verdict: str) -> None:
    pair = Pair(line("merlin servant servant assassin minion")).quest("AB").quest("ABD").quest("BC")
    assert sentences(pair, f"shoot {target}") == [f"D shoots {target}"]
    pair.play(pair.reference.says())
    assert pair.game.verdict(pair.state, pair.state.reason()) == verdict
    shown = pair.game.reveal(pair.state, Style(), names(5)).split("\n")
    assert [row.split()[2] for row in shown] == ["merlin", "servant", "servant", "assassin", "minion"]
    assert pair.game.verdict(pair.state, "resign") == "the other side resigned"


def test_reveal_names_the_carrier_and_who_failed() -> None:
    pair = Pair(
        line("merlin servant servant minion mordred", assassin="D"), assassin="any", roles=["merlin", "mordred"]
    )
    pair.quest("AD", "D").quest("ABD", "D").quest("DE", "DE")
    shown = pair.game.reveal(pair.state, Style(), names(5)).split("\n")
    assert shown[3].endswith("minion, carried the shot, failed quests 1, 2, 3")
    assert shown[4].endswith("mordred, failed quest 3")


@pytest.mark.parametrize(("players", "count"), [(5, 5), (7, 7), (8, 4), (10, 5)])
def test_reveal_of_many_seats_stands_in_two_columns(players: int, count: int) -> None:
    for table in tables(players, players, 1000, roles="all"):
        lines = table.game.reveal(table.state, Style(width=100), names(players)).split("\n")
        assert len(lines) == count
        assert max(map(len, lines)) <= 100
        assert sorted(re.findall(r"(?:^|  )([A-J]) ", "\n".join(lines), re.MULTILINE)) == [*"ABCDEFGHIJ"[:players]]
        assert len(table.game.reveal(table.state, Style(width=40), names(players)).split("\n")) == players


def test_rules_in_short_fit_the_options() -> None:
    text = games.load("resistance", players=7, lady=True).rules_text()
    assert "4 good seats and 3 evil ones" in text
    assert "THE LADY" in text
    assert "but the fourth needs two" in text
    text = games.load("resistance").rules_text()
    assert "THE LADY" not in text
    assert "needs two" not in text
    assert max(map(len, text.split("\n"))) <= 80


def test_view_fields_are_those_of_the_page() -> None:
    pair = Pair(line(SEVEN, lady="G"), players=7, lady=True).quest("BE", "E").quest("ABC")
    pair.play("lady A", "loyalty good", "say evil", "team DEF", "approve", "reject", "approve")
    said = pair.game.fields(pair.view("B"))
    assert said["role"] == "percival"
    assert said["possible"]["E"] == ["assassin", "oberon"]
    assert said["quests"][0] == {"team": "BE", "fails": 1, "succeeded": False, "own_card": "success"}
    assert said["proposals"][-1] == {"quest": 3, "attempt": 1, "leader": "C", "team": "DEF", "approved": None}
    assert (said["chosen"], said["own_choice"], said["team"], said["phase"]) == ("ABC", "reject", "DEF", "vote")
    visit = {"holder": "G", "target": "A", "loyalty": None, "claim": "evil"}
    assert said["lady"] == {"holder": "A", "uses": [visit]}
    assert pair.game.fields(pair.view("G"))["lady"]["uses"][0]["loyalty"] == "good"
    assert said["carries_shot"] is False
    assert pair.game.fields(pair.view("E"))["carries_shot"] is True


def test_every_field_of_a_view_stands_on_the_page() -> None:
    page = (Path(__file__).parent.parent / "docs" / "resistance.md").read_text(encoding="utf-8")
    game = games.load("resistance", lady=True)
    table = page.partition("## Fields of a view")[2].partition("## Options")[0]
    named = {name for row in table.split("\n| `")[1:] for name in re.findall(r"`?(\w+)`", row.partition(" | ")[0])}
    assert named == set(game.fields(game.start(game.deal(1)[0]).view(0)))


def test_beliefs_are_shares_of_the_possible_assignments() -> None:
    pair = Pair(line("servant servant servant minion minion"), roles="none").quest("AD", "D")
    beliefs = pair.game.beliefs(pair.view("A"), "logic")
    assert beliefs["evil"] == {"A": 0.0, "B": 0.333333, "C": 0.333333, "D": 1.0, "E": 0.333333}
    assert beliefs["sets"] == {"BD": 0.333333, "CD": 0.333333, "DE": 0.333333}
    assert _resistance.evil_sets(pair.view("A")) == [(0b01010, 1), (0b01100, 1), (0b11000, 1)]
