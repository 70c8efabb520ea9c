"""What cards and artifacts of Veil are worth by a rough rule, against what they cost: a lint for data sets."""

from __future__ import annotations

from collections.abc import Iterable

from avalon_ai.games.veil_components import Artifact, Card, Components
from avalon_ai.games.veil_vocabulary import Ability, Effect

# What one of each is worth in VP.
UNIT, MOVE, ARMY, MANY, SETTLE, LAND_BOUND, FREE = 1.0, 0.7, 1.2, 1.5, 3.5, 0.7, 0.7
NO_BONUS = 0.3
WORTH = {
    "deploy": UNIT, "move1": MOVE, "army": ARMY, "out": MANY, "in": MANY, "settle": SETTLE, "power": 1.0, "vp": 1.0,
    "favor": 1.2, "draw": 0.8, "discard": -0.5, "token": 1.5, "explore": 1.5, "artifact": 4.0, "equip": 0.5,
    "strength": 1.0, "limit": 0.7, "negate": 1.8, "rule": 1.8, "discard_plan": -0.4, "lose": -0.8, "place": 1.0,
}  # fmt: skip
ARTIFACT_VP = 1.5  # how much less an artifact is worth without its VP
# What something bad for others is worth, by how many suffer it.
OTHERS = {"enemy": 0.9, "enemies": 1.0}
ENEMY_LIMIT, ENEMY_DRAW = 1.2, 0.8
SHARED = 0.3  # what is left of something that all players get
CONDITIONAL = 0.5
POWER_PRICE = 1.0

CARD_BASE, CARD_COST, CARD_INITIATIVE, MIDDLE_INITIATIVE = 3.0, 1.3, 0.6, 2
PLAN_TARGETS = {5: 0.5, 4: 1.3, 3: 2.2}
PLAN_STEP = 0.85  # per point of limit outside those
ARTIFACT_TARGET, ARTIFACT_STRENGTH = 5.0, 1.5
TIMES = {"turn": 3.0, "ability": 1.0, "reaction": 1.0, "free": 3.0, "passive": 1.5}
TOLERANCE, ARTIFACT_TOLERANCE = 0.6, 1.0
SURE_HERO = "heroes in here"  # whoever plays a plan has one
_EPSILON = 1e-9


def value(card: Card) -> float:
    """What the effects of a card are worth."""
    ends = _sum(card.win) + _sum(card.notwin)
    return _sum(card.fx) + _sum(card.revealed) + _sum(card.after) + CONDITIONAL * ends


def target(card: Card) -> float:
    """What they should be worth."""
    if card.deck == "plan":
        nearest = min(PLAN_TARGETS, key=lambda limit: abs(limit - card.limit))
        return PLAN_TARGETS[nearest] + PLAN_STEP * (nearest - card.limit)
    cost = card.cost - CONDITIONAL * min(card.cost, sum(reduction.n for reduction in card.reduce))
    return CARD_BASE + CARD_COST * cost + CARD_INITIATIVE * (MIDDLE_INITIATIVE - card.init)


def artifact_value(artifact: Artifact) -> float:
    """What an artifact is worth in all."""
    return artifact.vp + ARTIFACT_STRENGTH * artifact.strength + _ability(artifact.ability)


def lint(data: Components) -> list[str]:
    """A line for each card and artifact that is worth more or less than the tolerance allows."""
    found = [_line(card.id, value(card), target(card), TOLERANCE) for card in data.cards]
    found += [
        _line(artifact.id, artifact_value(artifact), ARTIFACT_TARGET, ARTIFACT_TOLERANCE) for artifact in data.artifacts
    ]
    return [line for line in found if line]


def _line(name: str, worth: float, wanted: float, tolerance: float) -> str:
    if abs(worth - wanted) <= tolerance + _EPSILON:
        return ""
    return f"{name}: worth {worth:.2f}, expected {wanted:.2f} within {tolerance}"


def _sum(effects: Iterable[Effect]) -> float:
    return sum(_effect(effect) for effect in effects)


def _effect(effect: Effect) -> float:
    worth = _amount(effect) * _single(effect) + _gain(effect) - POWER_PRICE * effect.pow
    return CONDITIONAL * worth if effect.condition is not None else worth


def _amount(effect: Effect) -> float:
    if effect.per is None:
        return effect.n
    most = abs(effect.n) * (effect.most or 2)
    sure = abs(effect.n) if str(effect.per) == SURE_HERO else 0
    amount = sure + CONDITIONAL * (most - sure)
    return -amount if effect.n < 0 else amount


def _single(effect: Effect) -> float:
    """What one of it is worth to its owner."""
    worth = WORTH.get(effect.do, 0.0)
    if effect.do == "settle":
        worth += FREE * effect.free - LAND_BOUND * (effect.to is not None) - NO_BONUS * (not effect.bonus)
    if effect.do == "artifact" and not effect.vp:
        worth -= ARTIFACT_VP
    if effect.do == "limit" and effect.who == "each":
        return worth - ENEMY_LIMIT
    if effect.do == "negate" or effect.who == "self":
        return worth
    if effect.who == "each":
        return SHARED * worth
    others = {"limit": ENEMY_LIMIT, "draw": ENEMY_DRAW}.get(effect.do, worth)
    return -others * OTHERS[effect.who]


def _gain(effect: Effect) -> float:
    gained = _sum(effect.gain)
    return CONDITIONAL * gained if effect.gainif is not None else gained


def _ability(ability: Ability) -> float:
    """A text by how often it is likely to be used; what hangs on a battle counts half."""
    worth = (_sum(ability.fx) - POWER_PRICE * ability.pow) * TIMES.get(ability.kind, 0.0)
    if ability.kind == "passive" and not ability.on:
        return _sum(ability.fx)
    return CONDITIONAL * worth if ability.kind == "reaction" or ability.condition is not None else worth
