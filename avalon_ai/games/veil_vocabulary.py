"""The vocabulary of effects in which the components of Veil are written: its words, and what they are read into."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType

DECKS = ("deploy", "move", "settle", "plan")
REGIONS = ("NE", "SE", "SW", "NW", "N", "E", "S", "W", "C")
QUADRANTS = ("N", "E", "S", "W")
RINGS = ("coast", "inner", "centre")
TERRAINS = ("forest", "river", "mountain")

# Words of a filter. `here` and `there` hang on the text: its own place, and the place where something just happened.
HERE, THERE, QUADRANT, LEYLINE = "here", "there", "quadrant", "leyline"
FILTER_WORDS = (
    *RINGS, *TERRAINS, "explored", "unexplored", "settled", "enemy_unit", "enemy_settled", "enemy_hero", "own_unit",
    "own_lord", "own_hero", "empty", HERE, THERE, QUADRANT, *REGIONS[:-1],
    LEYLINE,
)  # fmt: skip

# What a count counts; the first row has a place on Avalon, the second does not.
PLACED = ("strength", "units", "warriors", "champions", "lords", "beasts", "heroes", "settlements", "leylines")
HELD = ("artifacts", "hand", "power", "favor", "vp", "bonus", "prophecies", "objective")
NOUNS = (*PLACED, *HELD)
ENEMY = "enemy_"
OPERATORS = (">=", "<=", "==")

THIS = "this"  # the beast or champion whose text it is
ANCIENT = "ancient"  # the Ancient One of the Druids
UNITS = ("any", "warriors", "champions", "lords", "heroes", "beasts", THIS)
PLAYERS = ("self", "enemy", "enemies", "each")
TOKEN_PLACES = ("settlement", "lord", "champion", "beast", "hero", "any")
EXPLORERS = ("lord", "hero", "unit")
EQUIPS = ("any", "none")
RULES = (
    "floor_half", "no_second", "dead_walls", "sea_beast", "quadrant_strength", "coast_if_settled", "old_roads",
    "two_lords",
)  # fmt: skip

EACH = "each"  # a reaction without a cube, once on each occasion
KINDS = ("ability", "turn", "reaction", "passive", "free", EACH)
BATTLE_EVENTS = (
    "battle_start", "plans_shown", "plans", "tied_first", "win", "notwin", "first", "after", "after_all",
)  # fmt: skip
TURN_EVENTS = ("turn_start", "turn_end", "init1", "init2", "init3")
PLACED_EVENTS = ("deploy", "settle", "explore", "bond", "reveal_beast", *BATTLE_EVENTS)
EVENTS = (*TURN_EVENTS, "deploy", "settle", "explore", "bond", "reveal_beast", "prophecy", "war_start", *BATTLE_EVENTS,
          "limit", "mist5", "flip", "tide")  # fmt: skip

SLOT_BONUSES = ("vp", "power", "favor", "draw", "warrior")
REWARDS = ("draw", "power", "favor", "warriors", "champion", "move", "in")
SPACE_BONUSES = ("vp", "power", "draw", "star")

MOVES = ("move1", "army", "out", "in")
ANYWHERE = ("deploy", *MOVES, "settle", "power", "vp", "favor", "draw", "discard", "token", "artifact", "lose")
TURN_ONLY = ("explore", "equip")
BATTLE = ("strength", "limit", "negate")
FACTION = ("leyline", "tide", "quest", "objective", "pickchamp")
VERBS = (*ANYWHERE, *TURN_ONLY, *BATTLE, "discard_plan", "rule", "place", *FACTION)

# The fields of each verb beside those that every effect may have.
VERB_FIELDS: Mapping[str, tuple[str, ...]] = MappingProxyType({
    "deploy": ("n", "units", "to"),
    "move1": ("n", "units", "from", "to"),
    **dict.fromkeys(("army", "out", "in"), ("units", "from", "to", "far")),
    "settle": ("to", "free", "bonus", "beside"),
    **dict.fromkeys(("power", "vp", "favor", "limit"), ("n", "who")),
    "strength": ("n", "who", "level"),
    **dict.fromkeys(("draw", "discard"), ("n", "deck", "who")),
    "explore": ("to", "by"),
    "token": ("n", "on"),
    "artifact": ("n", "vp", "equip"),
    "equip": (),
    "negate": ("who",),
    "lose": ("n", "units", "who"),
    "place": ("beast", "to", "near"),
    "discard_plan": (),
    "rule": ("rule",),
    "tide": ("n", "turn"),
    "objective": ("n",),
    **dict.fromkeys(("leyline", "quest", "pickchamp"), ()),
})  # fmt: skip
COMMON_FIELDS = ("if", "gain", "gainif", "per", "div", "max", "pow")
COUNTED = ("deploy", "power", "vp", "favor", "draw", "strength", "limit", "lose")  # verbs that `per` may multiply
MOST = 15
MOST_CLAUSES = 4


@dataclass(frozen=True)
class Filter:
    """Which regions: those for which each clause holds, that is, at least one of its words."""

    clauses: tuple[tuple[str, ...], ...]

    def __str__(self) -> str:
        return " ".join(" or ".join(clause) for clause in self.clauses)

    @property
    def words(self) -> frozenset[str]:
        """Every word that stands in it."""
        return frozenset(word for clause in self.clauses for word in clause)


@dataclass(frozen=True)
class Tally:
    """What is counted: own things, or those of all enemies together."""

    noun: str
    enemy: bool = False

    def __str__(self) -> str:
        return ENEMY * self.enemy + self.noun


@dataclass(frozen=True)
class Count:
    """A number: `sum` of a tally, its `max` in a single region, the `regions` that hold `least` of it, or `vplead`.

    `where` None means everything on Avalon, or what is held beside the board.
    """

    form: str
    tally: Tally
    where: Filter | None = None
    least: int = 0

    def __str__(self) -> str:
        if self.form == "vplead":
            return "vplead"
        if self.form == "regions":
            return f"regions({self.tally}>={self.least}{f' {self.where}' if self.where else ''})"
        inner = f"{self.tally}{f' in {self.where}' if self.where else ''}"
        return f"max({inner})" if self.form == "max" else inner


@dataclass(frozen=True)
class Compare:
    """A count beside a number."""

    count: Count
    operator: str
    n: int

    def __str__(self) -> str:
        return f"{self.count} {self.operator} {self.n}"


@dataclass(frozen=True)
class Spread:
    """Tallies by region: `each` of the named regions, all of one `quad`rant, or several in the `same` region."""

    form: str
    tests: tuple[tuple[Tally, int], ...]
    regions: tuple[str, ...] = ()

    def __str__(self) -> str:
        tests = ", ".join(f"{tally}>={n}" for tally, n in self.tests)
        return f"{self.form}({tests}{'; ' + ' '.join(self.regions) if self.regions else ''})"


@dataclass(frozen=True)
class Condition:
    """What must hold: every part."""

    parts: tuple[Compare | Spread, ...]

    def __str__(self) -> str:
        return " and ".join(map(str, self.parts))


@dataclass(frozen=True)
class GainIf:
    """What about the event an effect's `gain` needs: `there` a place, `explored`, `deployed` a kind, `moved` n."""

    form: str
    where: Filter | None = None
    units: str = "any"
    n: int = 0

    def __str__(self) -> str:
        ends = {"there": f":{self.where}", "deployed": f":{self.units}", "moved": f">={self.n}"}
        return self.form + ends.get(self.form, "")


