"""Roles, event codes and exact texts of The Resistance: Avalon. Sets of seats are masks: bit k is seat k."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from avalon_ai._state import CHANCE_EVENT, MOVE, NO_SEAT, REFEREE_EVENT
from avalon_ai.errors import LineError
from avalon_ai.games.base import SEAT_LETTERS, seat_letter

ROLES = ("merlin", "percival", "servant", "assassin", "minion", "mordred", "morgana", "oberon")
MERLIN, PERCIVAL, SERVANT, ASSASSIN, MINION, MORDRED, MORGANA, OBERON = range(8)
FIRST_EVIL = ASSASSIN
GOOD_ROLES, EVIL_ROLES = ROLES[:FIRST_EVIL], ROLES[FIRST_EVIL:]
GOOD_MASK, EVIL_MASK = 0b0000_0111, 0b1111_1000

TEAM, APPROVE, REJECT, VOTE_HIDDEN = 0, 1024, 1025, 1026
SUCCESS, FAIL, CARD_HIDDEN = 1027, 1028, 1029
LADY, SAY, SHOOT = 1030, 1040, 1044
VOTES, FAILS, LOYALTY, RESULT, END = 1054, 2078, 2084, 2087, 3111

CLAIMS = ("", "good", "evil", "nothing")  # by number, from 1
MOST_FAILS = 5

_WORDS = {
    APPROVE: "approve",
    REJECT: "reject",
    VOTE_HIDDEN: "vote ?",
    SUCCESS: "success",
    FAIL: "fail",
    CARD_HIDDEN: "card ?",
    SAY + 1: "say good",
    SAY + 2: "say evil",
    SAY + 3: "say nothing",
    LOYALTY: "loyalty ?",
    LOYALTY + 1: "loyalty good",
    LOYALTY + 2: "loyalty evil",
}
_CODES = {text: code for code, text in _WORDS.items()}

EXPECTED = {
    MOVE: "a move, as team ACD, approve, reject, success, fail, lady C, say good or shoot C",
    CHANCE_EVENT: "no chance in this game",
    REFEREE_EVENT: "the referee, as votes ABD, fails 1 or loyalty evil",
}


def seats_in(mask: int) -> Iterator[int]:
    """The seats of a set, in table order."""
    return (seat for seat in range(len(SEAT_LETTERS)) if mask >> seat & 1)


@cache
def letters(mask: int) -> str:
    """The letters of a set of seats, in table order."""
    return "".join(seat_letter(seat) for seat in seats_in(mask))


def mask_of(seats: Iterable[int]) -> int:
    """The set of these seats."""
    mask = 0
    for seat in seats:
        mask |= 1 << seat
    return mask


def is_evil(role: int) -> bool:
    """Whether a role is on the evil side."""
    return role >= FIRST_EVIL


@cache
def text_of(code: int) -> str:
    """The exact text of an event code."""
    if code in _WORDS:
        return _WORDS[code]
    if code < APPROVE:
        return f"team {letters(code - TEAM)}"
    if code >= RESULT:
        return f"winners {letters(code - RESULT)}"
    if code >= FAILS:
        return f"fails {code - FAILS}"
    if code >= VOTES:
        return f"votes {letters(code - VOTES)}".rstrip()
    return f"shoot {seat_letter(code - SHOOT)}" if code >= SHOOT else f"lady {seat_letter(code - LADY)}"


def source_of(code: int) -> int:
    """Who such an event comes from: a seat or the referee."""
    return REFEREE_EVENT if code >= VOTES else MOVE


def code_of(text: str, source: int, seat: int, seats: int) -> int:
    """The event code of an exact text. Raises LineError that says what was expected."""
    code = _code(text, seats)
    if code is None or source_of(code) != source:
        raise LineError(EXPECTED[source], text)
    if source == REFEREE_EVENT and seat != NO_SEAT:
        raise LineError('no "seat" beside what the referee says', seat_letter(seat))
    return code


def _code(text: str, seats: int) -> int | None:
    if text in _CODES:
        return _CODES[text]
    word, _, rest = text.partition(" ")
    if word == "fails":
        return FAILS + int(rest) if rest in tuple("012345") else None
    mask = _mask(rest, seats)
    if mask is None:
        return None
    if word == "votes":
        return VOTES + mask
    if word in ("team", "winners"):
        return (TEAM if word == "team" else RESULT) + mask if mask else None
    if word in ("lady", "shoot") and len(rest) == 1:
        return (LADY if word == "lady" else SHOOT) + SEAT_LETTERS.index(rest)
    return None


def _mask(text: str, seats: int) -> int | None:
    """The set of letters in table order; None for anything else."""
    valid = SEAT_LETTERS[:seats]
    if any(letter not in valid for letter in text) or "".join(sorted(set(text))) != text:
        return None
    return mask_of(map(valid.index, text))
