"""The eight data files of Veil: each is read into its components and checked by itself, then all together."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from avalon_ai.errors import DataError
from avalon_ai.games import veil_vocabulary as words
from avalon_ai.games.veil_codes import LINE_ROWS, LINES
from avalon_ai.games.veil_components import (
    ALL_FACTIONS,
    SIDES,
    Artifact,
    Beast,
    Board,
    Bonus,
    Card,
    Component,
    Components,
    Faction,
    FactionBoard,
    Lord,
    NamedAbility,
    Prophecy,
    Singles,
    Slot,
    Supply,
    Tile,
    Tracks,
    Virtue,
)
from avalon_ai.games.veil_conditions import read_condition
from avalon_ai.games.veil_reading import CARD, PLAN_STANDS, QUEST, Fields, ability, effects, reduction
from avalon_ai.games.veil_vocabulary import DECKS, QUADRANTS, REGIONS, RINGS, TERRAINS, Ability

FILES = (
    "cards.toml", "artifacts.toml", "beasts.toml", "prophecies.toml", "tiles.toml", "tracks.toml", "factions.toml",
    "board.toml",
)  # fmt: skip
DECK_SIZE, ARTIFACTS, BEASTS, PROPHECIES, FACTIONS, CHAMPIONS = 40, 24, 12, 12, 4, 3
PILES = {
    ("coast", "mountain"): 4, ("coast", "river"): 2, ("coast", "forest"): 2,
    ("inner", "river"): 4, ("inner", "forest"): 4, ("centre", "mountain"): 2,
}  # fmt: skip
SEASONS = 3
LONGEST_ID = 12
VP_MOST = 50

# Words of the notation of moves, which no id may be.
RESERVED = frozenset((
    "PLAY", "CLAIM", "PAY", "SHOW", "DONE", "PLACE", "GRAIL", "USE", "KEEP", "CARD", "STD", "END", "SKIP", "TO",
    "PUT", "LORD", "ARTHUR", "GUIN", "FROM", "TAKE", "OUT", "ARMY", "SETTLE", "EXPLORE", "WAIT", "DRAW", "POWER",
    "FAVOR", "CHAMPION", "MOVE", "IN", "NONE", "BID", "BOND", "DROP", "DECLINE", "BREACH", "LOSE", "KNIGHT",
    "BEARER", "PLAN", "DOWN", "BONUS", "HIT", "STOP", "FIRST", "EXCALIBUR", "EQUIP", "TILE", "MIST", "DEPLOY",
    "PROPHECY", "ARTIFACT", "RESHUFFLE", "PLAYS", "BIDS", "PLANS", "COMBAT", "FAILS", "SEA", "WARRIORS", "UNDO",
    "LEY", "TIDE", "QUADRANT", "QUEST", "LEVIATHAN", "ANCIENT",
    "HINT", "HELP", "QUIT", "SAVE", "WHY",
))  # fmt: skip
_PIECE = re.compile(r"\d*W|C[1-9]|[A-J]")


def read(tables: Mapping[str, Any], folder: str) -> Components:
    """The components of the files' tables, by file name. Raises DataError for the first rule that one breaks."""
    names = {name: f"{folder}{name}" for name in FILES}
    factions, boards, lords = _factions(_file(tables, names, "factions.toml"))
    found = Components(
        cards=_cards(_file(tables, names, "cards.toml")),
        artifacts=_artifacts(_file(tables, names, "artifacts.toml")),
        beasts=_beasts(_file(tables, names, "beasts.toml")),
        prophecies=_prophecies(_file(tables, names, "prophecies.toml")),
        tiles=_tiles(_file(tables, names, "tiles.toml")),
        tracks=_tracks(_file(tables, names, "tracks.toml")),
        supply=_supply(_file(tables, names, "factions.toml")),
        singles=_singles(_file(tables, names, "factions.toml")),
        factions=factions,
        faction_boards=boards,
        lords=lords,
        board=_board(_file(tables, names, "board.toml")),
    )
    _check_ids(found, names)
    return found


