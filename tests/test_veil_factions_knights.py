"""The Knights of the Round of The Riven Veil: Chivalry, To Arms, quests, two Lords. "L866" is a line of the booklet."""

from __future__ import annotations

from collections import Counter
from typing import Any

import kit
from avalon_ai import _veil
from avalon_ai._state import Generator
from avalon_ai.games.veil_codes import REGIONS
from veil_faction_scenes import FactionScene, arrange, load, own_turn, scene, tiles

C1, C2, C3 = 2, 3, 4  # heroes behind the two Lords


def knights(*others: str, **put: Any) -> FactionScene:
    """The Knights' turn in the first season, with 3 power; SE and E are explored."""
    found = own_turn(scene("knights", *(others or ("undead",))))
    found.put(**{"units": {"A": {"SE": "arthur+w"}}, "tiles": tiles("SE", "E"), "power": {"A": 3}, **put})
    return found


def fought(*, arms: int = 2, enemy: str = "c1+3w", own: str = "c2", objective: int = 0, **options: Any) -> FactionScene:
    """A battle in SE without plans, up to where the Knights may react."""
    found = scene("knights", "undead", battles="deterministic", **options).before_war()
    found.put(units={"A": {"SE": own}, "B": {"SE": enemy}}, tiles=tiles("SE"), power={"A": arms, "B": 0})
    return arrange(found, objectives={"A": objective}).until("use TOARMS")


def battle_strength(found: FactionScene, seat: int) -> int:
    return _veil.battle_strengths(found.state)[seat]


# --- Chivalry ------------------------------------------------------------------------------------


def test_chivalry_selects_a_champion_any_number_of_times_a_turn_l864() -> None:
    found = knights()
    for champion in ("c1", "c3", "c1", "c2", "c3"):
        found.play("A: use CHIVALRY", f"A: champion {champion}")
    assert found.fields["champions"][0] == C3
    assert found.power("A") == 3
    assert "use CHIVALRY" in found.legal()


def test_chivalry_belongs_to_the_own_turn_l864() -> None:
    found = own_turn(scene("undead", "knights"), "A")
    assert not [move for move in found.legal() if "CHIVALRY" in move]


def test_only_the_selected_champion_has_his_virtue() -> None:
    found = knights(units={"A": {"SE": "c3+w"}})
    assert found.strength("A", "SE") == 2
    found.play("A: use CHIVALRY", "A: champion c3")
    assert found.strength("A", "SE") == 3  # Sir Bran
    found.play("A: use CHIVALRY", "A: champion c1")
    assert found.strength("A", "SE") == 2


def test_the_virtue_works_in_the_war_too() -> None:
    found = scene("knights", "undead", battles="deterministic").before_war()
    found.put(units={"A": {"SE": "c2+3w"}, "B": {"SE": "c1"}}, tiles=tiles("SE"), power={"A": 0, "B": 0})
    arrange(found, champions={"A": C2})
    found.season_over()
    assert found.power("A") == 1  # Dame Elowen


# --- Sir Percival --------------------------------------------------------------------------------


def bonded(beast: str, champion: int = C1, **put: Any) -> FactionScene:
    """The Knights explore SW, where a beast is revealed, and bond it."""
    found = arrange(knights(hands={"A": ["OATH"]}, **put), champions={"A": champion})
    found.next_up = [f"mist SW {beast}"]
    found.play("A: std deploy", "A: pay OATH", "A: to SW", "A: put guin", "A: done", "A: explore", "A: explore none")
    return found.until("bond").play("A: bond")


def test_percival_deploys_where_a_bonded_beast_was_revealed_l874() -> None:
    found = bonded("TEMPEST")
    assert found.legal() == ["to SW", "skip"]
    found.play("A: to SW", "A: put c1")
    assert found.units("A", "SW") == "guin+c1+TEMPEST"


def test_percival_deploys_to_the_region_of_the_reveal_though_the_beast_moves_on_l874() -> None:
    found = bonded("IRONBACK")
    if "to SW" not in found.legal():
        found.play("A: from SW", "A: to SE", "A: take IRONBACK", "A: done")
    found.play("A: to SW", "A: put c1").until("end")
    assert found.units("A", "SW") == "guin+c1"
    assert "IRONBACK" in found.units("A", "SE")


def test_percival_stays_in_the_supply_where_another_champion_is_selected() -> None:
    assert "to SW" not in bonded("TEMPEST", C2).legal()


