"""Our games as OpenSpiel games, for its Python algorithms. Needs the extra `openspiel`.

Importing this module registers every game with OpenSpiel as `avalon_` and its name.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, ClassVar
from urllib.parse import quote, unquote

import numpy as np
import pyspiel

from avalon_ai import bots, games, seeds
from avalon_ai._state import CHANCE, OVER, Generator, event_code
from avalon_ai.adapters.histories import History, Tree
from avalon_ai.errors import OptionError, shorten
from avalon_ai.games.base import SEAT_LETTERS, seat_letter
from avalon_ai.json_lines import dumps
from avalon_ai.record import header
from avalon_ai.streams import Stream

PREFIX = "avalon_"
PLAYERS = {CHANCE: pyspiel.PlayerId.CHANCE, OVER: pyspiel.PlayerId.TERMINAL}
SEED_BITS = 53


def load(name: str, **options: Any) -> AvalonGame:
    """A game with its options as an OpenSpiel game. Raises OptionError that names the valid ones."""
    game = games.load(name, **options)
    return KINDS[name]({"options": quote(dumps(game.options))})


def load_text(text: str) -> AvalonGame:
    """The game of a text that `str` gave. Raises OptionError."""
    game: AvalonGame = pyspiel.load_game(text)
    return game


def resampler(seed: int, *, model: bytes | None = None) -> Callable[[AvalonState, int], AvalonState]:
    """Draws worlds for OpenSpiel's `ISMCTSBot.set_resampler`: the same ones for the same seed.

    Uniform over what the seat does not know, or by the beliefs of a model, as `game.tree.game.model()`. A bot that is
    not given one draws by the clock.
    """
    rng = Generator(seed)
    return lambda state, player: state.resampled(player, rng, model)


class AvalonGame(pyspiel.Game):
    """An OpenSpiel game around one of ours; `tree` holds what is behind it.

    A win counts 1 and a loss -1: a game of two seats is one of zero sum.
    """

    NAME: ClassVar[str]  # each game has a class of its own

    def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
        """Make the game of OpenSpiel's parameters: `options` is JSON, quoted as in a URL. Raises OptionError."""
        given = dict(parameters or {})
        game = games.load(self.NAME, **_options(given.get("options", "")))
        self.tree = Tree(game)
        super().__init__(_game_type(game.name, game.title, game.seats, game.seats), _game_info(self.tree), given)

    def new_initial_state(self) -> AvalonState:
        """The state in which nothing is dealt yet."""
        return AvalonState(self)

    def max_chance_nodes_in_history(self) -> int:
        """A bound for chance's part of a history."""
        return self.tree.longest

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> AvalonObserver:
        """An observer of one seat: with perfect recall its masked stream, else what it knows now."""
        return AvalonObserver(self.tree, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)

    def __reduce__(self) -> tuple[Any, ...]:
        return load_text, (str(self),)


class AvalonState(pyspiel.State):
    """An OpenSpiel state: all that it is stands in `here`."""

    def __init__(self, game: AvalonGame) -> None:
        super().__init__(game)
        self.here: History = game.tree.root

    def current_player(self) -> int:
        """The seat to act, chance, or nobody at the end."""
        actor = self.here.actor
        return actor if actor >= 0 else PLAYERS[actor]

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.here.actor == OVER

    def is_chance_node(self) -> bool:
        """Whether chance deals, draws or turns something up."""
        return self.here.actor == CHANCE

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance may bring, with exact probabilities."""
        return self.here.chances()

    def returns(self) -> list[float]:
        """1 for a win, -1 for a loss, what lies between in proportion; 0 while the game goes on."""
        return list(self.here.returns())

    def information_state_string(self, player: int | None = None) -> str:
        """The masked stream of a seat; of the seat to act where none is named."""
        return self.here.stream(self._seat(player))

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> AvalonState:
        """A state that the seat cannot tell from this one, uniform over what it does not know."""
        return self.resampled(player, Generator(int(sampler() * (1 << SEED_BITS))))

    def resampled(self, player: int, rng: Generator, model: bytes | None = None) -> AvalonState:
        """As `resample_from_infostate`, from our own generator, and by the beliefs of a model where one is given."""
        twin: AvalonState = self.clone()
        twin.here = self.here.resampled(self._seat(player), rng, model)
        return twin

    def _seat(self, player: int | None) -> int:
        seat = self.here.actor if player is None else player
        if seat not in self.here.tree.seats:
            raise ValueError(f"player: expected 0 to {self.here.tree.seats[-1]}, got {seat}")
        return seat

    def _legal_actions(self, player: int) -> list[int]:
        return self.here.actions()

    def _apply_action(self, action: int) -> None:
        self.here = self.here.child(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.here.text(action)

    def __str__(self) -> str:
        return str(self.here)


class AvalonObserver:
    """What one seat sees, as a text and, without perfect recall, as numbers."""

    def __init__(self, tree: Tree, iig_obs_type: Any, params: Any) -> None:
        if params:
            raise ValueError(f"params: expected none, got {params}")
        if not iig_obs_type.public_info or iig_obs_type.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            raise ValueError(f"expected public information and that of a single player, got {iig_obs_type}")
        self._recalls: bool = iig_obs_type.perfect_recall
        self._game = tree.game
        self.tensor = None if self._recalls else np.zeros(len(tree.game.feature_names()), np.float32)
        self.dict = {} if self.tensor is None else {"observation": self.tensor}

    def set_from(self, state: AvalonState, player: int) -> None:
        """Write what the seat sees into `tensor`; zeros while chance deals."""
        if self.tensor is None:
            return
        here = state.here.state
        self.tensor[:] = 0 if here is None else here.view(player).features()

    def string_from(self, state: AvalonState, player: int) -> str:
        """The seat's masked stream, or the fields of its view."""
        if self._recalls:
            return state.here.stream(player)
        here = state.here.state
        return dumps({"seat": seat_letter(player)} if here is None else self._game.fields(here.view(player)))