def _file(tables: Mapping[str, Any], names: Mapping[str, str], name: str) -> Fields:
    return Fields(tables[name], names[name], "")


def _parts(file: Fields, field: str, low: int, high: int, word: str | None = None) -> list[Fields]:
    """The tables of one kind of component, each under its own id in errors."""
    found = file.tables(field, low, high)
    for part in found:
        part.path, part.owner = "", f"{word or field} number {part.path.rpartition('.')[2]}"
        name = part.table.get("id")
        if isinstance(name, str):
            part.owner = f"{word or field} {name}"
    return found


def _close(file: Fields, *others: str) -> None:
    file.text("source")
    file.asked.update(others)
    file.close()


def _head(part: Fields, file: Fields, *, tile: bool = False) -> dict[str, Any]:
    """Id, name and source of a component."""
    name = part.text("id", most=LONGEST_ID)
    rule = r"[A-Za-z]+" if tile else r"[A-Z0-9]+"
    if not re.fullmatch(rule, name):
        part.fault("id", f"{'letters' if tile else 'capital letters and figures'} alone", name)
    if name.upper() in RESERVED or name in (*REGIONS, *QUADRANTS) or _PIECE.fullmatch(name.upper()):
        part.fault("id", "an id that is no word of the notation of moves", name)
    return {"id": name, "name": part.text("name"), "source": part.text("source", file.text("source"))}


# --- cards -------------------------------------------------------------------------------------


def _cards(file: Fields) -> tuple[Card, ...]:
    most = DECK_SIZE * len(DECKS)
    found = [_card(part, file) for part in _parts(file, "card", 1, 2 * most)]
    for deck in DECKS:
        size = sum(card.deck == deck for card in found)
        if size != DECK_SIZE:
            file.fault("card", f"{DECK_SIZE} cards of the deck {deck}", size)
    _check_different(found, file)
    _close(file)
    return tuple(sorted(found, key=lambda card: DECKS.index(card.deck)))


def _card(part: Fields, file: Fields) -> Card:
    head = _head(part, file)
    deck = part.word("deck", DECKS)
    plan = deck == "plan"
    cost = 0 if plan else part.whole("cost", 0, 3)
    stands = PLAN_STANDS if plan else {"fx": CARD}
    lists: dict[str, Any] = {name: effects(part, name, stands[name]) if name in stands else () for name in PLAN_STANDS}
    card = Card(
        **head,
        deck=deck,
        init=part.whole("init", 1, 3),
        cost=cost,
        reduce=() if plan else tuple(reduction(table, cost) for table in part.tables("reduce", 0, 2)),
        limit=part.whole("limit", 1, 9) if plan else 0,
        **lists,
    )
    if not any(lists.values()) and not plan:
        part.fault("fx", "at least one effect", "none")
    if card.reduce and not cost:
        part.fault("reduce", "it only on a card that costs something", "cost 0")
    part.close()
    return card


def _check_different(cards: Iterable[Card], file: Fields) -> None:
    """No two cards of a deck say and cost the same. Raises DataError."""
    seen: dict[object, str] = {}
    for card in cards:
        body = (
            card.deck,
            card.init,
            card.cost,
            card.reduce,
            card.limit,
            *(getattr(card, name) for name in PLAN_STANDS),
        )
        if body in seen:
            raise DataError(
                f"{file.file}: card {card.id}: fx", "a card like no other of its deck", f"one like {seen[body]}"
            )
        seen[body] = card.id


# --- artifacts, beasts, prophecies, tiles --------------------------------------------------------


def _artifacts(file: Fields) -> tuple[Artifact, ...]:
    parts = _parts(file, "artifact", ARTIFACTS, ARTIFACTS)
    found = tuple(Artifact(**_head(part, file), **_worth(part), ability=_last(part)) for part in parts)
    _close(file)
    return found


