"""The third game in words: what is asked, what may be done, and what just happened. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence

from avalon_ai._veil import EVENTS
from avalon_ai.games.base import seat_letter
from avalon_ai.games.veil_codes import REGIONS
from avalon_ai.games.veil_facts import Facts, Fields
from avalon_ai.games.veil_notation import Notation, first

HEADINGS = {
    "PLAY": "Choose a card",
    "PAY": "Pay with",
    "SHOW": "Show",
    "CLAIM": "Claim a reduction",
    "BID": "Bid",
    "PLAN": "Battle plan",
    "DOWN": "Any card face down",
    "BONUS": "Bonus card",
    "DISCARD": "Discard",
    "FIRST": "Which plan comes first",
    "CARD": "Your turn",
    "STANDARD": "Standard action",
    "USE": "Use",
    "PLACE": "Place in the order",
    "GRAIL": "The Grail",
    "EXCALIBUR": "Excalibur",
    "BEARER": "Who bears it",
    "FROM": "From",
    "TO": "To",
    "PUT": "Deploy",
    "TAKE": "Take along",
    "SEND": "Send",
    "SETTLE": "Settle",
    "EXPLORE": "Explore",
    "REWARD": "Reward",
    "BOND": "Bond",
    "BOND_DROP": "Bond and let go",
    "DECK": "Draw from",
    "HIT": "Combat card from",
    "LOSE": "Lose",
    "KNIGHT_TO": "The Green Knight",
    "PICK": "Take an artifact",
    "EQUIP": "Give it to",
    "TARGET": "Against",
    "TOKEN": "Strength token on",
    "LEY": "Place a ley line (row, region)",
    "TIDE": "The tide goes",
    "QUADRANT": "Leviathan surfaces before",
    "CHAMPION": "Select",
    "QUEST": "Quest Card",
}
LAST = "Or"
QUESTIONS = {
    "commit": "Choose a card and its payment",
    "places": "Choose a place in the order",
    "turn": "Your turn",
    "pay": "Discard as payment",
    "list": "Choose an enemy",
    "explore": "Explore",
    "bid": "Bid for the beast",
    "bond": "Bond the beast",
    "trigger": "You may react",
    "equip": "Who bears the artifact",
    "limit": "Too many units: lose one",
    "plan": "Choose a battle plan",
    "relic": "Take a relic",
    "bearer": "Which Lord bears it",
    "game": "The Green Knight comes to you",
    "battle": "Battle",
    "sea": "Where Leviathan surfaces",
}
ICONS = {
    "TO": "Where to", "FROM": "Where from", "PUT": "Which units", "TAKE": "Which units", "SEND": "Which units",
    "SETTLE": "Where to settle", "DECK": "Which deck", "DISCARD": "Which card", "LOSE": "Which unit is lost",
    "TOKEN": "Where the token goes", "EQUIP": "Who bears it", "GAIN": "Take it",
    "LEY": "Which ley line where", "TIDE": "Where the tide goes", "CHAMPION": "Which champion", "QUEST": "Which card",
}  # fmt: skip


def out_of_turn(fields: Fields) -> str:
    """Say that it is another's turn."""
    return "it is not your turn" + (f"; {seat_letter(fields['actor'])} is to act" if fields["actor"] >= 0 else "")


def ask(fields: Fields, legal: Sequence[int], notation: Notation) -> str:
    """Say in one line what is asked of the seat to act, with two moves one may type."""
    if not legal:
        return out_of_turn(fields)
    shown = [legal[0], legal[-1]] if len(legal) > 1 else list(legal)
    either = " or ".join(notation.templates[code] for code in shown)
    return f"{_question(fields, legal)}{_where(fields)}: {either}"


def _question(fields: Fields, legal: Sequence[int]) -> str:
    asked: str = fields["stack"][-1]
    if asked == "icon":
        return ICONS.get(first(legal[0]), "Take it or leave it")
    if asked == "turn" and first(legal[0]) == "DECK":
        return "Draw two cards"
    return QUESTIONS[asked]


def _where(fields: Fields) -> str:
    return f" in {REGIONS[fields['region']]}" if fields["region"] >= 0 else ""


def groups(legal: Sequence[int]) -> list[tuple[str, list[int]]]:
    """The codes of all that may be done, by what they do."""
    found: dict[str, list[int]] = {}
    for code in legal:
        found.setdefault(HEADINGS.get(first(code), LAST), []).append(code)
    return list(found.items())


def describe(code: int, seat: int, fields: Fields, facts: Facts, notation: Notation) -> str:
    """Tell an event in one sentence, or nothing where the referee tells it in a moment."""
    kind = first(code)
    if kind in ("PAY", "DONE", "CLAIM", "SHOW") and fields["stack"][-1] == "commit":
        return ""
    if kind.startswith("HIDDEN_") and kind not in ("HIDDEN_DRAW", "HIDDEN_QUEST"):
        return ""
    written = notation.templates[code]
    who = "" if not 0 <= seat < len(fields["vp"]) else f"{seat_letter(seat)}: "
    if "{}" in written:
        word, _, rest = written.partition(" {}")
        return f"{who}{word}{rest}{_name(code, kind, facts)}"
    return f"{who}{written}{_name(code, kind, facts)}"


def _name(code: int, kind: str, facts: Facts) -> str:
    """The name behind an id, where a card is shown."""
    if kind not in ("PLAYS", "PLANS", "ADDS", "BIDS"):
        return ""
    card = facts.components.cards[code - EVENTS[kind][0]]
    return f" ({card.name})"


def verdict(fields: Fields, reason: str) -> str:
    """Say what decided the game, or nothing."""
    points = ", ".join(f"{seat_letter(seat)} {vp}" for seat, vp in enumerate(fields["vp"]))
    if reason == "points":
        return f"most VP: {points}"
    return f"tied at most VP, the bearer of the Grail wins: {points}" if reason == "grail" else ""
