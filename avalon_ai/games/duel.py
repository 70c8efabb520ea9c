"""The two-player duel: its options, deals, texts and fields around the compiled rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from importlib import resources
from typing import Any, ClassVar

from avalon_ai import _duel, seeds
from avalon_ai._state import CHANCE_EVENT, MOVE, NO_SEAT, Rules, State, View, event_code, event_seat, make_event
from avalon_ai.errors import LineError, OptionError
from avalon_ai.games import dealing, duel_data, duel_features, duel_models, duel_screen, duel_text
from avalon_ai.games.base import Dealer, Game, Style, seat_letter
from avalon_ai.games.duel_codes import COLOURS, DRAW, KINDS, REVEAL, TERRITORIES, codes, texts
from avalon_ai.games.duel_data import LANDS, TILES, DataSet
from avalon_ai.games.duel_dealer import CARDS, FIRST, PILE, DuelDealer
from avalon_ai.games.duel_dealer import LANDS as ROW
from avalon_ai.games.duel_fields import belief_fields, view_fields
from avalon_ai.games.duel_screen import Facts
from avalon_ai.specs import Option, check_options

SEATS = 2
MIN_TILES = 3

EXPECTED = {
    MOVE: "a move, as KR-4, KRx4, EG@4, counter, defend, pass, drop KR, drop 4, spare or take 2",
    CHANCE_EVENT: "chance, as draw KR or reveal 4 hill3",
}

_TILES_HELP = "how many tiles of each kind; kinds left out have none; at least three in all"
_DEAL_HELP = 'fixed cards: {"stacks": {"A": [...], "B": [...]}, "lands": [left to right]}'
_CROWNS_HELP = "crowns that win, at most those in play"

OPTIONS = (
    Option("set", "text", "kosmos20", "data set: kosmos20, rich23, or the path of a TOML file"),
    Option(
        "tiles", "counts", None, _TILES_HELP, 0, 9, TILES, named=duel_data.shipped_tiles(), unset="those of the set"
    ),
    Option("territories", "list", list(LANDS), "the lands in play", 2, TERRITORIES, LANDS),
    Option("colours", "int", 5, "how many colours of cards, the first of R B G Y V", 1, 5),
    Option("copies", "int", 8, "how many cards of each kind", 1, 8),
    Option("hand", "int", 5, "cards dealt, and kept at the end of a turn", 1, 9),
    Option("crowns_to_win", "int", None, _CROWNS_HELP, 1, 3 * TERRITORIES, unset="as the set says"),
    Option("turn_cap", "int", 200, "turns of both players after which more crowns win", 1, 1000),
    Option("first", "choice", "chance", "who begins", choices=("A", "B", "chance")),
    Option("deal", "object", None, _DEAL_HELP, unset="by chance"),
    Option("data", "text", None, "the text of the set's file, in records", hidden=True),
    Option("sha256", "text", None, "the digest of that text, in records", hidden=True),
)
ADJUDICATIONS = (Option("crowns", "int", None, "who is so many crowns behind loses", 1, 1_000, unset="never"),)


class Duel(Game):
    """The duel with its options, checked against each other."""

    NAME: ClassVar[str] = "duel"
    TITLE: ClassVar[str] = "Avalon, the two-player duel"
    OPTIONS: ClassVar[tuple[Option, ...]] = OPTIONS
    ADJUDICATIONS: ClassVar[tuple[Option, ...]] = ADJUDICATIONS

    def __init__(self, options: Mapping[str, Any]) -> None:
        """Make the game. Raises OptionError for options and DataError for a data set that break a rule."""
        values = check_options(self.NAME, self.OPTIONS, options)
        self.data: DataSet = _data_set(values)
        self.options = _header_options(values, self.data)
        chosen = values.get("territories", list(LANDS))
        self.lands = tuple(land for land in range(len(LANDS)) if LANDS[land] in chosen)
        self.tiles = _tiles(values, self.data)
        self.colours: int = values.get("colours", 5)
        self.copies: int = values.get("copies", 8)
        self.hand: int = values.get("hand", 5)
        self.turn_cap: int = values.get("turn_cap", 200)
        self.first: str = values.get("first", "chance")
        self.crowns_to_win: int = values.get("crowns_to_win", self.data.crowns_to_win)
        _check_sizes(self)
        self.fixed = _fixed_deal(values.get("deal"), self)
        self.rules: Rules = _make_rules(self)

    @classmethod
    def recorded(cls, options: Mapping[str, Any]) -> Duel:
        """The duel of a record's header; a set by path must carry its data. Raises OptionError."""
        name = options.get("set", "kosmos20")
        if isinstance(name, str) and name not in duel_data.shipped() and "data" not in options:
            raise OptionError('set: expected "data" and "sha256" beside a set that is not shipped, got none')
        return cls(options)

    @classmethod
    def notes(cls) -> list[str]:
        """The data sets, each with where it comes from, and the named mixes of tiles."""
        sets = [f"set {name}: {data.source}" for name, data in duel_data.shipped().items()]
        mixes = [f"tiles {name}: {_counts_text(mix)}" for name, mix in duel_data.shipped_tiles().items()]
        return sets + mixes

    @property
    def seats(self) -> int:
        """Two."""
        return SEATS

    @property
    def territories(self) -> int:
        """How many territories lie in the row."""
        return len(self.lands)

    # --- deals -------------------------------------------------------------------------------

    def deal(self, seed: int, index: int = 0) -> tuple[dict[str, Any], Dealer]:
        """First player, stacks and hands of a seed and number, and the dealer that goes with them."""
        cards = list(self._deck().elements())
        if self.fixed is not None:
            cards = list((self._deck() - Counter(_all(self.fixed["stacks"]))).elements())
        seeds.rng(seed, seeds.DEAL, index, CARDS).shuffle(cards)
        first = self.first
        if first == "chance":
            first = seat_letter(seeds.rng(seed, seeds.DEAL, index, FIRST).below(SEATS))
        stacks = self.fixed["stacks"] if self.fixed is not None else self._row(cards, self.territories)
        deal = {"first": first, "stacks": stacks, "hands": self._row(cards, self.hand)}
        return deal, self.dealer(seed, index, deal)

    def dealer(self, seed: int, index: int, deal: dict[str, Any]) -> Dealer:
        """The dealer of that seed and number for the cards which the deal leaves."""
        return DuelDealer(seed, index, self._pile(seed, index, deal), self._row_of_lands(seed, index))

    def deal_outcomes(self, dealt: Sequence[str]) -> list[tuple[str, float]]:
        """Who begins; the first cards, A's row from the left and then B's; both hands, each sorted."""
        if self.first == "chance" and not dealt:
            return [(seat_letter(seat), 1 / SEATS) for seat in range(SEATS)]
        row, held = self._parts(dealt)
        left = self._deck() - Counter(row)
        if len(row) < SEATS * self.territories:
            return dealing.next_card(left)
        if len(held) == SEATS * self.hand:
            return []
        before = len(held) // self.hand * self.hand
        return dealing.next_held(left - Counter(held[:before]), self.hand, held[before:])

    def deal_of(self, dealt: Sequence[str]) -> dict[str, Any]:
        """The deal of all steps; each hand is sorted."""
        row, held = self._parts(dealt)
        return {
            "first": dealt[0] if self.first == "chance" else self.first,
            "stacks": {"A": row[: self.territories], "B": row[self.territories :]},
            "hands": {"A": held[: self.hand], "B": held[self.hand :]},
        }

    def _parts(self, dealt: Sequence[str]) -> tuple[list[str], list[str]]:
        """The first cards of both rows and the cards of both hands, as far as they are dealt."""
        cards = list(dealt[1:] if self.first == "chance" else dealt)
        if self.fixed is not None:
            return _all(self.fixed["stacks"]), cards
        return cards[: SEATS * self.territories], cards[SEATS * self.territories :]

    def start(self, deal: dict[str, Any]) -> State:
        """The position after a deal. Raises LineError."""
        first, stacks, hands = self._checked(deal, hidden=False)
        return _duel.start(self.rules, first, _numbers(stacks), [_kinds(hands["A"]), _kinds(hands["B"])])

    def mask_deal(self, deal: dict[str, Any], seat: int) -> dict[str, Any]:
        """The deal with the other hand hidden."""
        own = seat_letter(seat)
        hands = {s: list(hand) if s == own else ["?"] * len(hand) for s, hand in deal["hands"].items()}
        return {"first": deal["first"], "stacks": deal["stacks"], "hands": hands}

    def start_view(self, deal: dict[str, Any], seat: int) -> View:
        """What a seat knows after a masked deal. Raises LineError."""
        first, stacks, hands = self._checked(deal, hidden=True)
        for letter, hand in hands.items():
            if letter == seat_letter(seat) and "?" in hand:
                raise LineError(f"the cards in the hand of {letter}", "?")
            if letter != seat_letter(seat) and hand != ["?"] * len(hand):
                raise LineError(f'"?" for each card in the hand of {letter}', hand)
        return _duel.start_view(self.rules, seat, first, _numbers(stacks), _kinds(hands[seat_letter(seat)]))

    def _row_of_lands(self, seed: int, index: int) -> list[int]:
        """The land under each territory: as the options fix it, or as the seed's deal has it."""
        if self.fixed is not None:
            return [LANDS.index(land) for land in self.fixed["lands"]]
        lands = list(self.lands)
        seeds.rng(seed, seeds.DEAL, index, ROW).shuffle(lands)
        return lands

    def _pile(self, seed: int, index: int, deal: dict[str, Any]) -> list[int]:
        """The kinds in the pile after a deal, the next one last."""
        rest = self._deck() - Counter(_all(deal["stacks"])) - Counter(_all(deal["hands"]))
        pile = _kinds(sorted(rest.elements(), key=KINDS.index))
        seeds.rng(seed, seeds.DEAL, index, PILE).shuffle(pile)
        return pile

    def _deck(self) -> Counter[str]:
        return Counter({kind: self.copies for kind in KINDS if COLOURS.index(kind[1]) < self.colours})

    @staticmethod
    def _row(cards: list[str], size: int) -> dict[str, list[str]]:
        return {seat_letter(seat): [cards.pop() for _ in range(size)] for seat in range(SEATS)}

    def _checked(self, deal: dict[str, Any], *, hidden: bool) -> tuple[int, Any, Any]:
        """First player, stacks and hands of a valid deal. Raises LineError."""
        first: Any = deal.get("first")
        stacks: Any = deal.get("stacks")
        hands: Any = deal.get("hands")
        allowed = "AB" if self.first == "chance" else self.first
        if not isinstance(first, str) or len(first) != 1 or first not in allowed:
            raise LineError(f'"first" to be {" or ".join(allowed)}', first)
        _check_cards("stacks", stacks, self.territories, KINDS)
        _check_cards("hands", hands, self.hand, (*KINDS, "?") if hidden else KINDS)
        if self.fixed is not None and stacks != self.fixed["stacks"]:
            raise LineError("the stacks that the options fix", stacks)
        self.check_deck([*_all(stacks), *_all(hands)])
        return "AB".index(first), stacks, hands

    def check_deck(self, cards: Iterable[str]) -> None:
        """Check that there are so many cards of each kind, `?` aside. Raises LineError."""
        deck = self._deck()
        for kind, number in Counter(cards).items():
            if kind != "?" and number > deck[kind]:
                raise LineError(f"at most {deck[kind]} cards {kind} in the deal", number)

    def forfeit(self, state: State, loser: int) -> tuple[float, ...]:
        """The other seat wins."""
        return tuple(0.0 if seat == loser else 1.0 for seat in range(SEATS))

    def behind(self, state: State) -> int | None:
        """Who has fewer crowns."""
        return self._behind_by(state, 1)

    def adjudged(self, state: State, terms: Mapping[str, Any]) -> int | None:
        """Who is as many crowns behind as was asked for."""
        return None if terms["crowns"] is None else self._behind_by(state, terms["crowns"])

    @staticmethod
    def _behind_by(state: State, crowns: int) -> int | None:
        one, other = _duel.fields(state)["crowns"]
        return None if abs(one - other) < crowns else int(one > other)

    def sides(self, deal: dict[str, Any]) -> tuple[str, ...]:
        """Who began and who came second."""
        return tuple("first" if seat_letter(seat) == deal["first"] else "second" for seat in range(SEATS))

    def model(self, name: str = "tuned", *, greedy: bool = False) -> bytes:
        """The named weights. Raises OptionError."""
        return duel_models.model(self.rules, name, greedy=greedy)

    # --- texts -------------------------------------------------------------------------------

    def text(self, event: int) -> str:
        """The exact text of an event."""
        return texts()[event_code(event)]

    def parse(self, text: str, source: int, seat: int) -> int:
        """The event of an exact text. Raises LineError."""
        code = codes().get(text)
        if code is None or (CHANCE_EVENT if code >= DRAW else MOVE) != source:
            raise LineError(EXPECTED.get(source, "no referee in this game"), text)
        if DRAW <= code < REVEAL and seat == NO_SEAT:
            raise LineError('"seat" beside a draw', "none")
        if code >= REVEAL and seat != NO_SEAT:
            raise LineError('no "seat" beside a reveal', seat_letter(seat))
        return make_event(code, seat, source)

    @cached_property
    def facts(self) -> Facts:
        """What the options and the data set say to a screen."""
        castles = frozenset(self.data.castles)
        crowns, circle = tuple(self.data.crowns), self.data.circle
        return Facts(crowns, castles, circle, self.crowns_to_win, self.turn_cap, self.hand, self.lands)

    def read(self, text: str, view: View) -> list[int]:
        """The moves that a person's text stands for. Raises InputError."""
        return _moves(duel_text.read(text, _duel.fields(view), self.facts, _codes(view)), view)

    def arrange(self, view: View, chosen: Sequence[int]) -> tuple[list[int], list[int]]:
        """Losses wait until all that are due were named, and go in canonical order. Raises InputError."""
        ready, waiting = duel_text.arrange([event_code(event) for event in chosen], _duel.fields(view), self.facts)
        return _moves(ready, view), _moves(waiting, view)

    def groups(self, view: View) -> list[tuple[str, list[int]]]:
        """What may be typed, by what it does."""
        found = duel_text.groups(_duel.fields(view), _codes(view))
        return [(title, _moves(group, view)) for title, group in found]

    def ask(self, view: View, chosen: Sequence[int] = ()) -> str:
        """What is asked of the seat to act."""
        picked = [event_code(event) for event in chosen]
        return duel_text.ask(_duel.fields(view), self.facts, _codes(view), picked)

    def replies(self, view: View) -> bool:
        """Whether an attack or an enchantment waits for its answer."""
        return bool(_duel.fields(view)["phase"] == "reply")

    def describe(self, event: int, position: View | State) -> str:
        """One sentence for the log."""
        return duel_text.describe(event_code(event), event_seat(event), _duel.fields(position), self.facts)

    def screen(self, position: View | State, style: Style, log: Sequence[str], names: Sequence[str]) -> str:
        """The row of territories with both sides, hands and tiles; the view's seat at the bottom."""
        return duel_screen.screen(_duel.fields(position), self.facts, style, log, names)

    def reveal(self, state: State, style: Style, names: Sequence[str]) -> str:
        """Both hands, the lands still face down, and the pile."""
        return duel_screen.reveal(_duel.fields(state), self.facts, style, names)

    def verdict(self, state: State, reason: str) -> str:
        """The crowns of both, or why it ended before."""
        return duel_text.verdict(_duel.fields(state), self.facts, reason) or super().verdict(state, reason)

    def rules_text(self) -> str:
        """The rules in short, with these options."""
        text = resources.files(__package__).joinpath("duel_rules.txt").read_text("utf-8")
        return text.format(crowns=self.crowns_to_win, hand=self.hand, turns=self.turn_cap).rstrip()

    # --- JSON --------------------------------------------------------------------------------

    def fields(self, view: View) -> dict[str, Any]:
        """The view as JSON."""
        return view_fields(self, view)

    def feature_names(self) -> tuple[str, ...]:
        """What each number of a view's features is."""
        return duel_features.names()

    def beliefs(self, view: View, model: str | None = None) -> dict[str, Any]:
        """For each kind, how likely the other hand holds at least one. Raises OptionError."""
        return belief_fields(self, view, model or "tuned")


