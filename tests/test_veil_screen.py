"""Screens of The Riven Veil: they fit, say what a seat may know, without colour too; the log says what followed."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

import kit
from avalon_ai import _veil
from avalon_ai._state import OVER, event_code
from avalon_ai.games import veil_cards, veil_facts, veil_hand
from avalon_ai.games.veil import Veil
from avalon_ai.games.veil_progress import progress
from avalon_ai.style import Style, bare
from test_veil_kit import load, random_options
from veil_asked import until
from veil_scenes import Scene

SIZES = [(40, 24), (60, 24), (79, 24), (80, 24), (95, 26), (96, 30), (100, 30), (250, 80)]
NAMES = ["you", "ismcts:visits=20", "greedy", "random"]
LOG = ["A resolves SALLY", "B draws: deploy, deploy, move, move, settle, settle, plan, plan, settle, settle, plan"] * 9
PLAIN = Style(unicode=False, width=100, height=30)


def tables(seed: int, every: int, **options: Any) -> Iterator[kit.Table]:
    """Positions along a random game of any mode."""
    boards = {"factions": ("symmetric", "asymmetric")[seed % 2]}
    table = kit.Table.deal(load(**(random_options(seed) | boards | options)), seed)
    for _ in kit.walk(table, seed, kit.grouped(table.game), table.game.rules.longest):
        if len(table.events) % every == 0:
            yield table
    yield table


@pytest.mark.parametrize("seed", range(kit.games_to_play(4)))
def test_screens_fit_every_terminal(seed: int) -> None:
    for table in tables(seed, 37):
        for width, height in SIZES:
            for view in (table.views[0], table.views[-1], table.state):
                lines = table.game.screen(view, Style(width=width, height=height), LOG, NAMES).split("\n")
                assert max(map(len, lines)) <= min(width, 100)
                if width >= 96 and height >= 30:
                    assert len(lines) <= 28


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_terminal_of_24_lines_holds_all_but_some_lines_of_a_crowded_isle(players: int) -> None:
    heights = [
        len(table.game.screen(table.views[0], Style(width=80, height=24), LOG, NAMES).split("\n"))
        for table in tables(5, 11, players=players)
    ]
    assert max(heights) <= 22 + 2 * (players - 2)


@pytest.mark.parametrize("seed", range(kit.games_to_play(3)))
def test_colour_adds_nothing_but_colour(seed: int) -> None:
    for table in tables(seed, 61):
        for width, height in SIZES:
            plain, colour = (Style(colour=on, width=width, height=height) for on in (False, True))
            shown = table.game.screen(table.views[0], colour, LOG, NAMES)
            assert "\x1b[" in shown
            assert bare(shown) == table.game.screen(table.views[0], plain, LOG, NAMES)


@pytest.mark.parametrize("seed", range(kit.games_to_play(3)))
def test_ascii_screens_are_ascii(seed: int) -> None:
    for table in tables(seed, 41):
        table.game.screen(table.views[0], PLAIN, [], NAMES).encode("ascii")
        table.game.reveal(table.state, PLAIN, NAMES).encode("ascii")


def lines_of(scene: Scene, seat: int | None = 0, style: Style = PLAIN) -> list[str]:
    position = scene.state if seat is None else scene.state.view(seat)
    return scene.game.screen(position, style, [], NAMES).split("\n")


def isle() -> Scene:
    scene = Scene(players=3, lords=["druids", "undead", "knights"])
    return scene.put(
        units={"A": {"SE": "lord+c1+2w", "E": "w"}, "B": {"SE": "c2+TEMPEST"}, "C": {"SW": "arthur+guin"}},
        tiles={"SE": "GullStair", "E": "Hartwood"},
        settlements={"A": [("SE", 1)]},
        artifacts={"HORN": ("A", "lord")},
        hands={"A": ["SALLY", "CAMP", "GIVE"], "B": ["OATH", "WAYS"], "C": ["SING"]},
        prophecies=["CAMPS"],
        vp={"A": 12, "B": 3, "C": 4},
        power={"A": 5, "B": 0, "C": 1},
    )


def cell(lines: list[str], row: int, column: int) -> str:
    """The text of a region's cell, rows and columns from 0."""
    parts: list[list[str]] = [[]]
    for line in lines[1:]:
        if re.match(r"-+\+-+\+-+", line[:56]):
            parts.append([])
        elif "|" in line[:56]:
            parts[-1].append(line[:56].split("|")[column])
        else:
            break
    return "\n".join(part.rstrip() for part in parts[row]).rstrip()


