"""Whole lines that a person types, split into the small moves of the game: `deploy lord+2w SE`, `bid GIVE OATH`.

A line becomes atoms in words; those whose order means nothing are tried in ascending order. Each is played on a copy of
the view, so that what comes next is known.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from avalon_ai._state import MOVE, View, event_code, make_event
from avalon_ai.errors import InputError, shorten
from avalon_ai.games.base import seat_letter
from avalon_ai.games.veil_notation import Notation

ARROW = re.compile(r"\s*(?:->|>|to)\s*")
MOST = 60  # characters of a line that are shown again


def read(text: str, view: View, notation: Notation) -> list[int]:
    """The moves that a typed line stands for. Raises InputError with one line."""
    legal = view.legal()
    if not legal:
        actor = view.actor()
        raise InputError("it is not your turn" + (f"; {seat_letter(actor)} is to act" if actor >= 0 else ""))
    words = text.casefold().split()
    found = _exact(" ".join(words), legal, notation)
    if found is not None:
        return [found, *_only_done(found, view, notation)]
    for split in (_set_line, _deploy_line, _army_line, _out_line):
        parts = split(words)
        if parts is not None:
            return _played(text, parts, view, notation)
    raise InputError(f"{shorten(text.strip(), MOST) or 'nothing'} is no move now; expected {either(legal, notation)}")


def _only_done(move: int, view: View, notation: Notation) -> list[int]:
    """The `done` after a move, where nothing else is left to choose."""
    trial = view.copy()
    trial.apply(move)
    rest = trial.legal()
    return rest if [notation.text(left) for left in rest] == ["done"] else []


def either(legal: Sequence[int], notation: Notation) -> str:
    """Two of the moves there are."""
    shown = [legal[0], legal[-1]] if len(legal) > 1 else legal
    return " or ".join(notation.text(move) for move in shown)


def _exact(text: str, legal: Sequence[int], notation: Notation) -> int | None:
    """The legal move of this text, in any case; the leading word may be left out where one move alone ends so."""
    texts = {notation.text(move).casefold(): move for move in legal}
    if text in texts:
        return texts[text]
    ends = [move for written, move in texts.items() if written.partition(" ")[2] == text]
    return ends[0] if len(ends) == 1 and text else None


Parts = tuple[list[str], list[str], bool]  # atoms in order, atoms in any order, whether `done` ends them


def _set_line(words: Sequence[str]) -> Parts | None:
    """`play SALLY pay CAMPS FORDS`, `bid GIVE OATH`, `plan GIVE bonus OATH WAYS`, `pay A B`."""
    heads = ("play", "pay", "bid", "plan", "bonus", "claim", "show")
    if len(words) < 2 or words[0] not in heads:
        return None
    atoms: list[str] = []
    free: list[str] = []
    word, done = words[0], words[0] != "pay"
    down = False
    for each in words[1:]:
        if each in heads:
            word = each
        elif each == "down" and word == "plan":
            down = True
        elif word in ("play", "plan"):
            atoms.append(f"{word} down {each}" if down else f"{word} {each}")
        elif word in ("claim", "show"):
            atoms.append(f"{word} {each}")
        else:
            free.append(f"{word} {each}")
    return atoms, free, done


def _deploy_line(words: Sequence[str]) -> Parts | None:
    """`deploy lord+2w SE`, after `std` as well."""
    if len(words) != 3 or words[0] != "deploy":
        return None
    return [f"to {words[2]}"], [f"put {unit}" for unit in words[1].split("+")], True


def _army_line(words: Sequence[str]) -> Parts | None:
    """`army 2w+c1 S>C`; `move c1 S>C` for a single step, `in 2w S>C` for a gathering."""
    if len(words) < 3 or words[0] not in ("army", "move", "in"):
        return None
    start, _, goal = ARROW.sub(">", " ".join(words[2:])).partition(">")
    if not goal or " " in start or " " in goal:
        return None
    units = [f"take {unit}" for unit in words[1].split("+")]
    if words[0] == "move":
        return [f"from {start}", *units, f"to {goal}"], [], False
    if words[0] == "in":
        return [f"to {goal}", f"from {start}"], units, True
    return [f"from {start}", f"to {goal}"], units, True


def _out_line(words: Sequence[str]) -> Parts | None:
    """`out SE c1>E w>SW`."""
    if len(words) < 3 or words[0] != "out" or not all(">" in word for word in words[2:]):
        return None
    return [f"from {words[1]}"], list(words[2:]), True


def _played(text: str, parts: Parts, view: View, notation: Notation) -> list[int]:
    """The moves of a line, each legal after those before it. Raises InputError."""
    atoms, free, done = parts
    trial = view.copy()
    found: list[int] = []

    def play(move: int) -> None:
        trial.apply(move)
        found.append(move)

    for atom in atoms:
        play(_needed(text, atom, trial, notation))
    while free:
        texts = {notation.text(move).casefold(): move for move in trial.legal()}
        fitting = sorted((texts[atom], atom) for atom in free if atom in texts)
        if not fitting:
            raise InputError(_no_place(text, free[0], trial, notation))
        play(fitting[0][0])
        free.remove(fitting[0][1])
    if done and trial.actor() == view.seat:
        last = _exact("done", trial.legal(), notation)
        if last is not None:
            play(last)
    return found


def _needed(text: str, atom: str, view: View, notation: Notation) -> int:
    for move in view.legal():
        if notation.text(move).casefold() == atom:
            return move
    raise InputError(_no_place(text, atom, view, notation))


def _no_place(text: str, atom: str, view: View, notation: Notation) -> str:
    """Why a part of a line cannot be played."""
    legal = view.legal()
    expected = either(legal, notation) if legal else "nothing more of you"
    return f"{shorten(text.strip(), MOST)}: {shorten(atom, MOST)} is not possible here; expected {expected}"


def moves_of(view: View, codes: Sequence[int]) -> list[int]:
    """Codes as moves of the view's seat."""
    return [make_event(code, view.seat, MOVE) for code in codes]


def codes_of(view: View) -> list[int]:
    """The codes of the legal moves."""
    return [event_code(move) for move in view.legal()]
