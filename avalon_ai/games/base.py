"""What every game offers to records, matches, bots and the command."""

from __future__ import annotations

import abc
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from avalon_ai.errors import OptionError
from avalon_ai.panels import panel
from avalon_ai.specs import Kind, Option
from avalon_ai.style import Style as Style

if TYPE_CHECKING:
    from typing_extensions import Self

    from avalon_ai._state import Rules, State, View

SEAT_LETTERS = "ABCDEFGHIJ"
DEAL_WIDTH = 256  # outcomes of one step of a deal, at most
SEED_STEPS = 7
ENDINGS = {
    "resign": "the other side resigned",
    "time": "the other side ran out of time",
    "illegal": "the other side made a move that is not allowed",
    "crash": "the other side broke down",
    "adjudicated": "as decided from outside",
}


class Dealer(Protocol):
    """Who answers for chance in one game: the same moves meet the same chance."""

    def answer(self, state: State) -> int:
        """The outcome that comes next. Assumes that chance or the referee is to act in `state`."""

    def see(self, event: int, state: State) -> None:
        """Take note of an outcome that happened in `state`, the position before it.

        It is told every outcome, its own answers too; one that came from elsewhere is removed
        from what is still to come.
        """


class Game(abc.ABC):
    """One game with its options; never changed after it was made, so all threads may share it.

    `options` holds what a record's header says: those that differ from the default.

    >>> from avalon_ai import load
    >>> game = load("duel", hand=4)
    >>> game.name, game.seats, game.options["hand"]
    ('duel', 2, 4)
    >>> state = game.new(seed=7)
    >>> move = state.legal()[0]
    >>> game.text(move)
    'KR-1'
    >>> game.fields(state.view(0))["phase"]
    'play'
    """

    NAME: ClassVar[str]
    TITLE: ClassVar[str]
    OPTIONS: ClassVar[tuple[Option, ...]]
    PLAYERS: ClassVar[range] = range(0)  # what the option `players` may be, for a game that has it
    BENCH: ClassVar[Mapping[str, Any]] = {}  # the options under which the fixed bench measures this game
    BOTS: ClassVar[tuple[Kind, ...]] = ()  # bots that play this game alone
    CARDS: ClassVar[bool] = False  # whether `cards` tells texts of cards and other components
    ADJUDICATIONS: ClassVar[tuple[Option, ...]] = ()  # its own ways to end a decided game, beside those for every game

    options: dict[str, Any]
    rules: Rules

    @property
    def name(self) -> str:
        """The word for this game in commands and records."""
        return self.NAME

    @property
    def title(self) -> str:
        """The name of this game as a person reads it."""
        return self.TITLE

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return (self.name, self.options, self.rules) == (other.name, other.options, other.rules)

    def __hash__(self) -> int:
        return hash((self.name, self.rules))

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).recorded, (self.options,)

    @property
    @abc.abstractmethod
    def seats(self) -> int:
        """How many seats play."""

    def new(self, seed: int, index: int = 0) -> State:
        """The position after deal number `index` of a seed."""
        return self.start(self.deal(seed, index)[0])

    @classmethod
    @abc.abstractmethod
    def recorded(cls, options: Mapping[str, Any]) -> Game:
        """The game of a record's header: everything it needs must stand there. Raises OptionError."""

    @classmethod
    def seated(cls, options: Mapping[str, Any], seats: int) -> dict[str, Any]:
        """The options for so many players, where a game can follow their number and the options do not say it."""
        fits = "players" not in options and seats in cls.PLAYERS
        return {**options, "players": seats} if fits else dict(options)

    def warnings(self) -> list[str]:
        """Lines about options that are allowed and yet odd."""
        return []

    @classmethod
    @abc.abstractmethod
    def notes(cls) -> list[str]:
        """Lines that the list of games adds, such as the data sets and where they come from."""

    @classmethod
    def cards(cls, wanted: str, options: Mapping[str, Any]) -> list[str]:
        """The texts of the cards and other components of that id or name, with these options.

        Raises OptionError for a game without such texts, and if there is none of that name.
        """
        raise OptionError(f"{cls.NAME}: its components have no texts")

    def own_cards(self, view: View) -> list[str]:
        """The texts of the cards that the view's seat holds. Raises OptionError for a game without such texts."""
        raise OptionError(f"{self.name}: its components have no texts")

    @abc.abstractmethod
    def deal(self, seed: int, index: int = 0) -> tuple[dict[str, Any], Dealer]:
        """Deal number `index` of a seed, as it stands in a record, and who answers for chance."""

    @abc.abstractmethod
    def dealer(self, seed: int, index: int, deal: dict[str, Any]) -> Dealer:
        """The dealer of that seed and number again, before any event, for the given deal."""

    def deal_outcomes(self, dealt: Sequence[str]) -> list[tuple[str, float]]:
        """What chance may deal next after `dealt`, in words, with exact probabilities; none when all is dealt.

        A game whose deals can be told step by step says so here, at most DEAL_WIDTH outcomes a step. For any other
        the steps are the bytes of a seed: right to sample from, and too many to go through.
        """
        if len(dealt) == SEED_STEPS:
            return []
        return [(f"{byte:02x}", 1 / DEAL_WIDTH) for byte in range(DEAL_WIDTH)]

    def deal_of(self, dealt: Sequence[str]) -> dict[str, Any]:
        """The deal that the outcomes of all steps make. Assumes that `deal_outcomes` has no more after them."""
        return self.deal(int("".join(dealt), 16))[0]

    @abc.abstractmethod
    def start(self, deal: dict[str, Any]) -> State:
        """The position after a deal. Raises LineError when the deal breaks the rules or the options."""

    @abc.abstractmethod
    def mask_deal(self, deal: dict[str, Any], seat: int) -> dict[str, Any]:
        """The deal as one seat sees it."""

    @abc.abstractmethod
    def start_view(self, deal: dict[str, Any], seat: int) -> View:
        """What one seat knows after a masked deal. Raises LineError."""

    @abc.abstractmethod
    def forfeit(self, state: State, loser: int) -> tuple[float, ...]:
        """The result when `loser` gives up, or is made to, in `state`."""

    def behind(self, state: State) -> int | None:
        """A seat of the side that is behind in `state`, as the rules count; None where that cannot be said."""
        return None

    def adjudged(self, state: State, terms: Mapping[str, Any]) -> int | None:
        """A seat of the side that has lost by the game's own adjudications; `terms` has a value for each of them."""
        return None

    def sides(self, deal: dict[str, Any]) -> tuple[str, ...]:
        """The side of each seat after that deal, in the game's words; where a game has no sides, the seat's letter."""
        return tuple(SEAT_LETTERS[: self.seats])

    @abc.abstractmethod
    def model(self, name: str = "tuned", *, greedy: bool = False) -> bytes:
        """The named weights of policy and evaluation, for bots and search; with `greedy` no chance is in them.

        Raises OptionError that names the ones there are.
        """

    @abc.abstractmethod
    def text(self, event: int) -> str:
        """The exact text of an event: `KRx4`, `draw ?`."""

    @abc.abstractmethod
    def parse(self, text: str, source: int, seat: int) -> int:
        """The event of an exact text. Raises LineError that says what was expected."""

    @abc.abstractmethod
    def read(self, text: str, view: View) -> list[int]:
        """The moves that a person's text stands for, in any case and order. Raises InputError."""

    @abc.abstractmethod
    def groups(self, view: View) -> list[tuple[str, list[int]]]:
        """The legal moves of the view's seat in groups with a heading each."""

    def arrange(self, view: View, chosen: Sequence[int]) -> tuple[list[int], list[int]]:
        """Parts the moves a person has chosen so far into those to play now, in order, and those that wait for more.

        Raises InputError for moves that cannot be made together.
        """
        return list(chosen), []

    def unfinished(self, view: View) -> bool:
        """Whether the seat to act is in the middle of moves that a person types as one line."""
        return False

    @abc.abstractmethod
    def ask(self, view: View, chosen: Sequence[int] = ()) -> str:
        """One line that says what is asked of the seat to act, with two moves one may type; `chosen` wait already."""

    def hot_keys(self, view: View) -> str:
        """Keys that are a whole answer now, so that a terminal need not wait for the end of the line."""
        return ""

    @abc.abstractmethod
    def replies(self, view: View) -> bool:
        """Whether the seat to act answers another's move: then even its time to answer must tell nothing."""

    @abc.abstractmethod
    def describe(self, event: int, position: View | State) -> str:
        """One sentence for the log about an event, or nothing; `position` is what was known before it.

        A masked event goes with the seat's View, a full one with the State.
        What stands after a colon may be joined to the sentence before, if both begin alike.
        """

    @abc.abstractmethod
    def fields(self, view: View) -> dict[str, Any]:
        """The view as JSON, with the fields of the game's page."""

    def feature_names(self) -> tuple[str, ...]:
        """What each number of `view.features()` is, in the same places for all options. Empty for a game without them.

        Where names are ids of a data set they are those of the set in play.
        """
        return ()

    @abc.abstractmethod
    def beliefs(self, view: View, model: str | None = None) -> dict[str, Any]:
        """What a seat may believe about hidden things, as JSON with the game's own words.

        `model` names how players are taken to behave; None is the one that the search goes by. Raises OptionError
        that names the ones there are.
        """

    def belief_scores(
        self, positions: Iterable[State], model: str | None = None, *, finished: bool = True
    ) -> Iterator[dict[str, Any]]:
        """How good beliefs were in one game, whose positions come in order, as JSON with the game's own words.

        `finished`: no more will come. Raises OptionError for a game without such a score.
        """
        raise OptionError(f"{self.NAME}: no score of beliefs is defined for this game")

    def belief_panel(self, view: View, style: Style) -> str:
        """The beliefs for a person, at most 100 columns wide and 24 lines high."""
        return panel(self.beliefs(view), style)

    @abc.abstractmethod
    def screen(self, position: View | State, style: Style, log: Sequence[str], names: Sequence[str]) -> str:
        """The position with the last lines of the log, as text that leaves two lines of the style's size free.

        It is at most 100 columns wide and 28 lines high, the seat's own side at the bottom; a State is for
        spectators.
        """

    @abc.abstractmethod
    def reveal(self, state: State, style: Style, names: Sequence[str]) -> str:
        """Everything that was hidden, for the end of a game."""

    def verdict(self, state: State, reason: str) -> str:
        """Why the game ended, in words; `reason` is the one of the record."""
        return ENDINGS.get(reason, reason)

    @abc.abstractmethod
    def rules_text(self) -> str:
        """The rules in short, with these options."""


def seat_letter(seat: int) -> str:
    """`A` for seat 0 and so on."""
    return SEAT_LETTERS[seat]