def _beasts(file: Fields) -> tuple[Beast, ...]:
    parts = _parts(file, "beast", BEASTS, BEASTS)
    found = tuple(Beast(**_head(part, file), **_worth(part), ability=_last(part, beast=True)) for part in parts)
    _close(file)
    return found


def _worth(part: Fields) -> dict[str, Any]:
    return {"vp": part.whole("vp", 0, VP_MOST), "strength": part.whole("strength", 0, words.MOST)}


def _last(
    part: Fields, *, faction: bool = False, beast: bool = False, lord: bool = False, champion: bool = False
) -> Ability:
    """The text of a component, after which its table must be at its end."""
    found = ability(part, faction=faction, beast=beast, lord=lord, champion=champion)
    part.close()
    return found


def _prophecies(file: Fields) -> tuple[Prophecy, ...]:
    found = []
    for part in _parts(file, "prophecy", PROPHECIES, PROPHECIES):
        head, need = _head(part, file), part.parsed("need", read_condition, "a condition")
        if need is None:
            part.fault("need", "a condition", "nothing")
        for piece in need.parts:
            if isinstance(piece, words.Compare) and piece.count.where is not None:
                bad = piece.count.where.words & {words.HERE, words.THERE, words.QUADRANT}
                if bad:
                    part.fault("need", f"no `{min(bad)}` in a prophecy: it means nothing there", str(need))
        found.append(Prophecy(**head, need=need, vp=part.wholes("vp", SEASONS, 0, VP_MOST)))
        part.close()
    _close(file)
    return tuple(found)


def _tiles(file: Fields) -> tuple[Tile, ...]:
    found = []
    for part in _parts(file, "tile", 1, 2 * sum(PILES.values())):
        head, ring = _head(part, file, tile=True), part.word("ring", RINGS)
        slots = part.items("slots", "a list of slots", 0 if ring == "centre" else 2, 0 if ring == "centre" else 2)
        found.append(
            Tile(
                **head,
                ring=ring,
                terrain=part.word("terrain", TERRAINS),
                vp=part.wholes("vp", SEASONS, 0, VP_MOST),
                slots=tuple(_bonus(part, f"slots.{i}", slot, words.SLOT_BONUSES) for i, slot in enumerate(slots, 1)),
                rewards=part.words("rewards", words.REWARDS, 1, len(words.REWARDS)),
            )
        )
        part.close()
    counts = Counter((tile.ring, tile.terrain) for tile in found)
    for (ring, terrain), size in PILES.items():
        if counts[ring, terrain] != size:
            file.fault("tile", f"{size} tiles {ring} {terrain}", counts[ring, terrain])
    if counts.keys() - PILES.keys():
        ring, terrain = min(counts.keys() - PILES.keys())
        file.fault("tile", f"tiles of the kinds {', '.join(' '.join(kind) for kind in PILES)}", f"{ring} {terrain}")
    _close(file)
    return tuple(sorted(found, key=lambda tile: RINGS.index(tile.ring)))


def _bonus(part: Fields, field: str, value: object, kinds: tuple[str, ...]) -> Bonus | None:
    """A text as `2 vp`, `power` or `-`."""
    rule = f"`-`, or one of {', '.join(kinds)}, perhaps behind a number"
    match = re.fullmatch(r"(?:([1-9]) )?([a-z]+)", value) if isinstance(value, str) else None
    if value == "-":
        return None
    if match is None or match[2] not in kinds:
        part.fault(field, rule, value)
    return Bonus(match[2], int(match[1] or 1))


# --- tracks and singles --------------------------------------------------------------------------


