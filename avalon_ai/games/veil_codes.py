"""Numbers that the compiled core, the compiler of the data and the texts of the third game share.

The first part is the layout of the compact tables which the data is compiled into; every row is a list of whole
numbers of 16 bits, in the order of its LAYOUT. The second part is the numbers of events.
"""

from __future__ import annotations

# --- components ------------------------------------------------------------------------------

DECKS = ("deploy", "move", "settle", "plan")
DECK_SIZE = 40  # card c belongs to deck c // DECK_SIZE
CARDS = len(DECKS) * DECK_SIZE
ARTIFACTS, BEASTS, PROPHECIES, TILES = 24, 12, 12, 18
REGIONS = ("NE", "SE", "SW", "NW", "N", "E", "S", "W", "C")
SEA = len(REGIONS)  # where a sea beast is; no region
RINGS = ("coast", "inner", "centre")
TERRAINS = ("forest", "river", "mountain")
FACTIONS = ("druids", "fomorians", "knights", "undead")
SIDES = ("A", "B")  # of the favor track
SEASONS, ROUNDS = 3, 3
CHAMPIONS = 3  # of a faction
LINES, LINE_ROWS = 8, 3  # ley lines of the Druids
MOST_SLOTS = 5  # of settlements on a faction board
NONE = -1  # in every field that names a row, a deck or a piece: there is none

# --- vocabulary ------------------------------------------------------------------------------

VERBS = (
    "deploy", "move1", "army", "out", "in", "settle", "power", "vp", "favor", "draw", "discard", "explore", "token",
    "artifact", "equip", "strength", "limit", "negate", "lose", "place", "discard_plan", "rule", "star", "leyline",
    "tide", "quest", "objective", "pickchamp",
)  # fmt: skip
UNITS = ("warriors", "champions", "lords", "beasts")  # bit k of a mask of units
ANY_UNITS = 0b1111
TOKEN_PLACES = ("settlement", "lord", "champion", "beast")  # bit k of the field `on` of an effect
WHO = ("self", "enemy", "enemies", "each")
GAIN_WHEN = ("", "there", "explored", "deployed", "moved")  # "": with the icon; `gainarg`: filter, -, units, number
FLAGS = (
    "free", "no_bonus", "no_vp", "equip_any", "beside", "far", "level", "turn", "near",
)  # fmt: skip  # bit k of the field `flags` of an effect
WORDS = (
    "coast", "inner", "centre", "forest", "river", "mountain", "explored", "unexplored", "settled", "enemy_unit",
    "enemy_settled", "enemy_hero", "own_unit", "own_lord", "own_hero", "empty", "here", "there", "quadrant",
    "NE", "SE", "SW", "NW", "N", "E", "S", "W", "leyline",
)  # fmt: skip  # bit k of a clause; bits 0 to 14 stand in `low`, the others in `high`
WORD_BITS = 15
COUNTS = (
    "strength", "units", "warriors", "champions", "lords", "beasts", "heroes", "settlements", "artifacts", "hand",
    "power", "favor", "vp", "leylines", "bonus", "prophecies", "vplead", "objective",
)  # fmt: skip
COUNT_MODES = ("total", "in", "max", "regions")  # on Avalon, sum over the filter, best region, regions(X >= n)
CLAUSES = ("compare", "each", "quad", "same")
COMPARISONS = (">=", "<=", "==")
REDUCTIONS = ("", "only", "if", "show")
POWER_KINDS = ("ability", "turn", "reaction", "passive", "free", "each")
TRIGGERS = (
    "", "turn_start", "turn_end", "init1", "init2", "init3", "deploy", "settle", "explore", "bond", "reveal_beast",
    "prophecy", "war_start", "battle_start", "plans_shown", "plans", "tied_first", "win", "notwin", "first", "after",
    "after_all", "limit", "mist5", "flip", "tide",
)  # fmt: skip
OWNERS = ("artifact", "beast", "lord", "faction", "crowned", "champion")
THE_ANCIENT_ONE = BEASTS  # as a piece of an effect, then the champions
RULES = (
    "", "floor_half", "no_second", "dead_walls", "sea_beast", "quadrant_strength", "coast_if_settled", "old_roads",
    "two_lords",
)  # fmt: skip
REWARDS = ("draw", "power", "favor", "warriors", "champion", "move", "in")  # bit k of the rewards of a tile

