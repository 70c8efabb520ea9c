"""Equal and own boards of the factions in The Riven Veil: options, deals, records, data, what is shown."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from avalon_ai import games, record
from avalon_ai.bots import make
from avalon_ai.errors import AvalonError, DataError, LineError, OptionError
from avalon_ai.games import veil_data
from avalon_ai.games.base import Style
from avalon_ai.games.veil import Veil
from avalon_ai.games.veil_codes import FACTIONS
from avalon_ai.match import play
from veil_faction_scenes import arrange, load, own_turn, scene, tiles
from veil_scenes import START_VP

FOLDER = Path(veil_data.__file__).with_name("veil_data")
STATE_LIMIT = 2048
UNDEAD = START_VP["undead"]


def test_equal_boards_are_the_default_l94() -> None:
    game = games.load("veil", players=2)
    assert "factions" not in game.options
    assert load(players=2).options["factions"] == "asymmetric"


def test_side_b_has_objectives_and_side_a_has_none_l591() -> None:
    equal, own = load(players=2, factions="symmetric"), load(players=2)
    assert equal.names.objectives == (0, 0, 0, 0)
    assert own.names.objectives == (5, 4, 3, 5)


def test_a_game_begins_with_side_a_of_the_lord_board_l126() -> None:
    found = scene("druids", "undead")
    assert found.fields["upgraded"] == [False, False]
    assert found.fields["objectives"] == [0, 0]
    assert "NIMWETHB" in found.game.names.powers
    own_turn(found).put(units={"A": {"SE": "lord"}}, tiles=tiles("SE"), power={"A": 3})
    assert "use NIMWETH" in found.legal()
    assert "use NIMWETHB" not in arrange(found, lines={0: "SE"}).legal()


def test_each_side_b_has_its_own_settlements_l71() -> None:
    slots = [row[0] for row in load(players=2).names.tables["factions"]]
    assert dict(zip(FACTIONS, slots, strict=True)) == {"druids": 3, "fomorians": 4, "knights": 3, "undead": 5}


@pytest.mark.parametrize("lords", [["undead", "druids"], ["knights", "fomorians", "undead"], list(reversed(FACTIONS))])
def test_any_faction_sits_on_any_seat(lords: list[str]) -> None:
    game = load(players=len(lords), lords=lords)
    deal, _ = game.deal(3)
    assert list(deal["factions"].values()) == lords
    assert deal["set"] == "asymmetric"


def test_an_unknown_set_is_refused() -> None:
    with pytest.raises(OptionError, match="factions"):
        games.load("veil", factions="equal")


def saved(tmp_path: Path, **options: object) -> Path:
    game = games.load("veil", players=2, lords=["knights", "undead"], **options)
    path = tmp_path / "game.avr"
    record.save(play(game, [make("random", game) for _ in range(2)], seed=1), path)
    return path


@pytest.mark.parametrize(("mine", "other"), [("symmetric", "asymmetric"), ("asymmetric", "symmetric")])
def test_a_record_of_one_set_does_not_replay_under_another(tmp_path: Path, mine: str, other: str) -> None:
    path = saved(tmp_path, factions=mine)
    head, *lines = path.read_text(encoding="utf-8").splitlines()
    table = json.loads(head)
    table["options"]["factions"] = other
    path.write_text("\n".join([json.dumps(table), *lines]) + "\n", encoding="utf-8")
    with pytest.raises(AvalonError, match=f"a deal of {other} factions, as the options say, .*one of {mine} factions"):
        record.read(path)


def test_a_deal_of_one_set_is_none_of_the_other() -> None:
    equal, own = games.load("veil", players=2), load(players=2)
    with pytest.raises(LineError, match="a deal of symmetric factions"):
        equal.start(own.deal(1)[0])
    with pytest.raises(LineError, match="a deal of asymmetric factions"):
        own.start(equal.deal(1)[0])


def test_a_state_with_all_of_it_is_small() -> None:
    assert load(players=4).rules.state_size <= STATE_LIMIT


# --- data ----------------------------------------------------------------------------------------------


def broken(tmp_path: Path, old: str, new: str) -> DataError:
    text = (FOLDER / "factions.toml").read_text(encoding="utf-8")
    assert old in text
    (tmp_path / "factions.toml").write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        load(players=2, data=str(tmp_path))
    return caught.value


FAULTS = [
    ('tide = "E"', 'tide = "NE"', "board of fomorians, side B: tide", "one of N, E, S, W"),
    ("objective = 3", "objective = 0", "board of knights, side B: objective", "a whole number from 1 to 20"),
    ('["2 vp", "warrior"]]', '["2 vp", "wolf"]]', "side B: lines.3.2", "one of vp, power, favor, draw, warrior"),
    ('["2 vp", "warrior"]]', '["2 vp", "-"]]', "side B: lines.3", "a bonus for each ley line"),
    ('["2 vp", "warrior"]]', '["vp", "vp", "vp"]]', "side B: lines", "8 in all"),
    ('deck = "plan"\nfx', 'deck = "move"\nfx', "side B: quest", "one for each of deploy, move, settle, plan"),
    ('do = "pickchamp"', 'do = "vp"', "ability CHIVALRY: fx", "pickchamp alone"),
    ('units = "this", to = "there"', 'units = "that", to = "there"', "virtue PERCIVAL: fx.1.units", "one of any"),
    ('beast = "ancient", near', 'beast = "this", near', "lord NIMWETHB: fx.1.beast", "ancient"),
    ('kind = "each"\non = "settle"', 'kind = "each"', "ability CORRUPT: on", "one of turn_start"),
    ("leviathan = 1", "leviathan = 99", "singles: leviathan", "a whole number from 0 to 15"),
    (f'side = "B"\nstart = {UNDEAD}\n', f'side = "B"\nstart = {UNDEAD + 1}\n', "lord", "like those of MORDRED"),
]


@pytest.mark.parametrize(("old", "new", "where", "expected"), FAULTS)
def test_a_fault_of_a_faction_names_file_place_and_what_was_expected(
    tmp_path: Path, old: str, new: str, where: str, expected: str
) -> None:
    error = str(broken(tmp_path, old, new))
    assert "factions.toml" in error
    assert where in error
    assert expected in error


def test_a_set_without_own_boards_plays_with_equal_ones_alone(tmp_path: Path) -> None:
    text = (FOLDER / "factions.toml").read_text(encoding="utf-8")
    (tmp_path / "factions.toml").write_text(text.split("# --- Druids, side B")[0], encoding="utf-8")
    games.load("veil", players=2, data=str(tmp_path))
    with pytest.raises(DataError, match="a faction board and a Lord board of side B for druids"):
        load(players=2, data=str(tmp_path))


def test_two_factions_cannot_both_mind_the_tide(tmp_path: Path) -> None:
    error = broken(tmp_path, "objective = 3\n", 'objective = 3\ntide = "N"\n')
    assert "tide on one faction board at most" in str(error)


# --- what is shown ---------------------------------------------------------------------------------------


def test_the_view_tells_what_single_factions_have() -> None:
    found = own_turn(scene("knights", "fomorians", "druids")).put(hands={"A": ["OATH"]}, tiles=tiles("SE", "E"))
    arrange(found, lines={0: "E"}, leviathan="S", quests=[("SE", "OATH")], objectives={"B": 2}, champions={"A": 2})
    own, other = (found.game.fields(found.state.view(seat)) for seat in (0, 1))
    assert own["quests"] == [{"region": "SE", "deck": "deploy", "card": "OATH"}]
    assert other["quests"] == [{"region": "SE", "deck": "deploy", "card": None}]
    assert other["ley_lines"] == {"1": "E"}
    assert other["leviathan"] == "S"
    assert other["tide"]["way"] == "clockwise"
    assert (other["seats"]["B"]["objective"], other["seats"]["B"]["objective_length"]) == (2, 4)
    assert other["seats"]["A"]["champion"] == "c1"


def test_the_screen_tells_it_where_it_lies() -> None:
    found = own_turn(scene("knights", "fomorians", "druids")).put(hands={"A": ["OATH"]}, tiles=tiles("SE", "E"))
    arrange(found, lines={0: "E"}, leviathan="S", quests=[("SE", "OATH")])
    shown = found.game.screen(found.state.view(1), Style(width=100, height=30), [], [])
    assert "sea: tide E clockwise, Leviathan S" in shown
    for words in (" L1", " quest", "objective 0/3", "objective 0/4", "objective 0/5"):
        assert words in shown


def test_the_rules_in_short_speak_of_own_boards_where_there_are_some() -> None:
    assert "FACTIONS" in load(players=2).rules_text()
    assert "FACTIONS" not in load(players=2, factions="symmetric").rules_text()


def test_texts_of_new_moves_go_both_ways() -> None:
    game = load(players=2)
    for text in ("ley 2 SE", "tide ccw 2", "quadrant W", "champion c3", "quest OATH", "put leviathan", "settle C 0"):
        assert game.text(game.parse(text, 0, 1)) == text


def test_card_tells_the_texts_of_the_boards() -> None:
    (altar,) = Veil.cards("Altar of Bones", {})
    assert "beside the slots if none is free" in " ".join(altar.split())
    (percival,) = Veil.cards("PERCIVAL", {})
    assert "deploy this champion there" in " ".join(percival.split()).lower()


def test_each_fragment_of_the_page_has_a_test_that_names_its_line() -> None:
    folder = Path(__file__).parent
    page = (folder.parent / "docs" / "veil_factions.md").read_text(encoding="utf-8")
    rows = [row.split("|")[1] for row in page.splitlines() if row.startswith("| L")]
    wanted = {line for row in rows for line in re.findall(r"L(\d+)", row)}
    source = "".join(path.read_text(encoding="utf-8") for path in folder.glob("test_veil_factions_*.py"))
    named = {line for name in re.findall(r"def (test_\w+)", source) for line in re.findall(r"_l(\d+)", name)}
    assert len(wanted) >= 30
    assert wanted <= named
    assert named <= wanted
