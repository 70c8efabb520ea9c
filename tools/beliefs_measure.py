"""What beliefs are worth on games that were not used for the fit: the measurements of tools/fit_beliefs.py."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import log, perm

import numpy as np
import torch
from beliefs_data import EVIL, GOOD, MERLIN, MORDRED, SPECIAL, Ints, usual
from beliefs_network import Behaviour, Evidence, Ready, evidence, joint, moments, role_loss
from numpy.typing import NDArray

Floats = NDArray[np.float64]

AFTER = ("1", "2", "3", "4", "end")
BINS = 10
PORTION = 64  # games at a time
IMPOSSIBLE = -500.0
SUCCESSES = 3
FOURTH, TWO_FAILS_FROM = 3, 7  # the quest that can stand one fail, with so many players


@dataclass
class Measured:
    """Sums over servants of games with one number of players; rows are quests as the scores count them."""

    nats: Floats = field(default_factory=lambda: np.zeros(len(AFTER)))
    logic: Floats = field(default_factory=lambda: np.zeros(len(AFTER)))
    count: Floats = field(default_factory=lambda: np.zeros(len(AFTER)))
    bins: Floats = field(default_factory=lambda: np.zeros((BINS, 3)))  # predictions, sum predicted, sum true
    # Of all special roles given the sides: nats, those of a guess where all are as likely, games.
    roles: Floats = field(default_factory=lambda: np.zeros(3))
    merlin: Floats = field(default_factory=lambda: np.zeros(3))  # on top, games, nats: three successes, sides known

    def add(self, other: Measured) -> None:
        """Take in other games."""
        for name in ("nats", "logic", "count", "bins", "roles", "merlin"):
            setattr(self, name, getattr(self, name) + getattr(other, name))

    @property
    def ratio(self) -> Floats:
        """Nats over those of `logic`."""
        return np.asarray(self.nats / self.logic)


def measure(net: Behaviour, ready: Ready, games: Sequence[int]) -> Measured:
    """Measure on these games."""
    found = Measured()
    net.eval()
    with torch.no_grad():
        for mordred in (0, 1):
            chosen = [game for game in games if ready.table.flags[game, MORDRED] == mordred and _played(ready, game)]
            for start in range(0, len(chosen), PORTION):
                found.add(_measure(net, ready, chosen[start : start + PORTION]))
    net.train()
    return found


def _played(ready: Ready, game: int) -> bool:
    return bool(ready.first_quest[game] < ready.first_quest[game + 1])


def _measure(net: Behaviour, ready: Ready, games: Sequence[int]) -> Measured:
    at = moments(ready, games, None)
    scores = evidence(net, ready, at)
    found = Measured()
    game, quest = at.game, ready.table.quests[at.quests, 1]
    last = np.r_[game[1:] != game[:-1], True]
    servants = np.array([[letter == "L" for letter in ready.table.letters[g]] for g in game])
    for seat in range(ready.table.players):
        rows = np.flatnonzero(servants[:, seat])
        if len(rows):
            _servant(ready, scores.rows(rows), game[rows], seat, _columns(quest[rows], last[rows]), found)
    _merlin(ready, scores, at.quests, game, np.flatnonzero(last), found)
    return found


def _columns(quest: Ints, last: Ints) -> Floats:
    """Which of the columns each moment counts in: the last one in all that follow, too."""
    column = np.arange(len(AFTER))[None, :]
    own = column == np.minimum(quest, len(AFTER) - 1)[:, None]
    return np.asarray(own | (last[:, None] & (column >= quest[:, None])), np.float64)


def _servant(ready: Ready, scores: Evidence, game: Ints, seat: int, columns: Floats, found: Measured) -> None:
    viewer = torch.full((len(game),), seat)
    chances = torch.log_softmax(torch.logsumexp(joint(ready, scores, viewer).flatten(2), 2), 1)
    true = ready.true[game]
    nats = -chances.gather(1, true[:, None]).squeeze(1).numpy()
    possible = (scores.evil > IMPOSSIBLE) & (ready.member[:, seat] == 0)
    found.nats += nats @ columns
    found.logic += np.log(possible.sum(1).numpy()) @ columns
    found.count += columns.sum(0)
    others = np.arange(ready.table.players) != seat
    predicted = (chances.exp() @ ready.member).numpy()[:, others]
    evil = ready.member[true].numpy()[:, others]
    weight = np.broadcast_to(columns.sum(1)[:, None], predicted.shape)
    number = np.minimum((predicted * BINS).astype(int), BINS - 1)
    np.add.at(found.bins, number.ravel(), np.stack([weight, weight * predicted, weight * evil], -1).reshape(-1, 3))


def _merlin(ready: Ready, scores: Evidence, quests: Ints, game: Ints, last: Ints, found: Measured) -> None:
    """Roles with the sides known, at the end; Merlin's seat where the shot follows."""
    last = last[[usual(ready.table, int(row)) for row in game[last]]]
    true, place = ready.true[game[last]], ready.place[game[last]]
    roles, nats = role_loss(ready, scores.rows(last), torch.tensor(game[last]))
    guess = sum(_guess(ready.table.letters[row]) for row in game[last])
    found.roles += (float(roles.sum()), guess, len(last))
    weights = joint(ready, scores.rows(last))[torch.arange(len(last)), true]
    top = torch.logsumexp(weights, 1).argmax(1)
    shot = _succeeded(ready, game[last]) & (ready.table.flags[game[last], MERLIN] > 0)
    hit = (top == place[:, MERLIN]).numpy()
    found.merlin += (hit[shot].sum(), shot.sum(), nats.numpy()[shot].sum())