def test_the_regions_stand_in_their_places() -> None:
    lines = lines_of(isle())
    heads = [[cell(lines, row, column).split()[0].rstrip("?") for column in range(3)] for row in range(3)]
    assert heads == [["NW", "N", "NE"], ["W", "C", "E"], ["SW", "S", "SE"]]
    assert cell(lines, 0, 1) == " N deep mist"
    assert cell(lines, 1, 1) == " C? face down"


def test_a_region_tells_terrain_vp_slots_units_and_strength() -> None:
    lines = lines_of(isle())
    assert cell(lines, 2, 2).split("\n") == [
        " SE mountain 4 VP", " [A][-]", "  A lord+c1+2w =6", "  B c2+TEMPEST =3",
    ]  # fmt: skip
    assert cell(lines, 2, 0).split("\n") == [" SW? face down", "  C arthur+guin"]


def test_a_seat_tells_tracks_hand_by_backs_and_what_it_owns() -> None:
    text = "\n".join(line[57:] for line in lines_of(isle()))
    assert "A you     druids    12 VP power 5 favor 0" in text
    assert "hand 3 1d1m1p; home c23 8w; HORN" in text
    assert "B ismcts  undead    3 VP power 0 favor 0" in text
    assert re.search(r"hand 2 1d1m; TEMPEST SE", text)


def test_a_prophecy_tells_its_text_and_how_far_each_seat_is() -> None:
    shown = " ".join(" ".join(line[57:] for line in lines_of(isle())[:14]).split())
    assert "CAMPS 3 VP: at least 2 units in each of 2 regions. A 1/2, B 1/2, C 0/2" in shown


def test_the_own_cards_stand_there_with_their_whole_text() -> None:
    scene = isle()
    shown = " ".join(" ".join(lines_of(scene)).split())
    cards = scene.game.facts.components.cards
    for name in ("SALLY", "CAMP", "GIVE"):
        card = next(card for card in cards if card.id == name)
        for word in veil_cards.body(card).split():
            assert word in shown
    assert "OATH" not in "\n".join(lines_of(scene)[:-3])
    assert "OATH" in "\n".join(lines_of(scene, None))


def test_what_does_not_fit_is_told_shorter_and_never_lost() -> None:
    for table in tables(3, 23, players=4, seasons=3):
        for view in table.views:
            fields = veil_facts.look(view)
            shown = table.game.screen(view, PLAIN, [], NAMES)
            game = table.game
            assert isinstance(game, Veil)
            missing = [card for card in fields["held"][view.seat] if game.names.cards[card] not in shown]
            assert len(missing) <= max(0, len(fields["held"][view.seat]) - 6)


def test_what_the_next_settlement_gives_is_told() -> None:
    texts = [isle().game.own_cards(isle().state.view(seat))[-1] for seat in (0, 1)]
    assert texts == ["Your next settlement gives 2 VP 1w.", "Your next settlement gives 1 VP 1w."]


def test_powers_are_told_and_marked_when_used() -> None:
    scene = Scene(lords=["druids", "undead"])
    scene.put(hands={"A": ["WAYS", "GIVE"], "B": ["OATH"]}, power={"A": 5, "B": 0})
    until(scene.play("A: play WAYS", "B: play OATH"), "use COUNSEL")
    assert scene.actor == "A"
    assert "COUNSEL - Once a turn, 1 power: Draw 1 card" in " ".join(" ".join(lines_of(scene)).split())
    scene.play("use COUNSEL", "draw deploy")
    assert "COUNSEL (used)" in " ".join(" ".join(lines_of(scene)).split())


# --- what is going on ------------------------------------------------------------------------------


def moment(scene: Scene, seat: int = 0) -> str:
    """All that stands between the table and the own cards, in one line."""
    return " ".join(" ".join(lines_of(scene, seat)).split())


