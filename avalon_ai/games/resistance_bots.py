"""The bots of The Resistance: Avalon: `logic`, plain and open, and `rules`, which reads the table and hides."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from avalon_ai import _resistance, seeds
from avalon_ai._state import MOVE, Generator, View, event_code, make_event
from avalon_ai.bots import Choice
from avalon_ai.bots.seeded import Seeded
from avalon_ai.games.resistance_codes import (
    APPROVE,
    FAIL,
    LADY,
    MERLIN,
    OBERON,
    PERCIVAL,
    REJECT,
    SAY,
    SHOOT,
    SUCCESS,
    TEAM,
    is_evil,
    seats_in,
)
from avalon_ai.games.resistance_suspicion import LAST_ATTEMPT, Belief, Numbers, Suspicion, total

if TYPE_CHECKING:
    from avalon_ai.games.base import Game
    from avalon_ai.streams import Stream

SAY_GOOD, SAY_EVIL = SAY + 1, SAY + 2
DIGITS = 9  # chances that differ by less are equal


class _Habits(Seeded):
    """A bot that follows habits, with some chance."""

    def act(self, stream: Stream) -> Choice:
        """The move that the bot's habits lead to; where there is no choice, the only one."""
        legal = stream.view.legal()
        if len(legal) == 1:
            return Choice(legal[0])
        code = self._choose(stream.view, seeds.rng(self._seed, len(stream)))
        return Choice(make_event(code, stream.seat, MOVE))

    def _choose(self, view: View, rng: Generator) -> int:
        raise NotImplementedError


class LogicBot(_Habits):
    """Takes one assignment of roles that is possible for the truth.

    Good proposes and approves exactly the teams that are all good in it and tells what it saw; evil does the opposite
    and always fails. Whoever carries the shot shoots the Merlin of that assignment.
    """

    def _choose(self, view: View, rng: Generator) -> int:
        raw, seat = _resistance.fields(view), view.seat
        world = _resistance.fields(view.determinize(rng))
        evil, own_evil = world["evil"], is_evil(raw["roles"][seat])
        phase = raw["phase"]
        if phase == "vote":
            return APPROVE if (raw["proposals"][-1][3] & evil == 0) != own_evil else REJECT
        if phase == "quest":
            return FAIL
        if phase == "shoot":
            return SHOOT + int(world["roles"].index(MERLIN))
        if phase == "claim":
            return SAY_EVIL if (raw["uses"][-1][2] == 2) != own_evil else SAY_GOOD
        legal = [event_code(event) for event in view.legal()]
        if phase == "propose":
            legal = [team for team in legal if (team & evil == 0) != own_evil]
        return legal[rng.below(len(legal))]


# --- rules -----------------------------------------------------------------------------------------

ENOUGH = (0.95, 0.9, 0.8, 0.7)  # share of the best team's chance that makes a team good enough, by attempt
# From here on a table counts as one that acts by plain logic. Good believes it before anything was seen (0.5): with
# open play nothing is lost. Evil hides first.
LOGIC_TABLE = (0.4, 0.6)
FIRST_FAIL = 0.5  # how often a team of two is failed on the first quest
# How often Merlin approves a clean team, rejects a dirty one, and evil the other way round, where a servant would not.
SHOWS_WELL, SHOWS_BADLY = 0.1, 0.2
EVIL_PUSHES, EVIL_BLOCKS = 0.1, 0.1
OWN_LADY = 0.5  # how often an evil holder gives the Lady to an evil seat
SLANDER = 0.3  # how often an evil holder calls a good seat evil


class RulesBot(_Habits):
    """Weighs every set of evil seats by fails, votes, teams and claims, and plays by rules for its role.

    Merlin, Percival and evil look at the table with a servant's eyes too: what a servant would do in their seat is
    what hides them.
    """

    def __init__(self, spec: str, game: Game, *, seed: int | None = None) -> None:
        super().__init__(spec, game, seed=seed)
        self._model = game.model()

    def _choose(self, view: View, rng: Generator) -> int:
        return _Moment(view, self._model, rng).choose()