def test_percival_comes_from_the_supply_alone() -> None:
    assert "to SW" not in bonded("TEMPEST", units={"A": {"E": "c1"}}).legal()


# --- To Arms -------------------------------------------------------------------------------------


def test_to_arms_gains_two_strength_for_one_power_l866() -> None:
    found = fought()
    before = battle_strength(found, 0)
    found.play("A: use TOARMS")
    assert (battle_strength(found, 0), found.power("A")) == (before + 2, 1)


def test_to_arms_does_not_exceed_the_highest_enemy_l866() -> None:
    found = fought(enemy="c1+w")
    assert battle_strength(found, 1) == 2
    found.play("A: use TOARMS")
    assert battle_strength(found, 0) == 2  # one behind gains one


def test_to_arms_is_not_offered_to_whoever_is_not_behind_l866() -> None:
    found = fought(enemy="c1", own="c2+w", arms=3)
    assert "use TOARMS" not in found.events
    assert found.fields["season"] >= 2 or found.actor == "over"


def test_to_arms_spends_one_power_in_a_use_and_is_used_once_a_battle_l866() -> None:
    found = fought(arms=5).play("A: use TOARMS")
    assert "use TOARMS" not in found.legal()
    assert found.power("A") == 4


def test_to_arms_returns_for_each_battle() -> None:
    found = scene("knights", "undead", battles="deterministic").before_war()
    found.put(
        units={"A": {"SE": "c2", "SW": "c1"}, "B": {"SE": "c1+3w", "SW": "c2+3w"}},
        tiles=tiles("SE", "SW"),
        power={"A": 3, "B": 0},
    )
    found.until("use TOARMS").play("A: use TOARMS").until("use TOARMS").play("A: use TOARMS")
    assert found.power("A") == 1


def test_to_arms_needs_an_own_hero_there() -> None:
    assert "use TOARMS" not in fought(own="w").legal()


def test_crowned_lords_arm_up_to_three() -> None:
    found = fought(enemy="c1+4w", objective=3)
    before = battle_strength(found, 0)
    found.play("A: use TOARMS3")
    assert battle_strength(found, 0) == before + 3


# --- Arthur and Guinevere --------------------------------------------------------------------------


def test_the_grail_goes_to_arthur_or_guinevere_l868() -> None:
    found = scene("knights", "undead").before_war()
    found.put(units={"A": {"SE": "c1"}}, tiles=tiles("SE"), grail_in=["SE"], power={"A": 0}).until("bearer")
    assert found.legal() == ["bearer arthur", "bearer guin"]
    found.play("A: bearer guin")
    assert found.fields["grail"][:2] == (0, 1)


def test_excalibur_goes_to_arthur_or_guinevere_l868() -> None:
    found = scene("knights", "undead").before_war().put(favor={"A": 3, "B": 1}).until("bearer")
    assert found.legal() == ["bearer arthur", "bearer guin"]
    found.play("A: bearer arthur")
    assert found.fields["excalibur"][:2] == (0, 0)


def both_deployed() -> FactionScene:
    found = knights(hands={"A": ["OATH"]}, units={"A": {"SE": "w"}})
    return found.play("A: std deploy", "A: pay OATH", "A: to SW", "A: put arthur", "A: put guin")


def test_both_lords_explore_together_for_one_reward_l870() -> None:
    found = both_deployed()
    assert found.legal() == ["explore", "wait"]
    found.play("A: explore", "A: explore none").until("end")
    assert [event for event in found.events if event.startswith("explore ")] == ["explore none"]


def test_the_knights_explore_once_a_turn_l872() -> None:
    found = both_deployed().play("A: explore", "A: explore none").until("end")
    found.put(units={"A": {"E": "guin"}})
    assert "explore" not in found.legal()
    assert found.fields["explored_turn"] == 1


# --- quests ----------------------------------------------------------------------------------------


def test_a_quest_card_is_laid_face_down_beside_a_flag_in_an_explored_region() -> None:
    found = own_turn(scene("knights", "undead"))
    found.put(tiles=tiles("SE", "E"), hands={"A": ["OATH", "MARCH"]})
    found.play("A: use ERRANTRY")
    assert found.legal() == ["to SE", "to E", "skip"]
    found.play("A: to E")
    assert {"quest OATH", "quest MARCH"} <= set(found.legal())
    found.play("A: quest MARCH")
    assert found.fields["quests"] == [(REGIONS.index("E"), found.game.names.cards.index("MARCH"))]
    assert "MARCH" not in found.hand("A")


