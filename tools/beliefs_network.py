"""The model of behaviour as tools/fit_beliefs.py trains it: scores of acts by role, and the exact sums over roles.

The same sums as in the compiled core, for many games at once and with gradients. Needs `torch`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import beliefs_data as data
import numpy as np
import torch
from beliefs_data import MERLIN, MORDRED, MORGANA, OBERON, PERCIVAL, Floats, Ints, Table
from torch import nn

Tensor = Any  # torch is not there where types are checked

VISIBLE = 5  # evil seats on a team, 0 to 4
SIDES = 6 * VISIBLE  # outputs by number of visible evil seats: good, evil, Merlin, Morgana, Mordred, Oberon
OUTPUTS = SIDES + 3  # and Percival's, by how many of the two he sees
AS_MERLIN, AS_MORGANA, AS_MORDRED, AS_OBERON = 2, 3, 4, 5
HIDDEN, QUEST_HIDDEN, PAIR_HIDDEN = 48, 16, 12
NEVER = -1e4
LEAST = 1e-30


@dataclass(frozen=True)
class Scaling:
    """What is taken off each feature, and what it is then divided by."""

    shift: Floats
    scale: Floats

    @classmethod
    def of(cls, rows: Floats, *, centred: bool = True, least: float = 0.05) -> Scaling:
        """By mean and spread over all rows."""
        flat = rows.reshape(-1, rows.shape[-1])
        shift = flat.mean(0) if centred else np.zeros(flat.shape[1])
        return cls(shift.astype(np.float32), (flat.std(0) + least).astype(np.float32))

    def apply(self, rows: Floats) -> Tensor:
        """Rows as the network takes them."""
        return torch.tensor((rows - self.shift) / self.scale)


class Layer(nn.Module):  # type: ignore[misc,unused-ignore]
    """One hidden layer of rectified units."""

    def __init__(self, inputs: int, units: int, outputs: int, dropout: float) -> None:
        super().__init__()
        self.first, self.second = nn.Linear(inputs, units), nn.Linear(units, outputs)
        self.dropout = nn.Dropout(dropout)
        with torch.no_grad():
            self.second.weight *= 0.1
            self.second.bias.zero_()

    def forward(self, rows: Tensor) -> Tensor:
        """Scores of rows."""
        return self.second(self.dropout(torch.relu(self.first(rows))))


class Behaviour(nn.Module):  # type: ignore[misc,unused-ignore]
    """Scores of votes, proposals, quests and pairs."""

    def __init__(self, dropout: float) -> None:
        super().__init__()
        self.vote = Layer(1 + 2 * (data.SEAT + data.TABLE), HIDDEN, OUTPUTS, dropout)
        self.lead = Layer(data.LEAD + data.TABLE, HIDDEN, OUTPUTS, dropout)
        self.quest = Layer(data.QUEST, QUEST_HIDDEN, VISIBLE, dropout)
        self.pair = Layer(data.PAIR, PAIR_HIDDEN, 1, dropout)


@dataclass
class Ready:
    """A table of games as tensors."""

    table: Table
    member: Tensor  # set, seat: is evil
    sets: Tensor
    good: Tensor
    visible: Tensor  # smaller set, seat: what a Merlin sees with Mordred in play
    without: Tensor  # set, evil seat: number of the smaller set
    seats: Tensor
    leads: Tensor
    played: Tensor
    pairs: Tensor
    team: Tensor  # proposal, seat
    leader: Tensor
    vote: Tensor  # proposal, seat: 1 or -1
    accepted: Tensor
    quest_team: Tensor
    fails: Tensor
    flags: Tensor
    true: Tensor
    place: Tensor
    open_outcome: Tensor  # the features of an outcome that is not known yet
    quest_of: Ints  # proposal: its quest's row, -1 if it was not played
    first_proposal: Ints  # by game
    first_quest: Ints


def _masks(column: Ints, players: int) -> Tensor:
    return torch.tensor((column[:, None] >> np.arange(players) & 1).astype(np.float32))


def _smaller(table: Table) -> tuple[Tensor, Tensor]:
    """Sets with one seat less, as members; and for each set and seat which one is left without it."""
    found: dict[tuple[int, ...], int] = {}
    rows = [
        [found.setdefault(tuple(s for s in row if s != seat), len(found)) for seat in row]
        for row in table.sets.tolist()
    ]
    member = np.zeros((len(found), table.players), np.float32)
    for chosen, i in found.items():
        member[i, list(chosen)] = 1
    return torch.tensor(member), torch.tensor(rows)


def ready(table: Table, scaling: dict[str, Scaling]) -> Ready:
    """The games of a table as the network takes them."""
    players, made, done = table.players, table.proposals, table.quests
    member = np.zeros((len(table.sets), players), np.float32)
    np.put_along_axis(member, table.sets, 1, 1)
    visible, without = _smaller(table)
    shared = np.repeat(table.shared[:, None], players, 1)
    quest_of = {(game, quest): i for i, (game, quest) in enumerate(done[:, :2].tolist())}
    outcome = slice(data.OUTCOME, data.OUTCOME + 5)
    is_open = np.eye(5, dtype=np.float32)[data.OPEN]
    return Ready(
        table=table,
        member=torch.tensor(member),
        sets=torch.tensor(table.sets),
        good=torch.tensor(table.good),
        visible=visible,
        without=without,
        seats=scaling["vote"].apply(np.concatenate([table.seats, shared], 2)),
        leads=scaling["lead"].apply(np.concatenate([table.leads, table.shared], 1)),
        played=scaling["quest"].apply(table.played),
        pairs=scaling["pair"].apply(table.pairs),
        team=_masks(made[:, 4], players),
        leader=torch.tensor(made[:, 3]),
        vote=_masks(made[:, 5], players) * 2 - 1,
        accepted=torch.tensor(table.seats[:, 0, data.OUTCOME] == 0),
        quest_team=_masks(done[:, 2], players),
        fails=torch.tensor(done[:, 3]),
        flags=torch.tensor(table.flags),
        true=torch.tensor(table.true),
        place=torch.tensor(table.place),
        open_outcome=torch.tensor((is_open - scaling["vote"].shift[outcome]) / scaling["vote"].scale[outcome]),
        quest_of=np.array([quest_of.get((game, quest), -1) for game, quest in made[:, :2].tolist()]),
        first_proposal=np.searchsorted(made[:, 0], np.arange(len(table.game) + 1)),
        first_quest=np.searchsorted(done[:, 0], np.arange(len(table.game) + 1)),
    )


# --- moments of games ----------------------------------------------------------------------------


@dataclass
class Moments:
    """Moments of some games: after each quest, and perhaps one in the middle of a round for each game."""

    rows: Ints  # proposals that count
    moment: Ints  # the moment each one belongs to
    hidden: Ints  # 1: its quest's outcome is not known at that moment
    quests: Ints  # rows of quests
    before: Ints  # of the moments in the middle: the moment before that round, -1 if there is none
    game: Ints  # by moment
    start: Ints  # by quest moment: the first one of its game

    @property
    def after_quests(self) -> int:
        """How many moments are after quests; they come first."""
        return len(self.quests)


def moments(ready: Ready, games: Sequence[int], rng: np.random.Generator | None) -> Moments:
    """After each quest of these games; with `rng` also one random moment of each, after the votes on a proposal."""
    quests = np.concatenate([np.arange(ready.first_quest[g], ready.first_quest[g + 1]) for g in games])
    made = np.concatenate([np.arange(ready.first_proposal[g], ready.first_proposal[g + 1]) for g in games])
    made = made[ready.quest_of[made] >= 0]
    number = {int(row): i for i, row in enumerate(quests)}
    moment = np.array([number[int(ready.quest_of[row])] for row in made])
    game = ready.table.quests[quests, 0]
    first = np.r_[True, game[1:] != game[:-1]]
    start = np.maximum.accumulate(np.where(first, np.arange(len(quests)), 0))
    found = Moments(made, moment, np.zeros(len(made), np.int64), quests, np.zeros(0, np.int64), game, start)
    return found if rng is None else _with_middles(found, np.flatnonzero(first), rng)


def _with_middles(found: Moments, starts: Ints, rng: np.random.Generator) -> Moments:
    count = len(found.quests)
    ends = np.r_[starts[1:], count]
    rows, moment, before = [found.rows], [found.moment], []
    for place, (start, end) in enumerate(zip(starts, ends, strict=True)):
        round_ = int(rng.integers(start, end))
        made = found.rows[found.moment == round_]
        made = made[: int(rng.integers(1, len(made) + 1))]
        rows.append(made)
        moment.append(np.full(len(made), count + place))
        before.append(round_ - 1 if round_ > start else -1)
    extra = sum(map(len, rows[1:]))
    return Moments(
        np.concatenate(rows),
        np.concatenate(moment),
        np.r_[found.hidden, np.ones(extra, np.int64)],
        found.quests,
        np.array(before),
        np.r_[found.game, found.game[starts]],
        found.start,
    )


# --- scores --------------------------------------------------------------------------------------


@dataclass
class Evidence:
    """Scores at some moments, as the core has them."""

    evil: Tensor  # moment, set
    special: dict[int, Tensor]  # Morgana, Mordred, Oberon: moment, set, evil seat
    merlin: Tensor  # moment, set, Mordred's place (one alone if he is not in play), good seat
    percival: Tensor  # moment, Percival, Merlin, Morgana or none
    flags: Tensor  # moment, special role
    mordred: bool

    def rows(self, chosen: Any) -> Evidence:
        """These moments only."""
        special = {role: scores[chosen] for role, scores in self.special.items()}
        return Evidence(
            self.evil[chosen], special, self.merlin[chosen], self.percival[chosen], self.flags[chosen], self.mordred
        )


class Sums:
    """Sums of what proposals say, up to each moment."""

    def __init__(self, found: Moments) -> None:
        self.count = found.after_quests
        self.moment = torch.tensor(found.moment)
        self.start = torch.tensor(found.start)
        self.before = torch.tensor(np.maximum(found.before, 0))
        self.has_before = torch.tensor((found.before >= 0).astype(np.float32))

    def up_to(self, acts: Tensor, quests: Tensor | None = None) -> Tensor:
        """Running sums of scores of proposals, and of quests where given."""
        total = self.count + len(self.before)
        sums = torch.zeros((total, *acts.shape[1:])).index_add(0, self.moment, acts)
        if quests is not None:
            sums = sums + torch.cat([quests, torch.zeros((len(self.before), *quests.shape[1:]))])
        running = sums[: self.count].cumsum(0)
        running = running - torch.cat([torch.zeros_like(running[:1]), running])[self.start]
        return torch.cat([running, sums[self.count :] + self.earlier(running)])

    def earlier(self, after_quests: Tensor) -> Tensor:
        """For the moments in the middle, what was true after the quest before; 0 if there was none."""
        return after_quests[self.before] * self.has_before.view(-1, *[1] * (after_quests.dim() - 1))


def _scores(net: Behaviour, ready: Ready, found: Moments) -> Tensor:
    """What each proposal and its votes say: proposal, seat, output."""
    rows = torch.tensor(found.rows)
    seats, vote = ready.seats[rows], ready.vote[rows][..., None]
    masked = (torch.tensor(found.hidden) > 0) & ready.accepted[rows]
    outcome = slice(data.OUTCOME, data.OUTCOME + 5)
    known = seats[..., outcome]
    shown = torch.where(masked[:, None, None], ready.open_outcome.expand_as(known), known)
    seats = torch.cat([seats[..., : data.OUTCOME], shown, seats[..., data.OUTCOME + 5 :]], 2)
    scores = net.vote(torch.cat([vote, seats, seats * vote], 2))
    leader = ready.leader[rows][:, None, None].expand(-1, 1, OUTPUTS)
    return scores.scatter_add(1, leader, net.lead(ready.leads[rows])[:, None])


def _evil_scores(net: Behaviour, ready: Ready, found: Moments, sums: Sums, by_role: Tensor, known: Tensor) -> Tensor:
    """Scores of the sets of evil seats: moment, set."""
    member = ready.member
    good, more = by_role[:, :, 0].sum(1), by_role[:, :, 1] - by_role[:, :, 0]
    acts = torch.einsum("psk,Ss->pkS", more, member) + good[:, :, None]
    acts = acts.gather(1, known[:, None]).squeeze(1)
    quests = torch.tensor(found.quests)
    failed = (ready.quest_team[quests] @ member.T).long()
    fails = net.quest(ready.played[quests]).gather(1, failed)
    fails = fails.masked_fill(failed < ready.fails[quests][:, None], -1e3)
    pairs = net.pair(ready.pairs[quests]).squeeze(-1) * (1 - torch.eye(ready.table.players))
    pairs = torch.cat([pairs, sums.earlier(pairs)])
    return sums.up_to(acts, fails) + torch.einsum("qst,Ss,St->qS", pairs, member, member)


def _special_scores(ready: Ready, by_role: Tensor, known: Tensor, role: int) -> Tensor:
    """More for an evil seat that is a special role: proposal, set, evil seat."""
    evil = ready.sets
    rows = by_role[:, :, role][:, evil.reshape(-1)].view(len(by_role), *evil.shape, VISIBLE)
    return rows.gather(3, known[:, :, None, None].expand(-1, -1, evil.shape[1], 1)).squeeze(3)


def _merlin_scores(ready: Ready, sums: Sums, by_role: Tensor, team: Tensor, flags: Tensor, *, mordred: bool) -> Tensor:
    """More for a good seat that is Merlin, who sees all evil seats but Mordred."""
    seen = (team @ (ready.visible if mordred else ready.member).T).long()
    rows = by_role[:, :, AS_MERLIN].gather(2, seen[:, None, :].expand(-1, ready.table.players, -1))
    rows = sums.up_to(rows) * flags[:, MERLIN, None, None]
    good, evil = ready.good, ready.sets.shape[1]
    if mordred:
        return rows[:, good[:, None, :].expand(-1, evil, -1), ready.without[:, :, None].expand(-1, -1, good.shape[1])]
    return rows[:, good[:, None, :], torch.arange(len(good))[:, None, None].expand(-1, 1, good.shape[1])]


def _percival_scores(sums: Sums, scores: Tensor, team: Tensor, flags: Tensor) -> Tensor:
    """More for Percival, by how many of the two that he sees are on the team."""
    with_none = torch.cat([team, torch.zeros(len(team), 1)], 1)
    seen = nn.functional.one_hot((team[:, :, None] + with_none[:, None, :]).long(), 3).float()
    rows = torch.einsum("pqj,pmgj->pqmg", scores[..., SIDES:], seen)
    return sums.up_to(rows) * flags[:, PERCIVAL, None, None, None]


def evidence(net: Behaviour, ready: Ready, found: Moments) -> Evidence:
    """All scores at these moments. All games have Mordred in play, or none has."""
    sums = Sums(found)
    flags = ready.flags[torch.tensor(found.game)]
    mordred = bool(flags[0, MORDRED] > 0)
    team = ready.team[torch.tensor(found.rows)]
    known = (team @ ready.member.T).long()
    scores = _scores(net, ready, found)
    by_role = scores[..., :SIDES].view(len(scores), ready.table.players, 6, VISIBLE)
    special = {
        role: sums.up_to(_special_scores(ready, by_role, known, output)) * flags[:, role, None, None]
        for role, output in ((MORGANA, AS_MORGANA), (MORDRED, AS_MORDRED), (OBERON, AS_OBERON))
    }
    return Evidence(
        evil=_evil_scores(net, ready, found, sums, by_role, known),
        special=special,
        merlin=_merlin_scores(ready, sums, by_role, team, flags, mordred=mordred),
        percival=_percival_scores(sums, scores, team, flags),
        flags=flags,
        mordred=mordred,
    )


# --- sums over roles -----------------------------------------------------------------------------


def _raised(scores: Tensor) -> Tensor:
    """To factors, the highest one of each moment 1."""
    highest = scores.detach().flatten(1).amax(1).view(-1, *[1] * (scores.dim() - 1))
    return torch.exp((scores - highest).clamp(min=-60))


def _percival_factor(ready: Ready, found: Evidence, viewer: Tensor | None) -> Tensor:
    """Summed over Percival's seats: moment, set, Morgana's place or none, Merlin's place."""
    players = ready.table.players
    factors = _raised(found.percival) * (1 - torch.eye(players))[None, :, :, None]
    if viewer is not None:
        factors = factors * (1 - nn.functional.one_hot(viewer, players).float())[:, :, None, None]
    summed = torch.einsum("bqx,Sq->bSx", factors.reshape(len(factors), players, -1), 1 - ready.member)
    summed = summed.view(len(factors), len(ready.sets), players, players + 1)
    morgana = torch.cat([ready.sets, torch.full((len(ready.sets), 1), players)], 1)
    rows = torch.arange(len(ready.sets))[:, None, None]
    chosen = summed[:, rows, ready.good[:, None, :], morgana[:, :, None]]
    return torch.where(found.flags[:, PERCIVAL, None, None, None] > 0, chosen, torch.ones(1))


