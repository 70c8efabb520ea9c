"""Texts of Veil's components: every verb, field, count and event has words, and no card is too long to read."""

from __future__ import annotations

from typing import Any

import pytest

from avalon_ai import games
from avalon_ai.errors import OptionError
from avalon_ai.games import veil_cards, veil_data, veil_reading
from avalon_ai.games import veil_vocabulary as words
from avalon_ai.games.base import Game
from avalon_ai.games.veil_cards import WIDTH, ability_text, card_text, effect_text, effects_text, reduction_text
from avalon_ai.games.veil_conditions import read_condition, read_count, read_filter, read_gainif
from avalon_ai.games.veil_phrases import THIS_REGION, condition, where
from avalon_ai.games.veil_reading import Fields
from avalon_ai.games.veil_vocabulary import Ability, Effect, Reduction
from command_line import Capture, run

DATA = veil_data.house().components
MOST_LINES = 4


def test_no_component_has_more_than_four_lines_of_sixty_columns() -> None:
    for part in DATA.named():
        _, *lines = card_text(part).splitlines()
        assert all(len(line) <= WIDTH for line in lines), part.id
        assert len(lines) - 1 <= MOST_LINES, part.id


@pytest.mark.parametrize(
    ("table", "text"),
    [
        ({"do": "deploy", "n": 3}, "deploy up to 3 units"),
        ({"do": "deploy", "to": "explored", "units": "champions"}, "deploy 1 champion to an explored region"),
        ({"do": "move1", "n": 2, "to": "inner"}, "move 1 unit to an inner region, 2 times"),
        ({"do": "army", "from": "coast", "units": "warriors"}, "move an army with warriors only from a coastal region"),
        ({"do": "out"}, "move out"),
        ({"do": "in", "to": "settled"}, "move in to a region with your settlement"),
        ({"do": "settle", "free": True, "bonus": False}, "settle, even without strength, not in a slot with a bonus"),
        ({"do": "power", "n": -2}, "lose 2 power"),
        ({"do": "vp", "n": 1, "who": "each"}, "each player gains 1 VP"),
        ({"do": "favor", "pow": 1}, "spend 1 power to gain 1 favor"),
        ({"do": "draw", "n": 2, "deck": "plan"}, "draw 2 Battle Plan cards"),
        ({"do": "discard", "who": "enemies"}, "each enemy discards 1 card"),
        ({"do": "explore", "by": "unit", "to": "coast"}, "explore a coastal region with your unit"),
        ({"do": "token", "n": 2, "on": "lord"}, "put 2 strength tokens on your Lord"),
        ({"do": "artifact", "vp": False, "equip": "none"}, "gain the top artifact, not its VP, unequipped"),
        ({"do": "equip"}, "rearrange your artifacts"),
        ({"do": "army", "gain": [{"do": "lose", "n": 2, "who": "enemy"}]},
         "move an army, then one enemy loses 2 warriors there"),
        ({"do": "vp", "if": "power == 0"}, "if you have no power, gain 1 VP"),
        ({"do": "vp", "per": "regions(units>=2 coast)", "div": 2},
         "gain 1 VP for every 2 coastal regions where you have at least 2 units"),
        ({"do": "vp", "per": "enemy_heroes in forest", "max": 2},
         "gain 1 VP for each of the enemies' heroes in forest regions, at most 2"),
        ({"do": "vp", "n": -1, "who": "enemies", "per": "warriors"},
         "each enemy loses 1 VP for each of their warriors on Avalon"),
        ({"do": "vp", "per": "max(strength in river)"},
         "gain 1 VP for each of your strength in your best of all river regions"),
        ({"do": "vp", "per": "vplead"}, "gain 1 VP for each VP that you lead by"),
        ({"do": "vp", "n": 2, "per": "champions", "max": 3},
         "gain 2 VP for each of your champions on Avalon, at most 6"),
        ({"do": "army", "gainif": "moved>=2", "gain": [{"do": "vp"}]},
         "move an army; if at least 2 units move, gain 1 VP"),
        ({"do": "deploy", "gainif": "deployed:lords", "gain": [{"do": "vp"}]},
         "deploy 1 unit; if you deploy a Lord, gain 1 VP"),
    ],
)  # fmt: skip
def test_effect_of_a_card_in_words(table: dict[str, Any], text: str) -> None:
    assert effect_text(read(table)) == text


def read(table: dict[str, Any], stand: veil_reading.Stand = veil_reading.CARD) -> Effect:
    (effect,) = veil_reading.effects(Fields({"fx": [table]}, "x.toml", "card X"), "fx", stand)
    return effect