def _guess(letters: str) -> float:
    """Logarithm of the ways to give the special roles in play to the seats of their sides."""
    ways = 1
    for side in (GOOD, EVIL):
        seats = [letter for letter in letters if letter in side]
        ways *= perm(len(seats), sum(letter in SPECIAL for letter in seats))
    return log(ways)


def _succeeded(ready: Ready, games: Ints) -> Ints:
    """Whether three quests succeeded in each game."""
    rows = ready.table.quests
    needed = np.where((rows[:, 1] == FOURTH) & (ready.table.players >= TWO_FAILS_FROM), 2, 1)
    good = np.bincount(rows[rows[:, 3] < needed, 0], minlength=len(ready.table.game))
    return np.array(good[games] == SUCCESSES)


# --- text ----------------------------------------------------------------------------------------


def report(found: dict[int, Measured]) -> str:
    """The measurements as a table."""
    lines = ["players  servants  " + "  ".join(f"after {name}".rjust(11) for name in AFTER) + "        roles  merlin"]
    for players, one in found.items():
        rows = zip(one.nats / one.count, one.ratio, strict=True)
        cells = "  ".join(f"{nats:.3f}/{ratio:.3f}".rjust(11) for nats, ratio in rows)
        merlin = f"{one.merlin[0] / one.merlin[1]:.3f} of {one.merlin[1]:.0f}"
        roles = f"{one.roles[0] / one.roles[2]:.3f}/{one.roles[0] / one.roles[1]:.3f}"
        lines.append(f"{players:7}  {one.count[0]:8.0f}  {cells}  {roles}  {merlin}")
    mean = np.mean([one.ratio for one in found.values()], axis=0)
    lines.append("mean ratio           " + "  ".join(f"{value:11.4f}" for value in mean))
    return "\n".join([*lines, calibration(found)])


def calibration(found: dict[int, Measured]) -> str:
    """Predicted and observed shares of evil seats in ten bins."""
    bins = np.sum([one.bins for one in found.values()], axis=0)
    bins = bins[bins[:, 0] > 0]
    off = np.abs(bins[:, 1] - bins[:, 2]) / bins[:, 0]
    mean = float((off * bins[:, 0]).sum() / bins[:, 0].sum())
    shares = "  ".join(f"{p / n:.3f}:{t / n:.3f} ({n:.0f})" for n, p, t in bins)
    return f"P(evil) predicted:observed {shares}\nmean difference {mean:.4f}, largest {off.max():.4f}"
