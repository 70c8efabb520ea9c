"""Our games as PettingZoo environments of the AEC kind. Needs the extra `pettingzoo`."""

from __future__ import annotations

import secrets
from typing import Any

import gymnasium.logger
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from avalon_ai import games, seeds
from avalon_ai._state import MOVE, event_code, make_event
from avalon_ai.adapters.rewards import rewards
from avalon_ai.match import Match
from avalon_ai.style import Style


def env(name: str, *, render_mode: str | None = None, **options: Any) -> AECEnv:
    """The environment of a game with its options, in PettingZoo's usual wrappers. Raises OptionError.

    A move out of turn or out of range raises there; one that is not legal forfeits the game.
    """
    bare = AvalonEnv(name, render_mode=render_mode, **options)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(bare))


class AvalonEnv(AECEnv, EzPickle):
    """One seat after the other is asked for a move; `player_0` is seat A.

    An observation holds what the seat knows as numbers (`observation`), and 1 for each move it may make now
    (`action_mask`); nothing else of the game leaves. Rewards come at the end: 1 for a win, -1 for a loss.
    """

    metadata: dict[str, Any]

    def __init__(self, name: str, *, render_mode: str | None = None, **options: Any) -> None:
        """Make the environment. Raises OptionError for a game or options that there are not."""
        EzPickle.__init__(self, name, render_mode=render_mode, **options)
        super().__init__()
        self.game = games.load(name, **options)
        self.metadata = {"name": f"avalon_{name}_v0", "render_modes": ["ansi", "human"], "is_parallelizable": False}
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.seats)]
        self.agents: list[str] = []
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._actions = self.game.rules.codes
        self.action_spaces = {agent: spaces.Discrete(self._actions) for agent in self.possible_agents}
        self.observation_spaces = {agent: self._space() for agent in self.possible_agents}
        self._seed = secrets.randbelow(seeds.SEED_LIMIT)
        self._deal = -1
        self._match: Match | None = None

    def _space(self) -> spaces.Dict:
        size = len(self.game.feature_names())
        return spaces.Dict(
            {
                "observation": spaces.Box(-np.inf, np.inf, (size,), np.float32),
                "action_mask": spaces.Box(0, 1, (self._actions,), np.int8),
            }
        )

    @property
    def match(self) -> Match:
        """The game that is going on, for the host. Raises ValueError before the first `reset`."""
        if self._match is None:
            raise ValueError("expected reset before anything else")
        return self._match

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game: the first of a seed, or without one the next after the last; `options` has no meaning."""
        if seed is not None:
            self._seed, self._deal = seed, -1
        self._deal += 1
        self._match = Match.new(self.game, self.possible_agents, seed=self._seed, deal_index=self._deal)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._advance()

    def step(self, action: int | None) -> None:
        """Make the move of the agent selected; one that is not legal loses by the rules for illegal moves."""
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"action: expected a move of {self.agent_selection}, got None")
        match, seat = self.match, self._seat_of[self.agent_selection]
        self._cumulative_rewards[self.agent_selection] = 0.0
        event = make_event(int(action), seat, MOVE)
        if match.state.allows(event):
            match.move(event)
            self._advance()
        else:
            self._end(match.game.forfeit(match.state, seat))
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _advance(self) -> None:
        """Select who is to act next, or end the game."""
        match = self.match
        seat = match.advance()
        if seat is None:
            match.finish()
            self._end(match.state.returns())
        else:
            self.agent_selection = self.possible_agents[seat]

    def _end(self, results: tuple[float, ...]) -> None:
        self.rewards = dict(zip(self.agents, rewards(results), strict=True))
        self.terminations = dict.fromkeys(self.agents, True)

    def observe(self, agent: str) -> dict[str, npt.NDArray[Any]]:
        """What the agent's seat knows, and its legal moves while it is to act."""
        view = self.match.streams[self._seat_of[agent]].view
        mask = np.zeros(self._actions, np.int8)
        mask[[event_code(event) for event in view.legal()]] = 1
        return {"observation": view.features(), "action_mask": mask}

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of the agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The space of the agent's moves: the codes of events."""
        return self.action_spaces[agent]

    def render(self) -> str | None:
        """The table as the seat to act sees it: given back in the mode `ansi`, printed in the mode `human`."""
        if self.render_mode is None:
            gymnasium.logger.warn("render was called without a render mode")
            return None
        view = self.match.streams[self._seat_of[self.agent_selection]].view
        text = self.game.screen(view, Style(), [], self.possible_agents)
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Nothing is held that would have to be let go."""

    def __str__(self) -> str:
        return str(self.metadata["name"])