@pytest.mark.parametrize(
    ("effect", "text"),
    [
        (Effect("strength", 2), "gain 2 strength"),
        (Effect("strength", -1, who="enemies"), "each enemy loses 1 strength"),
        (Effect("limit", -1, who="enemy"), "one enemy's limit falls by 1"),
        (Effect("limit", 2), "your limit rises by 2"),
        (Effect("negate", who="enemies"), "negate every enemy plan"),
        (Effect("discard_plan"), "discard this plan"),
        (Effect("rule", rule="no_second"), "enemies gain nothing for second place"),
        (Effect("place", to=read_filter("explored")), "place it in an explored region"),
        (Effect("move1", units="this"), "move this beast"),
        (Effect("army", units="this"), "move an army with this beast"),
        (Effect("leyline"), "place a ley line in an explored region where you have strength"),
        (Effect("tide"), "move the tide by 1 quadrant"),
        (Effect("tide", 2, turn=True), "choose a way for the tide and move it by 1 to 2 quadrants"),
        (Effect("quest"), "lay a card face down beside a flag in an explored region without one"),
        (Effect("objective", 2), "go 2 steps on your objective"),
        (Effect("strength", 2, level=True), "gain up to 2 strength, but not more than the highest enemy has"),
        (
            Effect("place", beast="ancient", to=read_filter("explored leyline")),
            "place the Ancient One in an explored region with your ley line",
        ),
        (Effect("place", beast="ancient", near=True), "move the Ancient One, one region on"),
        (
            Effect("army", source=read_filter("coast"), to=read_filter("coast"), far=True),
            "move an army from a coastal region to a coastal region as if they were next to each other",
        ),
        (Effect("settle", bonus=False), "settle, not in a slot with a bonus"),
        (Effect("settle", beside=True), "settle, beside the slots if none is free"),
        (Effect("pickchamp"), "select a champion"),
        (Effect("army", source=read_filter("here"), to=read_filter("there")), "move an army from this region there"),
    ],
)
def test_effect_of_another_text_in_words(effect: Effect, text: str) -> None:
    assert effect_text(effect) == text


def test_every_verb_rule_event_and_kind_has_words() -> None:
    for verb in words.VERBS:
        assert effect_text(Effect(verb, who="enemy" if verb == "negate" else "self", rule="no_second"))
    for rule in words.RULES:
        assert ability_text(Ability(kind="passive", rule=rule))
    for event in words.EVENTS:
        said = ability_text(Ability(kind="reaction", on=event, fx=(Effect("vp"),)))
        assert said.startswith("Reaction, ")
        assert said.endswith(": Gain 1 VP.")
    for kind in words.KINDS:
        assert ability_text(Ability(kind=kind, pow=1, fx=(Effect("vp"),))).endswith(", 1 power: Gain 1 VP.")


def test_plain_gains_beside_each_other_are_one_sentence() -> None:
    effects = (Effect("power", 1), Effect("vp", 2), Effect("favor", 1), Effect("draw", 1), Effect("vp", 1))
    assert effects_text(effects) == "Gain 1 power, 2 VP and 1 favor. Draw 1 card. Gain 1 VP."


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("coast or settled", "to a coastal region or one with your settlement"),
        ("unexplored coast or settled", "to an unexplored region that is coastal or holds your settlement"),
        ("forest or river", "to a forest or river region"),
        ("explored enemy_hero own_unit", "to an explored region with an enemy hero and with your unit"),
        ("own_lord or own_hero", "to a region with your Lord or your hero"),
        ("centre", "to the centre"),
        ("N or E or S", "to N, E or S"),
        ("here", "here"),
        ("there", "there"),
        ("here river", "to this region (river)"),
        ("quadrant", "to a region that is in the tide's quadrant"),
        ("empty or N", "to a region that is empty or N"),
    ],
)
def test_filter_in_words(text: str, said: str) -> None:
    assert where(read_filter(text), "to", THIS_REGION) == said


