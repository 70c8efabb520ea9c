"""The duel in words: what a person types, what is asked of him, and what just happened.

Pure functions over the raw fields of a position (`avalon_ai._duel.fields`) and the codes of legal moves.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from avalon_ai.errors import InputError, shorten
from avalon_ai.games.duel_codes import (
    ATTACK,
    COUNTER,
    DRAW,
    DRAW_HIDDEN,
    DROP_CARD,
    DROP_TOP,
    ENCHANT,
    KINDS,
    REVEAL,
    SPARE,
    TAKE,
    TERRITORIES,
    texts,
)
from avalon_ai.games.duel_data import TILES
from avalon_ai.games.duel_screen import (
    COLOUR_NAMES,
    DARK,
    NOBODY,
    SEATS,
    Facts,
    Fields,
    hand_kinds,
    land_word,
    worth,
)

KNIGHTS = 5  # kinds below are knights
LOSS_PHASES = ("pay", "discard")
ORDER = ("attack", "enchant", "lay", "take", "drop", "spare", "counter", "defend", "pass")
PLAYS = ("lay", "attack", "enchant")


@dataclass(frozen=True)
class Move:
    """An event's code taken apart: what is done, with which kind of card (or tile, land), at which place from 0."""

    verb: str
    kind: int = -1
    place: int = -1


