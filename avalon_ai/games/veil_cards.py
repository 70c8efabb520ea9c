"""Writes the text of Veil's components from their effects: what a card says is what it does."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches

from avalon_ai.errors import OptionError, shorten
from avalon_ai.games.veil_components import (
    Artifact,
    Beast,
    Bonus,
    Card,
    Component,
    Lord,
    NamedAbility,
    Prophecy,
    Tile,
    Virtue,
)
from avalon_ai.games.veil_data import DataSet, find
from avalon_ai.games.veil_phrases import (
    BEARER,
    BEAST,
    CHAMPION,
    LORD,
    THIS_REGION,
    UNIT_NOUNS,
    Place,
    condition,
    each_of,
    joined,
    number,
    regions,
    where,
)
from avalon_ai.games.veil_vocabulary import ANCIENT, THIS, Ability, Effect, GainIf, Reduction

WIDTH = 60
DECK_NAMES = {"deploy": "Deploy", "move": "Move", "settle": "Settle", "plan": "Battle Plan"}
CARD = ("card", "cards")
RESOURCES = {"power": "power", "vp": "VP", "favor": "favor"}
MOVES = {"army": "move an army", "out": "move out", "in": "move in"}
TOKEN_ON = {
    "settlement": "your settlement", "lord": "your Lord", "champion": "your champion", "beast": "your beast",
    "hero": "your hero", "any": "your settlement, hero or beast",
}  # fmt: skip
EXPLORER = {"lord": "your Lord", "hero": "your hero", "unit": "your unit"}
RULES = {
    "floor_half": "you score at least half of the VP of its region, whatever your place and whatever a plan says",
    "no_second": "enemies gain nothing for second place",
    "dead_walls": "enemy settlements in its region give no strength",
    "sea_beast": "it lives in the sea and is in no region",
    "quadrant_strength": "it adds its strength in each explored region of its quadrant",
    "coast_if_settled": "regions with your settlement are coastal for you",
    "old_roads": "explored regions with your ley lines are next to each other for your moves",
    "two_lords": "both are units and Lords; they explore once a turn together",
}
EVENTS = {
    "turn_start": "at the start of your turn", "turn_end": "at the end of your turn",
    "init1": "in a turn in which you play a card of initiative 1",
    "init2": "in a turn in which you play a card of initiative 2",
    "init3": "in a turn in which you play a card of initiative 3",
    "deploy": "when you deploy {units}", "settle": "when you settle", "explore": "when you explore",
    "bond": "when you bond it", "reveal_beast": "when a beast is revealed", "prophecy": "when you fulfil a prophecy",
    "war_start": "when the war begins", "battle_start": "when a battle begins",
    "plans_shown": "when the plans are shown{at}, before they do anything", "plans": "when the plans take effect",
    "tied_first": "when you are tied for first place", "win": "when you win a battle",
    "notwin": "when you do not win a battle", "first": "when you score first place", "after": "after a battle",
    "after_all": "after all else in a battle that you won", "limit": "when you are over the limit of units",
    "mist5": "when settlements give their bonus", "flip": "when your Lord board is turned over",
    "tide": "when the tide has moved",
}  # fmt: skip
KINDS = {
    "ability": "Ability", "turn": "Once a turn", "reaction": "Reaction", "passive": "Passive", "free": "Any time",
    "each": "Each time",
}  # fmt: skip
PLAN_PARTS = {
    "revealed": "When revealed: ", "fx": "In the battle: ", "win": "If you win: ", "notwin": "If you do not win: ",
    "after": "After the battle: ",
}  # fmt: skip
REWARD_TEXTS = {
    "draw": "draw 1 card", "power": "1 power", "favor": "1 favor", "warriors": "2 warriors", "champion": "1 champion",
    "move": "move 1 unit", "in": "move in",
}  # fmt: skip


# --- effects -----------------------------------------------------------------------------------


def effects_text(effects: Sequence[Effect], place: Place = THIS_REGION) -> str:
    """Sentences for a list of effects, in its order."""
    return " ".join(_sentence(said) for said in _clauses(effects, place))


def _sentence(said: str) -> str:
    return f"{said[0].upper()}{said[1:]}."


def _clauses(effects: Sequence[Effect], place: Place) -> list[str]:
    """One clause an effect; plain gains beside each other are one."""
    found: list[str] = []
    plain: list[str] = []
    for effect in effects:
        if effect == Effect(effect.do, effect.n) and effect.do in RESOURCES and effect.n > 0:
            plain.append(f"{effect.n} {RESOURCES[effect.do]}")
            continue
        if plain:
            found.append(f"gain {joined(plain)}")
            plain = []
        found.append(effect_text(effect, place))
    return [*found, f"gain {joined(plain)}"] if plain else found


def effect_text(effect: Effect, place: Place = THIS_REGION) -> str:
    """One effect as a clause without a full stop."""
    said = _VERBS[effect.do](effect, place)
    if effect.per is not None:
        most = f", at most {abs(effect.n) * effect.most}" if effect.most else ""
        said = f"{said} {each_of(effect.per, effect.div, place, own=effect.who == 'self')}{most}"
    if effect.pow:
        said = f"spend {effect.pow} power to {said}"
    if effect.condition is not None:
        said = f"if {condition(effect.condition, place)}, {said}"
    return said + _gains(effect, place)


def _gains(effect: Effect, place: Place) -> str:
    if not effect.gain:
        return ""
    said = joined(_clauses(effect.gain, place))
    if effect.gainif is not None:
        return f"; {_gainif(effect, effect.gainif, place)}, {said}"
    return f"; {said}" if said.startswith("if ") else f", then {said}"


def _gainif(effect: Effect, gainif: GainIf, place: Place) -> str:
    if gainif.form == "there" and gainif.where is not None:
        return f"if {'in' if effect.do == 'settle' else 'to'} {regions(gainif.where, place)}"
    if gainif.form == "explored":
        return "if you explore"
    if gainif.form == "deployed":
        return f"if you deploy {_some(gainif.units)}"
    return f"if at least {number(gainif.n, UNIT_NOUNS['any'])} move"


def _some(units: str) -> str:
    """`a unit`, `a Lord`, `this beast`."""
    return "this beast" if units == THIS else f"a {UNIT_NOUNS[units][0]}"


def _units(effect: Effect, place: Place, up_to: str = "up to ") -> str:
    if effect.units == THIS:
        return "this champion" if place is CHAMPION else "this beast"
    return f"{up_to if effect.n > 1 else ''}{number(effect.n, UNIT_NOUNS[effect.units])}"


def _ways(effect: Effect, place: Place) -> str:
    """From where and to where."""
    ends = [
        where(found, word, place) for word, found in (("from", effect.source), ("to", effect.to)) if found is not None
    ]
    return "".join(f" {end}" for end in ends)


def _deploy(effect: Effect, place: Place) -> str:
    return f"deploy {_units(effect, place)}{_ways(effect, place)}"


def _move1(effect: Effect, place: Place) -> str:
    kind = "this beast" if effect.units == THIS else f"1 {UNIT_NOUNS[effect.units][0]}"
    times = f", {effect.n} times" if effect.n > 1 else ""
    return f"move {kind}{_ways(effect, place)}{times}"


def _move(effect: Effect, place: Place) -> str:
    kind = "" if effect.units == "any" else " with this beast" if effect.units == THIS else f" with {effect.units} only"
    far = " as if they were next to each other" if effect.far else ""
    return f"{MOVES[effect.do]}{kind}{_ways(effect, place)}{far}"


def _settle(effect: Effect, place: Place) -> str:
    said = "settle" + (f" {where(effect.to, 'in', place)}" if effect.to is not None else "")
    return (
        said
        + ", even without strength" * effect.free
        + (", not in a slot with a bonus" * (not effect.bonus) + ", beside the slots if none is free" * effect.beside)
    )


def _verb(effect: Effect, own: str, others: str) -> str:
    """The verb with its subject: `gain`, `one enemy gains`, `each player gains`."""
    subjects = {"enemy": "one enemy", "enemies": "each enemy", "each": "each player"}
    return own if effect.who == "self" else f"{subjects[effect.who]} {others}"


def _resource(effect: Effect, place: Place) -> str:
    verb = _verb(effect, "gain", "gains") if effect.n > 0 else _verb(effect, "lose", "loses")
    return f"{verb} {abs(effect.n)} {RESOURCES.get(effect.do, effect.do)}"


def _strength(effect: Effect, place: Place) -> str:
    level = ", but not more than the highest enemy has" if effect.level else ""
    return f"{_resource(effect, place).replace('gain ', 'gain up to ', effect.level)}{level}"


def _place(effect: Effect, place: Place) -> str:
    piece = "the Ancient One" if effect.beast == ANCIENT else "it"
    said = f"{'move' if effect.near else 'place'} {piece}" + (f" {where(effect.to, 'in', place)}" if effect.to else "")
    return said + ", one region on" * effect.near


def _tide(effect: Effect, place: Place) -> str:
    if not effect.turn:
        return f"move the tide by {number(effect.n, ('quadrant', 'quadrants'))}"
    return f"choose a way for the tide and move it by 1 to {effect.n} quadrants"


def _cards(effect: Effect, place: Place) -> str:
    verb = _verb(effect, effect.do, f"{effect.do}s")
    deck = "" if effect.deck == "choice" else f"{DECK_NAMES[effect.deck]} "
    return f"{verb} {effect.n} {deck}{CARD[effect.n != 1]}"


def _explore(effect: Effect, place: Place) -> str:
    kind = "a region" if effect.to is None else regions(effect.to, place)
    return f"explore {kind} with {EXPLORER[effect.by]}"


def _token(effect: Effect, place: Place) -> str:
    return f"put {number(effect.n, ('strength token', 'strength tokens'))} on {TOKEN_ON[effect.on]}"


def _artifact(effect: Effect, place: Place) -> str:
    said = f"gain the top {'artifact' if effect.n == 1 else f'{effect.n} artifacts'}"
    return said + ", not its VP" * (not effect.vp) + ", unequipped" * (effect.equip == "none")


def _limit(effect: Effect, place: Place) -> str:
    owners = {
        "self": "your limit",
        "enemy": "one enemy's limit",
        "enemies": "each enemy's limit",
        "each": "every limit",
    }
    return f"{owners[effect.who]} {'rises' if effect.n > 0 else 'falls'} by {abs(effect.n)}"


def _lose(effect: Effect, place: Place) -> str:
    return f"{_verb(effect, 'lose', 'loses')} {_units(effect, place, '')} there"


def _to(said: str) -> Callable[[Effect, Place], str]:
    """A verb that takes a region or nothing."""
    return lambda effect, place: said + (f" {where(effect.to, 'in', place)}" if effect.to is not None else "")


_VERBS: dict[str, Callable[[Effect, Place], str]] = {
    "deploy": _deploy,
    "move1": _move1,
    **dict.fromkeys(MOVES, _move),
    "settle": _settle,
    **dict.fromkeys(RESOURCES, _resource),
    "strength": _strength,
    **dict.fromkeys(("draw", "discard"), _cards),
    "explore": _explore,
    "token": _token,
    "artifact": _artifact,
    "equip": _to("rearrange your artifacts"),
    "limit": _limit,
    "negate": lambda effect, place: f"negate {'one enemy plan' if effect.who == 'enemy' else 'every enemy plan'}",
    "lose": _lose,
    "place": _place,
    "discard_plan": _to("discard this plan"),
    "rule": lambda effect, place: RULES[effect.rule],
    "leyline": _to("place a ley line in an explored region where you have strength"),
    "tide": _tide,
    "quest": _to("lay a card face down beside a flag in an explored region without one"),
    "objective": lambda effect, place: f"go {number(effect.n, ('step', 'steps'))} on your objective",
    "pickchamp": _to("select a champion"),
}


# --- components ----------------------------------------------------------------------------------


def reduction_text(reduction: Reduction) -> str:
    """One way to pay less, as a sentence."""
    if reduction.show:
        need = f"you show a {DECK_NAMES[reduction.show]} card"
    elif reduction.condition is not None:
        need = condition(reduction.condition, THIS_REGION)
    else:
        need = _only(reduction)
    return f"Costs {reduction.n} less if {need}."


def _only(reduction: Reduction) -> str:
    verbs = {
        "deploy": "deploy",
        "move1": "move single units",
        "army": "move armies",
        "out": "move out",
        "in": "move in",
    }
    said = f"you {verbs.get(reduction.only, reduction.only)}"
    if reduction.units != "any":
        said = f"{said} {'only' if reduction.only == 'deploy' else 'with only'} {UNIT_NOUNS[reduction.units][1]}"
    return said if reduction.to is None else f"{said} only {where(reduction.to, 'in', THIS_REGION)}"


def ability_text(ability: Ability, place: Place = THIS_REGION) -> str:
    """What a component lets its owner do, as sentences."""
    parts = [_sentence(RULES[ability.rule])] if ability.rule else []
    if ability.fx:
        parts.append(f"{_opening(ability, place)}: {effects_text(ability.fx, place)}")
    return " ".join(parts)


def _opening(ability: Ability, place: Place) -> str:
    said = KINDS[ability.kind] + (f", {ability.pow} power" if ability.pow else "")
    if ability.on:
        at = f" {where(ability.at, 'in', place)}" if ability.at is not None else ""
        event = EVENTS[ability.on] if "{at}" in EVENTS[ability.on] else EVENTS[ability.on] + "{at}"
        said += f", {event.format(units=_some(ability.event_units), at=at)}"
    return said + (f", if {condition(ability.condition, place)}" if ability.condition is not None else "")


def _card_parts(card: Card) -> list[str]:
    if card.deck != "plan":
        return [*(reduction_text(reduction) for reduction in card.reduce), effects_text(card.fx)]
    parts = {name: effects_text(getattr(card, name)) for name in PLAN_PARTS if getattr(card, name)}
    if "revealed" not in parts:
        return [(begin if name != "fx" else "") + parts[name] for name, begin in PLAN_PARTS.items() if name in parts]
    return [begin + parts[name] for name, begin in PLAN_PARTS.items() if name in parts]


def _bonus(bonus: Bonus | None) -> str:
    texts = {"vp": "VP", "draw": "card"}
    return "nothing" if bonus is None else f"{bonus.n} {texts.get(bonus.kind, bonus.kind)}"


def _tile_parts(tile: Tile) -> list[str]:
    slots = f"Slots: {', '.join(map(_bonus, tile.slots))}." if tile.slots else "No settlement slots."
    return [slots, f"Exploring: {joined((REWARD_TEXTS[reward] for reward in tile.rewards), 'or')}."]


def _seasons(vp: Iterable[int]) -> str:
    return "/".join(map(str, vp)) + " VP"


def heading(part: Component) -> str:
    """Kind and numbers of a component: `Deploy card, initiative 2, cost 2`."""
    if isinstance(part, Card):
        last = f"limit {part.limit}" if part.deck == "plan" else f"cost {part.cost}"
        return f"{DECK_NAMES[part.deck]} card, initiative {part.init}, {last}"
    if isinstance(part, (Artifact, Beast)):
        kind = "Artifact" if isinstance(part, Artifact) else "Beast"
        return f"{kind}, {part.vp} VP, strength {part.strength}"
    if isinstance(part, Prophecy):
        return f"Prophecy, {_seasons(part.vp)}"
    if isinstance(part, Tile):
        return f"Region tile, {part.ring}, {part.terrain}, {_seasons(part.vp)}"
    if isinstance(part, Lord):
        return f"Lord board, side {part.side}, start VP {part.start}, artifact slots {part.slots}"
    return "Virtue of a champion" if isinstance(part, Virtue) else "Faction board"


def body(part: Component) -> str:
    """What a component says, in one paragraph."""
    if isinstance(part, Card):
        return " ".join(_card_parts(part))
    if isinstance(part, Prophecy):
        return _sentence(condition(part.need, THIS_REGION))
    if isinstance(part, Tile):
        return " ".join(_tile_parts(part))
    places = {Artifact: BEARER, Beast: BEAST, Lord: LORD, NamedAbility: THIS_REGION, Virtue: CHAMPION}
    return ability_text(part.ability, places[type(part)])


def found_texts(data: DataSet, wanted: str) -> list[str]:
    """The texts of the components of that id or name, each with its source. Raises OptionError that names near ones."""
    found = find(data, wanted)
    if not found:
        names = [word for part in data.components.named() for word in (part.id, part.name)]
        near = get_close_matches(wanted.casefold(), {name.casefold(): name for name in names}, 3, 0.5)
        said = ", ".join(next(name for name in names if name.casefold() == word) for word in near)
        raise OptionError(
            f"no card {shorten(wanted, 40)!r} in the data set {data.name}" + f"; near: {said}" * bool(said)
        )
    return [f"{card_text(part)}\n({part.source})" for part in found]


def card_text(part: Component, width: int = WIDTH) -> str:
    """A component as a person reads it: id and name, kind and numbers, and its text in lines of at most `width`."""
    said = body(part)
    lines = [f"{part.id}: {part.name}", *textwrap.wrap(heading(part), width)]
    return "\n".join([*lines, *textwrap.wrap(said, width, break_long_words=False, break_on_hyphens=False)])
