"""Lines a person types for The Riven Veil: whole lines, cut short, in any order and case; and what is refused."""

from __future__ import annotations

import random
from typing import Any

import pytest

import kit
from avalon_ai._state import View
from avalon_ai.errors import InputError
from avalon_ai.games.veil import Veil
from test_veil_kit import load, random_options
from told import answer
from veil_asked import until
from veil_scenes import Scene

JUNK = (
    "", " ", ";", "foo", "play", "play nothing", "pay", "deploy", "deploy lord", "deploy 9w XX", "deploy 999999999w SE",
    "army", "army w", "army w S>", "army >C", "out", "out SE", "out SE c1>", "in", "in C", "move > >", "S>C", "w>w",
    "bid bid", "plan plan", "bonus", "settle", "settle Q 9", "draw", "draw x", "draw deploy deploy deploy", "use",
    "use X", "lose 9w SE", "std", "std x", "std deploy", "std deploy QQQ", "std settle A B C", "1", "0", "-1", "é", "→",
    ">", "+",
    "to SE put lord", "play A pay A pay A", "explore nothing", "yes", "no", "done", "done done", "take", "a" * 500,
)  # fmt: skip


def texts(scene: Scene, line: str) -> list[str]:
    """The moves a line stands for, as texts."""
    view = scene.state.view(scene.state.actor())
    return [scene.game.text(move) for move in scene.game.read(line, view)]


def refused(scene: Scene, line: str) -> str:
    """Why a line is refused."""
    with pytest.raises(InputError) as error:
        texts(scene, line)
    assert "\n" not in str(error.value)
    return str(error.value)


def choosing() -> Scene:
    """A and B choose their cards; A holds four that matter."""
    scene = Scene(lords=["druids", "undead"])
    return scene.put(hands={"A": ["SALLY", "CLANS", "KEELS", "WAYS", "GIVE"], "B": ["OATH", "BREAD"]})


# --- choosing cards ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "play SALLY pay CLANS WAYS",
        "play sally pay ways clans",
        "PLAY SALLY WAYS CLANS",
        "play sal pay way cla",
        "play SALLY; pay CLANS; pay WAYS",
        "play SALLY; pay CLANS WAYS",
        "play SALLY; pay CLANS; pay WAYS; done",
        "play SALLY pay CLANS, WAYS",
        "play SALLY pay CLANS + WAYS",
    ],
)
def test_a_card_and_its_payment_in_one_line(line: str) -> None:
    assert texts(choosing(), line) == ["play SALLY", "pay CLANS", "pay WAYS", "done"]


def test_a_card_alone_waits_for_its_payment_and_a_free_one_is_done() -> None:
    assert texts(choosing(), "play SALLY") == ["play SALLY"]
    assert texts(choosing(), "sally") == ["play SALLY"]
    assert texts(choosing(), "ways") == ["play WAYS", "done"]
    scene = choosing().play("A: play SALLY")
    assert texts(scene, "pay clans") == ["pay CLANS"]
    assert texts(scene, "clans ways") == ["pay CLANS", "pay WAYS", "done"]


def test_reductions_are_claimed_and_cards_shown_in_the_same_line() -> None:
    assert texts(choosing(), "play CLANS claim 1") == ["play CLANS", "claim 1", "done"]
    assert texts(choosing(), "play KEELS claim 1 show WAYS pay GIVE") == [
        "play KEELS", "claim 1", "show WAYS", "pay GIVE", "done",
    ]  # fmt: skip


def test_a_word_that_fits_several_moves_is_refused() -> None:
    scene = Scene().put(hands={"A": ["SALLY", "SAILS", "OATH"], "B": ["BREAD"]})
    assert refused(scene, "play sa") == "play sa: which one? play SAILS, play SALLY"
    assert texts(scene, "play sal") == ["play SALLY"]


def test_a_card_that_is_not_held_is_refused_with_two_examples() -> None:
    assert refused(choosing(), "play OATH") == "play OATH: is not possible here; expected play CLANS or play GIVE"
    assert "pay OATH is not possible here" in refused(choosing(), "play SALLY pay OATH CLANS").replace("oath", "OATH")


# --- units ---------------------------------------------------------------------------------------


def deploying() -> Scene:
    """A deploys up to four units of the first card's icon."""
    return Scene(lords=["druids", "undead"]).put(hands={"A": ["KEELS", "OATH", "WAYS"], "B": ["GIVE"]})