def _tracks(file: Fields) -> Tracks:
    favor, vp, strength = (_table(file, name) for name in ("favor", "vp", "strength"))
    knight, grail, excalibur, prophecy = (
        _table(file, name) for name in ("green_knight", "grail", "excalibur", "prophecy")
    )
    spaces = vp.whole("spaces", 10, 1000)
    stars = vp.items("stars", "a list of spaces", 0, 99)
    for number, star in enumerate(stars, 1):
        if not isinstance(star, int) or isinstance(star, bool) or not 0 <= star < spaces:
            vp.fault(f"stars.{number}", f"a space from 0 to {spaces - 1}", star)
    found = Tracks(
        favor={side: _spaces(favor, side) for side in SIDES},
        excess_vp=favor.whole("excess", 0, 9),
        vp_spaces=spaces,
        stars=tuple(sorted(set(stars))),
        strength_spaces=strength.whole("spaces", 1, 99),
        knight_strength=knight.whole("strength", 0, words.MOST),
        knight_gap=knight.whole("gap", 0, 99),
        grail_vp=grail.whole("vp", 0, VP_MOST),
        grail_strength=grail.whole("strength", 0, words.MOST),
        excalibur_strength=excalibur.whole("strength", 0, words.MOST),
        excalibur_tie=excalibur.whole("tie", 0, words.MOST),
        first_favor=prophecy.whole("first", 0, 9),
        later_favor=prophecy.whole("later", 0, 9),
    )
    if len(found.favor["A"]) != len(found.favor["B"]):
        favor.fault("B", f"as many spaces as side A, {len(found.favor['A'])}", len(found.favor["B"]))
    for part in (favor, vp, strength, knight, grail, excalibur, prophecy):
        part.close()
    _close(file)
    return found


def _spaces(favor: Fields, side: str) -> tuple[Bonus | None, ...]:
    found = favor.items(side, "a list of 2 to 19 spaces", 2, 19)
    return tuple(_bonus(favor, f"{side}.{i}", space, words.SPACE_BONUSES) for i, space in enumerate(found, 1))


def _table(file: Fields, name: str) -> Fields:
    return Fields(file.get(name, "a table"), file.file, name)


# --- factions ------------------------------------------------------------------------------------


def _supply(file: Fields) -> Supply:
    part = _table(file, "supply")
    found = Supply(part.whole("warriors", 1, 30), part.whole("settlements", 1, 60), part.whole("tokens", 0, 60))
    part.close()
    return found


def _singles(file: Fields) -> Singles:
    part, usual = _table(file, "singles"), Singles()
    found = Singles(
        ancient=part.whole("ancient", 0, words.MOST, usual.ancient),
        leviathan=(part.whole("leviathan", 0, words.MOST), part.whole("leviathan_crowned", 0, words.MOST)),
        line_limit=part.whole("line_limit", 1, LINES, usual.line_limit),
    )
    part.close()
    return found


def _factions(file: Fields) -> tuple[tuple[Faction, ...], tuple[FactionBoard, ...], tuple[Lord, ...]]:
    factions = tuple(_faction(part) for part in _parts(file, "faction", FACTIONS, FACTIONS))
    names = [faction.id for faction in factions]
    for name in sorted(FACTION_NAMES - set(names)):
        file.fault("faction", f"each of {', '.join(sorted(FACTION_NAMES))} once", f"no {name}")
    boards = tuple(_faction_board(part, file) for part in _parts(file, "board", 1, 2 * FACTIONS))
    lords = tuple(_lord(part, file) for part in _parts(file, "lord", FACTIONS, 2 * FACTIONS))
    for name in names:
        if sum((lord.faction, lord.side) == (name, "A") for lord in lords) != 1:
            file.fault("lord", f"exactly one Lord board of side A for {name}", "none or several")
        if sum(board.side == "A" and board.faction in (name, ALL_FACTIONS) for board in boards) != 1:
            file.fault("board", f"exactly one faction board of side A for {name}", "none or several")
    starts = Counter(lord.start for lord in lords if lord.side == "A")
    for start, number in starts.items():
        if number > 1:
            file.fault("lord", "start VP that differ: they are the last tie-break", f"{start} twice")
    _close(file, "supply", "singles")
    for name in names:
        _check_crowned(name, boards, lords, file)
    return factions, boards, lords


