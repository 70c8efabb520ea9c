"""Broken data of Veil never become a set: each fault names file, component, field and what was expected."""

from __future__ import annotations

import copy
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from avalon_ai.errors import DataError, LineError
from avalon_ai.games import veil_cards, veil_compile, veil_data
from avalon_ai.games.veil_conditions import read_condition, read_count, read_filter, read_gainif
from veil_scenes import START_VP

FOLDER = Path(veil_data.__file__).with_name("veil_data")


def broken(tmp_path: Path, file: str, old: str, new: str) -> DataError:
    """The error for a folder in which one place of one file was changed."""
    text = (FOLDER / file).read_text(encoding="utf-8")
    assert old in text
    (tmp_path / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        veil_data.load(str(tmp_path))
    assert "\n" not in str(caught.value)
    return caught.value


LEVY = 'id = "LEVY"\nname = "Hill Levy"\ndeck = "deploy"\ninit = 2\ncost = 2\n'
SPOILS = 'id = "SPOILS"\nname = "Spoils of the Field"\ndeck = "plan"\ninit = 1\nlimit = 3\n'
DEEP = "gain = [{ do = 'army' }]"
LIKE_BEACON = 'fx = [{ do = "deploy", n = 4, units = "warriors" }]'
MOST = 'fx = [\n    { do = "deploy", n = 4 },\n    { do = "power", n = 1 },\n]'


# File, text, what is put there; then component and field, what was expected, what stood there.
CARD_FAULTS = [
    (LEVY, LEVY.replace("init = 2", "init = 4"), "card LEVY: init", "a whole number from 1 to 3", "4"),
    (LEVY, LEVY.replace("init = 2", "init = true"), "card LEVY: init", "a whole number from 1 to 3", "True"),
    (LEVY, LEVY.replace("init = 2\n", ""), "card LEVY: init", "a whole number from 1 to 3", "nothing"),
    (LEVY, LEVY.replace("cost = 2", 'cost = "2"'), "card LEVY: cost", "a whole number from 0 to 3", "'2'"),
    (LEVY, LEVY + "limit = 3\n", "card LEVY: limit", "only cost, deck, fx, id", "an unknown field"),
    (LEVY, LEVY + 'colour = "red"\n', "card LEVY: colour", "only cost", "an unknown field"),
    (LEVY, LEVY.replace("Hill Levy", ""), "card LEVY: name", "a text of 1 to 60 characters", "''"),
    (LEVY, LEVY.replace('"LEVY"', '"levy"'), "card levy: id", "capital letters and figures alone", "levy"),
    (LEVY, LEVY.replace('"LEVY"', '"SETTLE"'), "card SETTLE: id", "no word of the notation", "SETTLE"),
    (LEVY, LEVY.replace('"LEVY"', '"2W"'), "card 2W: id", "no word of the notation", "2W"),
    (LEVY, LEVY.replace('"LEVY"', '"SALLY"'), "card SALLY: id", "an id of its own", "that of card SALLY"),
    (LEVY, LEVY.replace('"LEVY"', '"TEMPEST"'), "beast TEMPEST: id", "an id of its own", "that of card TEMPEST"),
    (LEVY, LEVY.replace('"LEVY"', '"LEVYLEVYLEVYX"'), "card LEVYLEVYLEVYX: id", "1 to 12 characters", "LEVYLEVYLEVYX"),
    (LEVY, LEVY.replace('id = "LEVY"\n', ""), "card number 4: id", "1 to 12 characters", "nothing"),
    (LEVY, LEVY.replace('"deploy"', '"march"'), "card LEVY: deck", "one of deploy, move, settle, plan", "march"),
    (LEVY, LEVY.replace('"deploy"', '"move"'), "card", "40 cards of the deck deploy", "39"),
    (LEVY, LEVY.replace("cost = 2", "cost = 0"), "card LEVY: reduce", "costs something", "cost 0"),
    ('n = 1, only = "deploy:warriors"', "n = 1", "card LEVY: reduce.1", "exactly one of only, if and show", "n"),
    ('only = "deploy:warriors"', 'only = "deploy"', "card LEVY: reduce.1.only", "units behind a colon", "deploy"),
    ('only = "deploy:warriors"', 'only = "draw:warriors"', "card LEVY: reduce.1.only", "one of deploy, move1", "draw"),
    ("n = 1, only =", "n = 3, only =", "card LEVY: reduce.1.n", "a whole number from 1 to 2", "3"),
    ('show = "move"', 'show = "moves"', "card KEELS: reduce.1.show", "one of deploy, move, settle, plan", "moves"),
    ('to = "coast" },\n    { do = "vp"', 'to = "caost" },\n    { do = "vp"', "card SPEARS: fx.1.to", "a filter word",
     "'caost' at character 1"),
    ('to = "NE or SE"', 'to = "NE or"', "card SAILS: fx.1.to", "a filter word", "the end, at character 6"),
    ('to = "NE or SE"', 'to = "NE | SE"', "card SAILS: fx.1.to", "words, numbers", "' | SE' at character 3"),
    ('to = "NE or SE"', 'to = "here"', "card SAILS: fx.1.to", "no `here` in a card of this deck", "here"),
    ('to = "NE or SE"', "to = 3", "card SAILS: fx.1.to", "a filter", "3"),
    ('if = "lords >= 1"', 'if = "lords > 1"', "card BREAK: reduce.1.if", "words, numbers", "' > 1' at character 6"),
    ('if = "lords >= 1"', 'if = "lord >= 1"', "card BREAK: reduce.1.if", "what is counted (strength", "'lord' at"),
    ('if = "lords >= 1"', 'if = "lords >= one"', "card BREAK: reduce.1.if", "a number from 0 to 999", "'one' at"),
    ('if = "power == 0"', 'if = "power in coast == 0"', "card BLOOD: reduce.1.if", "what stands in a", "'power'"),
    ('{ do = "army" },\n]', '{ do = "strength" },\n]', "card SALLY: fx.2.do", "in a card of this deck", "strength"),
    ('{ do = "army" },\n]', '{ do = "lose" },\n]', "card SALLY: fx.2.do", "only as the gain", "lose"),
    ('{ do = "army" },\n]', '{ do = "fly" },\n]', "card SALLY: fx.2.do", "one of deploy, move1", "fly"),
    ('{ do = "army" },\n]', '{ do = "army", n = 2 },\n]', "card SALLY: fx.2.n", "only units, from, to", "unknown"),
    ('{ do = "army" },\n]', '{ do = "vp", n = 0 },\n]', "card SALLY: fx.2.n", "a number that is not 0", "0"),
    ('{ do = "army" },\n]', '{ do = "vp", n = 16 },\n]', "card SALLY: fx.2.n", "from -15 to 15", "16"),
    ('{ do = "army" },\n]', '{ do = "army", units = "this" },\n]', "card SALLY: fx.2.units", "of a beast", "this"),
    ('{ do = "army" },\n]', '{ do = "army", per = "units" },\n]', "card SALLY: fx.2.per", "only for deploy", "army"),
    ('{ do = "army" },\n]', '{ do = "vp", max = 2 },\n]', "card SALLY: fx.2.max", "only beside per", "2"),
    ('{ do = "army" },\n]', '{ do = "army", gainif = "explored" },\n]', "card SALLY: fx.2.gainif", "a gain", "none"),
    ('{ do = "army" },\n]', "3 ]", "card SALLY: fx.2", "a table", "3"),
    ('gainif = "there:settled"', 'gainif = "where:settled"', "card GATE: fx.1.gainif", "there:FILTER", "where"),
    ('gainif = "there:settled"', 'gainif = "moved>=2"', "card GATE: fx.1.gainif", "`moved` only for army", "deploy"),
    ('gain = [{ do = "vp", n = 2 }]', 'gain = [{ do = "vp", n = "two" }]', "card GATE: fx.1.gain.1.n",
     "a whole number from -15 to 15", "'two'"),
    ('gain = [{ do = "vp", n = 2 }]', f"gain = [{{ do = 'army', gain = [{{ do = 'army', {DEEP} }}] }}]",
     "card GATE: fx.1.gain.1.gain.1.gain", "at most 2 gains inside each other", "3"),
    (SPOILS, SPOILS + "cost = 1\n", "card SPOILS: cost", "only after, deck", "an unknown field"),
    (SPOILS, SPOILS.replace("limit = 3", "limit = 0"), "card SPOILS: limit", "from 1 to 9", "0"),
    (SPOILS, SPOILS + 'revealed = [{ do = "vp" }]\n', "card SPOILS: revealed.1.do", "one of strength, limit, negate",
     "vp"),
    (SPOILS, SPOILS + 'fx = [{ do = "limit" }]\n', "card SPOILS: fx.1.do", "in a plan", "limit"),
    (SPOILS, SPOILS + 'after = [{ do = "equip" }]\n', "card SPOILS: after.1.do", "the end of a battle", "equip"),
    (SPOILS, SPOILS + 'revealed = [{ do = "negate" }]\n', "card SPOILS: revealed.1.who", "enemy or enemies", "nothing"),
    (SPOILS, SPOILS + 'fx = [{ do = "rule" }]\n', "card SPOILS: fx.1.rule", "one of floor_half", "nothing"),
    ('id = "CAMP"', 'id = "C1"', "card C1: id", "no word of the notation", "C1"),
    (MOST, 'fx = "deploy 4"', "card LEVY: fx", "a list of 0 to 6 tables", "'deploy 4'"),
    (LEVY + 'reduce = [{ n = 1, only = "deploy:warriors" }]\n' + MOST,
     LEVY.replace("init = 2", "init = 1").replace("cost = 2", "cost = 0") + LIKE_BEACON,
     "card LEVY: fx", "a card like no other of its deck", "one like BEACON"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "place", "rule", "found"), CARD_FAULTS)
def test_fault_of_a_card_is_named(tmp_path: Path, old: str, new: str, place: str, rule: str, found: str) -> None:
    error = broken(tmp_path, "cards.toml", old, new)
    file, _, rest = error.file.partition(".toml: ")
    assert os.path.basename(file) in ("cards", "beasts")
    assert rest == place
    assert rule in error.rule
    assert found in error.found


@pytest.mark.parametrize(
    ("file", "old", "new", "place", "rule"),
    [
        ("artifacts.toml", 'kind = "turn"', 'kind = "round"', "artifact MIRROR: kind", "one of ability, turn"),
        ("artifacts.toml", 'kind = "turn"\n', "", "artifact MIRROR: kind", "one of ability, turn"),
        ("artifacts.toml", 'on = "win"', 'on = "victory"', "artifact CUP: on", "one of turn_start"),
        ("artifacts.toml", 'on = "win"\n', "", "artifact CUP: on", "one of turn_start"),
        ("artifacts.toml", 'on = "win"', 'on = "win:lords"', "artifact CUP: on", "units behind deploy alone"),
        ("artifacts.toml", 'kind = "turn"', 'kind = "turn"\non = "win"', "artifact MIRROR: on", "a reaction or"),
        ("artifacts.toml", 'kind = "turn"', 'kind = "turn"\nat = "coast"', "artifact MIRROR: at", "has a place"),
        ("artifacts.toml", 'fx = [{ do = "draw", n = 2 }]', "", "artifact CAULDR: fx", "at least one effect"),
        ("artifacts.toml", '{ do = "draw", n = 2 }', '{ do = "place" }', "artifact CAULDR: fx.1.do", "kind ability"),
        ("artifacts.toml", 'on = "plans"', 'on = "win"', "artifact TORC: fx.1.do", "a text of kind reaction on win"),
        ("artifacts.toml", 'kind = "turn"', 'kind = "free"', "artifact MIRROR: fx", "pickchamp alone"),
        ("artifacts.toml", "enemy_beasts in here >= 1", "strength in here >= 1", "artifact IRON: fx", "not to hang on"),
        ("artifacts.toml", 'on = "init3"\nfx = [{ do = "deploy"', 'on = "deploy"\nfx = [{ do = "deploy"',
         "artifact PLUME: fx", "nothing that sets off `deploy` again"),
        ("artifacts.toml", "strength = 2", "strength = 16", "artifact REEDS: strength", "from 0 to 15"),
        ("beasts.toml", 'rule = "floor_half"', 'rule = "half"', "beast HART: rule", "one of floor_half"),
        ("beasts.toml", 'id = "HART"', 'id = "A"', "beast A: id", "no word of the notation"),
        ("beasts.toml", "[[beast]]\nid = \"TEMPEST\"", "[[beasts]]\nid = \"TEMPEST\"", "beast", "12 to 12 tables"),
        ("prophecies.toml", "regions(strength>=4)", "regions(strength=4)", "prophecy HOSTS: need", "words, numbers"),
        ("prophecies.toml", "strength in centre", "strength in here", "prophecy HEART: need", "no `here` in"),
        ("prophecies.toml", 'need = "strength in centre >= 3"\n', "", "prophecy HEART: need", "a condition"),
        ("prophecies.toml", "vp = [7, 8, 9]", "vp = [7, 8]", "prophecy HOSTS: vp", "3 whole numbers"),
        ("prophecies.toml", "; N E S W)", "; N E S X)", "prophecy RING: need", "a region (NE"),
        ("prophecies.toml", "same(beasts>=1, champions>=1)", "same(beasts>=1)", "prophecy WARDEN: need", ","),
        ("tiles.toml", 'slots = ["2 vp", "-"]', 'slots = ["2 gold", "-"]', "tile GullStair: slots.1", "one of vp"),
        ("tiles.toml", 'slots = ["2 vp", "-"]', 'slots = ["-"]', "tile GullStair: slots", "a list of slots"),
        ("tiles.toml", 'rewards = ["draw", "warriors"]', 'rewards = ["draw", "draw"]', "tile GullStair: rewards", "1"),
        ("tiles.toml", 'ring = "coast"', 'ring = "inner"', "tile", "4 tiles coast mountain"),
        ("tiles.toml", 'id = "GullStair"', 'id = "Gull Stair"', "tile Gull Stair: id", "letters alone"),
        ("tracks.toml", '"star", "power"', '"comet", "power"', "favor: A.3", "one of vp, power, draw, star"),
        ("tracks.toml", '"vp", "-", "2 vp", "2 vp"]', '"vp", "-", "2 vp"]', "favor: B", "as many spaces as side A"),
        ("tracks.toml", "gap = 8", "gap = -1", "green_knight: gap", "from 0 to 99"),
        ("tracks.toml", "[grail]", "[cup]", "grail", "a table"),
        ("tracks.toml", "stars = [5,", "stars = [500,", "vp: stars.1", "a space from 0 to 99"),
        ("factions.toml", f"start = {START_VP['fomorians']}\n", f"start = {START_VP['undead']}\n", "lord",
         "start VP that differ"),
        ("factions.toml", 'id = "druids"', 'id = "saxons"', "faction saxons: id", "one of druids"),
        ("factions.toml", 'faction = "undead"', 'faction = "druids"', "lord", "exactly one Lord board"),
        ("factions.toml", 'on = "deploy:lords"', 'on = "deploy:kings"', "lord BALGOR: on", "units behind deploy"),
        ("factions.toml", "pow = 3", "pow = 0", "ability CHARTER: pow", "from 1 to 9"),
        ("factions.toml", "vp = 1, warriors = 1", "vp = 1, warrior = 1", "board of all, side A: slots.1.warrior", ""),
        ("factions.toml", '"Cadfan Ash", ', "", "faction druids: champions", "3 names"),
        ("factions.toml", "tokens = 15", "tokens = -1", "supply: tokens", "from 0 to 60"),
        ("board.toml", 'next = ["NW", "SE", "N", "E"]', 'next = ["NW", "SE", "N"]', "region E: next", "NE to be next"),
        ("board.toml", 'id = "C"', 'id = "N"', "region", "each of NE"),
        ("board.toml", '3 = ["NE", "N"]', '3 = ["NE"]', "deep_mist: 3", "2 regions in deep mist"),
        ("board.toml", '"W", "C"]', '"W", "W"]', "war_order", "9 of NE"),
        ("board.toml", 'ring = "centre"', 'ring = "inner"', "region", "4 regions of the ring inner"),
        ("board.toml", 'source = "house"', "", "source", "a text"),
    ],
)  # fmt: skip
def test_fault_of_another_file_is_named(tmp_path: Path, file: str, old: str, new: str, place: str, rule: str) -> None:
    error = broken(tmp_path, file, old, new)
    assert error.file == f"{tmp_path / file}: {place}"
    assert rule in error.rule


def test_a_fault_of_toml_tells_its_line(tmp_path: Path) -> None:
    error = broken(tmp_path, "beasts.toml", 'name = "Tempest"', 'name = "Tempest')
    assert error.file == str(tmp_path / "beasts.toml")
    assert "line 7" in error.found


def test_files_that_are_no_text(tmp_path: Path) -> None:
    path = tmp_path / "cards.toml"
    for data in (b"\xff", b"= 3", b"\x00" * 10, b"a = " + b"[" * 50_000, b"#" * 2_000_000, b"a = 1979-05-27", b""):
        path.write_bytes(data)
        with pytest.raises(DataError, match=r"cards\.toml"):
            veil_data.load(str(tmp_path))
    path.unlink()
    path.mkdir()
    with pytest.raises(DataError, match="no regular file"):
        veil_data.load(str(tmp_path))


@pytest.mark.parametrize("text", ["", "   ", "or", "coast or", "coast and river", "(coast)", "coast " * 5, "münze"])
def test_a_filter_that_is_none(text: str) -> None:
    with pytest.raises(LineError, match="at character"):
        read_filter(text)


@pytest.mark.parametrize(
    "text",
    ["", "units", "units >=", "units >= 1000", "units >= 1 or", "max(units) >= 1", "max(power in coast) >= 1",
     "regions(units) >= 1", "regions(units<=1) >= 1", "each(units>=1) ", "each(units>=1; )", "each(units>=1; NE",
     "quad()", "same(units>=1, beasts>=1, lords>=1)", "units >= 1 and", "units in >= 1", "vplead()", "enemy_ >= 1"],
)  # fmt: skip
def test_a_condition_that_is_none(text: str) -> None:
    with pytest.raises(LineError, match="at character"):
        read_condition(text)


@pytest.mark.parametrize("text", ["units >= 1", "", "max(units)", "3"])
def test_a_count_that_is_none(text: str) -> None:
    with pytest.raises(LineError):
        read_count(text)


@pytest.mark.parametrize(
    "text", ["", "there", "there:", "deployed", "deployed:kings", "moved", "moved>=", "explored:x"]
)
def test_a_gainif_that_is_none(text: str) -> None:
    with pytest.raises(LineError):
        read_gainif(text)


SPOILERS: tuple[Any, ...] = (
    0, -1, 1 << 40, 1.5, float("nan"), True, "", "x", "coast", "here", "any", "units >= 1", "deploy:lords", "star", [],
    [[]], ["A"], {}, {"do": "deploy"}, [{"do": "vp", "n": 2}],
)  # fmt: skip
MUTATIONS = 120


def test_anything_in_any_place_is_a_set_or_an_error_of_the_data() -> None:
    rng = random.Random(11)
    good, errors = 0, list[DataError]()
    for _ in range(MUTATIONS):
        content = copy.deepcopy(dict(veil_data.house().content))
        place = spoil(content, rng)
        try:
            found = veil_data.restore(content, veil_data.digest(content), "spoiled")
        except DataError as error:
            errors.append(error)
            continue
        good += 1
        veil_compile.compile_tables(found.components)
        assert all(veil_cards.card_text(part) for part in found.components.named()), place
    assert all(".toml: " in error.file and error.rule for error in errors)
    assert 0 < good < len(errors)


def spoil(content: dict[str, Any], rng: random.Random) -> str:
    """Put something else into a random place, and say where."""
    at: Any = content
    place: list[str] = []
    while True:
        key = rng.choice(list(at) if isinstance(at, dict) else range(len(at)))
        place.append(str(key))
        inside = at[key]
        if not isinstance(inside, (dict, list)) or not inside or (len(place) > 2 and rng.random() < 0.1):
            at[key] = rng.choice(SPOILERS)
            return f"{'.'.join(place)} = {at[key]!r}"
        at = inside


def test_the_balance_bench_tells_a_broken_folder_in_one_line(tmp_path: Path) -> None:
    error = broken(tmp_path, "cards.toml", LEVY, LEVY.replace("init = 2", "init = 4"))
    bench = Path(__file__).parent.parent / "bench" / "balance.py"
    said = subprocess.run(
        [sys.executable, str(bench), "greedy", "--games", "1", "--workers", "1", "-o", f"data={tmp_path}"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (said.returncode, said.stdout) == (1, "")
    assert said.stderr == f"Error: {error}\n"
