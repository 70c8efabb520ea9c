"""The beliefs of The Resistance: Avalon once more: every assignment of roles that a seat allows, scored one by one.

Written from docs/beliefs.md with numpy, slow and plain; the compiled core sums the same scores over tables. Histories
come from the reference of the rules, numbers from the model's data file.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from math import comb, exp

import numpy as np
from numpy.typing import NDArray

from reference_resistance import EVIL, EVIL_SEATS, LETTERS, Avalon, assignments

Floats = NDArray[np.float64]
Parts = Mapping[str, Floats]

SPECIAL = ("merlin", "percival", "morgana", "mordred", "oberon")
EVIL_SCORE, PERCIVAL_SCORE = 5, 30  # where a role's scores begin; those of a good seat at 0
BESIDE = {"merlin": 10, "morgana": 15, "mordred": 20, "oberon": 25}
CLAIMS = ("good", "evil", "nothing")


@cache
def parts() -> dict[str, Floats]:
    """The numbers of the model `human`, by name."""
    text = resources.files("avalon_ai.games").joinpath("resistance_beliefs.json").read_text("utf-8")
    found = {name: np.array(values, np.float32).astype(float) for name, values in json.loads(text).items()}
    units = len(found["vote_bias"])
    shapes = {"seat": (31, 2, units), "table": (33, 2, units), "lead": (46, units), "vote_out": (units, 33)}
    shapes |= {"lead_out": (units, 33), "quest": (32, 16), "quest_out": (16, 5), "pair": (14, 12)}
    shapes |= {"claim": (2, 2, 3)}
    return found | {name: found[name].reshape(shape) for name, shape in shapes.items()}


@dataclass
class Seen:
    """What everybody has seen so far, in arrays by seat."""

    players: int
    sets: Floats = field(init=False)
    chance: Floats = field(init=False)
    shared: list[float] = field(default_factory=list)
    teams: list[str] = field(default_factory=list)
    outcome: list[bool] = field(default_factory=list)  # of the quests: succeeded
    last: dict[bool, str] = field(default_factory=dict)  # the last team that failed, succeeded
    previous: str = ""

    def __post_init__(self) -> None:
        n = self.players
        chosen = itertools.combinations(range(n), EVIL_SEATS[n])
        self.sets = np.array([[float(seat in one) for seat in range(n)] for one in chosen])
        self.chance = np.full(len(self.sets), 1 / len(self.sets))
        self.bad, self.good = np.zeros(n), np.zeros(n)  # quests with and without fails
        self.votes, self.yes, self.votes_on, self.yes_on = np.zeros((4, n))
        self.judged = np.zeros((2, 2, n))  # succeeded, approved
        # took, left, approved and rejected a team with, approved and rejected the lead of, same, other votes,
        # quests with and without fails, on a team that the first one approved
        self.pairs = np.zeros((11, n, n))

    @property
    def suspicion(self) -> Floats:
        """Chance of each seat to be evil, by fails alone."""
        return np.asarray(self.chance @ self.sets)

    def note_votes(self, leader: int, team: str, vote: Floats) -> None:
        """Votes that count: all but those on a fifth proposal."""
        on = members(team, self.players)
        lead = np.eye(self.players)[leader]
        self.votes += 1
        self.yes += vote
        self.votes_on += on
        self.yes_on += on * vote
        self.pairs[0] += np.outer(lead, on * (1 - lead))
        self.pairs[1] += np.outer(lead, (1 - on) * (1 - lead))
        self.pairs[2] += np.outer(vote * (1 - on), on)
        self.pairs[3] += np.outer((1 - vote) * (1 - on), on)
        self.pairs[4] += np.outer(vote * (1 - lead), lead)
        self.pairs[5] += np.outer((1 - vote) * (1 - lead), lead)
        self.pairs[6] += np.equal.outer(vote, vote)
        self.pairs[7] += np.not_equal.outer(vote, vote)
        self.pairs[10] += np.outer(on * vote, on)

    def note_quest(self, team: str, vote: Floats, fails: int, rate: float, *, good: bool, fifth: bool) -> None:
        """The fails of a quest."""
        on = members(team, self.players)
        evil = (self.sets @ on).astype(int)
        chance = [comb(count, fails) * rate**fails * (1 - rate) ** max(0, count - fails) for count in evil]
        self.chance = self.chance * chance / (self.chance @ chance)
        if fails:
            self.bad += on
        else:
            self.good += on
        self.pairs[8 if fails else 9] += np.outer(on, on)
        if not fifth:
            self.judged[int(good), 1] += vote
            self.judged[int(good), 0] += 1 - vote
        self.outcome.append(good)
        self.last[good] = team
        self.previous = ""

    def pair_features(self) -> Floats:
        """Of each two seats."""
        both = self.pairs + self.pairs.transpose(0, 2, 1)
        least = np.minimum(self.pairs, self.pairs.transpose(0, 2, 1))
        rows = [*both[:6], *self.pairs[6:10], both[10], least[2], least[3], least[0]]
        return np.stack(rows, 2)


def members(team: str, players: int) -> Floats:
    """1 for each seat on the team."""
    return np.array([float(seat in team) for seat in LETTERS[:players]])


def one_of(which: int, count: int) -> list[float]:
    """1 at that place."""
    return [float(i == which) for i in range(count)]


def rate_of(yes: float, count: float, usual: float) -> float:
    """Drawn towards the usual rate by two more votes."""
    return (yes + usual * 2) / (count + 2) - usual


# --- features ------------------------------------------------------------------------------------


@dataclass
class Proposal:
    """A proposal whose votes are known."""

    quest: int
    attempt: int
    leader: int
    team: str
    approved: str
    accepted: bool
    fails: int | None


def proposals(game: Avalon) -> Iterator[Proposal]:
    """All of a game."""
    for quest, round_ in enumerate(game.rounds):
        for attempt, (leader, team, approved) in enumerate(round_.proposals):
            if approved is not None:
                accepted = 2 * len(approved) > len(game.seats)
                fails = round_.fails if accepted else None
                yield Proposal(quest, attempt, LETTERS.index(leader), team, approved, accepted, fails)


def needed(made: Proposal, players: int) -> int:
    """Fails that make the quest fail."""
    return 2 if made.quest == 3 and players >= 7 else 1


def outcome_of(made: Proposal, players: int) -> int:
    """Rejected, open, succeeded, failed, failed with more than one fail."""
    if made.fails is None:
        return int(made.accepted)
    return 2 if made.fails < needed(made, players) else 3 + (made.fails > 1)


def table_features(game: Avalon, seen: Seen, made: Proposal) -> list[float]:
    """What all seats share."""
    roles = set(game.roles.values())
    wins, losses = seen.outcome.count(True), seen.outcome.count(False)
    team, good, bad = set(made.team), set(seen.last.get(True, "")), set(seen.last.get(False, ""))
    return [
        *rules_features(game, roles),
        *one_of(made.quest, 5),
        *one_of(made.attempt, 5),
        *[float(losses == 1), float(losses == 2), float(wins == 1), float(wins == 2)],
        *([1.0, float(good <= team), len(team - good) / 3] if good else [0.0] * 3),
        *([1.0, len(team & bad) / 3] if bad else [0.0] * 2),
        float(seen.previous == made.team),
        float(made.team in seen.teams),
        len(team) / seen.players,
    ]


def rules_features(game: Avalon, roles: set[str]) -> list[float]:
    """Number of players and roles in play."""
    return [*one_of(len(game.seats) - 5, 6), *(float(role in roles) for role in SPECIAL)]


def seat_features(seen: Seen, made: Proposal, seat: int) -> list[float]:
    """Of one seat's vote, the vote itself aside."""
    n, usual = seen.players, EVIL_SEATS[seen.players] / seen.players
    on, vote = members(made.team, n), members(made.approved, n)
    doubts = seen.chance * (1 - seen.sets[:, seat])
    doubts = doubts / (doubts.sum() + 1e-12)
    evil = seen.sets @ on
    mates = on * (np.arange(n) != seat)
    after = (seat - made.leader) % n
    off_yes, off = seen.yes[seat] - seen.yes_on[seat], seen.votes[seat] - seen.votes_on[seat]
    return [
        on[seat],
        float(after == 0),
        (vote.sum() - vote[seat]) / (n - 1),
        float(made.accepted),
        float(bool(vote[seat]) == made.accepted),
        *one_of(outcome_of(made, n), 5),
        seen.bad[seat],
        seen.good[seat],
        seen.suspicion[seat] - usual,
        rate_of(seen.yes[seat], seen.votes[seat], 0.6),
        seen.votes[seat] / 10,
        seen.judged[0, 1, seat],
        seen.judged[0, 0, seat],
        seen.judged[1, 1, seat],
        seen.judged[1, 0, seat],
        rate_of(off_yes, off, 0.45),
        rate_of(seen.yes_on[seat], seen.votes_on[seat], 0.75),
        doubts @ (evil == 0),
        doubts @ evil,
        doubts @ seen.sets[:, made.leader] - usual,
        float(after == 1),
        float(after == 2),
        float(0 < after < 5 - made.attempt),
        mates @ seen.bad / 3,
        mates @ seen.good / 3,
        mates @ seen.pairs[8, seat] / 2,
        vote[made.leader] if after else vote.mean(),
    ]


