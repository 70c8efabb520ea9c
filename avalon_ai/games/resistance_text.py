"""The Resistance: Avalon in words: what a person types, what is asked of him, and what just happened.

Pure functions over the raw fields of a position (`avalon_ai._resistance.fields`) and the codes of legal moves.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from avalon_ai.errors import InputError, shorten
from avalon_ai.games.base import SEAT_LETTERS, seat_letter
from avalon_ai.games.resistance_codes import (
    APPROVE,
    CLAIMS,
    FAIL,
    FAILS,
    LADY,
    LOYALTY,
    REJECT,
    RESULT,
    SAY,
    SHOOT,
    SUCCESS,
    TEAM,
    VOTES,
    letters,
    text_of,
)
from avalon_ai.games.resistance_fields import Fields, team_under_way

_FILLERS = {
    "propose": "team quest propose proposal send take go with and the on to we me my seat seats player players + -",
    "vote": "i vote it this to",
    "quest": "i play the a card",
    "lady": "lady look at visit see the loyalty of seat player",
    "claim": "i say says claim claims that is he she",
    "shoot": "shoot kill assassinate name merlin is the seat player",
}
FILLERS = {phase: frozenset(words.split()) for phase, words in _FILLERS.items()}
CHOICES = {
    "vote": {
        APPROVE: "approve approved approves yes y a ok okay aye for accept agree pro yea +",
        REJECT: "reject rejected rejects no n r nay against refuse deny contra -",
    },
    "quest": {
        SUCCESS: "success succeed s pass good support +",
        FAIL: "fail f fails sabotage evil -",
    },
    "claim": {
        SAY + 1: "good g loyal",
        SAY + 2: "evil e bad spy minion",
        SAY + 3: "nothing n none silent silence pass nil",
    },
}
NAMED = {"propose": TEAM, "lady": LADY, "shoot": SHOOT}
WORD = re.compile(r"[a-z]+|[+-]|[^\sa-z+,;.:&/!-]+")


# --- reading -----------------------------------------------------------------------------------


def read(text: str, fields: Fields, legal: Sequence[int]) -> int:
    """The code of the move that a typed text stands for. Raises InputError with one line."""
    if not legal:
        raise InputError(out_of_turn(fields))
    words = WORD.findall(text.lower())
    if fields["phase"] in CHOICES:
        return _choice(text, words, fields, legal)
    seats = _seats(text, words, fields, legal)
    if fields["phase"] == "propose":
        return TEAM + _team(seats, fields, legal)
    return _single(seats, fields, legal)


def out_of_turn(fields: Fields) -> str:
    """Say that it is another's turn."""
    return "it is not your turn" + (f"; {seat_letter(fields['actor'])} is to act" if fields["actor"] >= 0 else "")


def _choice(text: str, words: list[str], fields: Fields, legal: Sequence[int]) -> int:
    known = {word: code for code, names in CHOICES[fields["phase"]].items() for word in names.split()}
    codes = {known[word] for word in words if word in known}
    strange = [word for word in words if word not in known and word not in FILLERS[fields["phase"]]]
    if strange or len(codes) != 1:
        raise InputError(f"expected {_either(legal)}, got {shorten(text.strip(), 40) or 'nothing'}")
    (code,) = codes
    if code not in legal:
        raise InputError("a good member cannot fail a quest: success")
    return code


def _seats(text: str, words: list[str], fields: Fields, legal: Sequence[int]) -> list[int]:
    """The seats that a text names. Raises InputError."""
    count = len(fields["roles"])
    valid = SEAT_LETTERS[:count].lower()
    found: list[int] = []
    for word in words:
        if word in FILLERS[fields["phase"]]:
            continue
        if len(word) == 1 and word.isalpha() and word not in valid:
            raise InputError(f"there is no seat {word.upper()}; seats are A to {SEAT_LETTERS[count - 1]}")
        if any(letter not in valid for letter in word):
            raise InputError(f"{shorten(text.strip(), 40)} is no move now; expected {_either(legal)}")
        found += [valid.index(letter) for letter in word]
    doubles = [seat for seat in found if found.count(seat) > 1]
    if doubles:
        raise InputError(f"{seat_letter(doubles[0])} stands there twice: name each seat once")
    return found


def _team(seats: list[int], fields: Fields, legal: Sequence[int]) -> int:
    size = fields["sizes"][fields["quest"]]
    if len(seats) != size:
        raise InputError(
            f"a team for quest {fields['quest'] + 1} is {size} seats, got {len(seats) or 'none'}: {_either(legal)}"
        )
    return sum(1 << seat for seat in seats)


def _single(seats: list[int], fields: Fields, legal: Sequence[int]) -> int:
    if len(seats) != 1:
        raise InputError(f"name one seat: {_either(legal)}")
    code = NAMED[fields["phase"]] + seats[0]
    if code not in legal:
        raise InputError(f"{_why_not(seats[0], fields)}: {_either(legal)}")
    return code


def _why_not(seat: int, fields: Fields) -> str:
    letter, own = seat_letter(seat), seat == fields["actor"]
    if fields["phase"] == "lady":
        return f"the Lady does not go to {letter}, who {'holds' if own else 'held'} her"
    return "you cannot shoot yourself" if own else f"you knew {letter} as evil from the start"


