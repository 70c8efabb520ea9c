"""The rules of The Resistance: Avalon once more: small, slow, and written from the rulings alone.

A second opinion for the tests. Events are texts (`team ACD`, `votes ABD`), seats are letters, positions are dicts and
sets, and nothing here is shared with the compiled core. "Ruling 7" means the numbered list of the game's rulings.
"""

from __future__ import annotations

import copy
import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

LETTERS = "ABCDEFGHIJ"
EVIL = ("assassin", "minion", "mordred", "morgana", "oberon")
EVIL_SEATS = {5: 2, 6: 2, 7: 3, 8: 3, 9: 3, 10: 4}
SIZES = {
    5: (2, 3, 2, 3, 3), 6: (2, 3, 4, 3, 4), 7: (2, 3, 3, 4, 4), 8: (3, 4, 4, 5, 5), 9: (3, 4, 4, 5, 5),
    10: (3, 4, 4, 5, 5),
}  # fmt: skip
REFEREE, OVER, HIDDEN = "referee", "over", "hidden"
UNSEEN = "?"


@dataclass
class Round:
    """One quest: its proposals as (leader, team, who approved or None), who failed it, and the fails once told."""

    leader: str
    proposals: list[tuple[str, str, str | None]] = field(default_factory=list)
    failed: str = ""
    fails: int | None = None

    @property
    def team(self) -> str:
        """The last team proposed."""
        return self.proposals[-1][1]


@dataclass
class Visit:
    """One use of the Lady of the Lake; what was shown and said, once it was."""

    holder: str
    target: str
    shown: bool = False
    claim: str | None = None