@pytest.mark.parametrize("word", words.FILTER_WORDS)
def test_every_word_of_a_filter_has_words(word: str) -> None:
    said = where(read_filter(word), "in", THIS_REGION)
    assert said
    assert "_" not in said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("settlements == 0 and power >= 2", "you have no settlements and you have at least 2 power"),
        ("enemy_units in coast <= 3", "enemies together have at most 3 units in coastal regions"),
        ("max(strength in inner) >= 3", "you have at least 3 strength in one of the inner regions"),
        ("regions(strength>=4) >= 3", "you have at least 4 strength in each of 3 regions"),
        ("regions(units>=1) <= 2", "you have at least 1 unit in at most 2 regions"),
        ("regions(units>=1 N or S) >= 2", "you have at least 1 unit in each of 2 of N and S"),
        ("vplead >= 5", "your lead is at least 5 VP"),
        ("vplead <= 0", "you do not lead in VP"),
        ("hand == 1", "you have exactly 1 card in hand"),
        ("each(strength>=2; N NW)", "you have at least 2 strength in each of NW and N"),
        ("quad(strength>=2)", "you have at least 2 strength in every region of one quadrant"),
        ("same(beasts>=1, champions>=1)", "you have at least 1 beast and at least 1 champion in one region"),
        ("units in here forest >= 1", "this region is a forest one"),
    ],
)
def test_condition_in_words(text: str, said: str) -> None:
    assert condition(read_condition(text), THIS_REGION) == said


@pytest.mark.parametrize("noun", words.NOUNS)
def test_every_noun_has_words(noun: str) -> None:
    assert condition(read_condition(f"{noun} >= 2"), THIS_REGION).startswith("you have at least 2 ")
    assert "_" not in effect_text(Effect("vp", per=read_count(f"enemy_{noun}")))


def test_reductions_in_words() -> None:
    coast = read_filter("coast")
    assert reduction_text(Reduction(1, "deploy", "warriors")) == "Costs 1 less if you deploy only warriors."
    assert reduction_text(Reduction(2, "army", "heroes")) == "Costs 2 less if you move armies with only heroes."
    assert reduction_text(Reduction(1, "settle", to=coast)) == "Costs 1 less if you settle only in a coastal region."
    assert reduction_text(Reduction(1, show="plan")) == "Costs 1 less if you show a Battle Plan card."
    assert reduction_text(Reduction(1, condition=read_condition("power == 0"))) == "Costs 1 less if you have no power."


def test_gain_where_the_icon_went() -> None:
    effect = Effect("settle", gain=(Effect("favor"),), gainif=read_gainif("there:forest or river"))
    assert effect_text(effect) == "settle; if in a forest or river region, gain 1 favor"


# --- the command -----------------------------------------------------------------------------------


def test_components_are_found_by_id_name_and_part_of_a_name() -> None:
    house = veil_data.house()
    for wanted in ("sally", "SALLY", "sally forth", "  Sally   Forth "):
        (text,) = veil_cards.found_texts(house, wanted)
        assert text.startswith("SALLY: Sally Forth\nDeploy card, initiative 2, cost 2\n")
        assert text.endswith("\n(rulebook; initiative and deck: house)")
    assert len(veil_cards.found_texts(house, "mist")) > 3
    for wanted in ("Kelpie", "Cracked Cup", "QUARTER", "gullstair", "charter", "Nimweth"):
        assert veil_cards.found_texts(house, wanted)


def test_an_unknown_card_is_told_with_near_ones() -> None:
    with pytest.raises(OptionError, match=r"no card 'salyl' in the data set house; near: SALLY"):
        veil_cards.found_texts(veil_data.house(), "salyl")
    with pytest.raises(OptionError, match=r"no card '' in the data set house$"):
        veil_cards.found_texts(veil_data.house(), "")


def test_command_asks_the_game_that_has_texts(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    duel = games.kind("duel")

    def cards(wanted: str, options: dict[str, Any]) -> list[str]:
        return [f"{wanted} with {options}", "another"]

    monkeypatch.setattr(duel, "CARDS", True)
    monkeypatch.setattr(duel, "cards", cards)
    code, out, _ = run(capsys, "card", "Sally", "Forth", "-o", "hand=3")
    assert (code, out) == (0, "Sally Forth with {'hand': 3}\n\nanother\n")
    assert run(capsys, "card", "x", "-o", "hands=3")[0] == 2


def test_command_says_what_has_no_texts(capsys: Capture) -> None:
    code, _, told = run(capsys, "card", "x", "--game", "duel")
    assert (code, told) == (2, "avalon-bot: duel: its components have no texts\n")
    assert run(capsys, "card", "x", "--game", "chess")[0] == 2
    assert run(capsys, "card")[0] == 2


def test_no_other_game_claims_texts() -> None:
    claimed = [name for name in games.names() if games.kind(name).CARDS]
    assert not {"duel", "resistance"} & set(claimed)
    assert not Game.CARDS
