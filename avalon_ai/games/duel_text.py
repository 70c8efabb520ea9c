"""The duel in words: what a person types, what is asked of him, and what just happened.

Pure functions over the raw fields of a position (`avalon_ai._duel.fields`) and the codes of legal moves.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from avalon_ai.errors import InputError, shorten
from avalon_ai.games.duel_screen import (
    COLOURS,
    DARK,
    KINDS,
    NOBODY,
    SEATS,
    TILES,
    Facts,
    Fields,
    hand_kinds,
    land_word,
    worth,
)

PLACES = 11
LAY, ATTACK, ENCHANT, COUNTER, DEFEND, PASS = 0, 110, 220, 275, 276, 277
DROP, DROP_TOP, SPARE, TAKE, DRAW, DRAW_HIDDEN, REVEAL, END = 278, 288, 299, 300, 306, 316, 317, 438
KNIGHTS = 5  # kinds below are knights
SIGNS = {"lay": "-", "attack": "x", "enchant": "@"}


@dataclass(frozen=True)
class Move:
    """An event's code taken apart: what is done, with which kind of card (or tile, land), at which place from 0."""

    verb: str
    kind: int = -1
    place: int = -1


def unpack(code: int) -> Move:
    """Take the code of an event apart."""
    if code < ATTACK:
        return Move("lay", code // PLACES, code % PLACES)
    if code < ENCHANT:
        return Move("attack", (code - ATTACK) // PLACES, (code - ATTACK) % PLACES)
    if code < COUNTER:
        return Move("enchant", KNIGHTS + (code - ENCHANT) // PLACES, (code - ENCHANT) % PLACES)
    if code < DROP:
        return Move(("counter", "defend", "pass")[code - COUNTER])
    if code < TAKE:
        return _unpack_loss(code)
    if code < REVEAL:
        return Move("take", code - TAKE) if code < DRAW else Move("draw", code - DRAW if code < DRAW_HIDDEN else -1)
    return Move("reveal", (code - REVEAL) % PLACES, (code - REVEAL) // PLACES)


def _unpack_loss(code: int) -> Move:
    if code == SPARE:
        return Move("spare")
    return Move("drop", kind=code - DROP) if code < DROP_TOP else Move("drop", place=code - DROP_TOP)


def text(move: Move) -> str:
    """Give a move its exact text."""
    if move.verb in SIGNS:
        return f"{KINDS[move.kind]}{SIGNS[move.verb]}{move.place + 1}"
    if move.verb == "drop":
        return f"drop {KINDS[move.kind] if move.kind >= 0 else move.place + 1}"
    return f"take {TILES[move.kind]}" if move.verb == "take" else move.verb


# --- what a person types ---------------------------------------------------------------------

_VERBS = {
    "lay": "lay put place strengthen reinforce -",
    "attack": "attack attacks x hit conquer storm",
    "enchant": "enchant charm spell bewitch @",
    "counter": "counter counters counterspell",
    "defend": "defend defends defence defense parry",
    "pass": "pass no none nothing decline",
    "drop": "drop drops discard pay lose",
    "spare": "spare",
    "take": "take takes tile supply end done",
}
VERBS = {word: verb for verb, words in _VERBS.items() for word in words.split()}
_FILLERS = """play with at on to from for the my a an and of in , . + : i
territory land card cards top hand light dark"""
FILLERS = frozenset(_FILLERS.split())
_ROLES = {"knight": 0, "knights": 0, "enchantress": 1, "enchantresses": 1}
_COLOUR_WORDS = {word: number for number, word in enumerate(COLOURS)} | {"purple": 4}
_TILE_WORDS = {"terrain", "area", "each", "double"}
_TOKEN = re.compile(r"(?:[ke][rgbyv]|[rgbyv][ke])(?![a-wyz])|[a-z]+?(?=x?\d)|[a-z]+|\d+|\S")


@dataclass
class Typed:
    """What was understood of a line: verbs, cards (role and colour, None if left open), numbers and tile words."""

    verbs: list[str] = field(default_factory=list)
    cards: list[tuple[int | None, int | None]] = field(default_factory=list)
    losses: list[Move] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    tiles: list[str] = field(default_factory=list)


def understand(line: str) -> Typed:
    """Find verbs, cards, numbers and tiles in a line. Raises InputError for a word without a meaning here."""
    lowered = line.lower().replace("×", "x").replace("counter-spell", "counter")
    lowered = re.sub(r"\b2\s*x?\s*terrain\b|\bdouble terrain\b", "double", lowered)
    typed = Typed()
    for token in _TOKEN.findall(lowered):
        _sort_in(typed, token, line)
    return typed


def _sort_in(typed: Typed, token: str, line: str) -> None:
    if kind := _card(token):
        typed.cards.append(kind)
        typed.losses.append(Move("drop", kind=(kind[0] or 0) * 5 + (kind[1] or 0)))
    elif token.isdigit():
        typed.numbers.append(int(token[:4]))
        typed.losses.append(Move("drop", place=int(token[:4]) - 1))
    elif token in VERBS:
        typed.verbs.append(VERBS[token])
    elif token in _ROLES or token in _COLOUR_WORDS:
        _half_card(typed, _ROLES.get(token), _COLOUR_WORDS.get(token))
    elif token in _TILE_WORDS:
        typed.tiles.append("2xterrain" if token == "double" else token)
    elif token not in FILLERS:
        raise InputError(f"{shorten(token, 20)!r} is no word here; `?` lists the commands, an empty line the moves")


def _card(token: str) -> tuple[int, int] | None:
    for letters in (token, token[::-1]) if len(token) == 2 else ():
        if letters[0] in "ke" and letters[1] in "rgbyv":
            return "ke".index(letters[0]), "rbgyv".index(letters[1])
    return None


def _half_card(typed: Typed, role: int | None, colour: int | None) -> None:
    """Join `red knight` or `knight red` to one card."""
    last = typed.cards[-1] if typed.cards else None
    if last == (None, last and last[1]) and role is not None:
        typed.cards[-1] = (role, last[1])
    elif last == (last and last[0], None) and colour is not None:
        typed.cards[-1] = (last[0], colour)
    else:
        typed.cards.append((role, colour))
        typed.losses.append(Move("drop"))
        return
    whole_role, whole_colour = typed.cards[-1]
    typed.losses[-1] = Move("drop", kind=(whole_role or 0) * 5 + (whole_colour or 0))


def read(line: str, fields: Fields, facts: Facts, legal: Sequence[int]) -> list[int]:
    """Give the codes of the moves that a line stands for.

    Several losses may stand in one line, in any order; every other line is one move. What fits more
    than one legal move is refused: nothing is guessed. Raises InputError that says what was expected.
    """
    typed = understand(line)
    verbs = sorted(set(typed.verbs), key=typed.verbs.index)
    if len(verbs) > 1 and verbs != ["spare", "drop"]:
        raise InputError(f"one move at a time; this names {' and '.join(verbs)}")
    phase = fields["phase"]
    if phase in ("pay", "discard"):
        return _losses(typed, verbs, fields, legal)
    if phase == "reply":
        return [_reply(typed, verbs, legal)]
    if verbs == ["take"] or typed.tiles:
        return [_take(typed, verbs, fields, legal)]
    return [_play(typed, verbs, fields, facts, legal)]


def _examples(legal: Sequence[int], count: int = 2) -> str:
    return " or ".join(text(unpack(code)) for code in examples(legal)[:count])


def examples(legal: Sequence[int]) -> list[int]:
    """Choose legal moves that show what may be typed: one of each verb, attacks and enchantments first."""
    first: dict[str, int] = {}
    for code in legal:
        first.setdefault(unpack(code).verb, code)
    order = ["attack", "enchant", "lay", "take", "spare", "drop", "counter", "defend", "pass"]
    shown = sorted(first.values(), key=lambda code: order.index(unpack(code).verb))
    if first.keys() <= {"drop", "spare"}:
        shown += [code for code in legal if code not in shown][-1:]
    elif first.keys() == {"take"}:
        shown = list(legal)
    return [shown[0], shown[-1]] if len(shown) > 2 else shown


def _reply(typed: Typed, verbs: list[str], legal: Sequence[int]) -> int:
    if verbs and not typed.cards and not typed.numbers:
        for code in legal:
            if unpack(code).verb == verbs[0]:
                return code
    raise InputError(f"a reply is asked for: {_examples(legal)}")


def _take(typed: Typed, verbs: list[str], fields: Fields, legal: Sequence[int]) -> int:
    names = typed.tiles + [str(number) for number in typed.numbers]
    up = [TILES[kind] for kind in range(len(TILES)) if TAKE + kind in legal]
    if not up:
        raise InputError(f"no tile can be taken now; {_phase_help(fields, legal)}")
    if len(names) != 1 or typed.cards or verbs not in ([], ["take"]) or names[0] not in up:
        wrong = f"tile {names[0]} is not there" if len(names) == 1 else "name one tile"
        raise InputError(f"{wrong}: take {', '.join(up)}")
    return TAKE + TILES.index(names[0])


def _phase_help(fields: Fields, legal: Sequence[int]) -> str:
    return f"expected {_examples(legal)}" if legal else "it is not your turn"


def _play(typed: Typed, verbs: list[str], fields: Fields, facts: Facts, legal: Sequence[int]) -> int:
    if verbs and verbs[0] not in SIGNS:
        raise InputError(f"{verbs[0]} is no move now; {_phase_help(fields, legal)}")
    if len(typed.cards) > 1 or len(typed.numbers) > 1:
        raise InputError(f"one card and one territory a move: {_examples(legal)}")
    if not typed.cards and not verbs:
        raise InputError(f"name a card and a territory, or a tile: {_examples(legal)}")
    found = [code for code in legal if _fits(unpack(code), typed, verbs)]
    if len(found) == 1:
        return found[0]
    if found:
        raise InputError(_which(found))
    raise InputError(_why_not(typed, verbs, fields, facts, legal))


def _fits(move: Move, typed: Typed, verbs: list[str]) -> bool:
    if move.verb not in SIGNS or (verbs and move.verb != verbs[0]):
        return False
    if typed.numbers and move.place != typed.numbers[0] - 1:
        return False
    return not typed.cards or _is(move.kind, *typed.cards[0])


def _is(kind: int, role: int | None, colour: int | None) -> bool:
    return role in (None, kind // 5) and colour in (None, kind % 5)


def _which(found: Sequence[int]) -> str:
    texts = [text(unpack(code)) for code in found]
    shown = ", ".join(texts[:6]) + (", ..." if len(texts) > 6 else "")
    return f"which one? {shown}"


def _why_not(typed: Typed, verbs: list[str], fields: Fields, facts: Facts, legal: Sequence[int]) -> str:
    """Say in one line why no legal move fits."""
    seat, size = fields["actor"], len(fields["lands"])
    if typed.numbers and not 1 <= typed.numbers[0] <= size:
        return f"there is no territory {typed.numbers[0]}; they are 1 to {size}"
    hand = hand_kinds(fields, seat)
    if typed.cards and not any(_is(kind, *typed.cards[0]) for kind in hand):
        held = " ".join(KINDS[kind] for kind in hand) or "no cards"
        return f"no such card in your hand; you hold {held}"
    if not hand:
        return f"your hand is empty; {_phase_help(fields, legal)}"
    place = typed.numbers[0] - 1 if typed.numbers else None
    verb = verbs[0] if verbs else "lay"
    reason = _attack_fault(fields, facts, seat, place) if verb == "attack" else ""
    reason = reason or (_enchant_fault(fields, seat, place) if verb == "enchant" else "")
    return reason or f"{verb} what, and where? {_phase_help(fields, legal)}"


def _attack_fault(fields: Fields, facts: Facts, seat: int, place: int | None) -> str:
    if fields["conquests"] >= 2:
        return "two territories were conquered this turn: no more attacks; lay cards or take a tile"
    if place is None:
        return ""
    if fields["owners"][place] == seat:
        return f"territory {place + 1} is yours already"
    own, enemy = (len(fields["stacks"][side][place]) for side in (seat, 1 - seat))
    castle = fields["lands"][place] in facts.castles and fields["owners"][place] != NOBODY
    need = enemy + castle
    if own < need:
        return f"an attack at {place + 1} needs {need} of your cards there before; there {_are(own)}"
    return f"only a knight attacks at {place + 1}"


def _are(count: int) -> str:
    return "is 1" if count == 1 else f"are {count or 'none'}"


def _enchant_fault(fields: Fields, seat: int, place: int | None) -> str:
    if place is None:
        return ""
    enemy = fields["stacks"][1 - seat][place]
    if not enemy:
        return f"there is no enemy card to enchant at {place + 1}"
    colour = COLOURS[enemy[-1] % 5]
    return (
        f"on top at {place + 1} lies {KINDS[enemy[-1]]}: only a {colour} enchantress (E{colour[0].upper()}) enchants it"
    )


def _losses(typed: Typed, verbs: list[str], fields: Fields, legal: Sequence[int]) -> list[int]:
    """Give `spare` first and the losses in canonical order."""
    if any(verb not in ("drop", "spare") for verb in verbs) or not (verbs or typed.losses):
        raise InputError(f"{owed(fields)} first: {_examples(legal)}")
    spare = [SPARE] if "spare" in verbs else []
    if spare and SPARE not in legal:
        raise InputError(f"Avalon spares nothing here; {owed(fields)}: {_examples(legal)}")
    codes = sorted(_loss_code(move, fields) for move in typed.losses)
    if not spare and not codes:
        raise InputError(f"drop what? {_examples(legal)}")
    left = fields["to_pay"] - len(spare)
    if len(codes) > left:
        raise InputError(f"{len(codes)} named, but {left} to drop")
    _check_stock(codes, fields)
    return spare + codes


def _loss_code(move: Move, fields: Fields) -> int:
    if move.kind >= 0:
        return DROP + move.kind
    if 0 <= move.place < len(fields["lands"]):
        return DROP_TOP + move.place
    raise InputError("a loss is a card of your hand or the number of a territory: drop KR, drop 5")


def _check_stock(codes: Sequence[int], fields: Fields) -> None:
    seat = fields["actor"]
    for code in codes:
        move = unpack(code)
        held = fields["hands"][seat][move.kind] if move.kind >= 0 else len(fields["stacks"][seat][move.place])
        if move.kind < 0 and fields["phase"] == "discard":
            raise InputError(f"the hand limit asks for cards of the hand: {_hand_text(fields, seat)}")
        if codes.count(code) > held:
            where = f"{KINDS[move.kind]} in your hand" if move.kind >= 0 else f"card of yours at {move.place + 1}"
            raise InputError(f"{codes.count(code)} named, but {held} {where}; hand: {_hand_text(fields, seat)}")


def _hand_text(fields: Fields, seat: int) -> str:
    return " ".join(KINDS[kind] for kind in hand_kinds(fields, seat)) or "empty"


# --- what is asked and what may be done --------------------------------------------------------


def owed(fields: Fields) -> str:
    """Say how many cards are still to go."""
    count = fields["to_pay"]
    cards = f"{count} card{'s' * (count > 1)}"
    return f"discard {cards}" if fields["phase"] == "discard" else f"pay {cards} for the conquest"


def ask(fields: Fields, legal: Sequence[int]) -> str:
    """Say in one line what is asked of the seat to act, with two moves one may type."""
    phase = fields["phase"]
    if phase == "reply":
        return f"{_challenge(fields, legal)}: {_examples(legal)}?"
    if phase in ("pay", "discard"):
        both = _several(legal, fields["to_pay"])
        return f"{owed(fields).capitalize()}: {_examples(legal)}{both}"
    if all(unpack(code).verb == "take" for code in legal):
        return f"Take a tile: {_examples(legal)}"
    return f"Play a card, or take a tile to end the turn: {_examples(legal)}"


def _several(legal: Sequence[int], count: int) -> str:
    names = [text(unpack(code)).removeprefix("drop ") for code in examples(legal) if code != SPARE]
    return f", or both: drop {' '.join(names)}" if count > 1 and len(names) > 1 else ""


def _challenge(fields: Fields, legal: Sequence[int]) -> str:
    place, kind, foe = fields["at"], fields["attack"], SEATS[fields["on_turn"]]
    if any(unpack(code).verb == "counter" for code in legal):
        top = fields["stacks"][1 - fields["on_turn"]][place]
        return f"{foe} enchants your {KINDS[top[-1]]} at {place + 1} with {KINDS[kind]}"
    return f"{foe} attacks {place + 1} with {KINDS[kind]}"


GROUPS = (
    ("Attack", lambda move: move.verb == "attack"),
    ("Enchant", lambda move: move.verb == "enchant"),
    ("Lay a card", lambda move: move.verb == "lay"),
    ("Take a tile now", lambda move: move.verb == "take" and move.kind < DARK),
    ("Take a tile for the next turn", lambda move: move.verb == "take" and move.kind >= DARK),
    ("Reply", lambda move: move.verb in ("counter", "defend", "pass")),
    ("Avalon pays one card", lambda move: move.verb == "spare"),
    ("Drop from the hand", lambda move: move.verb == "drop" and move.kind >= 0),
    ("Drop the top card at", lambda move: move.verb == "drop" and move.kind < 0),
)


def groups(legal: Sequence[int]) -> list[tuple[str, list[int]]]:
    """Sort the codes of legal moves under headings."""
    sorted_in = ((title, [code for code in legal if test(unpack(code))]) for title, test in GROUPS)
    return [(title, codes) for title, codes in sorted_in if codes]


# --- what just happened ------------------------------------------------------------------------


def describe(code: int, seat: int, fields: Fields, facts: Facts) -> str:
    """Tell an event in one sentence. What follows a colon may be joined to an equal beginning before it."""
    move = unpack(code)
    return _TELLERS[move.verb](move, seat, fields, facts)


def _at(fields: Fields, place: int) -> str:
    land = fields["lands"][place]
    return f"{place + 1} ({land_word(land)})" if land >= 0 else str(place + 1)


def _tell_lay(move: Move, seat: int, fields: Fields, facts: Facts) -> str:
    return f"{SEATS[seat]} lays {KINDS[move.kind]} at {_at(fields, move.place)}"


def _tell_attack(move: Move, seat: int, fields: Fields, facts: Facts) -> str:
    return f"{SEATS[seat]} attacks {_at(fields, move.place)} with {KINDS[move.kind]}"


def _tell_enchant(move: Move, seat: int, fields: Fields, facts: Facts) -> str:
    top = fields["stacks"][1 - seat][move.place]
    return f"{SEATS[seat]} enchants {KINDS[top[-1]]} at {_at(fields, move.place)} with {KINDS[move.kind]}"


def _tell_counter(move: Move, seat: int, fields: Fields, facts: Facts) -> str:
    kind = KINDS[fields["attack"]]
    return f"{SEATS[seat]} counters with {kind} and takes the other {kind} into the hand"


def _tell_defend(move: Move, seat: int, fields: Fields, facts: Facts) -> str:
    return f"{SEATS[seat]} defends {_at(fields, fields['at'])} with {KINDS[fields['attack'] % 5]}"


def _tell_pass(move: Move, seat: int, fields: Fields, facts: Facts) -> str:
    place, foe = fields["at"], SEATS[1 - seat]
    if is_enchantment(fields):
        return f"{SEATS[seat]} does not answer; {KINDS[fields['stacks'][seat][place][-1]]} goes over to {foe}"
    return f"{SEATS[seat]} does not answer; {foe} conquers {_at(fields, place)}"


def is_enchantment(fields: Fields) -> bool:
    """Tell whether the open reply is to an enchantment, not to an attack."""
    return bool(fields.get("enchanting", fields["attack"] >= KNIGHTS))


def _tell_drop(move: Move, seat: int, fields: Fields, facts: Facts) -> str:
    word = "discards" if fields["phase"] == "discard" else "pays"
    if move.kind >= 0:
        return f"{SEATS[seat]} {word}: {KINDS[move.kind]}"
    top = fields["stacks"][seat][move.place]
    return f"{SEATS[seat]} {word}: {KINDS[top[-1]]} at {move.place + 1}"


def _tell_spare(move: Move, seat: int, fields: Fields, facts: Facts) -> str:
    return f"{SEATS[seat]} uses Avalon: one card less to pay"


def _tell_take(move: Move, seat: int, fields: Fields, facts: Facts) -> str:
    count = worth(fields, seat)[move.kind]
    if move.kind < DARK:
        return f"{SEATS[seat]} takes tile {TILES[move.kind]}: {count} card{'s' * (count != 1)} now"
    return f"{SEATS[seat]} takes tile {TILES[move.kind]} for the next turn"


def _tell_draw(move: Move, seat: int, fields: Fields, facts: Facts) -> str:
    return f"{SEATS[seat]} draws: {KINDS[move.kind] if move.kind >= 0 else '?'}"


def _tell_reveal(move: Move, seat: int, fields: Fields, facts: Facts) -> str:
    crowns = facts.crowns[move.kind]
    marks = (
        " with a castle"
        if move.kind in facts.castles
        else " with the stone circle"
        if move.kind == facts.circle
        else ""
    )
    return f"{move.place + 1} turns up: {land_word(move.kind)}{marks}, {crowns} crown{'s' * (crowns != 1)}"


_TELLERS: dict[str, Callable[[Move, int, Fields, Facts], str]] = {
    "lay": _tell_lay,
    "attack": _tell_attack,
    "enchant": _tell_enchant,
    "counter": _tell_counter,
    "defend": _tell_defend,
    "pass": _tell_pass,
    "drop": _tell_drop,
    "spare": _tell_spare,
    "take": _tell_take,
    "draw": _tell_draw,
    "reveal": _tell_reveal,
}
