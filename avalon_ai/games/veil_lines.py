"""Whole lines that a person types, split into the small moves of the game: `deploy lord+2w SE`, `bid GIVE OATH`.

A part of a line (parts are divided by `;`) becomes atoms in words; those whose order means nothing are tried in
ascending order. Each is played on a copy of the view, so that what comes next is known. Words may be cut short, and
the verb may be left out, wherever one legal move alone fits; nothing is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice, product

from avalon_ai._state import MOVE, View, event_code, make_event
from avalon_ai.errors import InputError, shorten
from avalon_ai.games.base import seat_letter
from avalon_ai.games.veil_codes import DECKS, REGIONS
from avalon_ai.games.veil_notation import HEROES, STANDARD, Notation

ARROW = re.compile(r"\s*(?:[-=]*>|→)\s*")
JOINTS = re.compile(r"[+,&]|\band\b", re.IGNORECASE)
WARRIORS = re.compile(r"\b(\d+)\s*(?:warriors?|w)\b|\bwarriors?\b", re.IGNORECASE)
REGION_WEST = "west"  # as a word, since `w` is a warrior as well
MOST_READINGS = 8
UNIT = re.compile(r"(\d*)w")
MOST = 60  # characters of a line that are shown again
PLACES = frozenset({REGION_WEST, *(place.casefold() for place in (*REGIONS, "sea", "supply") if place != "W")})
CARD_HEADS = ("play", "pay", "bid", "plan", "bonus", "claim", "show", "discard")
MOVE_HEADS = ("army", "move", "march", "in", "gather", "out", "scatter")
FOLLOWERS = ("pay", "bid", "bonus", "discard")  # what a card without a verb may be
NOTHING = ("none", "nothing", "no", "0")
REFUSALS = (
    "skip", "wait", "pass", "decline", "stop", "plan none", "knight none", "equip none", "explore none", "grail keep",
    "excalibur keep",
)  # fmt: skip
CONSENTS = ("explore", "bond", "take", "grail use", "excalibur use")
ANSWERS = {"no": REFUSALS, "n": REFUSALS, "yes": CONSENTS, "y": CONSENTS}


@dataclass
class Atoms:
    """What a part of a line stands for: moves in order, then moves in any order, then perhaps `done`."""

    first: list[str] = field(default_factory=list)
    free: list[str] = field(default_factory=list)
    done: bool = True


def read(text: str, view: View, notation: Notation) -> list[int]:
    """The moves that a typed line stands for. Raises InputError with one line."""
    if not view.legal():
        actor = view.actor()
        raise InputError("it is not your turn" + (f"; {seat_letter(actor)} is to act" if actor >= 0 else ""))
    reader = _Reader(view, notation)
    parts = [part for part in text.split(";") if part.strip()]
    if not parts:
        raise InputError(f"nothing is no move; expected {reader.expected()}")
    for part in parts:
        reader.take(part)
    return reader.found


class _Reader:
    """Plays what it has understood on a copy of the view; `found` are the moves."""

    def __init__(self, view: View, notation: Notation) -> None:
        self.trial, self.seat, self.notation = view.copy(), view.seat, notation
        self.beasts = frozenset(name.casefold() for name in notation.names.beasts)
        self.found: list[int] = []
        self.part = ""

    def take(self, part: str) -> None:
        """Understand one part. Raises InputError."""
        self.part = shorten(part.strip(), MOST)
        if self.found and part.strip().casefold() == "done" and "done" not in self._texts():
            return  # what was begun has come to its end by itself
        if not self.trial.legal():
            raise InputError(f"{self.part}: something else happens before; type it when you are asked again")
        typed = _words(part)
        words = [word.casefold() for word in typed]
        whole = self._texts().get(" ".join(part.casefold().split()))
        whole = self._one(" ".join(words)) if whole is None else whole
        if whole is not None:
            self._play(whole)
        else:
            self._try(typed)
        self._end()

    def _try(self, typed: list[str]) -> None:
        """Play the first reading of the words that can be played. Raises the InputError of the first one."""
        trial, found = self.trial, list(self.found)
        refusal: InputError | None = None
        for words in _readings(typed):
            try:
                self._split(words)
            except InputError as error:
                refusal = refusal or error
                self.trial, self.found = trial.copy(), list(found)
            else:
                return
        raise refusal or InputError(self._no_place(self.part))

    def expected(self) -> str:
        """Two of the moves there are now."""
        return either(self.trial.legal(), self.notation) if self.trial.legal() else "nothing more of you"

    # --- single moves --------------------------------------------------------------------------

    def _texts(self) -> dict[str, int]:
        return {self.notation.text(move).casefold(): move for move in self.trial.legal()}

    def _one(self, text: str) -> int | None:
        """The move that a text alone means: written out, cut short, or without its verb. Raises InputError."""
        texts, text = self._texts(), _written(text)
        if text in texts:
            return texts[text]
        answers = [word for word in ANSWERS.get(text, ()) if word in texts]
        if len(answers) == 1:
            return texts[answers[0]]
        if not text or text in (*CARD_HEADS, *MOVE_HEADS, "deploy", "std"):
            return None
        ends = [written for written in texts if written.partition(" ")[2] == text]
        begun = [written for written in texts if _begins(written, text)]
        cut = [written for written in texts if _begins(written.partition(" ")[2], text)]
        for fitting in (ends, begun, cut):
            if len(fitting) == 1:
                return texts[fitting[0]]
            if fitting:
                raise InputError(self._which(fitting, texts))
        return None

    def _which(self, fitting: Sequence[str], texts: dict[str, int]) -> str:
        shown = ", ".join(self.notation.text(texts[written]) for written in fitting[:6])
        return f"{self.part}: which one? {shown}{', ...' * (len(fitting) > 6)}"

    def _fit(self, atom: str) -> int | None:
        """The legal move that an atom means now. Raises InputError if it may be several."""
        texts, atom = self._texts(), _written(atom)
        if atom in texts:
            return texts[atom]
        begun = [written for written in texts if _begins(written, atom)]
        if len(begun) > 1:
            raise InputError(self._which(begun, texts))
        return texts[begun[0]] if begun else None

    def _play(self, move: int) -> None:
        self.trial.apply(move)
        self.found.append(move)

    def _end(self) -> None:
        """The `done` where nothing else is left to choose."""
        rest = self.trial.legal()
        if [self.notation.text(move) for move in rest] == ["done"]:
            self._play(rest[0])

    # --- several moves -------------------------------------------------------------------------

    def _split(self, words: list[str]) -> None:
        """Play a part that is several moves. Raises InputError."""
        self.trial, before = self.trial.copy(), len(self.found)
        if words[:1] in (["std"], ["standard"]) and len(words) > 2:
            words = self._standard(words)
        atoms = self._atoms(words)
        if atoms is None:
            raise InputError(f"{self.part or 'nothing'} is no move now; expected {self.expected()}")
        for atom in atoms.first:
            self._need(atom)
        free = list(atoms.free)
        while free:
            fitting = sorted((move, atom) for atom in free if (move := self._fit(atom)) is not None)
            if not fitting:
                raise InputError(self._no_place(free[0]))
            self._play(fitting[0][0])
            free.remove(fitting[0][1])
        last = self._texts().get("done") if atoms.done else None
        if last is not None:
            self._play(last)
        if len(self.found) == before:
            raise InputError(self._no_place(self.part))

    def _need(self, atom: str) -> None:
        move = self._fit(atom)
        if move is None:
            raise InputError(self._no_place(atom))
        self._play(move)

    def _no_place(self, atom: str) -> str:
        """Why an atom cannot be played."""
        named = "" if atom.casefold() == self.part.casefold() else f"{shorten(atom, MOST)} "
        return f"{self.part}: {named}is not possible here; expected {self.expected()}"

    def _standard(self, words: list[str]) -> list[str]:
        """Play `std deploy CAMPS`, and give what is left as a line of its own."""
        action = next((each for each in STANDARD if each.startswith(words[1])), words[1])
        self._need(f"std {action}")
        rest: list[str] = []
        for word in words[2:]:
            if word == "pay":
                continue
            move = self._fit(f"pay {word}")
            if move is None:
                rest.append(word)
            else:
                self._play(move)
        return [action, *rest] if rest else ["done"]

    def _atoms(self, words: list[str]) -> Atoms | None:
        head, rest = words[0] if words else "", words[1:]
        if head == "done" and not rest:
            return Atoms()
        if head == "bid" and rest and all(word in NOTHING for word in rest):
            return Atoms() if any(text.startswith("bid ") for text in self._texts()) else None
        if head in CARD_HEADS and any(word not in CARD_HEADS for word in rest):
            return _card_atoms(words)
        if head == "draw" and rest:
            decks = [_named(word, DECKS) for word in rest]
            return Atoms(free=[f"draw {deck}" for deck in decks], done=False)
        if head == "lose" and len(rest) == 2 and (found := UNIT.fullmatch(rest[0])):
            return Atoms(first=[f"lose w {rest[1]}"] * int(found[1] or 1), done=False)
        verb = head if head in (*MOVE_HEADS, "deploy", "put", "send") else ""
        return self._unit_atoms(verb, words[bool(verb) :]) or self._bare_cards(words)

    def _bare_cards(self, words: list[str]) -> Atoms | None:
        """Cards without a verb, where they can only be paid, bid or added."""
        for verb in FOLLOWERS:
            atoms = [f"{verb} {word}" for word in words]
            if words and all(self._fit(atom) is not None for atom in atoms):
                return Atoms(free=atoms, done=verb != "discard")
        return None

    # --- units and places ----------------------------------------------------------------------

    def _unit_atoms(self, verb: str, words: list[str]) -> Atoms | None:
        """Lines of units, places and arrows; None for anything else."""
        if not words or not all(self._is_unit_word(word) for word in words):
            return None
        ways = [word.split(">") for word in words if ">" in word]
        if any(self._is_unit(start) for start, _ in ways):
            return self._out(words)
        places = [word for word in words if word in PLACES]
        if ways or len(places) > 1:
            return self._moves(verb, words)
        units = _together([word for word in words if word not in PLACES])
        act = "take" if verb in MOVE_HEADS else "put"
        return Atoms(free=[*(f"to {place}" for place in places), *(f"{act} {unit}" for unit in units)])

    def _is_unit_word(self, word: str) -> bool:
        sides = word.split(">")
        if len(sides) == 1:
            return word in PLACES or self._is_unit(word)
        return len(sides) == 2 and sides[1] in PLACES and (sides[0] in PLACES or self._is_unit(sides[0]))

    def _is_unit(self, word: str) -> bool:
        return bool(UNIT.fullmatch(word)) or word in (*HEROES, "knight") or word in self.beasts

    def _out(self, words: list[str]) -> Atoms:
        """`SE c1>E w>SW`; units without an arrow go where the next one goes."""
        start = [f"from {word}" for word in words if word in PLACES]
        sent: dict[str, list[str]] = {}
        waiting: list[str] = []
        for word in words:
            unit, arrow, goal = word.partition(">")
            if word in PLACES:
                continue
            waiting.append(unit)
            if arrow:
                sent.setdefault(goal, []).extend(waiting)
                waiting = []
        free = [f"{unit}>{goal}" for goal, units in sent.items() for unit in _together(units)]
        return Atoms(first=start, free=[*free, *waiting])

    def _moves(self, verb: str, words: list[str]) -> Atoms:
        """`2w+c1 S>C`; of several sources each stands behind its own units: `2w S>C c1 E>C`."""
        goal, groups = _sources(verb, words)
        if verb in ("in", "gather") or len(groups) > 1:
            ordered = [f"to {goal}"] * bool(goal)
            for place in sorted(groups, key=_place_number):
                ordered += [f"from {place}", *(f"take {unit}" for unit in _ascending(groups[place], self.notation))]
            return Atoms(first=ordered)
        (start, units), *_ = groups.items()
        return Atoms(free=[f"from {start}", *[f"to {goal}"] * bool(goal), *(f"take {unit}" for unit in units)])


def _words(part: str) -> list[str]:
    """The words of a part, joints and arrows made alike."""
    said = WARRIORS.sub(_warriors, ARROW.sub(">", part))
    return JOINTS.sub(" ", said).split()


def _written(text: str) -> str:
    """A text as moves are written, where the region in the west has one letter."""
    return re.sub(rf"\b{REGION_WEST}\b", "w", text)


def _warriors(found: re.Match[str]) -> str:
    number = int((found[1] or "1")[:3])
    return f"{number}w" if number > 1 else "w"


def _readings(typed: Sequence[str]) -> list[list[str]]:
    """What the words may be: `W` is the region in the west or a warrior, as it is written first."""
    choices = []
    for word in typed:
        sides = word.split(">")
        last = len(sides) - 1
        ways = [_sides(side, number == last > 0) for number, side in enumerate(sides)]
        choices.append([">".join(way) for way in product(*ways)])
    return [list(way) for way in islice(product(*choices), MOST_READINGS)]


def _sides(side: str, goal: bool) -> list[str]:
    """The readings of a word, or of one side of an arrow; `goal` is a place."""
    if side.casefold() != "w":
        return [side.casefold()]
    if goal:
        return [REGION_WEST]
    return [REGION_WEST, "w"] if side == "W" else ["w", REGION_WEST]


def _begins(written: str, text: str) -> bool:
    """Whether each word of a text begins the same word of a move; a move may go on behind it."""
    theirs, ours = written.split(), text.split()
    return 0 < len(ours) <= len(theirs) and all(a.startswith(b) for a, b in zip(theirs, ours, strict=False))


def _named(word: str, names: Sequence[str]) -> str:
    return next((name for name in names if name.startswith(word)), word)


def _together(units: Sequence[str]) -> list[str]:
    """Units with all warriors made one number."""
    number = sum(int(found[1] or 1) for unit in units if (found := UNIT.fullmatch(unit)))
    others = [unit for unit in units if not UNIT.fullmatch(unit)]
    return [*others, f"{number}w" if number > 1 else "w"] if number else others


def _ascending(units: Sequence[str], notation: Notation) -> list[str]:
    """Units in the order in which they are taken."""
    tokens = [token.casefold() for token in notation.tokens]
    return sorted(units, key=lambda unit: tokens.index(unit) if unit in tokens else len(tokens))


def _place_number(place: str) -> int:
    names = [region.casefold() for region in REGIONS]
    name = _written(place)
    return names.index(name) if name in names else len(names)


def _sources(verb: str, words: Sequence[str]) -> tuple[str, dict[str, list[str]]]:
    """Where units go, and which come from where."""
    groups: dict[str, list[str]] = {}
    goal, units = "", list[str]()
    for word in words:
        start, arrow, end = word.partition(">")
        if arrow:
            groups[start] = _together(units)
            goal, units = end, []
        elif word not in PLACES:
            units.append(word)
        elif verb in ("in", "gather") and not goal:
            goal = word
        elif start not in groups and (verb in ("in", "gather") or not groups):
            if groups:
                groups[next(reversed(groups))] = _together(units)
                units = []
            groups[word] = []
        else:
            goal = word
    if units:
        last = next(reversed(groups))
        groups[last] = _together([*groups[last], *units])
    return goal, groups


def _card_atoms(words: Sequence[str]) -> Atoms:
    """`play SALLY pay CAMPS FORDS`, `bid GIVE OATH`, `plan GIVE bonus OATH WAYS`, `pay A B`."""
    atoms = Atoms(done=words[0] not in ("pay", "discard"))
    word, down, named = words[0], False, False
    for each in words[1:]:
        if each in CARD_HEADS:
            word = each
        elif each == "down" and word == "plan":
            down = True
        elif word == "bid" and each in NOTHING:
            continue
        elif word in ("play", "plan") and not named:
            atoms.first.append(f"{word} down {each}" if down else f"{word} {each}")
            named = True
        elif word in ("claim", "show"):
            atoms.first.append(f"{word} {each}")
        else:
            atoms.free.append(f"{_FURTHER.get(word, word)} {each}")
    return atoms


_FURTHER = {"play": "pay", "plan": "bonus"}  # what further cards of a line are


def either(legal: Sequence[int], notation: Notation) -> str:
    """Two of the moves there are."""
    shown = [legal[0], legal[-1]] if len(legal) > 1 else legal
    return " or ".join(notation.text(move) for move in shown)


def moves_of(view: View, codes: Sequence[int]) -> list[int]:
    """Codes as moves of the view's seat."""
    return [make_event(code, view.seat, MOVE) for code in codes]


def codes_of(view: View) -> list[int]:
    """The codes of the legal moves."""
    return [event_code(move) for move in view.legal()]
