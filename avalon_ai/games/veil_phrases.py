"""Regions, counts and conditions of Veil's components in English."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from avalon_ai.games.veil_vocabulary import (
    HERE,
    PLACED,
    REGIONS,
    THERE,
    Compare,
    Condition,
    Count,
    Filter,
    Spread,
    Tally,
)

ADJECTIVES = {
    "coast": "coastal", "inner": "inner", "centre": "central", "forest": "forest", "river": "river",
    "mountain": "mountain", "explored": "explored", "unexplored": "unexplored", "empty": "empty",
}  # fmt: skip
HOLDINGS = {
    "settled": "your settlement", "enemy_unit": "an enemy unit", "enemy_settled": "an enemy settlement",
    "enemy_hero": "an enemy hero", "own_unit": "your unit", "own_lord": "your Lord", "own_hero": "your hero",
    "leyline": "your ley line",
}  # fmt: skip
NOUNS = {
    "strength": ("strength", "strength"), "units": ("unit", "units"), "warriors": ("warrior", "warriors"),
    "champions": ("champion", "champions"), "lords": ("Lord", "Lords"), "beasts": ("beast", "beasts"),
    "heroes": ("hero", "heroes"), "settlements": ("settlement", "settlements"),
    "leylines": ("ley line", "ley lines"), "artifacts": ("artifact", "artifacts"),
    "hand": ("card in hand", "cards in hand"), "power": ("power", "power"), "favor": ("favor", "favor"),
    "vp": ("VP", "VP"), "bonus": ("bonus card", "bonus cards"),
    "prophecies": ("fulfilled prophecy", "fulfilled prophecies"),
    "objective": ("step on your objective", "steps on your objective"),
}  # fmt: skip
UNIT_NOUNS = {
    "any": ("unit", "units"), "warriors": NOUNS["warriors"], "champions": NOUNS["champions"], "lords": NOUNS["lords"],
    "heroes": NOUNS["heroes"], "beasts": NOUNS["beasts"],
}  # fmt: skip


@dataclass(frozen=True)
class Place:
    """How a text speaks of its own place, as `here` and as a noun."""

    adverb: str
    noun: str


THIS_REGION = Place("here", "this region")
BEARER = Place("in the bearer's region", "the bearer's region")
BEAST = Place("in its region", "its region")
LORD = Place("in the Lord's region", "the Lord's region")
CHAMPION = Place("in the champion's region", "the champion's region")


def joined(parts: Iterable[str], word: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    *some, last = parts
    return f"{', '.join(some)} {word} {last}" if some else last


def number(n: int, nouns: tuple[str, str]) -> str:
    """`1 unit`, `3 units`."""
    return f"{n} {nouns[n != 1]}"


def article(noun: str) -> str:
    """`a forest`, `an inner region`."""
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def where(found: Filter, preposition: str, place: Place, *, plural: bool = False) -> str:
    """A filter behind `to`, `from` or `in`: `to a coastal region`, `in this region`."""
    if found.clauses == ((HERE,),):
        return place.adverb if preposition != "from" else f"from {place.noun}"
    if found.clauses == ((THERE,),):
        return "there" if preposition != "from" else "from there"
    return f"{preposition} {regions(found, place, plural=plural)}"


def regions(found: Filter, place: Place, *, plural: bool = False) -> str:
    """A filter as a noun: `an explored region`, `forest regions`, `NE or SE`."""
    if found.clauses == (("centre",),):
        return "the centre"
    if set(found.clauses[0]) <= set(REGIONS) and len(found.clauses) == 1:
        return joined(found.clauses[0], "or")
    adjectives, ends, own = [], [], ""
    for clause in found.clauses:
        if set(clause) <= set(ADJECTIVES):
            adjectives.append(" or ".join(ADJECTIVES[word] for word in clause))
        elif clause in ((HERE,), (THERE,)):
            own = place.noun if clause == (HERE,) else "that region"
        else:
            ends.append(_end(clause))
    if own:
        return own + "".join(f" ({text})" for text in (*adjectives, *ends))
    noun = " ".join([*adjectives, "regions" if plural else "region", *([" and ".join(ends)] if ends else [])])
    if not adjectives and len(ends) == 1 and ends[0].startswith("that is "):
        noun = _mixed(found.clauses[0], plural=plural)
    return noun if plural else article(noun)


def _end(clause: tuple[str, ...]) -> str:
    """What follows the noun: `with your hero`, `that is coastal or holds your settlement`."""
    held = [HOLDINGS[word] for word in clause if word in HOLDINGS]
    others = [word for word in clause if word not in HOLDINGS]
    if not others:
        return f"with {joined(held, 'or')}"
    names = {HERE: "this one", THERE: "that one", "quadrant": "in the tide's quadrant", **ADJECTIVES}
    said = f"that is {joined((names.get(word, word) for word in others), 'or')}"
    return f"{said} or holds {joined(held, 'or')}" if held else said


def _mixed(clause: tuple[str, ...], *, plural: bool) -> str:
    adjectives = [ADJECTIVES[word] for word in clause if word in ADJECTIVES]
    held = [HOLDINGS[word] for word in clause if word in HOLDINGS]
    if len(adjectives) + len(held) < len(clause) or not held:
        return f"region{'s' * plural} {_end(clause)}"
    return f"{' or '.join(adjectives)} region{'s' * plural} or one{'s' * plural} with {joined(held, 'or')}"


def least(found: Tally, n: int) -> str:
    """`at least 2 units`."""
    return f"at least {number(n, NOUNS[found.noun])}"


def each_of(count: Count, div: int, place: Place, *, own: bool = True) -> str:
    """Behind an amount: `for each of your heroes here`, `for every 2 regions where you have at least 1 unit`.

    `own` is false where it is others who gain or lose so much: it goes by what is theirs.
    """
    begin = "for each" if div == 1 else f"for every {div}"
    if count.form == "vplead":
        return f"{begin} VP that you lead by"
    if count.form == "regions":
        holder = "enemies have" if count.tally.enemy else "you have" if own else "they have"
        kind = "region" + "s" * (div != 1)
        if count.where is not None:
            kind = regions(count.where, place, plural=True).replace("regions", kind, 1)
        return f"{begin} {kind} where {holder} {least(count.tally, count.least)}"
    noun = NOUNS[count.tally.noun][1]
    owner = "of the enemies'" if count.tally.enemy else "of your" if own else "of their"
    if count.form == "max" and count.where is not None:
        return f"{begin} {owner} {noun} in your best of all {regions(count.where, place, plural=True)}"
    return f"{begin} {owner} {noun}{_spot(count, place)}"


def _spot(count: Count, place: Place) -> str:
    if count.where is not None:
        return " " + where(count.where, "in", place, plural=True)
    return " on Avalon" if count.tally.noun in PLACED and count.tally.noun != "settlements" else ""


def condition(found: Condition, place: Place) -> str:
    """`you have at least 3 strength in one forest region and no settlements`."""
    return " and ".join(_part(part, place) for part in found.parts)


def _part(part: Compare | Spread, place: Place) -> str:
    return _compare(part, place) if isinstance(part, Compare) else _spread(part)


def _amount(operator: str, n: int, nouns: tuple[str, str]) -> str:
    if n == 0 and operator != ">=":
        return f"no {nouns[1]}"
    return {">=": "at least ", "<=": "at most ", "==": "exactly "}[operator] + number(n, nouns)


def _compare(part: Compare, place: Place) -> str:
    count, operator, n = part.count, part.operator, part.n
    holder = "enemies together have" if count.tally.enemy else "you have"
    if count.form == "vplead":
        return (
            "you do not lead in VP"
            if (operator, n) == ("<=", 0)
            else f"your lead is {_amount(operator, n, NOUNS['vp'])}"
        )
    if count.form == "regions":
        return f"{holder} {least(count.tally, count.least)} {_in_regions(part, place)}"
    if _tells_terrain(part):
        return _is_terrain(count.where, place)
    said = f"{holder} {_amount(operator, n, NOUNS[count.tally.noun])}"
    if count.form == "max" and count.where is not None:
        return f"{said} in one of the {regions(count.where, place, plural=True)}"
    return said + _spot(count, place)


def _in_regions(part: Compare, place: Place) -> str:
    kind = "regions" if part.count.where is None else regions(part.count.where, place, plural=True)
    if part.count.where is not None and part.count.where.words <= set(REGIONS):
        kind = f"of {joined(part.count.where.clauses[0])}"
    if part.operator == ">=":
        return f"in each of {part.n} {kind}" if part.n > 1 else f"in one of the {kind}"
    return f"in {_amount(part.operator, part.n, ('', ''))}{kind}"


def _tells_terrain(part: Compare) -> bool:
    """Whether it only says what kind of region the text's own place is."""
    where_ = part.count.where
    if (
        where_ is None
        or part.count.form != "sum"
        or str(part.count.tally) not in ("units", "lords")
        or part.operator != ">="
    ):
        return False
    return part.n == 1 and len(where_.clauses) == 2 and where_.clauses[0] == (HERE,) and set(where_.clauses[1]) <= set(
        ADJECTIVES
    )  # fmt: skip


def _is_terrain(found: Filter | None, place: Place) -> str:
    clause = found.clauses[1] if found is not None else ()
    noun = " or ".join(ADJECTIVES[word] for word in clause)
    return f"{place.noun} is {article(noun)} one"


def _spread(part: Spread) -> str:
    said = joined(least(found, n) for found, n in part.tests)
    holder = "enemies together have" if part.tests[0][0].enemy else "you have"
    ends = {
        "each": f"in each of {joined(part.regions or ('no region',))}",
        "quad": "in every region of one quadrant",
        "same": "in one region",
    }
    return f"{holder} {said} {ends[part.form]}"