def test_an_icon_tells_its_card_its_text_and_what_is_chosen_so_far() -> None:
    scene = Scene(lords=["druids", "undead"]).put(hands={"A": ["BEACON", "GIVE"], "B": ["SING"]})
    until(scene.play("A: play BEACON", "B: play SING"), "card").play("card")
    assert "Now BEACON: deploy up to 4 warriors" in moment(scene)
    scene = Scene(lords=["druids", "undead"]).put(hands={"A": ["TWINS", "GIVE", "COVE"], "B": ["SING"]})
    scene.put(hands={"A": ["SPEARS", "GIVE"], "B": ["SING"]})
    until(scene.play("A: play SPEARS pay GIVE", "B: play SING"), "card").play("card", "to SE", "put lord")
    assert "Now SPEARS: deploy up to 4 units to a coastal region; so far lord>SE" in moment(scene)
    assert "so far lord>SE" in moment(scene, 1)


def test_a_choice_under_way_tells_cost_and_reductions_to_its_owner_alone() -> None:
    scene = Scene(lords=["druids", "undead"]).put(hands={"A": ["CLANS", "GIVE"], "B": ["SING"]})
    scene.play("A: play CLANS")
    assert "Chosen CLANS, cost 1. claim 1: Costs 1 less if" in moment(scene)
    assert "CLANS" not in moment(scene, 1)
    assert "all choose a card, A to act" in moment(scene, 1)


def test_a_battle_tells_strengths_plans_and_limits() -> None:
    units = {"A": {"SE": "lord+2w"}, "B": {"SE": "lord+w"}}
    scene = Scene(lords=["druids", "undead"]).put(units=units, tiles={"SE": "GullStair"})
    until(scene, "plan")
    said = moment(scene)
    assert "battle in SE, A to act" in said
    assert "Battle for SE, first 4 VP, second 2 A strength 3 B strength 2" in said
    plan = next(text for text in scene.legal() if text.startswith("plan ") and "down" not in text)
    scene.play(f"A: {plan}", "A: done")
    card = plan.removeprefix("plan ")
    assert f"A strength 3, plan hidden ({card})" in moment(scene)
    assert "A strength 3, plan hidden B strength 2" in moment(scene, 1)
    assert card not in moment(scene, 1).partition("your cards")[0]


def test_an_exploration_and_a_bid_tell_what_is_at_stake() -> None:
    scene = Scene(lords=["druids", "undead"]).put(hands={"A": ["SPEARS", "GIVE", "OATH"], "B": ["SING", "WAYS"]})
    scene.next_up = ["tile SE Windwood", "mist SE KELPIE"]
    until(scene.play("A: play SPEARS pay GIVE", "B: play SING"), "card").play("card", "deploy lord SE")
    assert "SE lies face down; a Lord there may explore it" in moment(scene)
    scene.play("explore")
    assert "SE is Windwood. Slots: 1 VP, 1 warrior. Exploring: 1 champion or draw 1 card." in moment(scene)
    scene.play("explore none")
    assert "Bids for KELPIE in SE, 3 VP, strength 3: It lives in the sea" in moment(scene)
    assert "A explored: +1." in moment(scene)
    scene.play("A: bid OATH")
    assert "Laid so far: A 1 card worth 1." in moment(scene)
    assert "Laid so far: A 1 card." in moment(scene, 1)


# --- prophecies, the log, the end ------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(kit.games_to_play(8)))
def test_progress_is_complete_exactly_where_the_rules_say_fulfilled(seed: int) -> None:
    """While nothing is pending in a round, a prophecy that is not fulfilled lacks something."""
    checked = 0
    for table in tables(seed, 3, players=2 + seed % 3, seasons=3):
        fields = veil_facts.look(table.state)
        game = table.game
        assert isinstance(game, Veil)
        if fields["stack"] != ["game", "turn"] or fields["war"]:
            continue
        for number, done in fields["prophecies"]:
            need = game.facts.components.prophecies[number].need
            for seat in range(game.seats):
                has = all(got >= asked for got, asked in progress(need, fields, game.facts, seat))
                assert not has or done >> seat & 1
                checked += 1
    assert checked > 20


