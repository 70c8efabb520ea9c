"""Avalon: The Riven Veil, 2 to 4 seats: its options, deals, texts and fields around the compiled rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from importlib import resources
from typing import Any, ClassVar

from avalon_ai import _veil
from avalon_ai._state import Rules, State, View, event_code, event_seat
from avalon_ai.errors import LineError, OptionError
from avalon_ai.games import (
    veil_cards,
    veil_data,
    veil_factions,
    veil_facts,
    veil_features,
    veil_hand,
    veil_lines,
    veil_log,
    veil_models,
    veil_screen,
    veil_text,
)
from avalon_ai.games.base import Dealer, Game, Style, seat_letter
from avalon_ai.games.veil_codes import FACTIONS, SIDES
from avalon_ai.games.veil_compile import VeilTables, compile_tables
from avalon_ai.games.veil_data import DataSet
from avalon_ai.games.veil_dealer import VeilDealer, factions_of
from avalon_ai.games.veil_facts import Facts
from avalon_ai.games.veil_fields import held_chances, view_fields
from avalon_ai.games.veil_notation import Notation
from avalon_ai.specs import Option, check_options

FEWEST, MOST = 2, 4
BATTLES = ("standard", "deterministic")
SYMMETRIC, ASYMMETRIC = "symmetric", "asymmetric"
SETS = {SYMMETRIC: "A", ASYMMETRIC: "B"}  # the side of the faction boards

OPTIONS = (
    Option("players", "int", FEWEST, "how many seats; left out in `play`: as many as bots", FEWEST, MOST),
    Option("seasons", "int", 2, "length of the game: 2 or 3 seasons", 2, 3),
    Option("battles", "choice", "standard", "push your luck, or no draws in battle", choices=BATTLES),
    Option("favor", "choice", "A", "side of the favor track; A lets those behind catch up", choices=SIDES),
    Option("green_knight", "bool", True, "whether who is far behind gains the Green Knight in war"),
    Option("decline", "bool", False, "ask before each gain of VP, power or favor"),
    Option("factions", "choice", SYMMETRIC, "equal faction boards, or each with its own", choices=tuple(SETS)),
    Option(
        "lords", "list", None, "the faction of each seat, in table order", FEWEST, MOST, FACTIONS, unset="by chance"
    ),
    Option("data", "text", veil_data.HOUSE, "data set: house, or the path of a folder with TOML files"),
    Option("content", "object", None, "the tables of that folder, in records", hidden=True),
    Option("sha256", "text", None, "the digest of those tables, in records", hidden=True),
)
LINES = ("commit", "icon", "plan")  # kinds of choices of several moves that are typed as one line
DEFAULTS = {option.name: option.default for option in OPTIONS}


class Veil(Game):
    """The game with its options, checked against each other."""

    NAME: ClassVar[str] = "veil"
    TITLE: ClassVar[str] = "Avalon: The Riven Veil"
    OPTIONS: ClassVar[tuple[Option, ...]] = OPTIONS
    PLAYERS: ClassVar[range] = range(FEWEST, MOST + 1)
    CARDS: ClassVar[bool] = True

    def __init__(self, options: Mapping[str, Any]) -> None:
        """Make the game. Raises OptionError for options and DataError for a data set that break a rule."""
        values = DEFAULTS | check_options(self.NAME, self.OPTIONS, options)
        self.data: DataSet = veil_data.choose({name: value for name, value in values.items() if value is not None})
        self.players: int = values["players"]
        self.lords = _lords(values["lords"], self.players)
        self.options = _header_options(values, self.data)
        self.set: str = values["factions"]
        self.names: VeilTables = _tables(self.data, SETS[self.set])
        self.notation = Notation(self.names)
        self.facts = Facts(self.names, self.data.components, values["seasons"])
        self.rules: Rules = _veil.make_rules(
            players=self.players,
            seasons=values["seasons"],
            deterministic=values["battles"] == "deterministic",
            favor_side=SIDES.index(values["favor"]),
            green_knight=values["green_knight"],
            decline=values["decline"],
            tables=self.names.tables,
        )

    @classmethod
    def recorded(cls, options: Mapping[str, Any]) -> Veil:
        """The game of a record's header; a data set by path must carry its tables. Raises OptionError."""
        name = options.get("data", veil_data.HOUSE)
        if name != veil_data.HOUSE and "content" not in options:
            raise OptionError('data: expected "content" and "sha256" beside a set that is not shipped, got none')
        return cls(options)

    @classmethod
    def notes(cls) -> list[str]:
        """The data set and where it comes from, and the factions."""
        return [
            f"data {veil_data.HOUSE}: {veil_data.house().source}: made for this project, not the printed components",
            f"lords: {', '.join(FACTIONS)}",
        ]

    @classmethod
    def cards(cls, wanted: str, options: Mapping[str, Any]) -> list[str]:
        """The texts of the components of that id or name. Raises OptionError."""
        return veil_cards.found_texts(veil_data.choose(check_options(cls.NAME, cls.OPTIONS, options)), wanted)

    def own_cards(self, view: View) -> list[str]:
        """The texts of the cards the seat holds, deck by deck, and of its powers."""
        return veil_hand.own_texts(_veil.fields(view), self.facts)

    @property
    def title(self) -> str:
        """The name of the game with its data, which are not the printed ones."""
        return f"{self.TITLE} ({self.data.name} data)"

    @property
    def seats(self) -> int:
        """2 to 4."""
        return self.players

    # --- deals -------------------------------------------------------------------------------

    def deal(self, seed: int, index: int = 0) -> tuple[dict[str, Any], Dealer]:
        """The faction of each seat; everything else is turned up in the course of the game."""
        order = self.lords or factions_of(seed, index)
        deal = self.deal_of([FACTIONS[order[seat]] for seat in range(self.players)])
        return deal, self.dealer(seed, index, deal)

    def deal_outcomes(self, dealt: Sequence[str]) -> list[tuple[str, float]]:
        """The faction of each seat, in table order."""
        if len(dealt) == self.players:
            return []
        left = [FACTIONS[self.lords[len(dealt)]]] if self.lords else [name for name in FACTIONS if name not in dealt]
        return [(name, 1 / len(left)) for name in left]

    def deal_of(self, dealt: Sequence[str]) -> dict[str, Any]:
        """The deal of all steps."""
        deal: dict[str, Any] = {"factions": {seat_letter(seat): name for seat, name in enumerate(dealt)}}
        if self.set != SYMMETRIC:
            deal["set"] = self.set
        return deal

    def dealer(self, seed: int, index: int, deal: dict[str, Any]) -> Dealer:
        """The dealer of that seed and number."""
        return VeilDealer(seed, index)

    def start(self, deal: dict[str, Any]) -> State:
        """The position before the first event. Raises LineError."""
        return _veil.start(self.rules, self._factions(deal))

    def mask_deal(self, deal: dict[str, Any], seat: int) -> dict[str, Any]:
        """The deal: all of it is public."""
        return {**deal, "factions": dict(deal["factions"])}

    def start_view(self, deal: dict[str, Any], seat: int) -> View:
        """What a seat knows before the first event. Raises LineError."""
        return _veil.start_view(self.rules, seat, self._factions(deal))

    def _factions(self, deal: Mapping[str, Any]) -> list[int]:
        """The factions of a valid deal by seat. Raises LineError."""
        found: Any = deal.get("set", SYMMETRIC)
        if found != self.set:
            raise LineError(f"a deal of {self.set} factions, as the options say", f"one of {found} factions")
        found = deal.get("factions")
        letters = [seat_letter(seat) for seat in range(self.players)]
        if not isinstance(found, dict) or sorted(found) != letters:
            raise LineError(f'"factions" of {", ".join(letters)}', found)
        for name in found.values():
            if name not in FACTIONS:
                raise LineError(f"a faction of {', '.join(FACTIONS)}", name)
        order = [FACTIONS.index(found[letter]) for letter in letters]
        if len(set(order)) != len(order):
            raise LineError("a faction for each seat that no other one has", found)
        if self.lords and order != list(self.lords):
            raise LineError("the factions that the options fix", found)
        return order

    def forfeit(self, state: State, loser: int) -> tuple[float, ...]:
        """The loser passes from there on and the others play to the end; of two, the other one wins.

        How they play hangs on the position alone, so a record says the same again.
        """
        winners = [1 - loser] if self.players == FEWEST else _veil.without(state, loser)
        return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(self.players))

    def sides(self, deal: dict[str, Any]) -> tuple[str, ...]:
        """The factions."""
        return tuple(deal["factions"][seat_letter(seat)] for seat in range(self.players))

    def model(self, name: str = "tuned", *, greedy: bool = False) -> bytes:
        """The named weights. Raises OptionError."""
        return veil_models.model(self.rules, name, greedy=greedy)

    # --- texts -------------------------------------------------------------------------------

    def text(self, event: int) -> str:
        """The exact text of an event."""
        return self.notation.text(event)

    def parse(self, text: str, source: int, seat: int) -> int:
        """The event of an exact text. Raises LineError."""
        return self.notation.event(text, source, seat, self.players)

    def read(self, text: str, view: View) -> list[int]:
        """The moves that a person's line stands for. Raises InputError."""
        return veil_lines.read(text, view, self.notation)

    def groups(self, view: View) -> list[tuple[str, list[int]]]:
        """What may be done, by what it does."""
        found = veil_text.groups(veil_lines.codes_of(view))
        return [(title, veil_lines.moves_of(view, group)) for title, group in found]

    def unfinished(self, view: View) -> bool:
        """Whether a card, a bid, a plan or an icon has been begun."""
        fields = _veil.fields(view)
        return fields["actor"] == view.seat and fields["stack"][-1] in LINES and fields["step"] > 0

    def ask(self, view: View, chosen: Sequence[int] = ()) -> str:
        """What is asked of the seat to act."""
        return veil_text.ask(view, self.facts, self.notation)

    def replies(self, view: View) -> bool:
        """Whether all choose at the same time: then the time it takes would tell of the choice."""
        return _veil.fields(view)["stack"][-1] in ("commit", "bid", "plan")

    def describe(self, event: int, position: View | State) -> str:
        """One sentence for the log; none for what the referee's next line tells."""
        after = position.copy()
        after.apply(event)
        before, now = veil_facts.look(position), veil_facts.look(after)
        return veil_log.describe(event_code(event), event_seat(event), before, now, self.facts, self.notation)

    def screen(self, position: View | State, style: Style, log: Sequence[str], names: Sequence[str]) -> str:
        """The island by region, the seats, the own cards."""
        return veil_screen.screen(veil_facts.look(position), self.facts, self.notation, style, log, names)

    def reveal(self, state: State, style: Style, names: Sequence[str]) -> str:
        """All hands and the VP."""
        return veil_screen.reveal(_veil.fields(state), self.facts, style, names)

    def verdict(self, state: State, reason: str) -> str:
        """The VP of all, or why it ended before."""
        return veil_text.verdict(_veil.fields(state), reason) or super().verdict(state, reason)

    def rules_text(self) -> str:
        """The rules in short, with these options."""
        text = resources.files(__package__).joinpath("veil_rules.txt").read_text("utf-8")
        own = veil_factions.RULES if self.set != SYMMETRIC else ""
        return text.format(seasons=self.facts.seasons, data=self.data.name).rstrip() + own

    # --- JSON --------------------------------------------------------------------------------

    def fields(self, view: View) -> dict[str, Any]:
        """The view as JSON."""
        return view_fields(view, self.facts)

    def feature_names(self) -> tuple[str, ...]:
        """What each number of a view's features is, with the ids of the data set."""
        return self._feature_names

    @cached_property
    def _feature_names(self) -> tuple[str, ...]:
        return veil_features.names(self.names)

    def beliefs(self, view: View, model: str | None = None) -> dict[str, Any]:
        """For each other seat, by deck, how likely a card nobody has seen is one of its. Raises OptionError."""
        self.model(model or "tuned")
        return held_chances(view, self.facts)


@lru_cache(maxsize=len(SETS))
def _house_tables(side: str) -> VeilTables:
    return compile_tables(veil_data.house().components, side=side)


def _tables(data: DataSet, side: str) -> VeilTables:
    """The compact tables of a data set."""
    return _house_tables(side) if data.shipped else compile_tables(data.components, side=side)


def _lords(names: Sequence[str] | None, players: int) -> tuple[int, ...] | None:
    """The factions by seat, if the options fix them. Raises OptionError."""
    if names is None:
        return None
    if len(names) != players:
        raise OptionError(f"lords: expected {players} factions, one a player, got {len(names)}")
    return tuple(FACTIONS.index(name) for name in names)


def _header_options(values: Mapping[str, Any], data: DataSet) -> dict[str, Any]:
    """The options as a header says them: players and data always, else what differs from the default."""
    said = {
        name: value
        for name, value in values.items()
        if name == "players" or (name not in ("data", "content", "sha256") and value != DEFAULTS[name])
    }
    return said | veil_data.header(data)