def test_units_of_a_deployment_in_any_order() -> None:
    scene = deploying().play("A: play KEELS pay OATH WAYS", "B: play GIVE", "A: card")
    for line in (
        "deploy lord+2w SE", "deploy 2w+lord SE", "deploy SE 2w lord", "lord 2w SE", "deploy w+lord+w SE",
        "DEPLOY LORD + 2 W SE", "deploy 2 warriors and lord se", "to SE; put lord; put 2w; done",
    ):  # fmt: skip
        assert texts(scene, line) == ["to SE", "put lord", "put 2w"], line
    assert texts(scene, "deploy lord+c1 SE") == ["to SE", "put lord", "put c1", "done"]
    assert "5w" in refused(scene, "deploy 5w SE")
    assert refused(scene, "deploy lord C").startswith("deploy lord C: to c is not possible here; expected to SE or")


def test_armies_steps_and_gatherings() -> None:
    units = {"A": {"SE": "lord+c1+3w", "E": "2w"}, "B": {"SW": "w"}}
    tiles = {"SE": "GullStair", "E": "Hartwood"}
    scene = Scene(lords=["druids", "undead"])
    scene.put(hands={"A": ["PACE", "OATH"], "B": ["GIVE"]}, units=units, tiles=tiles)
    until(scene.play("A: play PACE", "B: play GIVE"), "card").play("card")
    for line in ("army 2w+c1 SE>E", "2w c1 SE>E", "army c1+w+w SE -> E", "army SE E 2w c1", "march 2w+c1 se>e"):
        assert texts(scene, line) == ["from SE", "to E", "take c1", "take 2w", "done"], line
    assert texts(scene, "army lord+c1+3w SE>E")[-1] == "done"
    assert "is not possible here" in refused(scene, "army 4w SE>E")
    assert "is not possible here" in refused(scene, "army w SE>SE")


def test_units_scatter_in_one_line() -> None:
    units = {"A": {"SE": "lord+c1+3w"}, "B": {"SW": "w"}}
    scene = Scene(players=3, lords=["druids", "undead", "knights"])
    scene.put(hands={"A": ["SCATTR", "OATH"], "B": ["GIVE"], "C": ["SING"]}, units=units, tiles={"SE": "GullStair"})
    until(scene.play("A: play SCATTR", "B: play GIVE", "C: play SING"), "card").play("card")
    for line in ("out SE c1>E w>SW", "out SE w>SW c1>E", "scatter se w>sw, c1>e"):
        assert texts(scene, line) == ["from SE", "c1>E", "w>SW", "done"], line
    assert texts(scene, "out SE lord c1>E 2w>SW") == ["from SE", "lord>E", "c1>E", "2w>SW", "done"]


def test_units_gather_from_several_regions() -> None:
    units = {"A": {"SE": "lord+3w", "SW": "c1+w"}, "B": {"E": "w"}}
    tiles = {"SE": "GullStair", "SW": "BlackCape"}
    scene = Scene(players=3, lords=["druids", "undead", "knights"])
    scene.put(hands={"A": ["BELL", "OATH"], "B": ["GIVE"], "C": ["SING"]}, units=units, tiles=tiles)
    until(scene.play("A: play BELL", "B: play GIVE", "C: play SING"), "card").play("card")
    gathered = ["to S", "from SE", "take 2w", "from SW", "take c1", "take w", "done"]
    for line in ("in 2w SE>S c1 w SW>S", "in c1+w SW>S 2w SE>S", "in S SE 2w SW c1 w", "gather S SW w c1 SE 2w"):
        assert texts(scene, line) == gathered, line
    assert texts(scene, "in 2w SE>S") == ["to S", "from SE", "take 2w", "done"]


def test_a_standard_action_with_price_and_units_in_one_line() -> None:
    scene = until(choosing().play("A: play WAYS", "B: play OATH"), "card")
    assert scene.actor == "A"
    assert texts(scene, "std deploy GIVE lord+w SE") == ["std deploy", "pay GIVE", "to SE", "put lord", "put w"]
    assert texts(scene, "std deploy pay give") == ["std deploy", "pay GIVE"]
    assert texts(scene, "std dr") == ["std draw"]


# --- bids, plans, draws --------------------------------------------------------------------------


def test_decks_of_the_last_draws_in_any_order() -> None:
    scene = until(choosing().play("A: play WAYS", "B: play OATH"), "card").play("std draw", "skip", "end")
    assert texts(scene, "draw plan deploy") == ["draw deploy", "draw plan"]
    assert texts(scene, "draw mo mo") == ["draw move", "draw move"]


def battle() -> Scene:
    """A and B fight for SE, A's hand known."""
    scene = Scene(lords=["druids", "undead"])
    units = {"A": {"SE": "lord+2w"}, "B": {"SE": "lord+w"}}
    scene.put(hands={"A": ["GIVE", "OATH", "WAYS", "SING"], "B": ["SHIELD"]}, units=units, tiles={"SE": "GullStair"})
    return until(scene, "plan")


