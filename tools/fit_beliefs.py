"""Fits the model of behaviour behind the beliefs of The Resistance: Avalon on games that people played.

    python tools/fit_beliefs.py GAMES.jsonl.gz > avalon_ai/games/resistance_beliefs.json

First come as many fits as there are folds, each measured on the games it did not see (game i is in fold i modulo
folds); then one fit on all games, whose numbers are printed. The measurements go to stderr. Same file, same numbers.
The format of the games stands in tools/beliefs_data.py. Needs `torch`.
"""

from __future__ import annotations

import json
import math
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import beliefs_data as data
import click
import numpy as np
import torch
from beliefs_data import MORDRED, Table
from beliefs_measure import Measured, measure, report
from beliefs_network import Behaviour, Layer, Ready, Scaling, evidence, joint, moments, ready, role_loss

MIDDLE = 0.3  # weight of a moment in the middle of a round
FIRST_QUEST = 0.5  # weight of the moment after it, where little can be told
WARM_UP = 20  # steps
CLIP = 2.0
# How often the Lady's holder says "evil", by his side and the other seat's, in recorded games with 10 players. Saying
# nothing is taken to tell nothing.
SAYS_EVIL = {("good", "good"): 0.01, ("good", "evil"): 0.99, ("evil", "good"): 0.25, ("evil", "evil"): 0.18}


@dataclass(frozen=True)
class Settings:
    """How a fit goes."""

    epochs: int
    batch: int
    rate: float
    dropout: float
    roles: float
    merlin: float
    seed: int


def fits(table: Table, game: int) -> bool:
    """Whether a game can be learned from: its roles are usual, and a quest was played."""
    return data.usual(table, game) and bool((table.quests[:, 0] == game).any())


def scaling(tables: dict[int, Table]) -> dict[str, Scaling]:
    """How features are scaled, by all games."""
    vote = [np.concatenate([t.seats, np.repeat(t.shared[:, None], t.players, 1)], 2) for t in tables.values()]
    lead = [np.concatenate([t.leads, t.shared], 1) for t in tables.values()]
    return {
        "vote": Scaling.of(_flat(vote)),
        "lead": Scaling.of(_flat(lead)),
        "quest": Scaling(np.zeros(data.QUEST, np.float32), np.ones(data.QUEST, np.float32)),
        "pair": Scaling.of(_flat([t.pairs for t in tables.values()]), centred=False, least=0.0),
    }


def _flat(parts: Sequence[Any]) -> Any:
    """Rows of features, whatever they are of."""
    return np.concatenate([part.reshape(-1, part.shape[-1]) for part in parts])


# --- training ------------------------------------------------------------------------------------


class Trainer:
    """One fit."""

    def __init__(self, tables: dict[int, Ready], settings: Settings) -> None:
        torch.manual_seed(settings.seed)
        self.rng = np.random.default_rng(settings.seed)
        self.tables, self.settings = tables, settings
        self.net = Behaviour(settings.dropout)
        self.steps = torch.optim.Adam(self.net.parameters(), lr=settings.rate)

    def fit(self, games: Sequence[tuple[int, int]]) -> Behaviour:
        """Learn from games, each a number of players and a row of that table."""
        batches = len(games) // self.settings.batch
        total = self.settings.epochs * batches
        for step in range(total):
            if step % batches == 0:
                order = self.rng.permutation(len(games))
            self._pace(step, total)
            start = step % batches * self.settings.batch
            self._learn([games[i] for i in order[start : start + self.settings.batch]])
        return self.net

    def _pace(self, step: int, total: int) -> None:
        rate = self.settings.rate * min(1.0, (step + 1) / WARM_UP) * (0.5 + 0.5 * math.cos(math.pi * step / total))
        for group in self.steps.param_groups:
            group["lr"] = rate

    def _learn(self, games: Sequence[tuple[int, int]]) -> None:
        groups: dict[tuple[int, float], list[int]] = defaultdict(list)
        for players, game in games:
            groups[players, float(self.tables[players].table.flags[game, MORDRED])].append(game)
        self.steps.zero_grad()
        for (players, _), chosen in sorted(groups.items()):
            (self._loss(self.tables[players], sorted(chosen)) / len(games)).backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), CLIP)
        self.steps.step()

    def _loss(self, ready: Ready, games: Sequence[int]) -> Any:
        """Of the evil seats as a servant sees them, and of the special roles with the evil seats known."""
        found = moments(ready, games, self.rng)
        scores = evidence(self.net, ready, found)
        game = torch.tensor(found.game)
        weight = torch.tensor(_weights(ready, found.game[: found.after_quests], found.quests, len(found.before)))
        viewer = torch.tensor(self._viewers(ready, found.game))
        sides = torch.logsumexp(joint(ready, scores, viewer.clamp(min=0)).flatten(2), 2)
        nats = torch.logsumexp(sides, 1) - sides.gather(1, ready.true[game][:, None]).squeeze(1)
        roles, merlin = role_loss(ready, scores, game)
        loss = nats * (viewer >= 0) + self.settings.roles * roles + self.settings.merlin * merlin
        return (loss * weight).sum()

    def _viewers(self, ready: Ready, game: Any) -> Any:
        """A random servant of each game, -1 where there is none."""
        found = {}
        for row in np.unique(game):
            seats = [seat for seat, letter in enumerate(ready.table.letters[row]) if letter == "L"]
            found[row] = int(self.rng.choice(seats)) if seats else -1
        return np.array([found[row] for row in game])