# --- layout ----------------------------------------------------------------------------------

_CLAUSE_FIELDS = tuple(f"{half}{number}" for number in range(4) for half in ("low", "high"))
_SLOT_FIELDS = tuple(f"{what}{number}" for number in range(MOST_SLOTS) for what in ("vp", "warriors"))
_LISTS = ("fx", "revealed", "win", "notwin", "after")
_LIST_FIELDS = tuple(f"{name}{end}" for name in _LISTS for end in ("_start", "_count"))
_REDUCTION_FIELDS = tuple(f"{name}{k}" for k in range(2) for name in ("kind", "n", "verb", "units", "to", "arg"))
LAYOUT: dict[str, tuple[str, ...]] = {
    "effects": (
        "verb", "n", "units", "piece", "who", "from", "to", "deck", "on", "flags", "pow", "cond", "gain_start",
        "gain_count", "gainif", "gainarg", "per", "div", "max", "rule",
    ),
    "filters": _CLAUSE_FIELDS,
    "counts": ("what", "enemy", "mode", "atleast", "filter"),
    "clauses": ("kind", "op", "n", "count", "count2", "n2", "regions"),
    "conditions": ("start", "count"),
    "cards": ("init", "cost", "limit", *_LIST_FIELDS, *_REDUCTION_FIELDS),
    "powers": ("kind", "on", "pow", "rule", "at", "units", "cond", "fx_start", "fx_count", "owner_kind", "owner"),
    "artifacts": ("vp", "strength", "powers_start", "powers_count"),
    "beasts": ("strength", "vp", "powers_start", "powers_count", "rule"),
    "lords": ("start_vp", "slots", "lords", "strength", "powers_start", "powers_count"),
    "crowned": ("start_vp", "slots", "lords", "strength", "powers_start", "powers_count"),
    "factions": ("slots", "track", "objective", "powers_start", "powers_count", *_SLOT_FIELDS),
    "lines": ("row", "fx_start", "fx_count"),
    "quests": ("fx_start", "fx_count"),
    "prophecies": ("cond", "vp1", "vp2", "vp3"),
    "tiles": (
        "ring", "terrain", "vp1", "vp2", "vp3", "slots", "bonus1_start", "bonus1_count", "bonus2_start",
        "bonus2_count", "rewards",
    ),
    "spaces": ("fx_start", "fx_count"),
    "regions": ("ring", "adjacent", "war"),
    "masks": ("regions",),
    "numbers": (
        "favor_length", "excess_vp", "first_favor", "later_favor", "knight_strength", "knight_gap", "grail_vp",
        "grail_strength", "excalibur_strength", "tokens", "champion_slots", "unit_limit", "warriors",
        "line_faction", "line_limit", "ancient", "quest_faction", "tide_faction", "tide_start", "leviathan",
        "leviathan_up",
    ),
    "stars": ("space",),
}  # fmt: skip
MOST_ROWS = {
    "effects": 2000, "filters": 200, "counts": 200, "clauses": 200, "conditions": 200, "cards": CARDS, "powers": 128,
    "artifacts": ARTIFACTS, "beasts": BEASTS, "lords": 4, "crowned": 4, "factions": 4,
    "lines": LINES, "quests": 4, "prophecies": PROPHECIES, "tiles": TILES,
    "spaces": 40, "regions": 9, "masks": 7, "numbers": 1, "stars": 100,
}  # fmt: skip