# --- options ---------------------------------------------------------------------------------


def _data_set(values: Mapping[str, Any]) -> DataSet:
    """The data set that the options mean. Raises OptionError or DataError."""
    name, text = values.get("set", "kosmos20"), values.get("data")
    if text is not None:
        if values.get("sha256") != duel_data.digest(text):
            raise OptionError(f"sha256: expected {duel_data.digest(text)}, the data's, got {values.get('sha256')}")
        return duel_data.parse(text, name)
    if name in duel_data.shipped():
        return duel_data.shipped()[name]
    if "/" not in name and not name.endswith(".toml"):
        raise OptionError(f"set: expected {', '.join(duel_data.shipped())} or the path of a TOML file, got {name}")
    return duel_data.load(name)


def _header_options(values: Mapping[str, Any], data: DataSet) -> dict[str, Any]:
    """The options as a header says them: the set always, its data if it is not shipped, else what differs."""
    said: dict[str, Any] = {"set": data.name}
    if data.text is not None:
        said |= {"data": data.text, "sha256": data.sha256}
    defaults = {option.name: option.default for option in OPTIONS}
    defaults |= {"crowns_to_win": data.crowns_to_win}
    for name, value in values.items():
        if name in ("set", "data", "sha256") or value == defaults[name]:
            continue
        said[name] = value
    if "territories" in said:
        said["territories"] = sorted(said["territories"], key=LANDS.index)
        if len(said["territories"]) == len(LANDS):
            del said["territories"]
    if "tiles" in said:
        said["tiles"] = {kind: said["tiles"].get(kind, 0) for kind in TILES}
        if tuple(said["tiles"].values()) == data.tiles:
            del said["tiles"]
    return said


