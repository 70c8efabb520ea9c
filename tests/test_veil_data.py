"""The house data of Veil: complete, by its plan, as the examples say, in budget, with every word of the vocabulary."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from avalon_ai import toml
from avalon_ai.errors import DataError, OptionError
from avalon_ai.games import veil_budget, veil_data, veil_reading
from avalon_ai.games import veil_vocabulary as words
from avalon_ai.games.veil_components import Card
from avalon_ai.games.veil_conditions import read_condition, read_count, read_filter, read_gainif
from avalon_ai.games.veil_files import FILES
from avalon_ai.games.veil_vocabulary import Ability, Compare, Condition, Count, Effect, Filter, Spread

FOLDER = Path(veil_data.__file__).with_name("veil_data")
EXAMPLES = Path(__file__).parent / "golden" / "veil" / "examples.toml"
HOUSE = veil_data.house()
DATA = HOUSE.components
INITIATIVES = ("11123", "12333", "11223", "12233", "11223", "12233", "11223", "12233")
COSTS = {"deploy": ("01122", "00112"), "move": ("01122", "00112"), "settle": ("01223", "01122")}
FAMILY = 5


# --- the plan --------------------------------------------------------------------------------------


@pytest.mark.parametrize("deck", words.DECKS)
def test_families_follow_the_schedule(deck: str) -> None:
    cards = DATA.deck(deck)
    assert len(cards) == 40
    for number, initiatives in enumerate(INITIATIVES):
        family = cards[FAMILY * number : FAMILY * (number + 1)]
        assert "".join(sorted(str(card.init) for card in family)) == initiatives
        if deck != "plan":
            assert "".join(sorted(str(card.cost) for card in family)) == COSTS[deck][number % 2]


def test_limits_of_plans_and_reductions_of_the_others() -> None:
    assert Counter(card.limit for card in DATA.deck("plan")) == {3: 14, 4: 16, 5: 10}
    for deck in ("deploy", "move", "settle"):
        assert sum(bool(card.reduce) for card in DATA.deck(deck)) == 10
    discarded = [card for card in DATA.deck("plan") if Effect("discard_plan") in card.fx]
    assert len(discarded) == 5


def test_no_two_cards_are_alike_and_the_beasts_have_their_plans() -> None:
    bodies = {(card.deck, card.init, card.cost, card.limit, card.reduce, lists(card)) for card in DATA.cards}
    assert len(bodies) == len({card.name for card in DATA.cards}) == 160
    assert all(len(card.id) <= 6 for card in DATA.cards)
    plans = {card.name: card for card in DATA.deck("plan")}
    assert plans["Scorched Field"].fx == (Effect("rule", rule="no_second"),)
    assert plans["Silence the Horns"].revealed == (Effect("negate", who="enemy"),)
    assert plans["Scorched Field"].limit == plans["Silence the Horns"].limit == 3


def lists(card: Card) -> tuple[tuple[Effect, ...], ...]:
    return (card.revealed, card.fx, card.win, card.notwin, card.after)


def test_all_other_components_are_there() -> None:
    assert (len(DATA.artifacts), len(DATA.beasts), len(DATA.prophecies), len(DATA.tiles)) == (24, 12, 12, 18)
    kinds = Counter((part.ability.kind, part.ability.on[:4]) for part in DATA.artifacts)
    assert kinds["", ""] + kinds["passive", ""] == 8
    assert Counter(part.ability.on for part in DATA.artifacts if part.ability.on.startswith("init")) == {
        "init1": 2, "init2": 2, "init3": 2,
    }  # fmt: skip
    assert kinds["ability", ""] + kinds["turn", ""] == 6
    assert sum(part.ability.kind == "reaction" for part in DATA.artifacts) == 4
    for side in "AB":
        assert sorted(lord.start for lord in DATA.lords if lord.side == side) == [1, 2, 3, 4]
    assert {len(board.slots) for board in DATA.faction_boards if board.side == "A"} == {3}
    own = {board.faction: len(board.slots) for board in DATA.faction_boards if board.side == "B"}
    assert own == {"druids": 3, "knights": 3, "fomorians": 4, "undead": 5}
    assert sum(own.values()) == DATA.supply.settlements


def test_the_deep_mist_leaves_whole_quadrants_and_a_connected_isle() -> None:
    board = DATA.board
    assert {len(board.quadrants[name]) for name in "NESW"} == {3}
    for hidden in board.deep_mist.values():
        open_ = set(board.rings) - set(hidden)
        reached, edge = {"C"}, ["C"]
        while edge:
            here = edge.pop()
            near = {other for other in open_ - reached if frozenset((here, other)) in board.adjacent}
            reached, edge = reached | near, [*edge, *near]
        assert reached == open_


def test_examples_of_the_design_are_in_the_set_as_they_are() -> None:
    examples = toml.loads(EXAMPLES.read_text(encoding="utf-8"))
    shipped = {part["id"]: part for part in HOUSE.content["cards.toml"]["card"]}
    shipped |= {part["id"]: part for part in HOUSE.content["artifacts.toml"]["artifact"]}
    wanted = [*examples["card"]]
    wanted += [example | {"deck": deck} for deck in words.DECKS for example in examples[deck]]
    wanted += examples["artifact"]
    assert len(wanted) == 1 + 5 + 6 + 6 + 6 + 8
    for example in wanted:
        found = dict(shipped[example["id"]])
        found.pop("source", None)
        assert found == example


def test_house_data_say_so_and_what_they_owe_to_the_booklet() -> None:
    assert HOUSE.source == "house"
    assert all(part.source == "house" or part.source.startswith("rulebook") or "house" in part.source
               for part in DATA.named())  # fmt: skip


# --- budget ----------------------------------------------------------------------------------------


def test_every_card_is_worth_what_it_costs() -> None:
    assert veil_budget.lint(DATA) == []


def test_budget_names_a_card_that_is_worth_too_much() -> None:
    rich = [replace(card, fx=(Effect("vp", 9),)) if card.id == "LEVY" else card for card in DATA.cards]
    (line,) = veil_budget.lint(replace(DATA, cards=tuple(rich)))
    assert line == "LEVY: worth 9.00, expected 4.95 within 0.6"


@pytest.mark.parametrize(
    ("name", "worth", "wanted"),
    [("SALLY", 5.7, 5.6), ("LEVY", 5.0, 4.95), ("FORDTN", 4.8, 4.9), ("GIVE", 1.2, 1.3), ("SPOILS", 1.6, 2.2)],
)
def test_budget_of_worked_examples(name: str, worth: float, wanted: float) -> None:
    (card,) = (card for card in DATA.cards if card.id == name)
    assert veil_budget.value(card) == pytest.approx(worth)
    assert veil_budget.target(card) == pytest.approx(wanted)


# --- vocabulary ------------------------------------------------------------------------------------


def every_effect(effects: Iterable[Effect]) -> Iterator[Effect]:
    for effect in effects:
        yield effect
        yield from every_effect(effect.gain)


def deck_effects() -> list[Effect]:
    return [effect for card in DATA.cards for part in lists(card) for effect in every_effect(part)]


def conditions() -> list[Condition]:
    found = [effect.condition for effect in deck_effects()]
    found += [reduction.condition for card in DATA.cards for reduction in card.reduce]
    return [condition for condition in found if condition is not None]


def counts() -> list[Count]:
    found = [part.count for condition in conditions() for part in condition.parts if isinstance(part, Compare)]
    return found + [effect.per for effect in deck_effects() if effect.per is not None]


def deck_filters() -> list[Filter]:
    found = [where for effect in deck_effects() for where in (effect.source, effect.to)]
    found += [effect.gainif.where for effect in deck_effects() if effect.gainif is not None]
    found += [count.where for count in counts()]
    return [where for where in found if where is not None]


def test_main_decks_use_every_verb_that_may_stand_there() -> None:
    allowed = set(veil_reading.CARD.verbs).union(*(stand.verbs for stand in veil_reading.PLAN_STANDS.values()))
    assert {effect.do for effect in deck_effects()} == allowed


def test_main_decks_use_every_word_of_a_filter() -> None:
    used = set().union(*(where.words for where in deck_filters()))
    assert used == set(words.FILTER_WORDS) - {words.QUADRANT, words.LEYLINE}  # matters of one faction


def test_main_decks_use_every_form_of_count_condition_and_gain() -> None:
    nouns = {count.tally.noun for count in counts()}
    spreads = [part for condition in conditions() for part in condition.parts if isinstance(part, Spread)]
    nouns |= {tally.noun for part in spreads for tally, _ in part.tests}
    assert nouns == set(words.NOUNS) - {"leylines", "objective"}  # matters of single factions
    assert {count.form for count in counts()} == {"sum", "max", "regions", "vplead"}
    assert {part.form for part in spreads} == {"each", "quad", "same"}
    compared = [part for condition in conditions() for part in condition.parts if isinstance(part, Compare)]
    assert {part.operator for part in compared} == set(words.OPERATORS)
    assert any(count.tally.enemy for count in counts())
    assert any(len(condition.parts) > 1 for condition in conditions())
    gains = {effect.gainif.form for effect in deck_effects() if effect.gainif is not None}
    assert gains == {"there", "explored", "deployed", "moved"}


def test_main_decks_use_every_value_of_a_field() -> None:
    effects = deck_effects()
    for field, allowed in veil_reading.CHOICES.items():
        own = {getattr(effect, field) for effect in effects if field in words.VERB_FIELDS[effect.do]}
        assert own <= set(allowed) | {""}
    assert {effect.units for effect in effects} == set(words.UNITS) - {words.THIS}
    assert {effect.who for effect in effects} == set(words.PLAYERS)
    assert {effect.on for effect in effects if effect.do == "token"} == set(words.TOKEN_PLACES)
    assert {effect.by for effect in effects if effect.do == "explore"} == set(words.EXPLORERS)
    assert any(effect.free for effect in effects)
    assert any(not effect.bonus for effect in effects)
    assert any(not effect.vp for effect in effects)
    assert any(effect.equip == "none" for effect in effects)
    assert any(effect.deck == "plan" for effect in effects)
    assert any(effect.pow for effect in effects)
    assert any(effect.per and effect.div > 1 and effect.most for effect in effects)
    reductions = [reduction for card in DATA.cards for reduction in card.reduce]
    assert {(bool(r.only), bool(r.condition), bool(r.show)) for r in reductions} == {
        (True, False, False), (False, True, False), (False, False, True),
    }  # fmt: skip


def test_texts_of_the_vocabulary_read_back_as_themselves() -> None:
    for where in deck_filters():
        assert read_filter(str(where)) == where
    for count in counts():
        assert read_count(str(count)) == count
    for condition in [*conditions(), *(prophecy.need for prophecy in DATA.prophecies)]:
        assert read_condition(str(condition)) == condition
    for effect in deck_effects():
        assert effect.gainif is None or read_gainif(str(effect.gainif)) == effect.gainif


def test_or_binds_tighter_than_a_space() -> None:
    assert read_filter("explored forest or river").clauses == (("explored",), ("forest", "river"))
    assert read_filter("coast or settled").clauses == (("coast", "settled"),)


def test_battle_texts_of_bearers_hold_where_the_bearer_is() -> None:
    named: dict[str, Any] = {part.id: part for part in DATA.named()}
    here, own_hero = read_filter("here"), read_filter("own_hero")
    assert named["CUP"].ability.at == named["MORDRED"].ability.at == named["TELIOS"].ability.at == here
    assert named["STAND"].ability.at == own_hero
    assert named["KELPIE"].ability.at == read_filter("coast")
    assert named["HORN"].ability.at is None


def test_a_rule_alone_is_passive() -> None:
    named: dict[str, Any] = {part.id: part for part in DATA.named()}
    assert named["HART"].ability == Ability(kind="passive", rule="floor_half")
    assert named["KELPIE"].ability.rule == "sea_beast"
    assert named["KELPIE"].ability.kind == "reaction"


# --- folders and digests ---------------------------------------------------------------------------


def own_folder(tmp_path: Path) -> Path:
    """A folder with three transcribed cards in it and no other file."""
    folder = tmp_path / "mine"
    folder.mkdir()
    text = (FOLDER / "cards.toml").read_text(encoding="utf-8")
    for old, new in (
        ("Hill Levy", "Hill Levy as printed"),
        ("Both Banks", "Two Banks"),
        ("Tithe Day", "Day of Tithes"),
    ):
        assert text.count(f'"{old}"') == 1
        text = text.replace(f'"{old}"', f'"{new}"')
    text = text.replace('source = "house"', 'source = "my own copy"', 1)
    text = text.replace('{ do = "deploy", n = 4 },\n    { do = "power", n = 1 }', '{ do = "deploy", n = 5 }', 1)
    (folder / "cards.toml").write_text(text, encoding="utf-8")
    return folder


def test_a_folder_with_three_transcribed_cards_loads(tmp_path: Path) -> None:
    data = veil_data.load(str(own_folder(tmp_path)))
    changed = [(old.id, new) for old, new in zip(DATA.cards, data.components.cards, strict=True)
               if replace(new, source=old.source) != old]  # fmt: skip
    assert [name for name, _ in changed] == ["LEVY", "BANKS", "TITHE"]
    assert changed[0][1].fx == (Effect("deploy", 5),)
    assert data.components.tiles == DATA.tiles
    assert data.source == "house, my own copy"
    assert not data.shipped
    assert data.sha256 != HOUSE.sha256


def test_digest_is_of_what_the_files_say_and_not_how(tmp_path: Path) -> None:
    folder = tmp_path / "same"
    shutil.copytree(FOLDER, folder)
    text = (folder / "board.toml").read_text(encoding="utf-8")
    (folder / "board.toml").write_text(f"# a comment\n\n{text}", encoding="utf-8")
    assert veil_data.load(str(folder)).sha256 == HOUSE.sha256
    canonical = json.dumps(HOUSE.content, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    assert HOUSE.sha256 == hashlib.sha256(canonical.encode()).hexdigest()


def test_a_header_carries_foreign_data_and_gives_them_back(tmp_path: Path) -> None:
    assert veil_data.header(HOUSE) == {"data": "house", "sha256": HOUSE.sha256}
    data = veil_data.load(str(own_folder(tmp_path)))
    said = json.loads(json.dumps(veil_data.header(data)))
    shutil.rmtree(tmp_path / "mine")
    again = veil_data.choose(said)
    assert (again.components, again.sha256, again.name) == (data.components, data.sha256, data.name)
    assert veil_data.choose({}) is HOUSE


def test_data_that_are_not_what_their_digest_says_are_refused(tmp_path: Path) -> None:
    said = veil_data.header(veil_data.load(str(own_folder(tmp_path))))
    said["content"]["tracks.toml"]["grail"]["vp"] = 11
    with pytest.raises(OptionError, match=r"sha256: expected .* the data's"):
        veil_data.choose(said)
    with pytest.raises(OptionError, match=r"the house data of this version"):
        veil_data.choose({"data": "house", "sha256": "0" * 64})
    with pytest.raises(DataError, match=r"the tables of cards\.toml"):
        veil_data.choose({"data": "x", "content": {"cards.toml": {}}, "sha256": ""})
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(DataError, match="tables as TOML has them"):
        veil_data.choose({"data": "x", "content": dict.fromkeys(FILES, deep), "sha256": ""})


def test_a_folder_that_is_none(tmp_path: Path) -> None:
    for place in (tmp_path / "none", tmp_path, FOLDER / "cards.toml"):
        with pytest.raises(DataError, match=r"cards\.toml"):
            veil_data.load(str(place))
    (tmp_path / "card.toml").write_text("", encoding="utf-8")
    with pytest.raises(DataError, match=r"expected one of cards\.toml"):
        veil_data.load(str(tmp_path))


def test_the_card_on_the_page_is_that_of_the_set() -> None:
    page = (Path(__file__).parents[1] / "docs" / "veil_data.md").read_text(encoding="utf-8")
    (card,) = toml.loads(page.split("```toml\n")[1].split("```")[0])["card"]
    shipped = {part["id"]: part for part in HOUSE.content["cards.toml"]["card"]}
    assert shipped["SALLY"] == card | {"source": shipped["SALLY"]["source"]}


def test_the_page_tells_every_word_of_the_vocabulary() -> None:
    page = (Path(__file__).parents[1] / "docs" / "veil_data.md").read_text(encoding="utf-8")
    told = set(re.findall(r"\w+", page))
    known = {*words.VERBS, *words.FILTER_WORDS, *words.NOUNS, *words.EVENTS, *words.KINDS, *words.RULES, *words.UNITS}
    known |= {*words.PLAYERS, *words.TOKEN_PLACES, *words.EXPLORERS, *words.COMMON_FIELDS, *words.REWARDS}
    assert known <= told


def test_every_file_is_in_the_folder() -> None:
    assert sorted(path.name for path in FOLDER.iterdir()) == sorted(FILES)