def test_a_plan_with_its_bonus_cards_in_one_line() -> None:
    scene = battle()
    hand = [text.removeprefix("plan down ") for text in scene.legal() if text.startswith("plan down ")]
    plans = [text.removeprefix("plan ") for text in scene.legal() if text.startswith("plan ") and "down" not in text]
    others = sorted((card for card in hand if card != plans[0]), key=hand.index)[:2]
    wanted = [f"plan {plans[0]}", *(f"bonus {card}" for card in others), "done"]
    assert texts(scene, f"plan {plans[0]} bonus {others[1]} {others[0]}") == wanted
    assert texts(scene, f"PLAN {plans[0]} {others[0]} {others[1]}".lower()) == wanted
    assert texts(scene, f"plan down {others[0]}")[0] == f"plan down {others[0]}"
    assert texts(scene, "plan none") == ["plan none"]
    assert texts(scene, "no") == ["plan none"]


# --- every position ------------------------------------------------------------------------------


def positions(seed: int, every: int) -> Any:
    """The views of the seats to act along a random game of any mode."""
    options = random_options(seed) | {"factions": ("symmetric", "asymmetric")[seed % 2]}
    table = kit.Table.deal(load(**options), seed)
    game = table.game
    assert isinstance(game, Veil)
    for _ in kit.walk(table, seed, kit.grouped(game), game.rules.longest):
        if table.state.actor() >= 0 and len(table.events) % every == 0:
            yield game, table.views[table.state.actor()]


@pytest.mark.parametrize("seed", range(kit.games_to_play(6)))
def test_every_move_can_be_typed_as_it_stands_in_any_case(seed: int) -> None:
    chance = random.Random(seed)
    for game, view in positions(seed, 5):
        for move in view.legal():
            text = game.text(move)
            read = game.read(chance.choice((text, text.lower(), f"  {text.upper()}  ")), view)
            assert read[0] == move
            assert [game.text(more) for more in read[1:]] in ([], ["done"])


def west() -> Scene:
    """A moves an army that may go west, and has a warrior and the Lord at home."""
    units = {"A": {"SW": "lord+3w"}, "B": {"SE": "w"}}
    scene = Scene(lords=["druids", "undead"])
    scene.put(hands={"A": ["SCATTR", "OATH"], "B": ["GIVE"]}, units=units, tiles={"SW": "GullStair"})
    return until(scene.play("A: play SCATTR", "B: play GIVE"), "card").play("card")


def test_a_number_before_the_west_is_no_number_of_warriors() -> None:
    scene = Scene(lords=["druids", "undead"])
    scene.put(hands={"A": ["FSTONE", "OATH"], "B": ["GIVE"]}, units={"A": {"W": "w"}}, tiles={"W": "NineWeirs"})
    until(scene.play("A: play FSTONE", "B: play GIVE"), "card").play("card")
    assert texts(scene, "settle W 1") == ["settle W 1"]
    assert texts(scene, "settle west 2") == ["settle W 2"]
    assert refused(scene, "settle w").endswith("which one? settle W 1, settle W 2")


def test_the_west_and_a_warrior_are_told_apart() -> None:
    scene = west()
    for line in ("out SW w>W lord>SE", "out sw w>w lord>se", "OUT SW W>W LORD>SE", "out SW lord>SE w>west"):
        assert texts(scene, line) == ["from SW", "lord>SE", "w>W", "done"], line


@pytest.mark.parametrize("seed", range(kit.games_to_play(6)))
def test_both_examples_of_the_question_can_be_typed(seed: int) -> None:
    for game, view in positions(seed, 3):
        asked = game.ask(view)
        assert len(asked) <= 80
        assert "\n" not in asked
        for example in asked.rpartition(": ")[2].split(" or "):
            assert playable(view, game.read(example, view)), (asked, example)


def playable(view: View, moves: list[int]) -> bool:
    trial = view.copy()
    for move in moves:
        if not trial.allows(move):
            return False
        trial.apply(move)
    return bool(moves)


@pytest.mark.parametrize("seed", range(kit.games_to_play(4)))
def test_junk_is_refused_or_playable_and_changes_nothing(seed: int) -> None:
    refusals = 0
    for game, view in positions(seed, 11):
        before = view.to_bytes()
        for line in JUNK:
            said = answer(game, line, view)
            assert "\n" not in said
            assert len(said) < 240
            if said.startswith("InputError"):
                refusals += 1
            else:
                assert playable(view, game.read(line, view)), line
        assert view.to_bytes() == before
    assert refusals > len(JUNK)


def test_a_line_out_of_turn_says_who_is_to_act() -> None:
    scene = choosing()
    view = scene.state.view(1)
    with pytest.raises(InputError, match="it is not your turn; A is to act"):
        scene.game.read("play OATH", view)
    assert scene.game.ask(view) == "it is not your turn; A is to act"
