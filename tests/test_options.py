"""Options of games and specs of bots: typed, within their ranges, and named where they are wrong."""

from __future__ import annotations

from typing import Any

import pytest

from avalon_ai import bots, games, record
from avalon_ai.errors import OptionError, SpecError
from avalon_ai.games.duel_data import LANDS, TILES
from avalon_ai.specs import Option, read_options

SMALL = ["plain1", "plain2", "forest1", "avalon"]


def refusal(**options: Any) -> str:
    with pytest.raises(OptionError) as caught:
        games.load("duel", **options)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_unknown_game_names_the_games() -> None:
    with pytest.raises(OptionError, match=r"no game chess; games: duel"):
        games.load("chess")


def test_unknown_option_names_the_valid_ones() -> None:
    text = refusal(hands=3)
    assert text.startswith("duel has no option hands; it has: set, tiles, territories, colours, copies, hand")
    assert "sha256" not in text


@pytest.mark.parametrize(
    ("name", "value", "range_text"),
    [
        ("colours", 0, "1 to 5"),
        ("colours", 6, "1 to 5"),
        ("copies", 9, "1 to 8"),
        ("hand", 10, "1 to 9"),
        ("hand", True, "1 to 9"),
        ("hand", "5", "1 to 9"),
        ("turn_cap", 1001, "1 to 1000"),
        ("turn_cap", 0, "1 to 1000"),
        ("crowns_to_win", 0, "1 to 33"),
        ("crowns_to_win", 21, "1 to 20, the crowns of the lands in play"),
        ("first", "C", "one of A, B, chance"),
        ("territories", ["avalon"], "2 to 11 different names"),
        ("territories", ["avalon", "avalon"], "2 to 11 different names"),
        ("territories", ["avalon", "atlantis"], "2 to 11 different names"),
        ("tiles", {"2": 2}, "at least 3 in all, got 2"),
        ("tiles", {"5": 3}, "2, terrain, area, 4, 2xterrain, each"),
        ("tiles", {"2": 10}, "from 0 to 9"),
        ("set", "kosmos", "kosmos20, rich23 or the path"),
        ("deal", [], "a JSON object"),
        ("deal", {"stacks": {}}, '"stacks" and "lands"'),
    ],
)
def test_value_out_of_range_names_the_range(name: str, value: Any, range_text: str) -> None:
    text = refusal(**{name: value})
    assert text.startswith(f"{name}: ")
    assert range_text in text


def test_cards_must_do_for_the_deal() -> None:
    assert "2 x 11 + 2 x 5 = 32 > 2 x 5 x 3 = 30" in refusal(copies=3)
    games.load("duel", copies=4)


def test_crowns_to_win_are_asked_for_where_the_default_cannot_be_reached() -> None:
    assert "crowns_to_win: expected 1 to 5" in refusal(territories=SMALL)
    assert games.load("duel", territories=SMALL, crowns_to_win=5).options["crowns_to_win"] == 5


def test_header_holds_what_differs_from_the_default() -> None:
    default: dict[str, Any] = {
        "set": "kosmos20", "hand": 5, "turn_cap": 200, "first": "chance", "crowns_to_win": 15,
        "territories": list(reversed(LANDS)),
        "tiles": {"2": 3, "terrain": 1, "area": 1, "4": 2, "2xterrain": 1, "each": 1},
    }  # fmt: skip
    assert games.load("duel").options == {"set": "kosmos20"}
    assert games.load("duel", **default).options == {"set": "kosmos20"}
    changed = games.load("duel", hand=4, tiles={"2": 3}, territories=["avalon", *SMALL[:3]], crowns_to_win=3).options
    assert changed == {
        "set": "kosmos20", "hand": 4, "tiles": dict.fromkeys(TILES, 0) | {"2": 3}, "territories": SMALL,
        "crowns_to_win": 3,
    }  # fmt: skip
    assert games.load("duel", **changed).rules == games.load("duel", **changed).rules


def test_options_as_texts() -> None:
    read = games.parse_options(
        "duel", ["hand=4", "tiles=2:3,each:1", "territories=plain1, avalon", 'deal={"stacks":{},"lands":[]}', "first=A"]
    )
    assert read == {
        "hand": 4, "tiles": {"2": 3, "each": 1}, "territories": ["plain1", "avalon"],
        "deal": {"stacks": {}, "lands": []}, "first": "A",
    }  # fmt: skip
    assert games.parse_options("duel", ['tiles={"2": 4}', "territories=" + '["avalon","swamp"]'])["tiles"] == {"2": 4}
    assert sum(games.parse_options("duel", ["tiles=mixed"])["tiles"].values()) == 9


@pytest.mark.parametrize(
    "text", ["hand", "hand=", "hand=x", "hand=4.0", "=4", "", "tiles=2", "deal={", "hand=" + "9" * 99]
)
def test_bad_option_texts_are_refused(text: str) -> None:
    with pytest.raises(OptionError):
        games.parse_options("duel", [text])


def test_option_given_twice_is_refused() -> None:
    with pytest.raises(OptionError, match="hand once"):
        games.parse_options("duel", ["hand=4", "hand=4"])


