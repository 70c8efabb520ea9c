"""Screens: they fit, say everything a seat may know, and say it without colour too."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from avalon_ai import _duel, games
from avalon_ai.games import duel_screen
from avalon_ai.games.base import Game
from avalon_ai.games.duel_codes import KINDS
from avalon_ai.match import Match
from avalon_ai.style import Style, bare, clip, columns, fold, pad, spread, squeeze

SIZES = [(40, 24), (79, 24), (80, 20), (80, 24), (91, 40), (100, 30), (250, 80)]
NAMES = ("you", "greedy")
SMALL = {"territories": ["plain1", "forest1", "avalon"], "crowns_to_win": 2, "colours": 3}


def positions(seed: int, every: int, **options: Any) -> Iterator[tuple[Game, Match, list[str]]]:
    """Views of both seats and the state, with the log, along one random game."""
    game, chance = games.load("duel", **options), random.Random(seed)
    match, log = Match.new(game, ["x", "y"], seed=seed), list[str]()
    match = Match(match.record, listeners={0: lambda stream, event: log.append(game.describe(event, stream.view))})
    step = 0
    while match.advance() is not None:
        if step % every == 0:
            yield game, match, log
        match.move(chance.choice(match.state.legal()))
        step += 1
    yield game, match, log


@pytest.mark.parametrize("options", [{}, SMALL], ids=["full", "small"])
def test_screen_fits_every_terminal(options: dict[str, object]) -> None:
    for game, match, log in positions(3, 11, **options):
        for width, height in SIZES:
            for view in (match.streams[0].view, match.streams[1].view, match.state):
                lines = game.screen(view, Style(width=width, height=height), log, NAMES).split("\n")
                assert max(map(len, lines)) <= min(width, 100)
                if width >= 80:
                    assert len(lines) <= min(height, 30) - 2


def test_colour_adds_nothing_but_colour() -> None:
    for game, match, log in positions(4, 23):
        for width, height in SIZES:
            plain = Style(width=width, height=height)
            colour = Style(colour=True, width=width, height=height)
            shown = game.screen(match.streams[0].view, colour, log, NAMES)
            assert "\x1b[" in shown
            assert bare(shown) == game.screen(match.streams[0].view, plain, log, NAMES)


def test_ascii_screen_is_ascii() -> None:
    for game, match, log in positions(5, 23):
        style = Style(unicode=False, width=100, height=30)
        game.screen(match.streams[0].view, style, log, NAMES).encode("ascii")
        game.reveal(match.state, style, NAMES).encode("ascii")


def test_own_side_is_below_and_own_hand_is_open() -> None:
    for game, match, log in positions(6, 17):
        for seat, view in enumerate(stream.view for stream in match.streams):
            fields = _duel.fields(view)
            lines = game.screen(view, Style(), log, NAMES).split("\n")
            own = next(i for i, line in enumerate(lines) if line.startswith("AB"[seat] + "▼ " + NAMES[seat]))
            other = next(i for i, line in enumerate(lines) if line.startswith("BA"[seat] + "▲ " + NAMES[1 - seat]))
            assert other < own
            held = [KINDS[kind] for kind in range(10) for _ in range(fields["hands"][seat][kind])]
            assert f"hand {len(held)}" + (f": {' '.join(held)}" if held else "") in lines[own]
            hidden = fields["hand_sizes"][1 - seat] - sum(fields["known"][1 - seat])
            assert lines[other].partition("tile")[0].count("?") == hidden


def test_tops_and_heights_stand_beside_the_land() -> None:
    for game, match, log in positions(7, 29):
        fields = _duel.fields(match.streams[0].view)
        lines = game.screen(match.streams[0].view, Style(), log, NAMES).split("\n")
        numbers = next(i for i, line in enumerate(lines) if " 1 ──" in line or ">1<──" in line)
        for seat, line in ((1, lines[numbers - 1]), (0, lines[numbers + 4])):
            cells = [line[3 + 7 * place : 10 + 7 * place].split() for place in range(11)]
            for stack, cell in zip(fields["stacks"][seat], cells, strict=True):
                assert cell == ([KINDS[stack[-1]], str(len(stack))] if stack else ["·"])


def test_tiles_are_worth_what_the_rules_say() -> None:
    for _, match, _ in positions(8, 5):
        fields = _duel.fields(match.state)
        assert [duel_screen.worth(fields, seat) for seat in (0, 1)] == _duel.supplies(match.state)


def test_end_shows_both_hands_and_the_pile() -> None:
    game, match, _ = list(positions(9, 10_000))[-1]
    fields = _duel.fields(match.state)
    shown = game.reveal(match.state, Style(), NAMES)
    for seat in (0, 1):
        held = " ".join(KINDS[kind] for kind in range(10) for _ in range(fields["hands"][seat][kind]))
        assert f"{NAMES[seat]} held: {held or 'nothing'}" in shown
    assert "Left in the pile" in shown


def test_spectators_see_both_hands() -> None:
    game, match, log = next(positions(10, 10_000))
    shown = game.screen(match.state, Style(), log, ("x", "y"))
    assert "hand 5: ?" not in shown


def test_opening_screen() -> None:
    game = games.load("duel", first="A")
    deal = {
        "first": "A",
        "stacks": {"A": KINDS_11, "B": KINDS_11[::-1]},
        "hands": {"A": ["KR", "KB", "EG", "EG", "EV"], "B": ["KG", "KY", "KV", "ER", "EB"]},
    }
    view = game.start_view(game.mask_deal(deal, 0), 0)
    assert game.screen(view, Style(width=80, height=24), ["The log."], NAMES) == OPENING


KINDS_11 = [*KINDS, "KR"]
OPENING = """\
Avalon, the duel · turn 1 · your turn                        pile 48, discards 0
B▲ greedy  0 of 15 ♛  hand 5: ? ? ? ? ?

B▲  KR 1   EV 1   EY 1   EG 1   EB 1   ER 1   KV 1   KY 1   KG 1   KB 1   KR 1
─── 1 ──── 2 ──── 3 ──── 4 ──── 5 ──── 6 ──── 7 ──── 8 ──── 9 ──── 10 ─── 11 ───
    ?      ?      ?      ?      ?      ?      ?      ?      ?      ?      ?

────────────────────────────────────────────────────────────────────────────────
A▼  KR 1   KB 1   KG 1   KY 1   KV 1   ER 1   EB 1   EG 1   EY 1   EV 1   KR 1

A▼ you  0 of 15 ♛  hand 5: KR KB EG EG EV
Tiles now 2 2 2 terrain=0 area=0 │ next turn 4 4 2xterrain=0 each=0
────────────────────────────────────────────────────────────────────────────────
The log."""


def test_text_helpers() -> None:
    red = Style(colour=True).paint("KR", "on red")
    assert (bare(red), len(bare(pad(red, 5))), pad("x", 3, ">"), pad("x", 3, "^")) == ("KR", 5, "  x", " x ")
    assert (clip("abcdef", 5), clip(red, 2), clip("abc", 2)) == ("ab...", red, "ab")
    assert (squeeze("abcdefghij", 9), squeeze("abcdefghij", 10)) == ("abc...hij", "abcdefghij")
    assert (spread("a", "b", 5), spread("abc", "de", 5)) == ("a   b", "abc")
    assert fold("one two three", 9, "  ") == ["one two", "  three"]
    assert columns(["a", "bb", "c"], 10) == ["a   bb  c"]
    assert columns([], 10) == []