class _Moment:
    """One decision: what the seat believes, and what a servant in its seat would believe."""

    def __init__(self, view: View, model: bytes, rng: Generator) -> None:
        self.view, self.model, self.rng = view, model, rng
        self.raw = raw = _resistance.fields(view)
        self.seat = view.seat
        self.role: int = raw["roles"][self.seat]
        self.evil = is_evil(self.role)
        self.quest: int = raw["quest"]
        self.size: int = raw["sizes"][self.quest]
        self.needed: int = raw["needed"][self.quest]
        self.mates: int = raw["seen"][self.seat] if self.evil else 0
        self.suspicion = Suspicion(view, model)
        self.own = self._own_belief()
        self.served = self._servant_belief() if self.evil or self.role == MERLIN else self.own

    def choose(self) -> int:
        """The code of the move."""
        phase = self.raw["phase"]
        if phase == "propose":
            return TEAM + self._team()
        if phase == "vote":
            return APPROVE if self._approves(self.raw["proposals"][-1][3]) else REJECT
        if phase == "quest":
            return FAIL if self._fails(self.raw["proposals"][-1][3]) else SUCCESS
        if phase == "lady":
            return LADY + self._visited()
        if phase == "claim":
            return self._claim()
        return SHOOT + self._best(self.own.merlin.tolist(), self._targets(SHOOT))

    # --- beliefs ---------------------------------------------------------------------------------

    def _own_belief(self) -> Belief:
        """What the seat believes: only what is possible for it, weighed by what was done."""
        sets = self.suspicion.sets
        ways = dict(_resistance.evil_sets(self.view))
        prior = np.array([float(ways.get(mask, 0)) for mask in sets.masks.tolist()])
        return self.suspicion.weigh(prior, self._maybe_merlin(), self.seat)

    def _maybe_merlin(self) -> int:
        if not self.raw["role_counts"][MERLIN]:
            return 0
        if self.role == MERLIN:
            return 1 << self.seat
        if self.role == PERCIVAL:
            return int(self.raw["seen"][self.seat])
        return self._everyone() & ~(1 << self.seat)

    def _everyone(self) -> int:
        return (1 << len(self.raw["roles"])) - 1

    def _servant_belief(self) -> Belief:
        """What a servant in this seat would believe."""
        sets = self.suspicion.sets
        prior: Numbers = self.suspicion.possible * (1.0 - sets.holds[self.seat])
        if total(prior) == 0:
            prior = 1.0 - sets.holds[self.seat]
        others = self._everyone() & ~(1 << self.seat) if self.raw["role_counts"][MERLIN] else 0
        return self.suspicion.weigh(prior, others, self.seat)

    def _by_logic(self) -> bool:
        return self.own.logical > LOGIC_TABLE[self.evil]

    # --- teams and votes -------------------------------------------------------------------------

    def _team(self) -> int:
        success = self.served.success(self.size, self.needed)
        if self.evil:
            return self._evil_team(success)
        if self._by_logic():
            return self._best_team(self._open_worth())
        if self.role == MERLIN:
            mine = self.own.success(self.size, self.needed)
            success = {team: mine[team] + 0.2 * chance for team, chance in success.items()}
        return self._best_team(success)

    def _open_worth(self) -> dict[int, float]:
        """By move what it is worth at a table that acts by plain logic."""
        return dict(_resistance.open_worth(self.view, self.model))

    def _evil_team(self, success: dict[int, float]) -> int:
        """A team that looks good, with as many evil seats as are needed to fail the quest."""
        side = self.mates | 1 << self.seat
        wanted = min(self.needed, bin(side).count("1"))
        mine = {
            team: chance
            for team, chance in success.items()
            if team >> self.seat & 1 and bin(team & side).count("1") == wanted
        }
        return self._best_team(mine)

    def _best_team(self, chances: dict[int, float]) -> int:
        top = max(round(chance, DIGITS) for chance in chances.values())
        best = [team for team, chance in chances.items() if round(chance, DIGITS) == top]
        return best[self.rng.below(len(best))]

    def _approves(self, team: int) -> bool:
        attempt = self.raw["attempt"]
        if self.evil:
            return self._evil_approves(team, attempt)
        if attempt == LAST_ATTEMPT:
            return True
        if self._by_logic():
            worth = self._open_worth()
            return worth[APPROVE] >= worth[REJECT]
        served = _enough(self.served, team, self.size, self.needed, attempt)
        return self._merlin_approves(team, served) if self.role == MERLIN else served

    def _merlin_approves(self, team: int, served: bool) -> bool:
        """As a servant would, and now and then as he knows better: always where the game hangs on it."""
        clean = self.own.success(self.size, self.needed)[team] > 0.5
        if clean == served:
            return served
        urgent = self.raw["lost"] == 2 or self._by_logic()
        return clean if urgent or self.rng.random() < (SHOWS_WELL if clean else SHOWS_BADLY) else served

    def _evil_approves(self, team: int, attempt: int) -> bool:
        """As a servant would, and now and then to its own advantage."""
        dirty = bin(team & (self.mates | 1 << self.seat)).count("1") >= self.needed
        if attempt == LAST_ATTEMPT:
            return not self._by_logic()
        served = _enough(self.served, team, self.size, self.needed, attempt)
        if dirty == served:
            return served
        urgent = (self.raw["lost"] == 2 if dirty else self.raw["won"] == 2) or self._by_logic()
        return dirty if urgent or self.rng.random() < (EVIL_PUSHES if dirty else EVIL_BLOCKS) else served

    # --- quests ----------------------------------------------------------------------------------

    def _fails(self, team: int) -> bool:
        """So many fails as are needed, by those who come first from the leader on; a first one may be let go."""
        side = team & (self.mates | 1 << self.seat)
        number = bin(side).count("1")
        if number < self.needed:
            return bool(self.role == OBERON)
        if self.raw["won"] == 2 or self.raw["lost"] == 2:
            hold_back = False
        else:
            hold_back = self.quest == 0 and self.size == 2 and not self._by_logic() and self.rng.random() > FIRST_FAIL
        if hold_back:
            return False
        if self._by_logic() and number - 1 >= self.needed:
            return False
        leader, players = self.raw["leader"], len(self.raw["roles"])
        order = sorted(seats_in(side), key=lambda seat: (seat - leader) % players)
        return order.index(self.seat) < self.needed

    # --- the Lady and the shot -------------------------------------------------------------------

    def _targets(self, code: int) -> list[int]:
        return [event_code(event) - code for event in self.view.legal()]

    def _best(self, values: list[float], seats: list[int]) -> int:
        top = max(round(values[seat], DIGITS) for seat in seats)
        best = [seat for seat in seats if round(values[seat], DIGITS) == top]
        return best[self.rng.below(len(best))]

    def _visited(self) -> int:
        """The seat that is least clear to a servant; evil likes to keep the Lady on its side."""
        targets = self._targets(LADY)
        mates = [seat for seat in targets if self.mates >> seat & 1]
        if mates and self.rng.random() < OWN_LADY:
            return mates[self.rng.below(len(mates))]
        return self._best([-abs(chance - 0.5) for chance in self.served.evil().tolist()], targets)

    def _claim(self) -> int:
        """Good tells what it saw; evil covers its own and now and then slanders a good seat."""
        _, target, loyalty, _ = self.raw["uses"][-1]
        if not self.evil:
            return SAY + int(loyalty)
        if loyalty == 2 or self.mates >> target & 1:
            return SAY_GOOD
        return SAY_EVIL if self.rng.random() < SLANDER else SAY_GOOD


def _enough(belief: Belief, team: int, size: int, needed: int, attempt: int) -> bool:
    """Whether a team is about as good as the best one; less so the fewer proposals are left."""
    success = belief.success(size, needed)
    return round(success[team] - ENOUGH[attempt] * max(success.values()), DIGITS) >= 0