def lead_features(seen: Seen, made: Proposal) -> list[float]:
    """Of who is proposed."""
    n, leader = seen.players, made.leader
    usual = EVIL_SEATS[n] / n
    on, suspicion = members(made.team, n), seen.suspicion
    doubts = seen.chance * (1 - seen.sets[:, leader])
    doubts = doubts / (doubts.sum() + 1e-12)
    evil = seen.sets @ on
    return [
        on[leader],
        doubts @ (evil == 0),
        doubts @ evil,
        seen.bad[leader],
        seen.good[leader],
        suspicion[leader] - usual,
        on @ seen.bad / 3,
        on @ seen.good / 3,
        rate_of(seen.yes[leader], seen.votes[leader], 0.6),
        suspicion @ on - usual * len(made.team),
        np.sort(suspicion)[: len(made.team)].sum() - suspicion @ on,
        on[(leader + 1) % n],
        on[(leader - 1) % n],
    ]


# --- scores --------------------------------------------------------------------------------------


def layer(rows: Floats, weights: Floats, bias: Floats, out: Floats, start: Floats) -> Floats:
    """One hidden layer of rectified units."""
    return np.asarray(np.maximum(rows @ weights + bias, 0) @ out + start)


@dataclass
class Scored:
    """Scores of all that was seen in a game."""

    votes: list[tuple[str, Floats]] = field(default_factory=list)  # team; seat, output
    quests: list[tuple[str, Floats]] = field(default_factory=list)  # team; by evil members
    pairs: Floats | None = None
    claims: list[tuple[str, str, Floats]] = field(default_factory=list)  # holder, target; by the sides of both


