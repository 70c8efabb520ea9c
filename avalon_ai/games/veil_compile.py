"""Compiles the components of Veil into the compact tables of whole numbers that the core reads; see veil_codes.

What the fields of an effect hold where its verb makes them special:

- `explore`: `units` says who of one's own must stand in the unexplored region: lords, heroes, or all four for any unit.
- `lose`: the place is `there` in a gain, else the text's own place or that of its event; warriors unless said.
- `place`, and `units = "this"`: `piece` is the beast whose text it is.
- `artifact`: without the flag `equip_any` it goes beside the board.
- `per` is counted for whoever the effect is done to, `cond` for the owner of the text; `enemy` counts all enemies
  together.
- A deploy with `to` goes exactly there; NONE is a coast or an own settlement. `max` 32767 is no bound.

In a power, `here` is the place of its owner and `there` that of the event that set it off. A rule of a beast stands in
the beast's own row and not in a power's.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from avalon_ai.errors import DataError
from avalon_ai.games import veil_codes as codes
from avalon_ai.games.veil_codes import LAYOUT, NONE
from avalon_ai.games.veil_components import Artifact, Beast, Bonus, Card, Components, FactionBoard, Lord, Tile
from avalon_ai.games.veil_conditions import read_filter
from avalon_ai.games.veil_vocabulary import (
    ANCIENT,
    QUADRANTS,
    THERE,
    THIS,
    Ability,
    Compare,
    Condition,
    Count,
    Effect,
    Filter,
    GainIf,
    Reduction,
    Spread,
    Tally,
)

UNBOUNDED = 32767
UNIT_MASKS = {
    "any": codes.ANY_UNITS, "heroes": 0b0110, THIS: 0b1000, "": 0,
    **{unit: 1 << bit for bit, unit in enumerate(codes.UNITS)},
}  # fmt: skip
CHAMPION_PIECES = codes.THE_ANCIENT_ONE + 1  # behind the Ancient One
EXPLORER_UNITS = {"lord": "lords", "hero": "heroes", "unit": "any"}
TOKEN_MASKS = {
    "hero": 0b0110, "any": 0b1111,
    **{place: 1 << bit for bit, place in enumerate(codes.TOKEN_PLACES)},
}  # fmt: skip
LISTS = ("fx", "revealed", "win", "notwin", "after")
MOST_REDUCTIONS = 2
CHAMPION_SLOTS, UNIT_LIMIT = 1, 5
COMMON = -1  # the owner of a power that every faction has


@dataclass(frozen=True)
class VeilTables:
    """The tables by section, rows in the order of the layout, and the ids behind the numbers."""

    tables: dict[str, list[list[int]]]
    cards: tuple[str, ...]
    artifacts: tuple[str, ...]
    beasts: tuple[str, ...]
    prophecies: tuple[str, ...]
    tiles: tuple[str, ...]
    powers: tuple[str, ...]
    effects: tuple[Effect, ...]  # what each row of that table was made from
    objectives: tuple[int, ...]  # length of the track of each faction, 0 for none


def compile_tables(data: Components, *, side: str = "A") -> VeilTables:
    """The tables of a full set, with the faction boards of one side. Raises DataError for more than they can hold."""
    made = _Compiler(data, side)
    made.run()
    for section, most in codes.MOST_ROWS.items():
        if len(made.tables[section]) > most:
            raise DataError("the data set", f"at most {most} {section} in all", str(len(made.tables[section])))
    return VeilTables(
        tables=made.tables,
        cards=tuple(card.id for card in data.cards),
        artifacts=tuple(artifact.id for artifact in data.artifacts),
        beasts=tuple(beast.id for beast in data.beasts),
        prophecies=tuple(prophecy.id for prophecy in data.prophecies),
        tiles=tuple(tile.id for tile in data.tiles),
        powers=tuple(made.powers),
        effects=tuple(made.said),
        objectives=tuple(row[LAYOUT["factions"].index("objective")] for row in made.tables["factions"]),
    )


class _Compiler:
    """The tables as they grow; equal filters, counts and conditions share a row."""

    def __init__(self, data: Components, side: str) -> None:
        self.data, self.side = data, side
        self.tables: dict[str, list[list[int]]] = {section: [] for section in LAYOUT}
        self.known: dict[tuple[str, Hashable], int] = {}
        self.powers: list[str] = []
        self.said: list[Effect] = []

    def run(self) -> None:
        """Fill every section."""
        data = self.data
        for card in data.cards:
            self.row("cards", **self.card(card))
        for number, artifact in enumerate(data.artifacts):
            span = self.power_span(artifact, "artifact", number)
            self.row("artifacts", vp=artifact.vp, strength=artifact.strength, **span)
        for number, beast in enumerate(data.beasts):
            span = self.power_span(beast, "beast", number)
            rule = codes.RULES.index(beast.ability.rule)
            self.row("beasts", vp=beast.vp, strength=beast.strength, rule=rule, **span)
        self.factions()
        for prophecy in data.prophecies:
            self.row("prophecies", cond=self.condition(prophecy.need), **_seasons(prophecy.vp))
        for tile in data.tiles:
            self.row("tiles", **self.tile(tile))
        self.board()
        self.tracks()

    def row(self, section: str, **values: int) -> int:
        """Add a row; every field of the layout must be given."""
        rows = self.tables[section]
        rows.append([values.pop(field) for field in LAYOUT[section]])
        if values:
            raise ValueError(f"{section}: no field {', '.join(values)}")
        return len(rows) - 1

    # --- filters, counts, conditions ---------------------------------------------------------

    def shared(self, section: str, key: Hashable, values: Mapping[str, int]) -> int:
        """The row of something that may have one already."""
        if (section, key) not in self.known:
            self.known[section, key] = self.row(section, **values)
        return self.known[section, key]

    def filter(self, where: Filter | None) -> int:
        """The row of a filter, or NONE."""
        if where is None:
            return NONE
        values = dict.fromkeys(LAYOUT["filters"], 0)
        for number, clause in enumerate(where.clauses):
            mask = sum(1 << codes.WORDS.index(word) for word in clause)
            values[f"low{number}"] = mask & ((1 << codes.WORD_BITS) - 1)
            values[f"high{number}"] = mask >> codes.WORD_BITS
        return self.shared("filters", where, values)

    def count(self, count: Count | None) -> int:
        """The row of a count, or NONE."""
        if count is None:
            return NONE
        mode = {"sum": "total" if count.where is None else "in"}.get(count.form, count.form)
        if count.form == "vplead":
            return self.count_row(count, what="vplead", mode="total")
        return self.count_row(count, what=count.tally.noun, mode=mode)

    def count_row(self, count: Count, *, what: str, mode: str) -> int:
        """The row of a count whose words are known."""
        values = {
            "what": codes.COUNTS.index(what),
            "enemy": int(count.tally.enemy),
            "mode": codes.COUNT_MODES.index(mode),
            "atleast": count.least,
            "filter": self.filter(count.where),
        }
        return self.shared("counts", count, values)

    def tally(self, tally: Tally) -> int:
        """The row of a bare tally, as `each`, `quad` and `same` need it."""
        return self.count(Count("sum", tally))

    def condition(self, condition: Condition | None) -> int:
        """The row of a condition, or NONE."""
        if condition is None:
            return NONE
        if ("conditions", condition) not in self.known:
            rows = [self.clause(part) for part in condition.parts]
            start = len(self.tables["clauses"])
            for values in rows:
                self.row("clauses", **values)
            self.shared("conditions", condition, {"start": start, "count": len(rows)})
        return self.known["conditions", condition]

    def clause(self, part: Compare | Spread) -> dict[str, int]:
        """The fields of one part of a condition."""
        values = dict.fromkeys(LAYOUT["clauses"], 0) | {"count2": NONE}
        if isinstance(part, Compare):
            kind, values["op"] = "compare", codes.COMPARISONS.index(part.operator)
            values["n"], values["count"] = part.n, self.count(part.count)
        else:
            kind = part.form
            (tally, values["n"]), *others = part.tests
            values["count"] = self.tally(tally)
            for other, values["n2"] in others:
                values["count2"] = self.tally(other)
            values["regions"] = _mask(part.regions)
        values["kind"] = codes.CLAUSES.index(kind)
        return values

    # --- effects -----------------------------------------------------------------------------

    def effects(self, found: Sequence[Effect], name: str = "fx", piece: int = NONE) -> dict[str, int]:
        """The span of a list of effects; what they gain stands before them."""
        if not found:
            return {f"{name}_start": 0, f"{name}_count": 0}
        rows = [self.effect(effect, piece) for effect in found]
        start = len(self.tables["effects"])
        for values in rows:
            self.row("effects", **values)
        self.said += found
        return {f"{name}_start": start, f"{name}_count": len(rows)}

    def effect(self, effect: Effect, piece: int) -> dict[str, int]:
        """The fields of one effect. `piece` is the beast whose text it is."""
        units = EXPLORER_UNITS[effect.by] if effect.do == "explore" else effect.units
        of_this = effect.do == "place" or effect.units == THIS
        flags = (
            effect.free, not effect.bonus, not effect.vp, effect.do == "artifact" and effect.equip == "any",
            effect.beside, effect.far, effect.level, effect.turn, effect.near,
        )  # fmt: skip
        if effect.beast == ANCIENT:
            piece = codes.THE_ANCIENT_ONE
        return {
            "verb": codes.VERBS.index(effect.do),
            "n": effect.n,
            "units": UNIT_MASKS[units],
            "piece": piece if of_this else NONE,
            "who": codes.WHO.index(effect.who),
            "from": self.filter(effect.source),
            "to": self.filter(effect.to),
            "deck": NONE if effect.deck == "choice" else codes.DECKS.index(effect.deck),
            "on": TOKEN_MASKS[effect.on] if effect.do == "token" else 0,
            "flags": sum(flag << bit for bit, flag in enumerate(flags)),
            "pow": effect.pow,
            "cond": self.condition(effect.condition),
            **self.effects(effect.gain, "gain", piece),
            **self.gainif(effect.gainif),
            "per": self.count(effect.per),
            "div": effect.div,
            "max": effect.most or UNBOUNDED,
            "rule": codes.RULES.index(effect.rule),
        }

    def gainif(self, gainif: GainIf | None) -> dict[str, int]:
        """What the gain needs."""
        if gainif is None:
            return {"gainif": 0, "gainarg": NONE}
        arguments = {
            "there": self.filter(gainif.where),
            "explored": NONE,
            "deployed": UNIT_MASKS[gainif.units],
            "moved": gainif.n,
        }
        return {"gainif": codes.GAIN_WHEN.index(gainif.form), "gainarg": arguments[gainif.form]}

    # --- components --------------------------------------------------------------------------

    def card(self, card: Card) -> dict[str, int]:
        """The fields of a card."""
        values = {"init": card.init, "cost": card.cost, "limit": card.limit}
        for name in LISTS:
            values |= self.effects(getattr(card, name), name)
        for number in range(MOST_REDUCTIONS):
            reduction = card.reduce[number] if number < len(card.reduce) else None
            values |= {f"{field}{number}": value for field, value in self.reduction(reduction).items()}
        return values

    def reduction(self, reduction: Reduction | None) -> dict[str, int]:
        """The fields of one way to pay less."""
        values = {"kind": 0, "n": 0, "verb": NONE, "units": NONE, "to": NONE, "arg": NONE}
        if reduction is None:
            return values
        if reduction.only:
            values |= {"verb": codes.VERBS.index(reduction.only), "units": UNIT_MASKS[reduction.units]}
            values["to"] = self.filter(reduction.to)
        elif reduction.show:
            values["arg"] = codes.DECKS.index(reduction.show)
        else:
            values["arg"] = self.condition(reduction.condition)
        kind = "only" if reduction.only else "show" if reduction.show else "if"
        return values | {"kind": codes.REDUCTIONS.index(kind), "n": reduction.n}

    def power_span(self, owner: Artifact | Beast, kind: str, number: int) -> dict[str, int]:
        """The powers of an artifact or beast; a bare rule of a beast stands in its own row."""
        bare = kind == "beast" and not owner.ability.fx
        if owner.ability.blank or bare:
            return {"powers_start": 0, "powers_count": 0}
        return self.power_rows([(owner.id, owner.ability)], kind, number)

    def power_rows(self, found: Iterable[tuple[str, Ability]], kind: str, number: int) -> dict[str, int]:
        """The span of an owner's powers."""
        start = len(self.powers)
        for name, ability in found:
            self.powers.append(name)
            self.row("powers", **self.power(ability, kind, number))
        return {"powers_start": start, "powers_count": len(self.powers) - start}

    def power(self, ability: Ability, kind: str, number: int) -> dict[str, int]:
        """The fields of one power."""
        piece = number if kind == "beast" else NONE
        if kind == "champion":
            piece = CHAMPION_PIECES + number % codes.CHAMPIONS
        return {
            "kind": codes.POWER_KINDS.index(ability.kind),
            "on": codes.TRIGGERS.index(ability.on),
            "pow": ability.pow,
            "rule": 0 if kind == "beast" else codes.RULES.index(ability.rule),
            "at": self.filter(ability.at),
            "units": UNIT_MASKS[ability.event_units],
            "cond": self.condition(ability.condition),
            **self.effects(ability.fx, piece=piece),
            "owner_kind": codes.OWNERS.index(kind),
            "owner": number,
        }

    def factions(self) -> None:
        """Lords and faction boards; a board of all factions has its powers once."""
        spans: dict[str, dict[str, int]] = {}
        for number, faction in enumerate(codes.FACTIONS):
            lord, board = self.data.lord(faction, "A"), self.data.faction_board(faction, self.side)
            crowned = self.data.lord(faction, self.side)
            if lord is None or board is None or crowned is None:
                raise DataError("factions.toml", f"a faction board and a Lord board of side B for {faction}", "none")
            self.row("lords", **self.lord(lord, "lord", number))
            self.row("crowned", **self.lord(crowned, "crowned" if crowned is not lord else "", number))
            if board.faction not in spans:
                owner = number if board.faction == faction else COMMON
                found = [(ability.id, ability.ability) for ability in board.abilities]
                spans[board.faction] = self.power_rows(found, "faction", owner)
            slots = dict.fromkeys(_SLOT_FIELDS, 0)
            for place, slot in enumerate(board.slots):
                slots |= {f"vp{place}": slot.vp, f"warriors{place}": slot.warriors}
            sizes = {"slots": len(board.slots), "track": board.power, "objective": board.objective}
            self.row("factions", **sizes, **spans[board.faction], **slots)
        self.single_factions()

    def single_factions(self) -> None:
        """Ley lines, quests, the tide and virtues of champions, each of which one faction has at most."""
        boards = [self.data.faction_board(faction, self.side) for faction in codes.FACTIONS]
        for number, board in enumerate(boards):
            if board is None:
                continue
            for champion, virtue in enumerate(board.virtues):
                self.power_rows([(virtue.id, virtue.ability)], "champion", number * codes.CHAMPIONS + champion)
            for row, bonuses in enumerate(board.lines):
                for bonus in bonuses:
                    self.row("lines", row=row, **self.effects(_bonus_effects(bonus)))
        quests = next((board.quests for board in boards if board is not None and board.quests), {})
        for deck in codes.DECKS:
            self.row("quests", **self.effects(quests.get(deck, ())))

    def owner_of(self, part: str) -> tuple[int, FactionBoard | None]:
        """The only faction whose board has such a part, by number, with the board. Raises DataError for several."""
        boards = [self.data.faction_board(faction, self.side) for faction in codes.FACTIONS]
        found = [number for number, board in enumerate(boards) if board is not None and getattr(board, part)]
        if len(found) > 1:
            raise DataError("factions.toml", f"{part} on one faction board at most", f"{len(found)} of them")
        return (found[0], boards[found[0]]) if found else (NONE, None)

    def lord(self, lord: Lord, kind: str, number: int) -> dict[str, int]:
        """The fields of a Lord board; without a kind its powers stand elsewhere."""
        found = [] if lord.ability.blank or not kind else [(lord.id, lord.ability)]
        sizes = {"start_vp": lord.start, "slots": lord.slots, "lords": len(lord.lords), "strength": lord.strength}
        return sizes | self.power_rows(found, kind, number)

    def tile(self, tile: Tile) -> dict[str, int]:
        """The fields of a region tile."""
        bonuses = [*tile.slots, None, None]
        return {
            "ring": codes.RINGS.index(tile.ring),
            "terrain": codes.TERRAINS.index(tile.terrain),
            "slots": len(tile.slots),
            "rewards": sum(1 << codes.REWARDS.index(reward) for reward in tile.rewards),
            **_seasons(tile.vp),
            **self.effects(_bonus_effects(bonuses[0]), "bonus1"),
            **self.effects(_bonus_effects(bonuses[1]), "bonus2"),
        }

    def board(self) -> None:
        """Regions, quadrants and deep mist."""
        board = self.data.board
        for region in codes.REGIONS:
            near = [other for other in codes.REGIONS if frozenset((region, other)) in board.adjacent]
            ring, war = codes.RINGS.index(board.rings[region]), board.war_order.index(region)
            self.row("regions", ring=ring, adjacent=_mask(near), war=war)
        for regions in (*board.quadrants.values(), *board.deep_mist.values()):
            self.row("masks", regions=_mask(regions))

    def tracks(self) -> None:
        """Tracks and single numbers."""
        tracks, supply, singles = self.data.tracks, self.data.supply, self.data.singles
        tide_faction, tide_board = self.owner_of("tide")
        for side in codes.SIDES:
            for space in (None, *tracks.favor[side]):
                self.row("spaces", **self.effects(_bonus_effects(space)))
        for star in tracks.stars:
            self.row("stars", space=star)
        self.row(
            "numbers",
            favor_length=len(tracks.favor["A"]),
            excess_vp=tracks.excess_vp,
            first_favor=tracks.first_favor,
            later_favor=tracks.later_favor,
            knight_strength=tracks.knight_strength,
            knight_gap=tracks.knight_gap,
            grail_vp=tracks.grail_vp,
            grail_strength=tracks.grail_strength,
            excalibur_strength=tracks.excalibur_strength,
            tokens=supply.tokens,
            champion_slots=CHAMPION_SLOTS,
            unit_limit=UNIT_LIMIT,
            warriors=supply.warriors,
            line_faction=self.owner_of("lines")[0],
            line_limit=singles.line_limit,
            ancient=singles.ancient,
            quest_faction=self.owner_of("quests")[0],
            tide_faction=tide_faction,
            tide_start=QUADRANTS.index(tide_board.tide) if tide_board is not None else 0,
            leviathan=singles.leviathan[0],
            leviathan_up=singles.leviathan[1],
        )


_SLOT_FIELDS = tuple(f"{what}{place}" for place in range(codes.MOST_SLOTS) for what in ("vp", "warriors"))


def _bonus_effects(bonus: Bonus | None) -> tuple[Effect, ...]:
    """A slot's or a space's bonus as an effect."""
    if bonus is None:
        return ()
    if bonus.kind == "warrior":
        return (Effect("deploy", bonus.n, units="warriors", to=read_filter(THERE)),)
    return (Effect(bonus.kind, bonus.n),)


def _mask(regions: Iterable[str]) -> int:
    return sum(1 << codes.REGIONS.index(region) for region in regions)


def _seasons(vp: Sequence[int]) -> dict[str, int]:
    return {f"vp{season}": points for season, points in enumerate(vp, 1)}