def sentences(scene: Scene, *lines: str) -> list[str]:
    """What a spectator's log says about these moves and what followed from them."""
    told: list[str] = []
    apply = scene._apply

    def hear(event: int) -> None:
        told.append(scene.game.describe(event, scene.state))
        apply(event)

    scene._apply = hear  # type: ignore[method-assign]
    scene.play(*lines)
    return [sentence for sentence in told if sentence]


def test_the_log_tells_units_and_gains_where_they_happen() -> None:
    scene = Scene(lords=["druids", "undead"]).put(hands={"A": ["SPEARS", "GIVE"], "B": ["SING"]})
    until(scene.play("A: play SPEARS pay GIVE", "B: play SING"), "card")
    assert sentences(scene, "card", "deploy lord+2w SE") == ["A resolves SPEARS", "A deploys lord+2w to SE"]
    assert sentences(scene, "wait") == ["A: +1 VP"]


def test_hidden_choices_are_told_when_they_are_made_and_to_their_owner_alone() -> None:
    scene = Scene(lords=["druids", "undead"]).put(hands={"A": ["SPEARS", "GIVE"], "B": ["SING"]})
    told: dict[int, list[str]] = {0: [], 1: []}
    for text in ("play SPEARS", "pay GIVE", "done"):
        move = next(move for move in scene.state.legal() if scene.game.text(move) == text)
        for seat in told:
            told[seat].append(scene.game.describe(scene.state.mask(move, seat), scene.state.view(seat)))
        scene.state.apply(move)
    assert told == {0: ["", "", "A has chosen a card, SPEARS for GIVE"], 1: ["", "", "A has chosen a card"]}


def test_the_log_tells_scored_regions_season_and_war() -> None:
    units = {"A": {"SE": "2w"}, "B": {"SE": "w", "SW": "w"}}
    scene = Scene(lords=["druids", "undead"])
    scene.put(units=units, tiles={"SE": "GullStair", "SW": "BlackCape"}, favor={"A": 2, "B": 0})
    told: list[str] = []
    while not any("Scored" in sentence for sentence in told):
        assert scene.state.actor() != OVER
        told += sentences(scene, scene.legal()[-1])
    assert any("War begins. Scored: SE A 4, B 2; SW B 5." in sentence for sentence in told)


def test_every_event_of_whole_games_has_a_sentence_of_one_line_or_none() -> None:
    kinds = set()
    for seed in range(kit.games_to_play(3)):
        game = load(**(random_options(seed) | {"factions": ("symmetric", "asymmetric")[seed % 2]}))
        table, chance = kit.Table.deal(game, seed), random.Random(seed)
        for _ in range(game.rules.longest):
            if table.state.actor() == OVER:
                break
            legal = table.state.legal()
            event = chance.choice(legal) if legal else table.state.outcomes()[0][0]
            for seat, view in enumerate(table.views):
                told = game.describe(table.state.mask(event, seat), view)
                assert "\n" not in told
                assert len(told) < 400
            kinds.add(event_code(event))
            table.apply(event)
    assert len(kinds) > 300


def test_the_end_tells_points_and_what_was_won() -> None:
    *_, table = tables(1, 10_000, players=3)
    assert table.state.actor() == OVER
    shown = table.game.reveal(table.state, PLAIN, NAMES)
    fields = _veil.fields(table.state)
    first = max(fields["vp"])
    assert shown.split("\n")[0][2:].startswith(NAMES[fields["vp"].index(first)].partition(":")[0])
    for seat in range(3):
        assert re.search(rf"{'ABC'[seat]} \w+ \(\w+\): {fields['vp'][seat]} VP, \d settlement", shown)


def test_powers_of_a_seat_are_those_the_rules_offer() -> None:
    """Whatever may be used is listed among the powers on the screen."""
    used = 0
    for table in tables(2, 2):
        actor = table.state.actor()
        if actor < 0:
            continue
        game = table.game
        assert isinstance(game, Veil)
        names = {
            game.names.powers[number] for number in veil_hand.powers_of(_veil.fields(table.state), game.facts, actor)
        }
        offered = {text.removeprefix("use ") for text in map(game.text, table.state.legal()) if text.startswith("use ")}
        assert offered <= names
        used += bool(offered)
    assert used > 2
