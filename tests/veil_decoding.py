"""Reads the compact tables of Veil back into trees of effects, so that a test can see that nothing was lost."""

from __future__ import annotations

from typing import Any

from avalon_ai.games import veil_codes as codes
from avalon_ai.games.veil_codes import LAYOUT, NONE
from avalon_ai.games.veil_components import Card, Slot
from avalon_ai.games.veil_vocabulary import (
    FILTER_WORDS,
    VERB_FIELDS,
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

UNITS = {15: "any", 1: "warriors", 2: "champions", 4: "lords", 6: "heroes", 8: "beasts"}
EXPLORERS = {15: "unit", 4: "lord", 6: "hero"}
TOKENS = {1: "settlement", 2: "lord", 4: "champion", 8: "beast", 6: "hero", 15: "any"}
Row = dict[str, int]


class Decoder:
    """The tables, row by row."""

    def __init__(self, tables: dict[str, list[list[int]]]) -> None:
        self.tables = tables

    def row(self, section: str, number: int) -> Row:
        """One row with the names of its fields."""
        return dict(zip(LAYOUT[section], self.tables[section][number], strict=True))

    def filter(self, number: int) -> Filter | None:
        """A filter, or None."""
        if number == NONE:
            return None
        row = self.row("filters", number)
        masks = [row[f"low{clause}"] | row[f"high{clause}"] << codes.WORD_BITS for clause in range(4)]
        clauses = [[codes.WORDS[bit] for bit in range(len(codes.WORDS)) if mask >> bit & 1] for mask in masks if mask]
        return Filter(tuple(tuple(sorted(clause, key=FILTER_WORDS.index)) for clause in clauses))

    def count(self, number: int) -> Count | None:
        """A count, or None."""
        if number == NONE:
            return None
        row = self.row("counts", number)
        what, mode = codes.COUNTS[row["what"]], codes.COUNT_MODES[row["mode"]]
        where = self.filter(row["filter"])
        if what == "vplead":
            return Count("vplead", Tally("vp"))
        form = "sum" if mode in ("total", "in") else mode
        assert (mode == "in") == (form == "sum" and where is not None)
        return Count(form, Tally(what, bool(row["enemy"])), where, row["atleast"])

    def tally(self, number: int) -> Tally:
        """What a bare count counts."""
        count = self.count(number)
        assert count is not None
        assert (count.form, count.where) == ("sum", None)
        return count.tally

    def condition(self, number: int) -> Condition | None:
        """A condition, or None."""
        if number == NONE:
            return None
        span = self.row("conditions", number)
        return Condition(tuple(self.clause(span["start"] + part) for part in range(span["count"])))

    def clause(self, number: int) -> Compare | Spread:
        """One part of a condition."""
        row = self.row("clauses", number)
        kind = codes.CLAUSES[row["kind"]]
        if kind == "compare":
            count = self.count(row["count"])
            assert count is not None
            return Compare(count, codes.COMPARISONS[row["op"]], row["n"])
        tests = [(self.tally(row["count"]), row["n"])]
        if row["count2"] != NONE:
            tests.append((self.tally(row["count2"]), row["n2"]))
        return Spread(kind, tuple(tests), regions(row["regions"]))

    def effects(self, row: Row, name: str = "fx") -> tuple[Effect, ...]:
        """A list of effects."""
        start, count = row[f"{name}_start"], row[f"{name}_count"]
        return tuple(self.effect(number) for number in range(start, start + count))

    def effect(self, number: int) -> Effect:
        """One effect; only what its verb has is looked at."""
        row = self.row("effects", number)
        verb = codes.VERBS[row["verb"]]
        flags = {name: bool(row["flags"] >> bit & 1) for bit, name in enumerate(codes.FLAGS)}
        own: dict[str, Any] = {
            "n": row["n"],
            "units": "this" if row["piece"] != NONE and verb != "place" else UNITS[row["units"]],
            "source": self.filter(row["from"]),
            "to": self.filter(row["to"]),
            "free": flags["free"],
            "bonus": not flags["no_bonus"],
            "vp": not flags["no_vp"],
            "equip": "any" if flags["equip_any"] else "none",
            "deck": "choice" if row["deck"] == NONE else codes.DECKS[row["deck"]],
            "by": EXPLORERS.get(row["units"]),
            "on": TOKENS.get(row["on"]),
            "who": codes.WHO[row["who"]],
            "beast": "ancient" if row["piece"] == codes.THE_ANCIENT_ONE else "this",
            "beside": flags["beside"],
            "far": flags["far"],
            "level": flags["level"],
            "turn": flags["turn"],
            "near": flags["near"],
            "rule": codes.RULES[row["rule"]],
        }
        known = {"source" if field == "from" else field for field in VERB_FIELDS.get(verb, ())}
        return Effect(
            verb,
            **{field: value for field, value in own.items() if field in known},
            condition=self.condition(row["cond"]),
            gain=self.effects(row, "gain"),
            gainif=self.gainif(row),
            per=self.count(row["per"]),
            div=row["div"],
            most=0 if row["max"] == 32767 else row["max"],
            pow=row["pow"],
        )

    def gainif(self, row: Row) -> GainIf | None:
        """What the gain needs, or None."""
        form, argument = codes.GAIN_WHEN[row["gainif"]], row["gainarg"]
        if form == "there":
            return GainIf("there", where=self.filter(argument))
        if form == "deployed":
            return GainIf("deployed", units=UNITS[argument])
        if form == "moved":
            return GainIf("moved", n=argument)
        return GainIf(form) if form else None

    def card(self, number: int, like: Card) -> Card:
        """A card; its names and deck, which no table holds, are those of `like`."""
        row = self.row("cards", number)
        lists = {name: self.effects(row, name) for name in ("fx", "revealed", "win", "notwin", "after")}
        found = (self.reduction(row, place) for place in range(2))
        reduce = tuple(reduction for reduction in found if reduction is not None)
        deck = codes.DECKS[number // codes.DECK_SIZE]
        return Card(like.id, like.name, like.source, deck, row["init"], row["cost"], reduce, row["limit"], **lists)

    def reduction(self, row: Row, place: int) -> Reduction | None:
        """One way to pay less, or None."""
        kind, n, arg = codes.REDUCTIONS[row[f"kind{place}"]], row[f"n{place}"], row[f"arg{place}"]
        if kind == "only":
            verb, units = codes.VERBS[row[f"verb{place}"]], UNITS[row[f"units{place}"]]
            return Reduction(n, verb, units, self.filter(row[f"to{place}"]))
        if kind == "if":
            return Reduction(n, condition=self.condition(arg))
        return Reduction(n, show=codes.DECKS[arg]) if kind else None

    def ability(self, row: Row, rule: int = 0) -> Ability:
        """The ability of an owner with at most one power; `rule` is the one beside it."""
        if not row["powers_count"]:
            return Ability(kind="passive", rule=codes.RULES[rule]) if rule else Ability()
        assert row["powers_count"] == 1
        return self.power(row["powers_start"], rule)

    def power(self, number: int, rule: int = 0) -> Ability:
        """One power; `rule` is the one of its owner's row."""
        row = self.row("powers", number)
        return Ability(
            kind=codes.POWER_KINDS[row["kind"]],
            on=codes.TRIGGERS[row["on"]],
            event_units=UNITS[row["units"]],
            at=self.filter(row["at"]),
            condition=self.condition(row["cond"]),
            pow=row["pow"],
            fx=self.effects(row),
            rule=codes.RULES[rule or row["rule"]],
        )

    def slots(self, row: Row) -> tuple[Slot, ...]:
        """The slots of a faction board."""
        return tuple(Slot(row[f"vp{place}"], row[f"warriors{place}"]) for place in range(row["slots"]))


def regions(mask: int) -> tuple[str, ...]:
    """The regions of a mask, in the order of the numbers."""
    return tuple(name for bit, name in enumerate(codes.REGIONS) if mask >> bit & 1)