def _tiles(values: Mapping[str, Any], data: DataSet) -> tuple[int, ...]:
    counts = values.get("tiles")
    return data.tiles if counts is None else tuple(counts.get(kind, 0) for kind in TILES)


def _check_sizes(game: Duel) -> None:
    """What the options need of each other. Raises OptionError."""
    needed, cards = SEATS * (game.territories + game.hand), SEATS * game.colours * game.copies
    if needed > cards:
        raise OptionError(
            f"expected 2 x territories + 2 x hand <= 2 x colours x copies, got 2 x {game.territories} + 2 x {game.hand}"
            f" = {needed} > 2 x {game.colours} x {game.copies} = {cards}"
        )
    if sum(game.tiles) < MIN_TILES:
        raise OptionError(f"tiles: expected at least {MIN_TILES} in all, got {sum(game.tiles)}")
    total = sum(game.data.crowns[land] for land in game.lands)
    if game.crowns_to_win > total:
        raise OptionError(
            f"crowns_to_win: expected 1 to {total}, the crowns of the lands in play, got {game.crowns_to_win}"
        )


def _fixed_deal(fixed: Any, game: Duel) -> Any:
    """The option `deal`, checked. Raises OptionError."""
    if fixed is None:
        return None
    try:
        if fixed.keys() != {"stacks", "lands"}:
            raise LineError('"stacks" and "lands"', ", ".join(map(str, fixed)) or "none")
        _check_cards("stacks", fixed["stacks"], game.territories, KINDS)
        game.check_deck(_all(fixed["stacks"]))
        names = [LANDS[land] for land in game.lands]
        if not isinstance(fixed["lands"], list) or sorted(map(str, fixed["lands"])) != sorted(names):
            raise LineError(f'"lands" to hold each of {", ".join(names)} once', fixed["lands"])
    except LineError as error:
        raise OptionError(f"deal: {error}") from error
    return fixed