def _check_crowned(name: str, boards: Iterable[FactionBoard], lords: Iterable[Lord], file: Fields) -> None:
    """A faction with a board of its own has one, and a Lord board to turn over with as many Lords. Raises DataError."""
    own = [board for board in boards if board.side == "B" and board.faction in (name, ALL_FACTIONS)]
    crowned = [lord for lord in lords if (lord.faction, lord.side) == (name, "B")]
    if len(own) > 1 or len(crowned) != len(own):
        file.fault("board", f"one board of side B with one Lord board of side B for {name}, or none", "others")
    before = next(lord for lord in lords if (lord.faction, lord.side) == (name, "A"))
    for lord in crowned:
        if (len(lord.lords), lord.start) != (len(before.lords), before.start) or lord.slots < before.slots:
            file.fault("lord", f"Lords, start VP and slots of {lord.id} like those of {before.id}", "others")


FACTION_NAMES = frozenset(("druids", "fomorians", "knights", "undead"))


def _faction(part: Fields) -> Faction:
    champions = part.items("champions", f"{CHAMPIONS} names", CHAMPIONS, CHAMPIONS)
    if not all(isinstance(name, str) and name.isprintable() and 0 < len(name) <= 30 for name in champions):
        part.fault("champions", f"{CHAMPIONS} names of at most 30 characters", champions)
    found = Faction(part.word("id", sorted(FACTION_NAMES)), part.text("name"), tuple(champions))
    part.close()
    return found


def _faction_board(part: Fields, file: Fields) -> FactionBoard:
    part.owner = f"board of {part.table.get('faction')}, side {part.table.get('side')}"
    slots = [_slot(table) for table in part.tables("slots", 1, 5)]
    quests = {table.word("deck", DECKS): effects(table, "fx", QUEST) for table in part.tables("quest", 0, len(DECKS))}
    if quests and len(quests) < len(DECKS):
        part.fault("quest", f"one for each of {', '.join(DECKS)}, or none", len(quests))
    found = FactionBoard(
        faction=part.word("faction", (ALL_FACTIONS, *sorted(FACTION_NAMES))),
        side=part.word("side", SIDES),
        slots=tuple(slots),
        power=part.whole("power", 1, 30),
        abilities=tuple(
            NamedAbility(**_head(table, file), ability=_last(table, faction=True))
            for table in _parts(part, "ability", 0, 9)
        ),
        objective=part.whole("objective", 1, 20, 0),
        lines=_lines(part, len(slots)),
        quests=quests or None,
        tide=part.word("tide", QUADRANTS, "") if part.has("tide") else "",
        virtues=tuple(
            Virtue(**_head(table, file), ability=_last(table, champion=True))
            for table in _parts(part, "virtue", 0, CHAMPIONS)
        ),
    )
    part.close()
    return found


def _lines(part: Fields, most: int) -> tuple[tuple[Bonus, ...], ...]:
    """Rows of ley lines, each under a settlement of the board."""
    rule = f"at most {most} rows of bonuses, {LINES} in all"
    rows = part.items("lines", rule, 0, min(most, LINE_ROWS))
    if not all(isinstance(row, list) for row in rows) or sum(map(len, rows)) > LINES:
        part.fault("lines", rule, rows)
    found = []
    for number, row in enumerate(rows, 1):
        bonuses = [_bonus(part, f"lines.{number}.{i}", value, words.SLOT_BONUSES) for i, value in enumerate(row, 1)]
        if None in bonuses:
            part.fault(f"lines.{number}", "a bonus for each ley line", "-")
        found.append(tuple(bonus for bonus in bonuses if bonus is not None))
    return tuple(found)


def _slot(table: Fields) -> Slot:
    found = Slot(table.whole("vp", 0, 9), table.whole("warriors", 0, 5, 0))
    table.close()
    return found