@dataclass
class Avalon:
    """A whole game: everybody's role and all that has happened."""

    roles: dict[str, str]
    leader: str
    lady: str | None = None
    carrier: str | None = None  # who carries the shot
    may_carry: tuple[str, ...] = ("assassin",)  # known to all: the roles that may carry it
    rounds: list[Round] = field(default_factory=list)
    visits: list[Visit] = field(default_factory=list)
    phase: str = "propose"
    chosen: dict[str, str] = field(default_factory=dict)  # votes or cards not revealed yet, by seat
    shot: str | None = None
    reason: str = ""
    log: list[tuple[str, str]] = field(default_factory=list)  # (seat or referee, text)

    # --- who is who ------------------------------------------------------------------

    @property
    def seats(self) -> str:
        """All seats in table order."""
        return LETTERS[: len(self.roles)]

    def evil(self, seat: str) -> bool:
        """Whether a seat is on the evil side."""
        return self.roles[seat] in EVIL

    def sees(self, seat: str) -> str:
        """Whom a seat is shown as the game starts."""
        return sees(self.roles, seat)

    # --- whose turn, and what may be done ----------------------------------------------

    @property
    def round(self) -> Round:
        """The quest under way."""
        return self.rounds[-1]

    def successes(self) -> int:
        """Quests that succeeded."""
        return sum(done.fails is not None and not self.failed(number) for number, done in enumerate(self.rounds))

    def failures(self) -> int:
        """Quests that failed."""
        return sum(done.fails is not None and self.failed(number) for number, done in enumerate(self.rounds))

    def failed(self, number: int) -> bool:
        """Whether a quest failed: ruling 4, two fails only for quest 4 with 7 or more players."""
        need = 2 if number == 3 and len(self.roles) >= 7 else 1
        return (self.rounds[number].fails or 0) >= need

    def actor(self) -> str:
        """The seat to act, `referee` or `over`."""
        if self.phase == "propose":
            return self.leader
        if self.phase in ("vote", "card"):
            return self.choosers()[len(self.chosen)] if len(self.chosen) < len(self.choosers()) else REFEREE
        if self.phase in ("visit", "claim"):
            return self.holder()
        if self.phase == "shoot":
            assert self.carrier is not None
            return self.carrier
        return OVER if self.phase == OVER else REFEREE

    def choosers(self) -> str:
        """Who votes, or plays cards."""
        return self.seats if self.phase == "vote" else self.round.team

    def holder(self) -> str:
        """Who holds the Lady or, until the claim is made, held her."""
        if self.phase in ("loyalty", "claim"):
            return self.visits[-1].holder
        assert self.lady is not None
        return self.visits[-1].target if self.visits else self.lady

    def held(self) -> set[str]:
        """Everybody who holds or has held the Lady."""
        return {self.lady or "", *(visit.target for visit in self.visits)}

    def legal(self) -> list[str]:
        """What the seat to act may do, sorted as in records."""
        actor = self.actor()
        if actor in (REFEREE, OVER):
            return []
        if self.phase == "propose":
            size = SIZES[len(self.roles)][len(self.rounds) - 1]
            return ["team " + "".join(team) for team in itertools.combinations(self.seats, size)]
        if self.phase == "vote":
            return ["approve", "reject"]
        if self.phase == "card":
            return ["fail", "success"] if self.evil(actor) else ["success"]
        if self.phase == "visit":
            return [f"lady {seat}" for seat in self.seats if seat not in self.held()]
        if self.phase == "claim":
            return ["say evil", "say good", "say nothing"]
        return [f"shoot {seat}" for seat in self.seats if seat != actor and seat not in self.sees(actor)]  # ruling 19

    def says(self) -> str:
        """What the referee has to say now."""
        if self.phase == "vote":
            return ("votes " + "".join(seat for seat, vote in self.chosen.items() if vote == "approve")).strip()
        if self.phase == "card":
            return f"fails {list(self.chosen.values()).count('fail')}"
        if self.phase == "loyalty":
            return f"loyalty {'evil' if self.evil(self.visits[-1].target) else 'good'}"
        return "winners " + "".join(seat for seat in self.seats if self.evil(seat) == self.evil_wins())

    def evil_wins(self) -> bool:
        """Who has won a decided game."""
        if self.shot is not None:
            return self.roles[self.shot] == "merlin"
        return self.reason != "quests"

    def returns(self) -> tuple[float, ...]:
        """1 for every seat of the winning side."""
        return tuple(float(self.evil(seat) == self.evil_wins()) for seat in self.seats)

    # --- what happens --------------------------------------------------------------------

    def apply(self, text: str) -> None:
        """Play an event: of the seat to act, or of the referee."""
        actor = self.actor()
        assert text in (self.legal() or [self.says()]), f"{text} may not come next"
        self.log.append((actor, text))
        word, _, rest = text.partition(" ")
        if word in ("approve", "reject", "success", "fail"):
            self.chosen[actor] = word
        else:
            getattr(self, f"_{word}")(rest)

    def _team(self, team: str) -> None:
        self.round.proposals.append((self.leader, team, None))
        self.phase = "vote"

    def _votes(self, approved: str) -> None:
        leader, team, _ = self.round.proposals[-1]
        self.round.proposals[-1] = (leader, team, approved)
        self.chosen = {}
        if 2 * len(approved) > len(self.roles):  # ruling 2: a tie rejects
            self.phase = "card"
        elif len(self.round.proposals) == 5:
            self._decide("rejections")
        else:
            self._pass_lead()
            self.phase = "propose"

    def _pass_lead(self) -> None:
        self.leader = self.seats[(self.seats.index(self.leader) + 1) % len(self.seats)]

    def _fails(self, number: str) -> None:
        self.round.fails = int(number)
        self.round.failed = "".join(seat for seat, card in self.chosen.items() if card == "fail")
        self.chosen = {}
        if self.failures() == 3:
            self._decide("fails")
        elif self.successes() == 3:
            self._after_success()
        else:
            self._pass_lead()
            self.rounds.append(Round(self.leader))
            self.phase = "visit" if self.lady and len(self.rounds) >= 3 else "propose"

    def _after_success(self) -> None:
        if self.carrier is None:
            self._decide("quests")
        else:
            self.phase = "shoot"

    def _decide(self, reason: str) -> None:
        self.reason = reason
        self.phase = "result"

    def _lady(self, target: str) -> None:
        self.visits.append(Visit(self.holder(), target))
        self.phase = "loyalty"

    def _loyalty(self, _side: str) -> None:
        self.visits[-1].shown = True
        self.phase = "claim"

    def _say(self, claim: str) -> None:
        self.visits[-1].claim = claim
        self.phase = "propose"

    def _shoot(self, target: str) -> None:
        self.shot = target
        self.phase = "result"

    def _winners(self, _seats: str) -> None:
        if self.shot is not None:
            self.reason = "merlin" if self.evil_wins() else "quests"
        self.phase = OVER

    # --- what a seat knows -----------------------------------------------------------------

    def mask(self, actor: str, text: str, seat: str) -> str:
        """An event as a seat is shown it."""
        if actor != seat and text in ("approve", "reject"):
            return "vote ?"
        if actor != seat and text in ("success", "fail"):
            return "card ?"
        if text.startswith("loyalty") and self.visits[-1].holder != seat:
            return "loyalty ?"
        return text

    def stream(self, seat: str) -> list[tuple[str, str]]:
        """All that a seat was shown since the deal."""
        again, shown = self.before(), []
        for actor, text in self.log:
            shown.append((actor, again.mask(actor, text, seat)))
            again.apply(text)
        return shown

    def before(self) -> Avalon:
        """The same deal with nothing played."""
        return deal(self.roles, self.first_leader(), self.lady, self.carrier, self.may_carry)

    def first_leader(self) -> str:
        """Who led first."""
        return self.rounds[0].leader

    def shown_actor(self, seat: str) -> str:
        """Who acts, as a seat knows it: who carries the shot is hidden until he shoots."""
        return HIDDEN if self.phase == "shoot" and self.carrier != seat else self.actor()

    def worlds(self, seat: str) -> dict[tuple[Any, ...], Fraction]:
        """Every hidden state that fits what a seat was shown, as `key` gives it, with its probability.

        Assignments of roles are equally likely; then who failed, what is pending and who carries the shot.
        """
        fitting = [roles for roles in assignments(self.roles) if self.allowed(roles, seat)]
        found: dict[tuple[Any, ...], Fraction] = {}
        for roles in fitting:
            hidden = list(self._hidden(roles, seat))
            for key in hidden:
                found[key] = Fraction(1, len(fitting) * len(hidden))
        return found

    def key(self) -> tuple[Any, ...]:
        """All that may be hidden from somebody."""
        failed = tuple(done.failed for done in self.rounds if done.fails is not None)
        return (tuple(self.roles.values()), failed, tuple(self.chosen.values()), self.carrier)

    def allowed(self, roles: dict[str, str], seat: str) -> bool:
        """Whether these could be the roles, as far as a seat can tell."""
        if roles[seat] != self.roles[seat] or sees(roles, seat) != self.sees(seat):
            return False
        for done in self.rounds:
            others = [member for member in done.team if member != seat] if done.fails is not None else []
            if sum(roles[member] in EVIL for member in others) < (done.fails or 0) - (seat in done.failed):
                return False
        for visit in self.visits:
            if visit.shown and visit.holder == seat and (roles[visit.target] in EVIL) != self.evil(visit.target):
                return False
        return self._fits_end(roles)

    def _fits_end(self, roles: dict[str, str]) -> bool:
        if self.shot is not None:
            assert self.carrier is not None
            if roles[self.carrier] not in self.may_carry or self.shot in sees(roles, self.carrier):
                return False
        if self.phase != OVER:
            return True
        if self.shot is not None and (roles[self.shot] == "merlin") != self.evil_wins():
            return False
        return all((roles[seat] in EVIL) == self.evil(seat) for seat in self.seats)

    def _hidden(self, roles: dict[str, str], seat: str) -> Iterator[tuple[Any, ...]]:
        """The keys of all states with these roles that fit what the seat was shown."""
        failed = [self._who_failed(done, roles, seat) for done in self.rounds if done.fails is not None]
        pending = [self._what_chosen(chooser, roles, seat) for chooser in self.chosen]
        for parts in itertools.product(itertools.product(*failed), itertools.product(*pending)):
            for carrier in self._carriers(roles, seat):
                yield (tuple(roles.values()), *parts, carrier)

    def _who_failed(self, done: Round, roles: dict[str, str], seat: str) -> list[str]:
        evil = [member for member in done.team if roles[member] in EVIL]
        chosen = ("".join(some) for some in itertools.combinations(evil, done.fails or 0))
        return [some for some in chosen if (seat in some) == (seat in done.failed)]

    def _what_chosen(self, chooser: str, roles: dict[str, str], seat: str) -> list[str]:
        if chooser == seat:
            return [self.chosen[seat]]
        if self.phase == "vote":
            return ["approve", "reject"]
        return ["success", "fail"] if roles[chooser] in EVIL else ["success"]

    def _carriers(self, roles: dict[str, str], seat: str) -> list[str | None]:
        if self.carrier is None or self.carrier == seat or self.shot is not None:
            return [self.carrier]
        return [other for other in self.seats if roles[other] in self.may_carry and other != seat]

    def copy(self) -> Avalon:
        """An independent copy."""
        return copy.deepcopy(self)