def _make_rules(game: Duel) -> Rules:
    return _duel.make_rules(
        lands=list(game.lands),
        crowns=list(game.data.crowns),
        castles=[land for land in game.data.castles if land in game.lands],
        circle=game.data.circle if game.data.circle in game.lands else -1,
        tiles=list(game.tiles),
        colours=game.colours,
        copies=game.copies,
        hand=game.hand,
        crowns_to_win=game.crowns_to_win,
        turn_cap=game.turn_cap,
        land_order=None if game.fixed is None else [LANDS.index(land) for land in game.fixed["lands"]],
    )


def _codes(view: View) -> list[int]:
    return [event_code(event) for event in view.legal()]


def _moves(picked: Iterable[int], view: View) -> list[int]:
    return [make_event(code, view.seat, MOVE) for code in picked]


# --- cards -----------------------------------------------------------------------------------


def _check_cards(what: str, cards: object, size: int, allowed: Sequence[str]) -> None:
    """Check that both seats have `size` cards. Raises LineError."""
    if not isinstance(cards, dict) or cards.keys() != {"A", "B"}:
        raise LineError(f'"{what}" of A and B', cards)
    for seat, held in cards.items():
        if not isinstance(held, list) or len(held) != size:
            raise LineError(f'{size} cards in "{what}" of {seat}', len(held) if isinstance(held, list) else held)
        for card in held:
            if card not in allowed:
                raise LineError(f"a card of {', '.join(allowed)}", card)


def _all(cards: Mapping[str, list[str]]) -> list[str]:
    """A's cards and then B's."""
    return [card for seat in "AB" for card in cards[seat]]


def _kinds(cards: Iterable[str]) -> list[int]:
    return [KINDS.index(card) for card in cards]


def _numbers(stacks: Mapping[str, list[str]]) -> list[list[int]]:
    """The kind of each first card, A's row and then B's."""
    return [_kinds(stacks[seat]) for seat in "AB"]


def _counts_text(counts: Mapping[str, int]) -> str:
    return ",".join(f"{kind}:{number}" for kind, number in counts.items())
