"""Reads the tables of Veil's data files field by field; a fault names file, component, field and what was expected."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, NoReturn, TypeVar

from avalon_ai.errors import DataError, LineError
from avalon_ai.games import veil_vocabulary as words
from avalon_ai.games.veil_conditions import read_condition, read_count, read_filter, read_gainif
from avalon_ai.games.veil_vocabulary import Ability, Effect, Filter, GainIf, Reduction

Value = TypeVar("Value")


class Fields:
    """One table of a file. What was asked for is taken; `close` finds what nobody knows."""

    def __init__(self, table: object, file: str, owner: str, path: str = "") -> None:
        self.file, self.owner, self.path = file, owner, path
        if not isinstance(table, dict):
            self.fault("", "a table", table)
        self.table: Mapping[str, Any] = table
        self.asked: set[str] = set()

    def place(self, field: str) -> str:
        """File, component and field, as an error names them."""
        parts = (self.file, self.owner, ".".join(part for part in (self.path, field) if part))
        return ": ".join(part for part in parts if part)

    def fault(self, field: str, rule: str, found: object) -> NoReturn:
        """Raises DataError for a field."""
        raise DataError(self.place(field), rule, found if isinstance(found, str) else repr(found))

    def has(self, field: str) -> bool:
        """Whether the table says anything about the field."""
        self.asked.add(field)
        return field in self.table

    def get(self, field: str, rule: str) -> Any:
        """The value of a field, which must be there."""
        if not self.has(field):
            self.fault(field, rule, "nothing")
        return self.table[field]

    def whole(self, field: str, low: int, high: int, default: int | None = None) -> int:
        """A whole number; without default it must be there."""
        if default is not None and not self.has(field):
            return default
        rule = f"a whole number from {low} to {high}"
        value = self.get(field, rule)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            self.fault(field, rule, repr(value))
        return int(value)

    def flag(self, field: str, default: bool) -> bool:
        """True or false."""
        value = self.get(field, "true or false") if self.has(field) else default
        if not isinstance(value, bool):
            self.fault(field, "true or false", repr(value))
        return value

    def text(self, field: str, default: str | None = None, most: int = 60) -> str:
        """A text of one line; without default it must be there."""
        if default is not None and not self.has(field):
            return default
        rule = f"a text of 1 to {most} characters"
        value = self.get(field, rule)
        if not isinstance(value, str) or not 0 < len(value) <= most or not value.isprintable():
            self.fault(field, rule, repr(value))
        return value

    def word(self, field: str, allowed: Collection[str], default: str | None = None) -> str:
        """One of a few words; without default it must be there."""
        if default is not None and not self.has(field):
            return default
        value = self.table.get(field)
        if not self.has(field) or not isinstance(value, str) or value not in allowed:
            self.fault(field, f"one of {', '.join(allowed)}", value if field in self.table else "nothing")
        return value

    def items(self, field: str, rule: str, low: int = 0, high: int = 99) -> list[Any]:
        """A list; left out, it is empty where it may be."""
        value = self.get(field, rule) if self.has(field) or low else []
        if not isinstance(value, list) or not low <= len(value) <= high:
            self.fault(field, rule, repr(value) if not isinstance(value, list) else f"{len(value)} of them")
        return value

    def wholes(self, field: str, size: int, low: int, high: int) -> tuple[int, ...]:
        """A list of whole numbers."""
        rule = f"{size} whole numbers from {low} to {high}"
        found = self.items(field, rule, size, size)
        if not all(isinstance(n, int) and not isinstance(n, bool) and low <= n <= high for n in found):
            self.fault(field, rule, found)
        return tuple(found)

    def words(self, field: str, allowed: Collection[str], low: int, high: int) -> tuple[str, ...]:
        """A list of words, none of them twice."""
        rule = f"{low} to {high} of {', '.join(allowed)}" if low < high else f"{low} of {', '.join(allowed)}"
        found = self.items(field, rule, low, high)
        if not all(isinstance(word, str) and word in allowed for word in found) or len(set(found)) < len(found):
            self.fault(field, rule, ", ".join(map(str, found)))
        return tuple(found)

    def tables(self, field: str, low: int = 0, high: int = 99) -> list[Fields]:
        """A list of tables, counted from 1 in errors."""
        found = self.items(field, f"a list of {low} to {high} tables", low, high)
        return [
            Fields(table, self.file, self.owner, f"{self.path}{'.' if self.path else ''}{field}.{number}")
            for number, table in enumerate(found, 1)
        ]

    def parsed(self, field: str, read: Callable[[str], Value], what: str) -> Value | None:
        """A text of the vocabulary, read; None if it is left out."""
        if not self.has(field):
            return None
        value = self.table[field]
        if not isinstance(value, str):
            self.fault(field, what, value)
        try:
            return read(value)
        except LineError as error:
            raise DataError(self.place(field), error.expected, error.found) from error

    def close(self) -> None:
        """Nothing else may stand there. Raises DataError."""
        for field in self.table:
            if field not in self.asked:
                self.fault(field, f"only {', '.join(sorted(self.asked))}", "an unknown field")


# --- where an effect stands --------------------------------------------------------------------


@dataclass(frozen=True)
class Stand:
    """Which verbs may stand in a place, and which words about places mean something there."""

    name: str
    verbs: frozenset[str]
    here: bool = True
    there: bool = False
    faction: bool = False
    beast: bool = False


def _stand(name: str, *verbs: str, here: bool = True) -> Stand:
    return Stand(name, frozenset(verbs), here=here)


CARD = _stand("a card of this deck", *words.ANYWHERE, *words.TURN_ONLY, here=False)
QUEST = _stand("a quest", *words.ANYWHERE, "objective")
PLAN_STANDS = {
    "fx": _stand("a plan", *words.ANYWHERE, "strength", "negate", "discard_plan", "rule"),
    "revealed": _stand("what a plan does when revealed", *words.BATTLE),
    **dict.fromkeys(("win", "notwin", "after"), _stand("the end of a battle", *words.ANYWHERE, "discard_plan")),
}


def _ability_stand(kind: str, on: str, *, faction: bool, beast: bool, lord: bool, champion: bool) -> Stand:
    verbs = set(words.ANYWHERE)
    if kind == "passive" and not on:
        verbs = {"strength"}
    if kind in ("ability", "turn", "free") or on in words.TURN_EVENTS:
        verbs |= set(words.TURN_ONLY)
    if on in ("battle_start", "plans_shown", "plans", "tied_first"):
        verbs.add("strength")
    if on in ("battle_start", "plans_shown"):
        verbs.add("limit")
    if on == "plans_shown":
        verbs.add("negate")
    if beast or faction or lord:
        verbs.add("place")
    if faction or lord:
        verbs |= set(words.FACTION)
    name = f"a text of kind {kind}" + (f" on {on}" if on else "")
    there = on in words.PLACED_EVENTS
    return Stand(name, frozenset(verbs), there=there, faction=faction, beast=beast or champion)


DEFAULTS: Mapping[str, Any] = words.EFFECT_DEFAULTS
KNOWN_FIELDS = {verb: frozenset(("do", *own, *words.COMMON_FIELDS)) for verb, own in words.VERB_FIELDS.items()}
FLAGS = ("free", "bonus", "vp", "beside", "far", "level", "turn", "near")
MAY_BE_NEGATIVE = ("power", "vp", "favor", "strength", "limit")
CHOICES: Mapping[str, tuple[str, ...]] = {
    "units": words.UNITS,
    "who": words.PLAYERS,
    "deck": ("choice", *words.DECKS),
    "on": words.TOKEN_PLACES,
    "by": words.EXPLORERS,
    "equip": words.EQUIPS,
    "beast": (words.THIS, words.ANCIENT),
    "rule": words.RULES,
}


# --- effects -----------------------------------------------------------------------------------


def effects(fields: Fields, name: str, stand: Stand) -> tuple[Effect, ...]:
    """A list of effects. Raises DataError."""
    return tuple(_effect(table, stand) for table in fields.tables(name, 0, 6))


def _effect(fields: Fields, stand: Stand) -> Effect:
    do = fields.word("do", words.VERBS)
    if do not in stand.verbs:
        allowed = [verb for verb in words.VERBS if verb in stand.verbs]
        fields.fault("do", f"one of {', '.join(allowed)} in {stand.name}", do)
    known = KNOWN_FIELDS[do]
    for field in fields.table:
        if field not in known:
            rule = f"only {', '.join((*words.VERB_FIELDS[do], *words.COMMON_FIELDS))} for {do}"
            fields.fault(field, rule, "an unknown field")
    said = _own_fields(fields, do, stand)
    if known.intersection(fields.table).intersection(words.COMMON_FIELDS):
        said |= _common_fields(fields, do, stand)
    return Effect(do, **said)


def _common_fields(fields: Fields, do: str, stand: Stand) -> dict[str, Any]:
    paid = {"condition": _condition(fields, stand), "pow": fields.whole("pow", 1, 9, 0)}
    return paid | _per(fields, do) | _gains(fields, do, stand)


def _own_fields(fields: Fields, do: str, stand: Stand) -> dict[str, Any]:
    said: dict[str, Any] = {}
    for field in words.VERB_FIELDS[do]:
        if field == "n":
            said["n"] = _amount(fields, do)
        elif field in ("from", "to"):
            said["source" if field == "from" else field] = _where(fields, field, stand)
        elif field in FLAGS:
            said[field] = fields.flag(field, DEFAULTS[field])
        else:
            said[field] = fields.word(field, CHOICES[field], DEFAULTS[field])
    _check_own(fields, do, said, stand)
    if do == "lose" and "units" not in fields.table:
        said["units"] = "warriors"
    return said


def _amount(fields: Fields, do: str) -> int:
    low = -words.MOST if do in MAY_BE_NEGATIVE else 1
    found = fields.whole("n", low, words.MOST, 1)
    if found == 0:
        fields.fault("n", "a number that is not 0", 0)
    return found


def _check_own(fields: Fields, do: str, said: Mapping[str, Any], stand: Stand) -> None:
    if said.get("units") == words.THIS and not stand.beast:
        fields.fault("units", f"`{words.THIS}` in the text of a beast or a champion alone", words.THIS)
    if do == "place" and (said["beast"] == words.THIS) != stand.beast:
        fields.fault("beast", words.THIS if stand.beast else words.ANCIENT, said["beast"])
    if do == "negate" and said["who"] not in ("enemy", "enemies"):
        fields.fault("who", "enemy or enemies", said["who"] if "who" in fields.table else "nothing")
    if do == "rule" and not said["rule"]:
        fields.fault("rule", f"one of {', '.join(words.RULES)}", "nothing")
    if do == "lose" and not (stand.here or stand.there):
        fields.fault("do", f"{do} in {stand.name} only as the gain of an effect that has a place", do)


def _where(fields: Fields, field: str, stand: Stand) -> Filter | None:
    found = fields.parsed(field, read_filter, "a filter") if fields.table.get(field) != "any" else None
    fields.asked.add(field)
    if found is not None:
        _check_places(fields, field, found, stand)
    return found


def _check_places(fields: Fields, field: str, where: Filter, stand: Stand) -> None:
    """`here`, `there` and `quadrant` stand only where they mean something. Raises DataError."""
    for word, means in ((words.HERE, stand.here), (words.THERE, stand.there), (words.QUADRANT, stand.faction)):
        if word in where.words and not means:
            fields.fault(field, f"no `{word}` in {stand.name}: it means nothing there", str(where))


def _condition(fields: Fields, stand: Stand, field: str = "if") -> words.Condition | None:
    found = fields.parsed(field, read_condition, "a condition")
    for part in found.parts if found is not None else ():
        if isinstance(part, words.Compare) and part.count.where is not None:
            _check_places(fields, field, part.count.where, stand)
    return found


def _per(fields: Fields, do: str) -> dict[str, Any]:
    count = fields.parsed("per", read_count, "a count")
    said = {"per": count, "div": fields.whole("div", 1, 9, 1), "most": fields.whole("max", 1, words.MOST, 0)}
    if count is None:
        for field in ("div", "max"):
            if field in fields.table:
                fields.fault(field, "it only beside per", fields.table[field])
    elif do not in words.COUNTED:
        fields.fault("per", f"it only for {', '.join(words.COUNTED)}", do)
    return said


MOST_GAINS = 2
ONLY = ("deploy", *words.MOVES, "settle")
UNITS_NAMED = tuple(unit for unit in words.UNITS if unit not in ("any", words.THIS))
GAINS = {
    "there": ("deploy", *words.MOVES, "settle", "explore", "place"),
    "explored": ("deploy", *words.MOVES, "explore"),
    "deployed": ("deploy", *words.MOVES),
    "moved": ("army", "out", "in"),
}


def _gains(fields: Fields, do: str, stand: Stand) -> dict[str, Any]:
    if "gain" in fields.table and fields.path.count("gain") == MOST_GAINS:
        fields.fault("gain", f"at most {MOST_GAINS} gains inside each other", MOST_GAINS + 1)
    gain = effects(fields, "gain", replace(stand, there=stand.there or do in GAINS["there"]))
    gainif = fields.parsed("gainif", read_gainif, "what the gain needs")
    if gainif is not None:
        _check_gainif(fields, do, gain, gainif, stand)
    return {"gain": gain, "gainif": gainif}


def _check_gainif(fields: Fields, do: str, gain: tuple[Effect, ...], gainif: GainIf, stand: Stand) -> None:
    if not gain:
        fields.fault("gainif", "a gain beside it", "none")
    if do not in GAINS[gainif.form]:
        fields.fault("gainif", f"`{gainif.form}` only for {', '.join(GAINS[gainif.form])}", do)
    if gainif.where is not None:
        _check_places(fields, "gainif", gainif.where, stand)


# --- texts -------------------------------------------------------------------------------------


def ability(
    fields: Fields, *, faction: bool = False, beast: bool = False, lord: bool = False, champion: bool = False
) -> Ability:
    """The text of a component: the fields kind, on, at, if, pow, fx and rule of its table. Raises DataError."""
    rule = fields.word("rule", words.RULES, "")
    kind = fields.word("kind", words.KINDS, "")
    on, _, units = fields.text("on", "").partition(":")
    if on and on not in words.EVENTS:
        fields.fault("on", f"one of {', '.join(words.EVENTS)}", on)
    if units and (on != "deploy" or units not in words.UNITS):
        fields.fault("on", f"units behind deploy alone: {', '.join(words.UNITS)}", f"{on}:{units}")
    stand = _ability_stand(kind, on, faction=faction, beast=beast, lord=lord, champion=champion)
    found = Ability(
        kind=kind,
        on=on,
        event_units=units or "any",
        at=_at(fields, stand, on, faction=faction),
        condition=_condition(fields, stand),
        pow=fields.whole("pow", 1, 9, 0),
        fx=effects(fields, "fx", stand),
        rule=rule,
    )
    _check_ability(fields, found)
    return replace(found, kind="passive") if rule and not kind else found


def _at(fields: Fields, stand: Stand, on: str, *, faction: bool) -> Filter | None:
    """Where the event must be: in battles, left out, at the own place, or for a faction board where an own hero is."""
    if "at" not in fields.table and on in words.BATTLE_EVENTS:
        return read_filter("own_hero" if faction else words.HERE)
    where = _where(fields, "at", replace(stand, there=False))
    if where is not None and not stand.there:
        fields.fault("at", "it only beside an event that has a place", str(where))
    return where


def _check_ability(fields: Fields, found: Ability) -> None:
    kind, on = found.kind, found.on
    if not kind and (found.fx or on or found.pow or found.condition):
        fields.fault("kind", f"one of {', '.join(words.KINDS)}", "nothing")
    if kind and not found.fx and not found.rule:
        fields.fault("fx", "at least one effect, or a rule", "none")
    if kind in ("reaction", words.EACH) and not on:
        fields.fault("on", f"one of {', '.join(words.EVENTS)}", "nothing")
    if on and kind not in ("reaction", "passive", words.EACH):
        fields.fault("on", "it only for a reaction or a passive text", on)
    if found.pow and kind == "passive":
        fields.fault("pow", "no price of a passive text", found.pow)
    if kind == "free" and any(effect.do != "pickchamp" or effect.gain for effect in found.fx):
        fields.fault("fx", "pickchamp alone in what may be done any number of times", found.fx[0].do)
    if kind == "passive" and not on:
        _check_standing(fields, found)
    for effect in every(found.fx if kind != words.EACH else ()):
        if effect.do == on and found.event_units in ("any", effect.units):
            fields.fault("fx", f"nothing that sets off `{on}` again", effect.do)


def every(effects_: Iterable[Effect]) -> Iterator[Effect]:
    """The effects with all that they gain."""
    for effect in effects_:
        yield effect
        yield from every(effect.gain)


def _check_standing(fields: Fields, found: Ability) -> None:
    """Strength that always counts must not hang on strength. Raises DataError."""
    conditions = [found.condition, *(effect.condition for effect in found.fx)]
    said = [str(effect.per) for effect in found.fx if effect.per is not None]
    said += [str(condition) for condition in conditions if condition is not None]
    for text in said:
        if "strength" in text:
            fields.fault("fx", "strength that always counts not to hang on strength", text)


def reduction(fields: Fields, cost: int) -> Reduction:
    """One way to pay less for a card of that cost. Raises DataError."""
    n = fields.whole("n", 1, max(1, cost))
    condition = _condition(fields, CARD)
    show = fields.word("show", words.DECKS) if fields.has("show") else ""
    only, units, to = _only(fields) if fields.has("only") else ("", "any", None)
    if sum(bool(part) for part in (only, condition, show)) != 1:
        fields.fault("", "exactly one of only, if and show", ", ".join(fields.table))
    fields.close()
    return Reduction(n, only, units, to, condition, show)


def _only(fields: Fields) -> tuple[str, str, Filter | None]:
    """A verb with the units or regions it is bound to, as `deploy:warriors`. Raises DataError."""
    verb, colon, units = fields.text("only").partition(":")
    to = _where(fields, "to", CARD)
    if verb not in ONLY or (colon and (verb == "settle" or units not in UNITS_NAMED)):
        rule = f"one of {', '.join(ONLY)}; behind all but settle perhaps a colon and one of {', '.join(UNITS_NAMED)}"
        fields.fault("only", rule, fields.text("only"))
    if not units and to is None:
        fields.fault("only", "units behind a colon, or `to` beside it", verb)
    return verb, units or "any", to