def test_numbers_that_are_none_are_refused() -> None:
    seconds = Option("seconds", "float", 1.0, "", 0.1, 10)
    assert read_options("x", [seconds], ["seconds=1e0"]) == {"seconds": 1.0}
    for text in ("nan", "inf", "-1", "11", "one"):
        with pytest.raises(OptionError, match=r"a number from 0\.1 to 10"):
            read_options("x", [seconds], [f"seconds={text}"])


# --- fixed deals ---------------------------------------------------------------------------------

FIXED = {
    "stacks": {"A": ["KR", "KB", "ER", "EB"], "B": ["KR", "KB", "ER", "EB"]},
    "lands": ["avalon", "plain1", "forest1", "plain2"],
}
SMALL_OPTIONS: dict[str, Any] = {
    "territories": SMALL, "colours": 2, "copies": 4, "hand": 2, "crowns_to_win": 3, "deal": FIXED,
}  # fmt: skip


def test_fixed_deal_leaves_the_hands_to_chance() -> None:
    game = games.load("duel", **SMALL_OPTIONS)
    deals = [game.deal(seed)[0] for seed in range(8)]
    assert all(deal["stacks"] == FIXED["stacks"] for deal in deals)
    assert len({str(deal["hands"]) for deal in deals}) > 1
    other = deals[0] | {"stacks": {"A": FIXED["stacks"]["B"][::-1], "B": FIXED["stacks"]["B"]}}  # type: ignore[index]
    with pytest.raises(ValueError, match="the stacks that the options fix"):
        game.start(other)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"lands": ["avalon", "avalon", "forest1", "plain2"]}, '"lands" to hold each of'),
        ({"lands": None}, '"lands" to hold each of'),
        ({"stacks": {"A": ["KR"], "B": ["KR"]}}, "4 cards"),
        ({"stacks": {"A": ["KV"] * 4, "B": ["KV"] * 4}}, "at most 0 cards KV"),
        ({"stacks": {"A": [1] * 4, "B": [[]] * 4}}, "a card of"),
    ],
)
def test_fixed_deal_is_checked(change: dict[str, Any], expected: str) -> None:
    assert expected in refusal(**(SMALL_OPTIONS | {"deal": FIXED | change}))


def test_first_player_can_be_fixed() -> None:
    for seat in "AB":
        game = games.load("duel", first=seat)
        assert {game.deal(seed)[0]["first"] for seed in range(10)} == {seat}
    assert {games.load("duel").deal(seed)[0]["first"] for seed in range(20)} == {"A", "B"}


# --- bots ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ("", "no bot (empty); bots: random, greedy"),
        ("human", "no bot human"),
        ("Random", "no bot Random"),
        ("random:", "random has no option (empty); it has: seed"),
        ("random:visits=3", "random has no option visits; it has: seed"),
        ("random:seed=-1", "seed: expected a whole number from 0 to"),
        ("greedy:weights=best", "weights: expected one of tuned, hand, got best"),
        ("ismcts:visits=0", "visits: expected a whole number from 1 to"),
        ("ismcts:visits=10,visits=11", "visits once"),
        ("ismcts:level=11", "level: expected a whole number from 1 to 10"),
        ("ismcts:exploration=x", "exploration: expected a number from"),
    ],
)
def test_bad_spec_names_what_is_valid(spec: str, expected: str) -> None:
    with pytest.raises(SpecError) as caught:
        bots.make(spec, games.load("duel"))
    assert expected in str(caught.value)
    assert "\n" not in str(caught.value)


def test_spec_is_kept_as_it_was_written() -> None:
    assert bots.make("random:seed=3", games.load("duel")).spec == "random:seed=3"


def test_header_options_make_the_same_game_again() -> None:
    game = games.load("duel", **SMALL_OPTIONS)
    again = games.recorded("duel", record.header(game, ["x", "x"], 1)["options"])
    assert again.rules == game.rules
    assert again.options == game.options


# --- kinds of options ----------------------------------------------------------------------------


def test_switches_are_true_or_false() -> None:
    switch = Option("lady", "bool", False, "")
    assert read_options("x", [switch], ["lady=true"]) == {"lady": True}
    assert read_options("x", [switch], ["lady=False"]) == {"lady": False}
    assert (switch.default_text(), switch.check(True)) == ("false", True)
    for value in ("yes", "1", ""):
        with pytest.raises(OptionError, match="lady: expected true or false, got"):
            read_options("x", [switch], [f"lady={value}"])
    for number in (1, 0, "true", None):
        with pytest.raises(OptionError, match="true or false"):
            switch.check(number)


def test_lists_may_have_words_of_their_own_and_names_more_than_once() -> None:
    few = Option("roles", "list", "some", "", 1, 3, ("a", "b"), words=("some", "none"), repeats=True)
    assert read_options("x", [few], ["roles=none"]) == {"roles": "none"}
    assert read_options("x", [few], ["roles=a,a, b"]) == {"roles": ["a", "a", "b"]}
    assert few.check("some") == "some"
    for value in ("all", "a,c", "a,a,b,b", ""):
        with pytest.raises(OptionError, match="1 to 3 names of a, b, or some, or none"):
            read_options("x", [few], [f"roles={value}"])


@pytest.mark.parametrize("name", games.names())
def test_equal_headers_share_a_game(name: str) -> None:
    options = games.load(name).options
    assert games.recorded(name, dict(options)) is games.recorded(name, options)
    assert games.recorded(name, options).options == options
