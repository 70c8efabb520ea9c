"""The Resistance: Avalon, 5 to 10 seats: its options, deals, texts and fields around the compiled rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import resources
from typing import Any, ClassVar

from avalon_ai import _resistance
from avalon_ai._state import MOVE, Rules, State, View, event_code, event_seat, make_event
from avalon_ai.errors import OptionError
from avalon_ai.games import (
    resistance_beliefs,
    resistance_data,
    resistance_deal,
    resistance_features,
    resistance_screen,
    resistance_text,
)
from avalon_ai.games.base import Dealer, Game, Style, seat_letter
from avalon_ai.games.resistance_codes import EVIL_ROLES, ROLES, code_of, text_of
from avalon_ai.games.resistance_data import FEWEST, MOST, board, doubts, role_set
from avalon_ai.games.resistance_deal import Setting
from avalon_ai.games.resistance_dealer import Referee
from avalon_ai.games.resistance_fields import knowledge, view_fields
from avalon_ai.specs import SEED, Kind, Option, check_options

_ROLES_HELP = "none (no merlin, no assassin), standard, all, or the roles in play besides servants and minions"

OPTIONS = (
    Option("players", "int", FEWEST, "how many seats; left out in `play`: as many as bots", FEWEST, MOST),
    Option(
        "roles", "list", "standard", _ROLES_HELP, 0, MOST, ROLES, words=resistance_data.presets(), repeats=True
    ),
    Option("lady", "bool", False, "the Lady of the Lake: her holder sees the loyalty of a seat after quests 2 to 4"),
    Option("assassin", "choice", "card", "who carries the shot: the Assassin's card, or any evil seat", None, None,
           ("card", "any")),
)  # fmt: skip
_MODULE = "avalon_ai.games.resistance_bots"
BOTS = (
    Kind("logic", "trusts whom the fails allow, and acts on it openly", (SEED,), _MODULE, "LogicBot"),
    Kind("rules", "weighs all that was seen; hides as Merlin and as evil", (SEED,), _MODULE, "RulesBot"),
)
DEFAULTS = {option.name: option.default for option in OPTIONS}


class Resistance(Game):
    """The game with its options, checked against each other."""

    NAME: ClassVar[str] = "resistance"
    TITLE: ClassVar[str] = "The Resistance: Avalon"
    OPTIONS: ClassVar[tuple[Option, ...]] = OPTIONS
    PLAYERS: ClassVar[range] = range(FEWEST, MOST + 1)
    BENCH: ClassVar[Mapping[str, Any]] = {"players": FEWEST, "roles": "none"}
    BOTS: ClassVar[tuple[Kind, ...]] = BOTS

    def __init__(self, options: Mapping[str, Any], *, recorded: bool = False) -> None:
        """Make the game; that of a record gets its roles by the deal, whatever the options say of them.

        Raises OptionError for options that break a rule.
        """
        values = DEFAULTS | check_options(self.NAME, self.OPTIONS, options)
        self.board = board(values["players"])
        any_carrier = values["assassin"] == "any"
        self.roles = role_set(DEFAULTS["roles"] if recorded else values["roles"], self.board)
        if "merlin" in self.roles and "assassin" not in self.roles and not any_carrier:
            raise OptionError("roles: expected assassin beside merlin, or the option assassin=any")
        self.options = dict(options) if recorded else _header_options(values, self.roles)
        self.rules: Rules = _resistance.make_rules(
            players=self.board.players,
            evil=self.board.evil,
            sizes=self.board.sizes,
            needed=self.board.needed,
            lady=values["lady"],
            any_carrier=any_carrier,
        )
        self.setting = Setting(self.rules, self.board, values["lady"], any_carrier)

    @classmethod
    def recorded(cls, options: Mapping[str, Any]) -> Resistance:
        """The game of a record's header. Raises OptionError."""
        return cls(options, recorded=True)

    @classmethod
    def notes(cls) -> list[str]:
        """The presets of roles, for each number of players where they differ."""
        return [f"roles {name}: {_preset_text(name)}" for name in resistance_data.presets()]

    def warnings(self) -> list[str]:
        """What is allowed and yet odd about the roles."""
        return [f"roles: {doubt}" for doubt in doubts(self.roles)]

    @property
    def seats(self) -> int:
        """5 to 10."""
        return self.board.players

    # --- deals -------------------------------------------------------------------------------

    def deal(self, seed: int, index: int = 0) -> tuple[dict[str, Any], Dealer]:
        """First leader and roles of a seed and number."""
        deal = resistance_deal.make(self.setting, self.roles, seed, index)
        return deal, self.dealer(seed, index, deal)

    def dealer(self, seed: int, index: int, deal: dict[str, Any]) -> Dealer:
        """The referee: nothing is left to chance after the deal."""
        return Referee()

    def deal_outcomes(self, dealt: Sequence[str]) -> list[tuple[str, float]]:
        """The first leader, the role of each seat, and who carries the shot where any evil seat may."""
        return resistance_deal.outcomes(self.setting, self.roles, dealt)

    def deal_of(self, dealt: Sequence[str]) -> dict[str, Any]:
        """The deal of all steps."""
        return resistance_deal.of_outcomes(self.setting, dealt)

    def start(self, deal: dict[str, Any]) -> State:
        """The position after a deal; its roles may be others than those of the options. Raises LineError."""
        return resistance_deal.start(self.setting, deal)

    def mask_deal(self, deal: dict[str, Any], seat: int) -> dict[str, Any]:
        """The deal with the own role, what it sees, and the role set."""
        return resistance_deal.mask(self.setting, deal, seat)

    def start_view(self, deal: dict[str, Any], seat: int) -> View:
        """What a seat knows after a masked deal. Raises LineError."""
        return resistance_deal.start_view(self.setting, deal, seat)

    def forfeit(self, state: State, loser: int) -> tuple[float, ...]:
        """The loser's side loses."""
        evil = _resistance.fields(state)["evil"]
        return tuple(float((evil >> seat & 1) != (evil >> loser & 1)) for seat in range(self.seats))

    def behind(self, state: State) -> int | None:
        """The first seat of the side with fewer quests."""
        found = _resistance.fields(state)
        if found["won"] == found["lost"]:
            return None
        good_is_behind = found["won"] < found["lost"]
        return next(seat for seat in range(self.seats) if (found["evil"] >> seat & 1) != good_is_behind)

    def sides(self, deal: dict[str, Any]) -> tuple[str, ...]:
        """Good or evil."""
        roles = [deal["roles"][seat_letter(seat)] for seat in range(self.seats)]
        return tuple("evil" if role in EVIL_ROLES else "good" for role in roles)

    def model(self, name: str = "tuned", *, greedy: bool = False) -> bytes:
        """The named weights. Raises OptionError."""
        return resistance_beliefs.weights(name)

    # --- texts -------------------------------------------------------------------------------

    def text(self, event: int) -> str:
        """The exact text of an event."""
        return text_of(event_code(event))

    def parse(self, text: str, source: int, seat: int) -> int:
        """The event of an exact text. Raises LineError."""
        return make_event(code_of(text, source, seat, self.seats), seat, source)

    def read(self, text: str, view: View) -> list[int]:
        """The move that a person's text stands for. Raises InputError."""
        return _moves([resistance_text.read(text, _resistance.fields(view), _codes(view))], view)

    def groups(self, view: View) -> list[tuple[str, list[int]]]:
        """What may be done, under one heading."""
        found = resistance_text.groups(_resistance.fields(view), _codes(view))
        return [(title, _moves(group, view)) for title, group in found]

    def ask(self, view: View, chosen: Sequence[int] = ()) -> str:
        """What is asked of the seat to act."""
        return resistance_text.ask(_resistance.fields(view), _codes(view))

    def hot_keys(self, view: View) -> str:
        """Yes and no to a team: no command begins with them."""
        return "yn" if view.legal() and _resistance.fields(view)["phase"] == "vote" else ""

    def replies(self, view: View) -> bool:
        """Whether votes or cards are chosen: the time it takes would tell of the choice."""
        return bool(_resistance.fields(view)["phase"] in ("vote", "quest"))

    def describe(self, event: int, position: View | State) -> str:
        """One sentence for the log; none for what the referee's next line tells."""
        return resistance_text.describe(event_code(event), event_seat(event), _resistance.fields(position))

    def screen(self, position: View | State, style: Style, log: Sequence[str], names: Sequence[str]) -> str:
        """The table with the votes of all proposals as a grid."""
        return resistance_screen.screen(_resistance.fields(position), _known(position), style, log, names)

    def reveal(self, state: State, style: Style, names: Sequence[str]) -> str:
        """All roles, and who failed which quest."""
        return resistance_screen.reveal(_resistance.fields(state), style, names)

    def verdict(self, state: State, reason: str) -> str:
        """What decided the game, or why it ended before."""
        return resistance_text.verdict(_resistance.fields(state), reason) or super().verdict(state, reason)

    def rules_text(self) -> str:
        """The rules in short, with these options."""
        text = resources.files(__package__).joinpath("resistance_rules.txt").read_text("utf-8")
        return text.format(**_rule_words(self)).rstrip()

    # --- JSON --------------------------------------------------------------------------------

    def fields(self, view: View) -> dict[str, Any]:
        """The view as JSON."""
        return view_fields(view)

    def feature_names(self) -> tuple[str, ...]:
        """What each number of a view's features is."""
        return resistance_features.names()

    def beliefs(self, view: View, model: str | None = None) -> dict[str, Any]:
        """How likely each seat is evil and has each role. Raises OptionError."""
        return resistance_beliefs.belief_fields(view, model or resistance_beliefs.HUMAN)

    def belief_scores(
        self, positions: Iterable[State], model: str | None = None, *, finished: bool = True
    ) -> Iterator[dict[str, Any]]:
        """After each quest, how likely each servant held the true set of evil seats. Raises OptionError."""
        return resistance_beliefs.scores(positions, model or resistance_beliefs.HUMAN, finished=finished)


