"""The third game in words: what is asked, what may be done, what decided. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence

from avalon_ai import _veil
from avalon_ai._state import View
from avalon_ai.games import veil_moment
from avalon_ai.games.base import seat_letter
from avalon_ai.games.veil_codes import LAYOUT, REGIONS, VERBS
from avalon_ai.games.veil_facts import Facts, Fields
from avalon_ai.games.veil_lines import codes_of, moves_of
from avalon_ai.games.veil_moment import BID, COMBAT, FIRST_OWN, OWN_EFFECTS
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
    "CARD": "Resolve the chosen card",
    "STANDARD": "Standard action instead",
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
    "commit": "Your card",
    "places": "You are tied, choose a place",
    "turn": "Your turn",
    "pay": "Discard as the price",
    "list": "Choose an enemy",
    "explore": "Explore",
    "bid": "Bid cards for the beast",
    "bond": "Bond the beast",
    "trigger": "You may react",
    "equip": "Who bears the artifact",
    "limit": "Too many units, lose one",
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
    "BREACH": "Keep to the reduction or not",
    "LEY": "Which ley line where", "TIDE": "Where the tide goes", "CHAMPION": "Which champion", "QUEST": "Which card",
}  # fmt: skip
FIRST_STEPS = {
    "deploy": "Deploy", "move1": "Move a unit", "army": "Move an army", "out": "Move out", "in": "Move in",
}  # fmt: skip
WORDS = {"move1": "move"}  # how a verb is typed, where it is another word
MOST_ATOMS = 8
TELLING = ("PLAN", "CARD")  # kinds of moves that make the better example, where there are some


def out_of_turn(fields: Fields) -> str:
    """Say that it is another's turn."""
    return "it is not your turn" + (f"; {seat_letter(fields['actor'])} is to act" if fields["actor"] >= 0 else "")


def ask(view: View, facts: Facts, notation: Notation) -> str:
    """Say in one line what is asked of the seat to act, with two lines one may type."""
    fields, legal = _veil.fields(view), codes_of(view)
    if not legal:
        return out_of_turn(fields)
    begin = next((code for code in legal if first(code) in TELLING), legal[0])
    shown = [begin, legal[-1]] if len(legal) > 1 else list(legal)
    either = " or ".join(_line(view, code, facts, notation) for code in shown)
    return f"{_question(fields, legal, facts)}: {either}"


def _question(fields: Fields, legal: Sequence[int], facts: Facts) -> str:
    asked, kind, seat = fields["stack"][-1], first(legal[0]), fields["actor"]
    if asked == "icon":
        steps = FIRST_STEPS.get(_verb(fields, facts)) if kind in ("TO", "FROM") and not fields["step"] else None
        return steps or ICONS.get(kind, "Take it or leave it")
    if kind == "DONE":
        return "That is all there is to choose"
    if asked == "turn" and kind == "DECK":
        return "Draw cards to end the turn, the decks before you look"
    if asked == "explore" and kind == "EXPLORE":
        return f"Your Lord may explore {REGIONS[fields['source'][2]]}"
    if asked == "explore":
        return f"Your reward for exploring {REGIONS[fields['source'][2]]}"
    if asked == "bid" and kind != "GRAIL":
        own = veil_moment.initiative_sum(fields, seat, BID, facts)
        return f"Bid for {facts.names.beasts[fields['source'][2]]}, {own} so far"
    if kind == "HIT":
        drawn = sum(fields["counts"][seat][COMBAT])
        return f"Combat cards, {drawn} drawn worth {veil_moment.initiative_sum(fields, seat, COMBAT, facts)}"
    if kind in ("GRAIL", "EXCALIBUR"):
        return "You are tied for the first place"
    said = ICONS["EQUIP"] if kind == "EQUIP" else QUESTIONS[asked]
    return said + (f" in {REGIONS[fields['region']]}" if fields["region"] >= 0 else "")


def _verb(fields: Fields, facts: Facts) -> str:
    """The verb of the effect under way."""
    row = veil_moment.effect_under_way(fields)
    if row < 0:
        return ""
    if row >= FIRST_OWN:
        return OWN_EFFECTS[row - FIRST_OWN].do
    return VERBS[facts.names.tables["effects"][row][LAYOUT["effects"].index("verb")]]


# --- lines one may type --------------------------------------------------------------------------


def _line(view: View, code: int, facts: Facts, notation: Notation) -> str:
    """A move with the first choices that may follow it, as one types them in a line: `deploy lord SE`."""
    text, kind = notation.templates[code], first(code)
    fields = _veil.fields(view)
    if kind not in ("PLAY", "TO", "FROM") or fields["step"]:
        return text
    atoms, trial = [text], view.copy()
    trial.apply(moves_of(view, [code])[0])
    while len(atoms) < MOST_ATOMS and trial.actor() == view.seat:
        now = _veil.fields(trial)
        if now["stack"] != fields["stack"] or not now["step"]:
            break
        texts = [notation.text(move) for move in trial.legal()]
        number = next((n for n, each in enumerate(texts) if not each.startswith(("claim", "done", "breach"))), None)
        if number is None or "done" in texts:
            break
        trial.apply(trial.legal()[number])
        atoms.append(texts[number])
    return _joined(atoms, _verb(fields, facts))


def _joined(atoms: Sequence[str], verb: str) -> str:
    """Atoms as a line."""
    if atoms[0].startswith("play"):
        paid = " ".join(atom.removeprefix("pay ") for atom in atoms[1:])
        return atoms[0] + f" pay {paid}" * bool(paid)
    said = {
        word: [a.removeprefix(word) for a in atoms if a.startswith(word)] for word in ("from ", "to ", "put ", "take ")
    }
    word = WORDS.get(verb, verb)
    if said["put "]:
        return f"{word} {'+'.join(said['put '])} {said['to '][0]}"
    if said["take "] and said["from "] and said["to "]:
        return f"{word} {'+'.join(said['take '])} {said['from '][0]}>{said['to '][0]}"
    sent = [atom for atom in atoms if ">" in atom]
    return f"{word} {said['from '][0]} {' '.join(sent)}" if sent and said["from "] else atoms[0]


def groups(legal: Sequence[int]) -> list[tuple[str, list[int]]]:
    """The codes of all that may be done, by what they do."""
    found: dict[str, list[int]] = {}
    for code in legal:
        found.setdefault(HEADINGS.get(first(code), LAST), []).append(code)
    return list(found.items())


def verdict(fields: Fields, reason: str) -> str:
    """Say what decided the game, or nothing."""
    points = ", ".join(f"{seat_letter(seat)} {vp}" for seat, vp in enumerate(fields["vp"]))
    if reason == "points":
        return f"most VP: {points}"
    return f"tied at most VP, the bearer of the Grail wins: {points}" if reason == "grail" else ""