def scored(game: Avalon) -> Scored:
    """Walk through a game."""
    numbers, found, seen = parts(), Scored(), Seen(len(game.seats))
    for made in proposals(game):
        vote = members(made.approved, seen.players)
        seen.shared = table_features(game, seen, made)
        found.votes.append((made.team, vote_scores(numbers, seen, made)))
        if made.attempt < 4:
            seen.note_votes(made.leader, made.team, vote)
        seen.teams.append(made.team)
        seen.previous = made.team
        if made.fails is not None:
            found.quests.append((made.team, quest_scores(numbers, game, seen, made)))
            good = made.fails < needed(made, seen.players)
            rate = float(numbers["rate"][made.quest])
            seen.note_quest(made.team, vote, made.fails, rate, good=good, fifth=made.attempt == 4)
            found.pairs = pair_scores(numbers, seen)
    for visit in game.visits:
        if visit.claim is not None:
            found.claims.append((visit.holder, visit.target, numbers["claim"][:, :, CLAIMS.index(visit.claim)]))
    return found


def vote_scores(numbers: Parts, seen: Seen, made: Proposal) -> Floats:
    """For each seat what its vote says, and the leader's proposal."""
    scores = []
    weights = np.concatenate([numbers["seat"], numbers["table"]])
    for seat in range(seen.players):
        vote = 1 if LETTERS[seat] in made.approved else -1
        rows = np.array([*seat_features(seen, made, seat), *seen.shared])
        hidden = numbers["vote_bias"] + vote * numbers["vote_yes"] + rows @ weights[:, 0] + vote * rows @ weights[:, 1]
        scores.append(np.maximum(hidden, 0) @ numbers["vote_out"] + numbers["vote_start"])
    rows = np.array([*lead_features(seen, made), *seen.shared])
    lead = layer(rows, numbers["lead"], numbers["lead_bias"], numbers["lead_out"], numbers["lead_start"])
    scores[made.leader] = scores[made.leader] + lead
    return np.array(scores)