def _evil_factor(ready: Ready, found: Evidence) -> Tensor:
    """Of Morgana at a place or not in play, Oberon anywhere else: moment, set, Mordred's place, Morgana's place."""
    count, evil = len(found.flags), ready.sets.shape[1]
    none = torch.zeros(count, len(ready.sets), 1)
    plays = found.flags[:, :, None, None] > 0
    morgana = torch.cat([_raised(found.special[MORGANA]) * plays[:, MORGANA], none + ~plays[:, MORGANA]], 2)
    oberon = _raised(found.special[OBERON])
    all_of, padded = oberon.sum(2), torch.cat([oberon, none], 2)
    if found.mordred:
        rest = all_of[:, :, None, None] - oberon[:, :, :, None] - padded[:, :, None, :]
        apart = 1 - torch.eye(evil, evil + 1)
    else:
        rest = (all_of[:, :, None] - padded)[:, :, None, :]
        apart = torch.ones(1, evil + 1)
    rest = torch.where(plays[:, OBERON, :, :, None], rest.clamp(min=0), torch.ones(1))
    return morgana[:, :, None, :] * rest * apart


def joint(ready: Ready, found: Evidence, viewer: Tensor | None = None) -> Tensor:
    """Log weights by set, Mordred's place and Merlin's, the rest summed over; `viewer`: a servant at each moment."""
    evil = _evil_factor(ready, found)
    rest = torch.log(evil @ _percival_factor(ready, found, viewer) + LEAST)
    weights = found.evil[:, :, None, None] + found.merlin + rest
    if found.mordred:
        weights = weights + found.special[MORDRED][..., None]
    if viewer is None:
        return weights
    own = nn.functional.one_hot(viewer, ready.table.players).bool()
    weights = weights.masked_fill((ready.member[:, viewer].T > 0)[:, :, None, None], 10 * NEVER)
    return weights.masked_fill(own[:, ready.good.reshape(-1)].view(len(own), len(ready.sets), 1, -1), 10 * NEVER)