class AvalonBot(pyspiel.Bot):
    """One of our bots at a seat of an OpenSpiel game, for `evaluate_bots` and the like.

    It is shown the masked stream of its seat alone. `spec` is written as everywhere: `ismcts:visits=500`.
    """

    def __init__(self, game: AvalonGame, player: int, spec: str, *, seed: int = 0) -> None:
        """Seat the bot. Raises SpecError for a spec that names none."""
        super().__init__()
        self._game = game.tree.game
        self._player = player
        self._bot = bots.make(spec, self._game)
        self._seed = seed
        self.played = 0
        self.stream: Stream | None = None

    def player_id(self) -> int:
        """The bot's seat."""
        return self._player

    def restart(self) -> None:
        """Forget the game that was played."""
        self.stream = None

    def restart_at(self, state: AvalonState) -> None:
        """Be ready to go on from any state."""
        self.restart()

    def step(self, state: AvalonState) -> int:
        """The bot's move. Assumes that its seat is to act, and that the whole past is known."""
        return event_code(self._bot.act(self._shown(state.here)).event)

    def _shown(self, here: History) -> Stream:
        """The stream of the seat at this place, a new one where it does not go on from the last."""
        events = here.events(self._player)
        if self.stream is None or self.stream.events != events[: len(self.stream)]:
            self.stream = self._begun(here)
        for event in events[len(self.stream) :]:
            self.stream.see(event)
        return self.stream

    def _begun(self, here: History) -> Stream:
        players = [self._bot.spec if seat == self._player else "other" for seat in here.tree.seats]
        stream = Stream(self._game, self._player, header(self._game, players, None), here.deal())
        self._bot.start(stream, seeds.derive(self._seed, seeds.BOT, self.played))
        self.played += 1
        return stream


def _game_type(name: str, title: str, fewest: int, most: int) -> Any:
    two = fewest == most == 2
    return pyspiel.GameType(
        short_name=PREFIX + name,
        long_name=title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM if two else pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=fewest,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"options": ""},
    )


def _game_info(tree: Tree) -> Any:
    return pyspiel.GameInfo(
        num_distinct_actions=tree.game.rules.codes,
        max_chance_outcomes=tree.outcomes,
        num_players=len(tree.seats),
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0 if len(tree.seats) == 2 else None,
        max_game_length=tree.game.rules.longest,
    )


def _options(quoted: str) -> dict[str, Any]:
    """The options in a parameter. Raises OptionError."""
    text = unquote(quoted)
    try:
        options = json.loads(text or "{}")
    except ValueError as error:
        raise OptionError(f"options: expected a JSON object, got {shorten(text)}") from error
    if not isinstance(options, dict):
        raise OptionError(f"options: expected a JSON object, got {shorten(text)}")
    return options


def _registered(name: str) -> type[AvalonGame]:
    """The class of a game, made known to OpenSpiel.

    OpenSpiel lets go of it when the interpreter is gone already: it must be a class, which lives on, and no function.
    """
    kind = type(f"{AvalonGame.__name__}_{name}", (AvalonGame,), {"NAME": name, "__doc__": AvalonGame.__doc__})
    pyspiel.register_game(_game_type(name, games.kind(name).TITLE, 1, len(SEAT_LETTERS)), kind)
    return kind


KINDS = {name: _registered(name) for name in games.names()}