@dataclass(frozen=True)
class Effect:
    """One icon. The fields that its verb does not have keep their defaults."""

    do: str
    n: int = 1
    units: str = "any"
    source: Filter | None = None  # the field `from`
    to: Filter | None = None
    free: bool = False
    bonus: bool = True
    deck: str = "choice"
    by: str = "hero"
    on: str = "settlement"
    vp: bool = True
    equip: str = "any"
    who: str = "self"
    beast: str = THIS
    beside: bool = False
    far: bool = False
    level: bool = False
    turn: bool = False
    near: bool = False
    rule: str = ""
    condition: Condition | None = None  # the field `if`
    gain: tuple[Effect, ...] = ()
    gainif: GainIf | None = None
    per: Count | None = None
    div: int = 1
    most: int = 0  # the field `max`: `per` counts no further; 0 is no bound
    pow: int = 0


@dataclass(frozen=True)
class Reduction:
    """How much less a card costs and what for; exactly one of `only`, `condition` and `show` is set."""

    n: int
    only: str = ""  # the verb that is bound to `units` and `to`
    units: str = "any"
    to: Filter | None = None
    condition: Condition | None = None
    show: str = ""


@dataclass(frozen=True)
class Ability:
    """What a component lets its owner do, or does by itself.

    `on` is the event that sets off a reaction or a passive text, `event_units` which deployed kind, `at` where.
    """

    kind: str = ""
    on: str = ""
    event_units: str = "any"
    at: Filter | None = None
    condition: Condition | None = None
    pow: int = 0
    fx: tuple[Effect, ...] = ()
    rule: str = ""

    @property
    def blank(self) -> bool:
        """Whether it says nothing."""
        return self == Ability()


RENAMED = {"source": "from", "condition": "if", "most": "max"}
EFFECT_DEFAULTS = {RENAMED.get(f.name, f.name): f.default for f in fields(Effect) if f.name != "do"}