def _or_none(scores: Tensor, plays: Tensor) -> Tensor:
    """With a place for a role that is not in play."""
    there = torch.where(plays[:, None], scores, torch.tensor(NEVER))
    return torch.cat([there, torch.where(plays, NEVER, 0.0)[:, None]], 1)


def _apart(rows: int, columns: int, *, none: bool) -> Tensor:
    """No two roles on one seat; `none`: both may be out of play."""
    table = torch.eye(rows, columns) * NEVER
    if none:
        table[-1, -1] = 0
    return table


def _places_of_evil(found: Evidence, chosen: Tensor, count: int) -> Tensor:
    """Log weights of the evil special roles in the true set: moment, Mordred, Morgana, Oberon."""
    rows, evil = torch.arange(count), found.special[MORGANA].shape[2]
    plays = found.flags > 0
    morgana = _or_none(found.special[MORGANA][rows, chosen], plays[:, MORGANA])
    oberon = _or_none(found.special[OBERON][rows, chosen], plays[:, OBERON])
    mordred = found.special[MORDRED][rows, chosen] if found.mordred else torch.zeros(count, 1)
    first = _apart(evil, evil + 1, none=False) if found.mordred else torch.zeros(1, evil + 1)
    both = _apart(evil + 1, evil + 1, none=True)
    weights = mordred[:, :, None, None] + morgana[:, None, :, None] + oberon[:, None, None, :]
    return weights + first[:, :, None] + first[:, None, :] + both