def quest_scores(numbers: Parts, game: Avalon, seen: Seen, made: Proposal) -> Floats:
    """By how many evil seats are on the team."""
    wins, losses = seen.outcome.count(True), seen.outcome.count(False)
    rows = [
        *rules_features(game, set(game.roles.values())),
        *one_of(made.quest, 5),
        *[float(losses == 1), float(losses == 2), float(wins == 1), float(wins == 2)],
        float(needed(made, seen.players) == 2),
        len(made.team) / seen.players,
        len(made.approved) / seen.players,
        *one_of(made.attempt, 5),
        *one_of(min(made.fails or 0, 3), 4),
    ]
    names = ("quest", "quest_bias", "quest_out", "quest_start")
    return layer(np.array(rows), *(numbers[name] for name in names))


def pair_scores(numbers: Parts, seen: Seen) -> Floats:
    """For each two seats that both are evil."""
    names = ("pair", "pair_bias", "pair_out", "pair_start")
    return layer(seen.pair_features(), *(numbers[name] for name in names))


# --- assignments ---------------------------------------------------------------------------------


def score_of(roles: Mapping[str, str], found: Scored) -> float:
    """The score of one assignment."""
    evil = np.array([float(role in EVIL) for role in roles.values()])
    total = sum(float(scores[int(members(team, len(roles)) @ evil)]) for team, scores in found.quests)
    if found.votes:
        total += votes_score(roles, evil, *vote_arrays(found))
    if found.pairs is not None:
        total += sum(found.pairs[one, two] for one, two in itertools.combinations(np.flatnonzero(evil), 2))
    for holder, target, table in found.claims:
        total += table[int(roles[holder] in EVIL), int(roles[target] in EVIL)]
    return float(total)


def vote_arrays(found: Scored) -> tuple[Floats, Floats]:
    """Teams by proposal and seat; scores by proposal, seat and output."""
    scores = np.array([scores for _, scores in found.votes])
    return np.array([members(team, scores.shape[1]) for team, _ in found.votes]), scores


def votes_score(roles: Mapping[str, str], evil: Floats, teams: Floats, scores: Floats) -> float:
    """What all votes and proposals say of an assignment."""
    given = list(roles.values())
    rows, known = np.arange(len(teams)), (teams @ evil).astype(int)
    total = sum(scores[rows, seat, EVIL_SCORE * int(one) + known].sum() for seat, one in enumerate(evil))
    if any(given.count(role) > 1 for role in SPECIAL):
        return float(total)
    for seat, role in enumerate(given):
        if role in SPECIAL:
            seen = np.array([shown(role, other) for other in given], float)
            total += scores[rows, seat, BESIDE.get(role, PERCIVAL_SCORE) + (teams @ seen).astype(int)].sum()
    return float(total)


def shown(role: str, other: str) -> bool:
    """Whether a seat on the team counts for a role's score."""
    if role == "percival":
        return other in ("merlin", "morgana")
    return other in EVIL and not (role == "merlin" and other == "mordred")


def own_cards(game: Avalon, roles: Mapping[str, str], seat: str) -> float:
    """How likely the seat, if it is evil, played the cards it did among the evil members of its teams."""
    chance = 1.0
    for done in game.rounds:
        if done.fails is not None and seat in done.team and roles[seat] in EVIL:
            evil = sum(roles[other] in EVIL for other in done.team)
            chance *= (done.fails if seat in done.failed else evil - done.fails) / evil
    return chance


def allowed(game: Avalon, seat: str) -> list[dict[str, str]]:
    """The assignments that fit what a seat knows."""
    return [roles for roles in assignments(game.roles) if game.allowed(roles, seat)]


def posterior(game: Avalon, seat: str, fitting: list[dict[str, str]]) -> list[float]:
    """The chance of each of these assignments under the model `human`."""
    found = scored(game)
    scores = [score_of(roles, found) for roles in fitting]
    rows = zip(scores, fitting, strict=True)
    weights = [exp(score - max(scores)) * own_cards(game, roles, seat) for score, roles in rows]
    return [weight / sum(weights) for weight in weights]


def summary(
    fitting: list[dict[str, str]], chances: list[float]
) -> tuple[dict[str, float], dict[str, dict[str, float]]]:
    """Chances of the sets of evil seats, and of the roles of each seat."""
    sets: dict[str, float] = {}
    roles: dict[str, dict[str, float]] = {seat: {} for seat in fitting[0]}
    for given, chance in zip(fitting, chances, strict=True):
        evil = "".join(seat for seat, role in given.items() if role in EVIL)
        sets[evil] = sets.get(evil, 0.0) + chance
        for seat, role in given.items():
            roles[seat][role] = roles[seat].get(role, 0.0) + chance
    return sets, roles