def _either(legal: Sequence[int]) -> str:
    shown = [legal[0], legal[-1]] if len(legal) > 1 else list(legal)
    return " or ".join(text_of(code) for code in shown)


# --- what is asked and what may be done --------------------------------------------------------


def ask(fields: Fields, legal: Sequence[int]) -> str:
    """Say in one line what is asked of the seat to act, with two moves one may type."""
    if not legal:
        return out_of_turn(fields)
    phase, either = fields["phase"], _either(legal)
    if phase == "claim":
        return f"{_shown(fields)}. Tell the others: {either}"
    return _QUESTIONS[phase].format(
        quest=fields["quest"] + 1,
        size=fields["sizes"][fields["quest"]],
        leader=seat_letter(fields["leader"]),
        team=_names(team_under_way(fields)),
        either=either,
    )


_QUESTIONS = {
    "propose": "Propose {size} seats for quest {quest}: {either}",
    "vote": "{leader} proposes {team} for quest {quest}: {either}? (y, n)",
    "quest": "Play a card on quest {quest} with {team}: {either}",
    "lady": "Choose whose loyalty you see; that seat then holds the Lady: {either}",
    "shoot": "Three quests have succeeded. Shoot Merlin: {either}",
}


def _shown(fields: Fields) -> str:
    _, target, loyalty, _ = fields["uses"][-1]
    return f"{seat_letter(target)} is {CLAIMS[loyalty]}"


HEADINGS = {
    "propose": "Propose a team",
    "vote": "Vote",
    "quest": "Play a card",
    "lady": "See the loyalty of",
    "claim": "Say about it",
    "shoot": "Shoot",
}


def groups(fields: Fields, legal: Sequence[int]) -> list[tuple[str, list[int]]]:
    """The codes of all that may be done, under a heading."""
    return [(HEADINGS[fields["phase"]], list(legal))] if legal else []


# --- what just happened ------------------------------------------------------------------------


def _names(seats: int) -> str:
    return ", ".join(letters(seats)) or "nobody"


def describe(code: int, seat: int, fields: Fields) -> str:
    """Tell an event in one sentence; votes and cards are told when the referee reveals them."""
    if code >= RESULT:
        return ""
    if code >= VOTES:
        return _tell_referee(code, fields)
    if code < APPROVE:
        place = f"proposal {fields['attempt'] + 1} for quest {fields['quest'] + 1}"
        return f"{seat_letter(seat)} proposes {_names(code)}, {place}"
    if code >= SHOOT:
        return f"{seat_letter(seat)} shoots {seat_letter(code - SHOOT)}"
    if code >= SAY:
        return _tell_claim(CLAIMS[code - SAY], seat, fields)
    return f"{seat_letter(seat)} sees the loyalty of {seat_letter(code - LADY)}" if code >= LADY else ""


def _tell_claim(claim: str, seat: int, fields: Fields) -> str:
    target = seat_letter(fields["uses"][-1][1])
    if claim == "nothing":
        return f"{seat_letter(seat)} says nothing about {target}"
    return f"{seat_letter(seat)} says that {target} is {claim}"


def _tell_referee(code: int, fields: Fields) -> str:
    if code >= LOYALTY:
        _, target, *_ = fields["uses"][-1]
        return f"{seat_letter(target)} is {CLAIMS[code - LOYALTY]}" if code > LOYALTY else ""
    if code >= FAILS:
        return _tell_fails(code - FAILS, fields)
    return _tell_votes(code - VOTES, fields)


def _tell_votes(approved: int, fields: Fields) -> str:
    seats = len(fields["roles"])
    rejected = ((1 << seats) - 1) & ~approved
    goes = 2 * len(letters(approved)) > seats
    verdict = "the team goes" if goes else f"rejected, {fields['attempt'] + 1} of 5"
    return f"{_do(approved, 'approve')}, {_do(rejected, 'reject')}; {verdict}"


def _do(seats: int, verb: str) -> str:
    return f"{_names(seats)} {verb}{'s' * (len(letters(seats)) < 2)}"


def _tell_fails(fails: int, fields: Fields) -> str:
    needed = fields["needed"][fields["quest"]]
    count = f"{fails} fail{'s' * (fails != 1)}"
    outcome = "fails" if fails >= needed else "succeeds"
    return f"Quest {fields['quest'] + 1} {outcome} with {count}"


def verdict(fields: Fields, reason: str) -> str:
    """Say what decided the game, or nothing."""
    target = "" if fields["shot"] < 0 else seat_letter(fields["shot"])
    if reason == "merlin":
        return f"{target}, who was shot, is Merlin"
    if reason == "quests":
        return "three quests succeeded" + (f", and {target}, who was shot, is not Merlin" if target else "")
    return {"fails": "three quests failed", "rejections": "five teams were rejected"}.get(reason, "")


def failures(fields: Fields) -> list[str]:
    """For each quest played its team, and who failed it as far as is known."""
    return [
        f"quest {number} ({', '.join(letters(team))}) {fails} fail{'s' * (fails != 1)}"
        + (f" by {_names(failed)}" if failed else "")
        for number, (team, fails, failed) in enumerate(fields["quests"], 1)
    ]