def test_no_region_has_two_flags_and_there_are_four_l57() -> None:
    found = knights(hands={"A": ["OATH", "MARCH", "SALLY", "BANKS", "WAYS"]}, tiles=tiles("SE", "E", "SW", "W", "C"))
    arrange(found, quests=[("SE", "OATH"), ("E", "MARCH"), ("SW", "SALLY")])
    assert found.play("A: use ERRANTRY").legal() == ["to W", "to C", "skip"]
    found.play("A: to C", "A: quest BANKS")
    assert not [move for move in own_turn(found.play("A: std draw", "A: draw move", "A: end")).legal() if "ERR" in move]


def test_others_see_the_back_of_a_quest_card_alone() -> None:
    game = load(players=2, lords=["knights", "undead"])
    laid = 0
    for seed in range(20):
        table = kit.Table.deal(game, seed)
        for _ in kit.walk(table, seed, kit.uniform, game.rules.longest):
            last = game.text(table.events[-1]) if table.events else ""
            if last.startswith("quest "):
                card = last.removeprefix("quest ")
                deck = game.data.components.cards[game.names.cards.index(card)].deck
                own, other = (game.fields(view)["quests"][-1] for view in table.views)
                assert (own["deck"], own["card"]) == (deck, card)
                assert (other["deck"], other["card"]) == (deck, None)
                laid += 1
    assert laid > 5


def test_the_masked_text_of_a_quest_names_the_deck() -> None:
    found = knights(hands={"A": ["MARCH"]}).play("A: use ERRANTRY", "A: to SE")
    move = found.state.legal()[0]
    assert found.game.text(found.state.mask(move, 1)) == f"quest ? {deck_of(found, move)}"
    assert found.state.mask(move, 0) == move


def deck_of(found: FactionScene, move: int) -> str:
    card = found.game.text(move).removeprefix("quest ")
    return found.game.data.components.cards[found.game.names.cards.index(card)].deck


def test_a_hidden_quest_card_may_be_any_of_its_deck() -> None:
    found = knights(hands={"A": ["OATH", "MARCH", "WAYS"]})
    arrange(found, quests=[("SE", "MARCH"), ("E", "WAYS")])
    view, rng = found.state.view(1), Generator(1)
    worlds = [view.determinize(rng) for _ in range(400)]
    first = [_veil.fields(world)["quests"][0][1] for world in worlds]
    assert all(40 <= card < 80 for card in first)  # a move card
    assert len(set(first)) >= 30
    assert all(len({card for _, card in _veil.fields(world)["quests"]}) == 2 for world in worlds)


def test_every_card_of_the_deck_is_as_likely_beside_a_flag() -> None:
    found = knights(hands={"A": ["OATH", "MARCH", "WAYS"]})
    arrange(found, quests=[("SE", "MARCH"), ("E", "WAYS")])
    view, rng, samples = found.state.view(1), Generator(2), 6000
    seen: Counter[tuple[int, int]] = Counter()
    for _ in range(samples):
        seen.update(enumerate(card for _, card in _veil.fields(view.determinize(rng))["quests"]))
    unseen = [card for card in _veil.fields(view)["pile"] if 40 <= card < 80]
    expected = samples / len(unseen)
    for flag in range(2):
        assert {card for at, card in seen if at == flag} == set(unseen)
        spread = sum((seen[flag, card] - expected) ** 2 / expected for card in unseen)
        assert spread < 80  # chi-square, about 35 degrees of freedom


def quest_won(card: str, *, units: str = "c1+2w", enemy: str = "", objective: int = 0) -> FactionScene:
    """First place in SE, where a flag stands; up to the last choice before the war."""
    found = scene("knights", "undead", battles="deterministic").before_war()
    others = {"B": {"SE": enemy}} if enemy else {}
    found.put(units={"A": {"SE": units}, **others}, tiles=tiles("SE", "E"), hands={"A": [card]}, power={"A": 0, "B": 0})
    return arrange(found, quests=[("SE", card)], objectives={"A": objective})


def only(found: FactionScene, text: str) -> None:
    """Play a move, and let nothing follow that chance or the referee brings."""
    (move,) = (move for move in found.state.legal() if found.game.text(move) == text)
    found.state.apply(move)


