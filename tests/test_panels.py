"""Beliefs as a person reads them: they fit, and the numbers are those of the JSON."""

from __future__ import annotations

import re
from typing import Any

import pytest

from avalon_ai import games
from avalon_ai.panels import bar, panel, percent
from avalon_ai.style import Style, bare

ASCII = Style(unicode=False)


def test_chances_by_name_are_bars_with_numbers() -> None:
    assert panel({"KR": 0.5, "EG": 1.0}, ASCII) == "  KR  50 % #####.....    EG 100 % ##########"


def test_lists_stand_under_headings_the_long_ones_cut_to_the_likeliest() -> None:
    many = {f"S{number}": number / 100 for number in range(30)}
    lines = panel({"model": "logic", "evil": {"A": 0.25}, "sets": many}, ASCII).split("\n")
    assert lines[:4] == ["model: logic", "evil", "  A  25 % ##........", "sets"]
    assert lines[4].startswith("  S29  29 % ###")
    assert lines[-1] == "  and 20 less likely"


def test_several_things_about_one_seat_stand_in_a_line() -> None:
    roles = {"A": {"servant": 0.2, "merlin": 0.7, "minion": 0.1, "oberon": 0.0}, "B": None}
    assert panel({"roles": roles}, ASCII) == "roles\n  A  merlin 70 %, servant 20 %, minion 10 %\n  B None"


@pytest.mark.parametrize(
    ("chance", "text"), [(0.0, "  0 %"), (0.001, "  1 %"), (0.5, " 50 %"), (0.999, " 99 %"), (1.0, "100 %")]
)
def test_only_what_is_certain_is_said_to_be(chance: float, text: str) -> None:
    assert percent(chance) == text


def test_bars_are_as_long_as_the_chance() -> None:
    assert [bar(chance, ASCII).count("#") for chance in (0, 0.04, 0.06, 0.5, 1)] == [0, 0, 1, 5, 10]


@pytest.mark.parametrize("width", [40, 60, 80, 100, 200])
@pytest.mark.parametrize(
    ("name", "options"),
    [("duel", {}), *(("resistance", {"players": players, "roles": "all"}) for players in range(5, 11))],
)
def test_the_panel_of_every_game_fits(name: str, options: dict[str, Any], width: int) -> None:
    game = games.load(name, **options)
    view = game.start(game.deal(3)[0]).view(1)
    shown = game.belief_panel(view, Style(colour=True, width=width))
    lines = bare(shown).split("\n")
    assert max(map(len, lines)) <= min(width, 100)
    assert len(lines) <= 24 or width < 80
    assert bare(shown) == game.belief_panel(view, Style(width=width))
    game.belief_panel(view, Style(unicode=False, width=width)).encode("ascii")
    assert re.search(r"\d %", shown)