def sees(roles: Mapping[str, str], seat: str) -> str:
    """Whom a seat is shown as the game starts: the table of 3.3, rulings 6 to 8."""
    own = roles[seat]
    if own == "merlin":
        wanted = [role for role in EVIL if role != "mordred"]
    elif own == "percival":
        wanted = ["merlin", "morgana"]
    elif own in EVIL and own != "oberon":
        wanted = [role for role in EVIL if role != "oberon"]
    else:
        wanted = []
    return "".join(other for other, role in roles.items() if role in wanted and other != seat)


def assignments(roles: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """Every different way to give the same roles to the seats."""
    seats = list(roles)

    def spread(left: list[str]) -> Iterator[list[str]]:
        if not left:
            yield []
        for role in sorted(set(left)):
            rest = list(left)
            rest.remove(role)
            for others in spread(rest):
                yield [role, *others]

    for given in spread(sorted(roles.values())):
        yield dict(zip(seats, given, strict=True))


def deal(
    roles: Mapping[str, str], leader: str, lady: str | None, carrier: str | None, may_carry: tuple[str, ...]
) -> Avalon:
    """A game at its start."""
    assert sum(role in EVIL for role in roles.values()) == EVIL_SEATS[len(roles)]
    return Avalon(dict(roles), leader, lady, carrier, may_carry, rounds=[Round(leader)])


def from_line(line: Mapping[str, Any], *, any_carrier: bool = False) -> Avalon:
    """A game from the deal line of a record."""
    roles: dict[str, str] = line["roles"]
    carrier = line.get("assassin")
    cards = [seat for seat, role in roles.items() if role == "assassin"]
    may_carry: tuple[str, ...] = EVIL
    if "merlin" not in roles.values():
        return deal(roles, line["leader"], line.get("lady"), None, ())
    if not any_carrier and len(cards) == 1:
        may_carry = ("assassin",) if carrier in (None, *cards) else EVIL[1:]
    return deal(roles, line["leader"], line.get("lady"), carrier or cards[0], may_carry)