def _lord(part: Fields, file: Fields) -> Lord:
    lords = part.items("lords", "1 or 2 names", 1, 2)
    if not all(isinstance(name, str) and name.isprintable() and 0 < len(name) <= 30 for name in lords):
        part.fault("lords", "1 or 2 names of at most 30 characters", lords)
    side = part.word("side", SIDES)
    return Lord(
        **_head(part, file),
        faction=part.word("faction", sorted(FACTION_NAMES)),
        side=side,
        start=part.whole("start", 0, 20),
        slots=part.whole("slots", 0, 4),
        strength=part.whole("strength", 0, words.MOST, 1),
        lords=tuple(lords),
        ability=_last(part, lord=side == "B"),
    )


# --- the isle --------------------------------------------------------------------------------------


def _board(file: Fields) -> Board:
    rings, near = {}, {}
    regions = file.tables("region", len(REGIONS), len(REGIONS))
    for part in regions:
        part.path, part.owner = "", f"region {part.table.get('id', part.path)}"
        name = part.word("id", REGIONS)
        rings[name] = part.word("ring", RINGS)
        near[name] = part.words("next", REGIONS, 1, len(REGIONS) - 1)
        part.close()
    if set(rings) != set(REGIONS):
        file.fault("region", f"each of {', '.join(REGIONS)} once", ", ".join(part.table["id"] for part in regions))
    for ring, size in (("coast", 4), ("inner", 4), ("centre", 1)):
        if sum(found == ring for found in rings.values()) != size:
            file.fault("region", f"{size} regions of the ring {ring}", sum(found == ring for found in rings.values()))
    _check_near(near, file)
    quadrants, mist = _table(file, "quadrants"), _table(file, "deep_mist")
    found = Board(
        rings=rings,
        adjacent=frozenset(frozenset((one, other)) for one, others in near.items() for other in others),
        quadrants={name: quadrants.words(name, REGIONS, 1, len(REGIONS)) for name in QUADRANTS},
        deep_mist={players: mist.words(str(players), REGIONS, 0, len(REGIONS) - 1) for players in (2, 3, 4)},
        war_order=file.words("war_order", REGIONS, len(REGIONS), len(REGIONS)),
    )
    quadrants.close()
    mist.close()
    _check_mist(found, mist)
    _close(file)
    return found


def _check_near(near: Mapping[str, tuple[str, ...]], file: Fields) -> None:
    for one, others in near.items():
        for other in others:
            if one == other or one not in near[other]:
                raise DataError(
                    f"{file.file}: region {one}: next",
                    f"{other} to be next to {one} too, and no region to itself",
                    other,
                )


def _check_mist(board: Board, mist: Fields) -> None:
    """As many regions are open as there are mist cards: two for each player and the Grail. Raises DataError."""
    for players, regions in board.deep_mist.items():
        hidden = len(REGIONS) - 2 * players - 1
        if len(regions) != hidden:
            mist.fault(str(players), f"{hidden} regions in deep mist for {players} players", len(regions))


# --- ids -----------------------------------------------------------------------------------------


def _check_ids(found: Components, names: Mapping[str, str]) -> None:
    """Every id stands for one thing. Raises DataError."""
    seen: dict[str, str] = {}
    for part in found.named():
        key, what = part.id.upper(), f"{word_of(part)} {part.id}"
        if key in seen:
            raise DataError(f"{names[_FILE_OF[type(part)]]}: {what}: id", "an id of its own", f"that of {seen[key]}")
        seen[key] = what


_FILE_OF: dict[type, str] = {
    Card: "cards.toml", Artifact: "artifacts.toml", Beast: "beasts.toml", Prophecy: "prophecies.toml",
    Tile: "tiles.toml", Lord: "factions.toml", NamedAbility: "factions.toml", Virtue: "factions.toml",
}  # fmt: skip
_WORD_OF: dict[type, str] = {
    Card: "card", Artifact: "artifact", Beast: "beast", Prophecy: "prophecy", Tile: "tile", Lord: "lord",
    NamedAbility: "ability", Virtue: "virtue",
}  # fmt: skip


def word_of(part: Component) -> str:
    """What kind of component it is, in a word."""
    return _WORD_OF[type(part)]