def unpack(code: int) -> Move:
    """Take the code of an event apart."""
    if code < ATTACK:
        return Move("lay", code // TERRITORIES, code % TERRITORIES)
    if code < ENCHANT:
        return Move("attack", (code - ATTACK) // TERRITORIES, (code - ATTACK) % TERRITORIES)
    if code < COUNTER:
        return Move("enchant", KNIGHTS + (code - ENCHANT) // TERRITORIES, (code - ENCHANT) % TERRITORIES)
    if code < DROP_CARD:
        return Move(("counter", "defend", "pass")[code - COUNTER])
    if code < TAKE:
        return _unpack_loss(code)
    if code < REVEAL:
        return Move("take", code - TAKE) if code < DRAW else Move("draw", code - DRAW if code < DRAW_HIDDEN else -1)
    return Move("reveal", (code - REVEAL) % TERRITORIES, (code - REVEAL) // TERRITORIES)


def _unpack_loss(code: int) -> Move:
    if code == SPARE:
        return Move("spare")
    return Move("drop", kind=code - DROP_CARD) if code < DROP_TOP else Move("drop", place=code - DROP_TOP)


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
_FILLERS = """play with at on to from for the my a an and of in , ; . + : i
territory land card cards top hand light dark"""
FILLERS = frozenset(_FILLERS.split())
_ROLES = {"knight": 0, "knights": 0, "enchantress": 1, "enchantresses": 1}
_COLOUR_WORDS = {word: number for number, word in enumerate(COLOUR_NAMES)} | {"purple": 4}
_TILE_WORDS = {"terrain", "area", "each", "double"}
_TOKEN = re.compile(r"(?:[ke][rgbyv]|[rgbyv][ke])(?![a-wyz])|x(?=[ke][rgbyv]\b)|[a-z]+?(?=x?\d)|[a-z]+|\d+|\S")


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
    may = choices(fields, legal)
    if fields["phase"] in LOSS_PHASES:
        return _losses(typed, verbs, fields, facts, may)
    if fields["phase"] == "reply":
        return [_reply(typed, verbs, may)]
    if verbs == ["take"] or typed.tiles:
        return [_take(typed, verbs, may)]
    return [_play(typed, verbs, fields, facts, may)]


def choices(fields: Fields, legal: Sequence[int]) -> list[int]:
    """List what may be typed: the legal moves; every source of a loss, since input takes losses in any order."""
    if fields["phase"] not in LOSS_PHASES or not legal:
        return list(legal)
    seat = fields["actor"]
    sources = [DROP_CARD + kind for kind, count in enumerate(fields["hands"][seat]) if count]
    if fields["phase"] == "pay":
        sources += [DROP_TOP + place for place, stack in enumerate(fields["stacks"][seat]) if stack]
    return sources + [code for code in legal if code == SPARE]


def _examples(may: Sequence[int]) -> str:
    return " or ".join(texts()[code] for code in examples(may))


def examples(may: Sequence[int]) -> list[int]:
    """Choose two moves, or the only one, that show what may be typed."""
    first: dict[str, int] = {}
    for code in may:
        first.setdefault(unpack(code).verb, code)
    shown = sorted(first.values(), key=lambda code: ORDER.index(unpack(code).verb))
    if len(shown) == 1:
        shown = list(may)
    return [shown[0], shown[-1]] if len(shown) > 1 else shown


def _reply(typed: Typed, verbs: list[str], legal: Sequence[int]) -> int:
    if verbs and not typed.cards and not typed.numbers:
        for code in legal:
            if unpack(code).verb == verbs[0]:
                return code
    raise InputError(f"a reply is asked for: {_examples(legal)}")


def _take(typed: Typed, verbs: list[str], legal: Sequence[int]) -> int:
    names = typed.tiles + [str(number) for number in typed.numbers]
    up = [TILES[kind] for kind in range(len(TILES)) if TAKE + kind in legal]
    if not up:
        raise InputError(f"no tile can be taken now; {_expected(legal)}")
    if len(names) != 1 or typed.cards or verbs not in ([], ["take"]) or names[0] not in up:
        wrong = f"tile {names[0]} is not there" if len(names) == 1 else "name one tile"
        raise InputError(f"{wrong}: take {', '.join(up)}")
    return TAKE + TILES.index(names[0])


def _expected(may: Sequence[int]) -> str:
    return f"expected {_examples(may)}" if may else "it is not your turn"


def _play(typed: Typed, verbs: list[str], fields: Fields, facts: Facts, legal: Sequence[int]) -> int:
    if verbs and verbs[0] not in PLAYS:
        raise InputError(f"{verbs[0]} is no move now; {_expected(legal)}")
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
    if move.verb not in PLAYS or (verbs and move.verb != verbs[0]):
        return False
    if typed.numbers and move.place != typed.numbers[0] - 1:
        return False
    return not typed.cards or _is(move.kind, *typed.cards[0])


def _is(kind: int, role: int | None, colour: int | None) -> bool:
    return role in (None, kind // 5) and colour in (None, kind % 5)


def _which(found: Sequence[int]) -> str:
    shown = ", ".join(texts()[code] for code in found[:6]) + (", ..." if len(found) > 6 else "")
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
        return f"your hand is empty; {_expected(legal)}"
    place = typed.numbers[0] - 1 if typed.numbers else None
    verb = verbs[0] if verbs else "lay"
    reason = _attack_fault(fields, facts, seat, place) if verb == "attack" else ""
    reason = reason or (_enchant_fault(fields, seat, place) if verb == "enchant" else "")
    return reason or f"{verb} what, and where? {_expected(legal)}"


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
    colour = COLOUR_NAMES[enemy[-1] % 5]
    return (
        f"on top at {place + 1} lies {KINDS[enemy[-1]]}: only a {colour} enchantress (E{colour[0].upper()}) enchants it"
    )


def _losses(typed: Typed, verbs: list[str], fields: Fields, facts: Facts, may: Sequence[int]) -> list[int]:
    if any(verb not in ("drop", "spare") for verb in verbs):
        raise InputError(f"{owed(fields, facts)} first: {_examples(may)}")
    codes = [SPARE] * ("spare" in verbs) + [_loss_code(move, fields) for move in typed.losses]
    if not codes:
        raise InputError(f"drop what? {_examples(may)}")
    if SPARE in codes and SPARE not in may:
        raise InputError(f"Avalon spares nothing here; {owed(fields, facts)}: {_examples(may)}")
    return codes


def _loss_code(move: Move, fields: Fields) -> int:
    if move.kind >= 0:
        return DROP_CARD + move.kind
    if 0 <= move.place < len(fields["lands"]):
        return DROP_TOP + move.place
    raise InputError("a loss is a card of your hand or the number of a territory: drop KR, drop 5")


def arrange(codes: Sequence[int], fields: Fields, facts: Facts) -> tuple[list[int], list[int]]:
    """Part the moves chosen so far into those that can be played now, in order, and those that wait for more.

    Losses are played together, in canonical order, when all that are owed were named; `spare` goes first.
    Raises InputError for losses that cannot all be made.
    """
    if fields["phase"] not in LOSS_PHASES:
        return list(codes), []
    spare, drops = [code for code in codes if code == SPARE], sorted(code for code in codes if code != SPARE)
    due = losses_due(fields, facts) - len(spare)
    if len(spare) > 1:
        raise InputError("Avalon spares one card a turn")
    if len(drops) > due:
        raise InputError(f"{len(drops)} cards named, but {due} to drop")
    _check_stock(drops, fields)
    return (spare + drops, []) if len(drops) == due else (spare, drops)


def _check_stock(codes: Sequence[int], fields: Fields) -> None:
    seat = fields["actor"]
    hand = " ".join(KINDS[kind] for kind in hand_kinds(fields, seat)) or "empty"
    for code in codes:
        move = unpack(code)
        if move.kind < 0 and fields["phase"] == "discard":
            raise InputError(f"only cards of the hand go here: {hand}")
        held = _stock(code, fields)
        if codes.count(code) > held:
            where = f"{KINDS[move.kind]} in your hand" if move.kind >= 0 else f"of your cards at {move.place + 1}"
            raise InputError(f"there {_are(held)} {where}, not {codes.count(code)}; your hand: {hand}")


# --- what is asked and what may be done --------------------------------------------------------


def losses_due(fields: Fields, facts: Facts) -> int:
    """Count the cards that the seat to act still has to pay or discard."""
    if fields["phase"] == "discard":
        return int(fields["hand_sizes"][fields["actor"]]) - facts.hand
    return int(fields["to_pay"])


def owed(fields: Fields, facts: Facts) -> str:
    """Say how many cards are still to go."""
    count = losses_due(fields, facts)
    cards = f"{count} card{'s' * (count > 1)}"
    if fields["phase"] == "discard":
        return f"discard {cards}, {facts.hand} may stay"
    return f"pay {cards} for the conquest"


def ask(fields: Fields, facts: Facts, legal: Sequence[int], chosen: Sequence[int] = ()) -> str:
    """Say in one line what is asked of the seat to act, with two moves one may type."""
    may = choices(fields, legal)
    if fields["phase"] == "reply":
        return f"{_challenge(fields)}: {_examples(may)}?"
    if fields["phase"] not in LOSS_PHASES:
        return f"Play a card, or take a tile to end the turn: {_examples(may)}"
    due = losses_due(fields, facts) - len(chosen)
    left = [code for code in may if code not in chosen or chosen.count(code) < _stock(code, fields)]
    asked = f"{due} more, beside {_names(chosen)}" if chosen else owed(fields, facts).capitalize()
    return f"{asked}: {_examples(left)}{_several(left, due)}"


def _stock(code: int, fields: Fields) -> int:
    """Count the cards that a source of losses holds."""
    move, seat = unpack(code), fields["actor"]
    return fields["hands"][seat][move.kind] if move.kind >= 0 else len(fields["stacks"][seat][move.place])


def _names(codes: Sequence[int]) -> str:
    return " ".join(texts()[code].removeprefix("drop ") for code in codes)


def _several(may: Sequence[int], due: int) -> str:
    shown = [code for code in examples(may) if code != SPARE]
    return f", both: drop {_names(shown)}" if due > 1 and len(shown) > 1 else ""


def _challenge(fields: Fields) -> str:
    place, kind = fields["at"], KINDS[fields["attack"]]
    if fields["enchanting"]:
        top = fields["stacks"][1 - fields["on_turn"]][place]
        return f"Answer {kind}, which enchants your {KINDS[top[-1]]} at {place + 1}"
    return f"Answer the attack on {place + 1} with {kind}"


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


def groups(fields: Fields, legal: Sequence[int]) -> list[tuple[str, list[int]]]:
    """Sort the codes of all that may be typed under headings."""
    may = choices(fields, legal)
    sorted_in = ((title, [code for code in may if test(unpack(code))]) for title, test in GROUPS)
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
    answer = fields["attack"] % KNIGHTS + KNIGHTS * fields["enchanting"]
    own_and_forced = fields["viewer"] == seat and not fields["hands"][seat][answer]
    does = f"holds no {KINDS[answer]} to answer with" if own_and_forced else "does not answer"
    if fields["enchanting"]:
        return f"{SEATS[seat]} {does}; {KINDS[fields['stacks'][seat][place][-1]]} goes over to {foe}"
    return f"{SEATS[seat]} {does}; {foe} conquers {_at(fields, place)}"


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


def verdict(fields: Fields, facts: Facts, reason: str) -> str:
    """Say how the crowns stand when they ended the game, or nothing."""
    if reason not in ("crowns", "cap"):
        return ""
    most, least = max(fields["crowns"]), min(fields["crowns"])
    return f"{most} crowns to {least}" + (f" after {facts.turn_cap} turns" if reason == "cap" else "")