# --- options ---------------------------------------------------------------------------------


def _header_options(values: Mapping[str, Any], roles: Sequence[str]) -> dict[str, Any]:
    """The options as a header says them: the number of players always, else what differs from the default."""
    said = {name: value for name, value in values.items() if name == "players" or value != DEFAULTS[name]}
    if roles == role_set(DEFAULTS["roles"], board(values["players"])):
        said.pop("roles", None)
    return said


def _preset_text(name: str) -> str:
    """What a preset puts beside servants and minions, from the smallest table to the largest."""
    parts: list[tuple[int, str]] = []
    for players in range(FEWEST, MOST + 1):
        named = [role for role in role_set(name, board(players)) if role not in resistance_data.COMMON]
        text = ", ".join(named) or "no role of their own"
        if not parts or parts[-1][1] != text:
            parts.append((players, text))
    return "; ".join(f"from {players} players {text}" for players, text in parts)


def _known(position: View | State) -> list[str]:
    """A word for what is certain about each seat; for spectators its role."""
    if isinstance(position, State):
        return resistance_screen.roles_by_seat(_resistance.fields(position))
    return knowledge(_resistance.possible_roles(position))


def _rule_words(game: Resistance) -> dict[str, Any]:
    """What the options change in the text of the rules."""
    lady = (
        "\nTHE LADY   After quests 2, 3 and 4 the holder of the Lady of the Lake sees the\n"
        "           side of a seat that has not held her, which holds her from then\n"
        "           on. What he tells of it need not be true.\n"
    )
    return {
        "good": game.board.good,
        "evil": game.board.evil,
        "sizes": ", ".join(map(str, game.board.sizes)),
        "two_fails": ", but the fourth needs two" if 2 in game.board.needed else "",
        "lady": lady if game.setting.lady else "",
    }


def _codes(view: View) -> list[int]:
    return [event_code(event) for event in view.legal()]


def _moves(picked: Iterable[int], view: View) -> list[int]:
    return [make_event(code, view.seat, MOVE) for code in picked]