def until_shown(found: FactionScene, card: str) -> FactionScene:
    for _ in range(100):
        if f"discards A {card}" in found.events:
            return found
        found.step()
    raise AssertionError(f"{card} was not shown")


def test_first_place_with_a_hero_fulfils_a_quest() -> None:
    found = until_shown(quest_won("FORDTN"), "FORDTN")
    assert found.fields["quests"] == []
    assert found.fields["objectives"][0] == 1
    assert found.power("A") == 1  # a settle card
    assert found.game.names.cards.index("FORDTN") in found.fields["discards"]


def test_a_quest_gives_two_vp_beside_those_of_the_region() -> None:
    plain = scene("knights", "undead", battles="deterministic").before_war()
    plain.put(units={"A": {"SE": "c1+2w"}}, tiles=tiles("SE", "E"), hands={"A": ["FORDTN"]}, power={"A": 0, "B": 0})
    quest = quest_won("FORDTN")
    for found in (plain, quest):
        found.season_over()
    assert quest.vp("A") - plain.vp("A") == 1  # 2 VP, less the card that is no longer in the hand


def test_a_quest_needs_a_hero_in_first_place() -> None:
    found = quest_won("FORDTN", units="3w")
    found.season_over()
    assert found.fields["objectives"][0] == 0


def test_a_quest_of_the_move_deck_lets_a_hero_go_on() -> None:
    found = quest_won("MARCH").until("from SE")
    only(found.play("A: from SE", "A: take c1"), "to E")
    assert found.units("A", "E") == "c1"


def test_a_quest_of_the_deploy_deck_brings_two_warriors() -> None:
    found = quest_won("OATH").until("to SE")
    only(found.play("A: to SE"), "put 2w")
    assert found.units("A", "SE") == "c1+4w"


def test_a_quest_of_the_plan_deck_draws_a_card() -> None:
    found = until_shown(quest_won("GIVE"), "GIVE")
    assert found.legal() == ["draw deploy", "draw move", "draw settle", "draw plan", "skip"]


def test_the_questing_beast_counts_heroes_after_quests_l900() -> None:
    results = []
    for away in (False, True):
        found = quest_won("MARCH", units="c1+2w", enemy="w")
        found.put(units={"A": {"SE": "c1+c2+2w"}, "B": {"SE": "w"}})
        found.put(units={"A": {"SE": "QUESTING"}})
        arrange(found).until("from SE")
        before = found.vp("A")
        if away:
            found.play("A: from SE", "A: take c1", "A: to E")
        else:
            found.play("A: skip")
        found.season_over()
        results.append(found.vp("A") - before)
    stayed, went = results
    assert went - stayed == 6 - 1  # the VP of E, less one for the hero who is no longer there


def test_unfinished_quests_are_discarded_and_flags_return_in_step_one() -> None:
    found = quest_won("MARCH", units="w")
    found.season_over()
    assert "discards A MARCH" in found.events
    assert found.fields["quests"] == []


def test_a_quest_card_is_no_played_card_l922() -> None:
    found = knights(hands={"A": ["WAYS", "OATH"]}, artifacts={"STAR": ("A", "c1")}, units={"A": {"SE": "c1+w"}})
    found.play("A: use ERRANTRY", "A: to SE", "A: quest WAYS")  # a card of initiative 3; the artifact waits for one
    assert "std draw" in found.legal()


def test_three_quests_crown_both_lords_with_a_second_slot_l593() -> None:
    found = until_shown(quest_won("FORDTN", objective=2), "FORDTN")
    assert found.fields["upgraded"] == [True, False]
    assert found.fields["hero_strength"][0][:2] == [2, 2]
    found = arrange(knights(hands={"A": ["OATH"]}), objectives={"A": 3})
    found.put(artifacts={"REEDS": ("A", "arthur"), "BRIAR": ("A", "arthur")})  # one more than on side A
    assert found.fields["hero_strength"][0][0] == 5


def test_the_round_table_gives_artifacts_out_anew_and_moves_two_heroes() -> None:
    found = knights(units={"A": {"SE": "arthur+c1+w"}}, artifacts={"REEDS": ("A", "c1")})
    found.play("A: use ROUND", "A: equip REEDS arthur", "A: from SE", "A: take c1", "A: to E")
    found.play("A: from SE", "A: take arthur", "A: to E")
    assert found.units("A", "E") == "arthur+c1"
    assert found.power("A") == 2