def _weights(ready: Ready, game: Any, quests: Any, middles: int) -> Any:
    """Of each moment: the last one of a game counts for all quests that were not played."""
    quest = ready.table.quests[quests, 1]
    last = np.r_[game[1:] != game[:-1], True]
    weight = np.where(quest == 0, FIRST_QUEST, 1.0) + last * (4 - quest)
    return np.r_[weight / 5, np.full(middles, MIDDLE)].astype(np.float32)


# --- numbers -------------------------------------------------------------------------------------


def _plain(layer: Layer, shift: Any, scale: Any) -> tuple[Any, Any]:
    """Weights of the first layer and its bias for features as they are."""
    weight = layer.first.weight.detach().numpy().T / scale[:, None]
    return weight, layer.first.bias.detach().numpy() - shift @ weight


def _second(layer: Layer) -> tuple[Any, Any]:
    return layer.second.weight.detach().numpy().T, layer.second.bias.detach().numpy()


def _vote_numbers(layer: Layer, scale: Scaling) -> dict[str, Any]:
    """The features as they are and times the vote: what is taken off them goes to the biases of both."""
    one, zero = np.ones(1, np.float32), np.zeros(1, np.float32)
    weight, bias = _plain(
        layer, np.concatenate([zero, scale.shift, 0 * scale.shift]), np.concatenate([one, scale.scale, scale.scale])
    )
    count = len(scale.shift)
    as_is, by_vote = weight[1 : 1 + count], weight[1 + count :]
    rows = np.stack([as_is, by_vote], 1)
    return {
        "vote_bias": bias,
        "vote_yes": weight[0] - scale.shift @ by_vote,
        "seat": rows[: data.SEAT],
        "table": rows[data.SEAT :],
    }


def numbers(net: Behaviour, scale: dict[str, Scaling]) -> dict[str, list[float]]:
    """All numbers of a model by the names of the core's struct, in its order."""
    lead, lead_bias = _plain(net.lead, scale["lead"].shift, scale["lead"].scale)
    quest, quest_bias = _plain(net.quest, scale["quest"].shift, scale["quest"].scale)
    pair, pair_bias = _plain(net.pair, scale["pair"].shift, scale["pair"].scale)
    parts: dict[str, Any] = {"rate": np.array(data.RATES), **_vote_numbers(net.vote, scale["vote"])}
    parts["vote_out"], parts["vote_start"] = _second(net.vote)
    parts |= {"lead_bias": lead_bias, "lead": lead}
    parts["lead_out"], parts["lead_start"] = _second(net.lead)
    parts |= {"quest_bias": quest_bias, "quest": quest}
    parts["quest_out"], parts["quest_start"] = _second(net.quest)
    parts |= {"pair_bias": pair_bias, "pair": pair}
    # A pair is met twice in training, from either seat.
    parts["pair_out"], parts["pair_start"] = (2 * part for part in _second(net.pair))
    parts["claim"] = np.array(
        [[(math.log(1 - lie), math.log(lie), 0.0) for lie in (SAYS_EVIL[holder, target] for target in ("good", "evil"))]
         for holder in ("good", "evil")]
    )  # fmt: skip
    return {name: [float(f"{value:.5g}") for value in np.ravel(part)] for name, part in parts.items()}


def dumped(found: dict[str, list[float]]) -> str:
    """JSON with a line per part."""
    rows = (f"{json.dumps(name)}: {json.dumps(values, separators=(',', ':'))}" for name, values in found.items())
    return "{\n" + ",\n".join(rows) + "\n}"


# --- the program ---------------------------------------------------------------------------------


def _folds(tables: dict[int, Ready], folds: int) -> Iterator[tuple[list[tuple[int, int]], dict[int, list[int]]]]:
    """For each fold the games to learn from and those to measure on."""
    for fold in range(folds):
        learn, test = [], {}
        for players, one in tables.items():
            rows = range(len(one.table.game))
            test[players] = [row for row in rows if one.table.game[row] % folds == fold]
            learn += [(players, row) for row in rows if one.table.game[row] % folds != fold and fits(one.table, row)]
        yield learn, test


@click.command()
@click.argument("path", type=click.Path(exists=True, dir_okay=False))
@click.option("--folds", default=5, show_default=True, help="0: only the last fit")
@click.option("--first", default=None, type=int, help="stop after so many folds")
@click.option("--epochs", default=8, show_default=True)
@click.option("--batch", default=128, show_default=True, help="games of a step")
@click.option("--rate", default=4e-3, show_default=True, help="of learning, at its highest")
@click.option("--dropout", default=0.3, show_default=True, help="share of hidden units left out")
@click.option("--roles", default=0.5, show_default=True, help="weight of the special roles in the loss")
@click.option("--merlin", default=0.0, show_default=True, help="more weight of Merlin's seat")
@click.option("--seed", default=0, show_default=True)
@click.option("--last/--no-last", default=True, help="whether to fit all games at the end")
def main(path: str, folds: int, first: int | None, last: bool, **options: Any) -> None:
    """Fit, measure, fit again."""
    torch.set_num_threads(1)
    settings = Settings(**options)
    tables = data.tables(path)
    scale = scaling(tables)
    prepared = {players: ready(table, scale) for players, table in tables.items()}
    found: dict[int, Measured] = {players: Measured() for players in tables}
    for fold, (learn, test) in enumerate(_folds(prepared, folds)):
        if first is not None and fold >= first:
            break
        net = Trainer(prepared, settings).fit(learn)
        for players, games in test.items():
            found[players].add(measure(net, prepared[players], games))
        print(f"fold {fold}: {len(learn)} games learned from\n{report(found)}", file=sys.stderr)
    if last:
        everything = [(p, g) for p, one in prepared.items() for g in range(len(one.table.game)) if fits(one.table, g)]
        print(dumped(numbers(Trainer(prepared, settings).fit(everything), scale)))


if __name__ == "__main__":
    main()