def role_loss(ready: Ready, found: Evidence, game: Tensor) -> tuple[Tensor, Tensor]:
    """With the true set of evil seats given: -log P of all special roles, and of Merlin's seat alone, by moment."""
    count, chosen = len(game), ready.true[game]
    rows, plays = torch.arange(count), found.flags > 0
    good, players = ready.good[chosen], ready.table.players
    morgana = torch.cat([ready.sets[chosen], torch.full((count, 1), players)], 1)
    evil = _places_of_evil(found, chosen, count)
    size = good.shape[1]
    only = torch.where(torch.arange(size) == 0, 0.0, NEVER)  # a role out of play has one place
    merlins, morganas = good[:, None, :, None], morgana[:, None, None]
    percival = found.percival[rows[:, None, None, None], good[:, :, None, None], merlins, morganas]
    percival = percival + _apart(size, size, none=False)[None, :, :, None]
    percival = torch.where(plays[:, PERCIVAL, None, None, None], percival, only[None, :, None, None])
    merlin = torch.where(plays[:, MERLIN, None, None], found.merlin[rows, chosen], only[None, None, :])
    weights = torch.logsumexp(evil, 3)[:, :, :, None, None] + merlin[:, :, None, None, :]
    weights = weights + percival.permute(0, 3, 1, 2)[:, None]  # Mordred, Morgana, Percival, Merlin
    by_merlin = torch.logsumexp(weights.flatten(1, 3), 1)
    place = ready.place[game].clamp(min=0)
    none = torch.full((count,), evil.shape[2] - 1)
    at = [torch.where(plays[:, role], place[:, role], none) for role in (MORGANA, OBERON)]
    mordred = place[:, MORDRED] if found.mordred else torch.zeros_like(none)
    true = evil[rows, mordred, at[0], at[1]] + merlin[rows, mordred, place[:, MERLIN]]
    true = true + percival[rows, place[:, PERCIVAL], place[:, MERLIN], at[0]]
    all_of = torch.logsumexp(by_merlin, 1)
    return all_of - true, (all_of - by_merlin[rows, place[:, MERLIN]]) * plays[:, MERLIN]
