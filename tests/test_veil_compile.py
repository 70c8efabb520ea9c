"""The compact tables of Veil hold all that the data say: what is read back from them is what was put in."""

from __future__ import annotations

from dataclasses import replace

import pytest

from avalon_ai.errors import DataError
from avalon_ai.games import veil_codes as codes
from avalon_ai.games import veil_compile, veil_data
from avalon_ai.games.veil_components import Bonus, Components
from avalon_ai.games.veil_conditions import read_filter
from avalon_ai.games.veil_vocabulary import Effect
from veil_decoding import Decoder, regions

DATA = veil_data.house().components
TABLES = veil_compile.compile_tables(DATA)
DECODER = Decoder(TABLES.tables)


def test_rows_are_as_long_as_the_layout_says_and_fit_in_16_bits() -> None:
    assert list(TABLES.tables) == list(codes.LAYOUT)
    for section, rows in TABLES.tables.items():
        assert len(rows) <= codes.MOST_ROWS[section]
        for row in rows:
            assert len(row) == len(codes.LAYOUT[section])
            assert all(-(1 << 15) <= number < 1 << 15 for number in row)


def test_numbers_of_components_are_those_of_the_core() -> None:
    sizes = {"cards": codes.CARDS, "artifacts": codes.ARTIFACTS, "beasts": codes.BEASTS, "tiles": codes.TILES}
    for section, size in {**sizes, "prophecies": codes.PROPHECIES, "lords": 4, "factions": 4}.items():
        assert len(TABLES.tables[section]) == size
    assert len(TABLES.powers) == len(TABLES.tables["powers"])
    assert TABLES.cards == tuple(card.id for card in DATA.cards)
    ids = [*TABLES.cards, *TABLES.artifacts, *TABLES.beasts, *TABLES.prophecies, *TABLES.tiles]
    assert len({name.upper() for name in ids}) == len(ids)


def test_cards_come_back_whole() -> None:
    for number, card in enumerate(DATA.cards):
        assert DECODER.card(number, card) == card


def test_artifacts_and_beasts_come_back_whole() -> None:
    for number, artifact in enumerate(DATA.artifacts):
        row = DECODER.row("artifacts", number)
        assert (row["vp"], row["strength"]) == (artifact.vp, artifact.strength)
        assert DECODER.ability(row) == artifact.ability
    for number, beast in enumerate(DATA.beasts):
        row = DECODER.row("beasts", number)
        assert (row["vp"], row["strength"]) == (beast.vp, beast.strength)
        assert DECODER.ability(row, row["rule"]) == beast.ability


def test_a_beast_of_a_text_is_the_beast_itself() -> None:
    tempest = TABLES.beasts.index("TEMPEST")
    power = DECODER.row("powers", DECODER.row("beasts", tempest)["powers_start"])
    move, army = (DECODER.row("effects", power["fx_start"] + place) for place in range(2))
    assert (move["piece"], move["units"], army["piece"]) == (tempest, 0b1000, codes.NONE)


def test_prophecies_and_tiles_come_back_whole() -> None:
    for number, prophecy in enumerate(DATA.prophecies):
        row = DECODER.row("prophecies", number)
        assert DECODER.condition(row["cond"]) == prophecy.need
        assert tuple(row[f"vp{season}"] for season in (1, 2, 3)) == prophecy.vp
    for number, tile in enumerate(DATA.tiles):
        row = DECODER.row("tiles", number)
        assert (codes.RINGS[row["ring"]], codes.TERRAINS[row["terrain"]]) == (tile.ring, tile.terrain)
        assert tuple(row[f"vp{season}"] for season in (1, 2, 3)) == tile.vp
        assert {name for bit, name in enumerate(codes.REWARDS) if row["rewards"] >> bit & 1} == set(tile.rewards)
        assert row["slots"] == len(tile.slots)
        for place, bonus in enumerate(tile.slots, 1):
            assert DECODER.effects(row, f"bonus{place}") == as_effects(bonus)


def as_effects(bonus: Bonus | None) -> tuple[Effect, ...]:
    if bonus is None:
        return ()
    if bonus.kind == "warrior":
        return (Effect("deploy", bonus.n, units="warriors", to=read_filter("there")),)
    return (Effect(bonus.kind, bonus.n),)


def test_tracks_and_isle_come_back_whole() -> None:
    tracks, board = DATA.tracks, DATA.board
    spaces = [as_effects(space) for side in "AB" for space in (None, *tracks.favor[side])]
    rows = [DECODER.row("spaces", number) for number in range(len(TABLES.tables["spaces"]))]
    # Tracks hold plain amounts, for which the verb `star` has no fields of its own.
    found = [tuple((effect.do, row["fx_count"]) for effect in DECODER.effects(row)) for row in rows]
    assert found == [tuple((effect.do, 1) for effect in space) for space in spaces]
    amounts = [DECODER.row("effects", row["fx_start"])["n"] for row in rows if row["fx_count"]]
    assert amounts == [effect.n for space in spaces for effect in space]
    assert [row[0] for row in TABLES.tables["stars"]] == list(tracks.stars)
    numbers = DECODER.row("numbers", 0)
    assert numbers["favor_length"] == len(tracks.favor["A"]) == 8
    assert (numbers["knight_strength"], numbers["knight_gap"]) == (3, 8)
    for number, region in enumerate(codes.REGIONS):
        row = DECODER.row("regions", number)
        assert codes.RINGS[row["ring"]] == board.rings[region]
        assert {frozenset((region, other)) for other in regions(row["adjacent"])} <= board.adjacent
        assert board.war_order[row["war"]] == region
    masks = [set(regions(row[0])) for row in TABLES.tables["masks"]]
    assert masks == [*map(set, board.quadrants.values()), *map(set, board.deep_mist.values())]


def test_lords_and_boards_come_back_whole() -> None:
    for number, faction in enumerate(codes.FACTIONS):
        lord, board = DATA.lord(faction, "A"), DATA.faction_board(faction, "A")
        assert lord is not None
        assert board is not None
        row = DECODER.row("lords", number)
        assert (row["start_vp"], row["slots"], row["lords"]) == (lord.start, lord.slots, len(lord.lords))
        assert DECODER.ability(row) == lord.ability
        assert not DECODER.row("crowned", number)["powers_count"]
        row = DECODER.row("factions", number)
        assert (DECODER.slots(row), row["track"], row["objective"]) == (board.slots, board.power, 0)
        powers = range(row["powers_start"], row["powers_start"] + row["powers_count"])
        assert [DECODER.power(power) for power in powers] == [ability.ability for ability in board.abilities]
        assert [TABLES.powers[power] for power in powers] == [ability.id for ability in board.abilities]


def test_more_than_the_tables_hold_is_an_error_of_the_data() -> None:
    with pytest.raises(DataError, match="at most 2000 effects"):
        veil_compile.compile_tables(many_effects())


def many_effects() -> Components:
    fx = (Effect("deploy", 1, gain=(Effect("deploy", 1, gain=(Effect("deploy", 1),) * 6),) * 6),) * 6
    return replace(DATA, cards=tuple(replace(card, fx=fx) for card in DATA.cards))
