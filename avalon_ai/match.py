"""One game at the table: bots and people move, the dealer answers for chance, a record is kept."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from avalon_ai import seeds
from avalon_ai._state import NO_SEAT, State, event_seat
from avalon_ai.adjudication import Judge
from avalon_ai.alarm import Alarm, Late, alarm, possible
from avalon_ai.bots import Guest
from avalon_ai.errors import BotError, shorten
from avalon_ai.games.base import Dealer, Game, seat_letter
from avalon_ai.record import FIRST_LINE, Entry, Fold, Record, Writer, entry_line, header, legal_texts, result_line
from avalon_ai.streams import SpoiltView, Stream

if TYPE_CHECKING:
    from avalon_ai.bots import Bot

Listener = Callable[[Stream, int], None]
FAULT_LENGTH = 200
FAULTS = (Exception, SystemExit)  # what a bot may raise that is its own fault


class Match:
    """A game that is going on: its record, its position, and the stream that each seat is shown.

    >>> from avalon_ai import Match, load, make_bot
    >>> game = load("resistance")
    >>> table = Match.new(game, ["greedy"] * game.seats, seed=1)
    >>> bot = make_bot("greedy", game)
    >>> while (seat := table.advance()) is not None:
    ...     table.move(bot.act(table.streams[seat]).event)
    >>> table.finish() == table.record.result
    True

    A listener of a seat hears every masked event of that seat just before it goes into the
    seat's stream, so that `stream.view` is what the seat knew before. The record may hold events
    already: they are folded in first, the listeners hear them too, and the dealer sees them.
    """

    def __init__(
        self,
        record: Record,
        *,
        writer: Writer | None = None,
        legal: bool = False,
        listeners: dict[int, Listener] | None = None,
    ) -> None:
        self.game: Game = record.game
        self.record = replace(record, entries=[], result=None, cut=None)
        self.streams = [Stream(self.game, seat, record.header, record.deal) for seat in range(self.game.seats)]
        self._views = [stream.view for stream in self.streams]
        self._shown = [stream.events for stream in self.streams]
        self.dealer: Dealer = self.game.dealer(
            record.header.get("seed", 0), record.header.get("deal_index", 0), record.deal
        )
        self.result: dict[str, Any] | None = None
        self._fold = Fold(self.game, record.deal)
        self._entry = Entry(None, NO_SEAT, 0)  # the one that is being added
        self._given_up = False
        self._legal = legal
        self._listeners = listeners or {}
        self._writer: Writer | None = None
        for entry in record.entries:
            self._add(entry)
        self._writer = writer

    @classmethod
    def new(cls, game: Game, players: list[str], *, seed: int, deal_index: int = 0, **more: Any) -> Match:
        """A match at its start; header and deal are written."""
        deal, _ = game.deal(seed, deal_index)
        record = Record(game, header(game, players, seed, **({"deal_index": deal_index} if deal_index else {})), deal)
        match = cls(record, **more)
        if match._writer is not None:
            match._writer.write(record.header, {"deal": deal})
        return match

    @property
    def state(self) -> State:
        """Everything, at this moment."""
        return self._fold.state

    @property
    def over(self) -> bool:
        """Whether nothing more can be played."""
        return self._given_up or self._fold.over

    def advance(self) -> int | None:
        """Let chance answer until a seat is to act: gives that seat, or None when the game is over."""
        if self._given_up:
            return None
        fold, state, dealer = self._fold, self._fold.state, self.dealer
        while (actor := state.actor()) < 0:
            if fold.over:
                return None
            self.put(dealer.answer(state))
        return actor

    def move(self, event: int, extra: dict[str, Any] | None = None) -> None:
        """Play the move of the seat to act. Raises IllegalMove, with nothing changed or written."""
        if self._fold.repeats(event):
            self._add(Entry(event, event_seat(event), self.record.last_line + 1, self._told(extra)))
            return
        if not self.state.allows(event):
            self.state.apply(event)  # raises, and says why
        self.put(event, extra)

    def put(self, event: int, extra: dict[str, Any] | None = None) -> None:
        """Play an event that is known to be allowed: `move` without its checks."""
        entries = self.record.entries
        told = self._told(extra) if extra or self._legal else {}
        self._entry = entry = Entry(event, event_seat(event), len(entries) + FIRST_LINE, told)
        self._fold.put(event, self._tell)
        if self._writer is not None:
            self._writer.write(entry_line(self.game, entry))
        entries.append(entry)

    def _told(self, extra: dict[str, Any] | None) -> dict[str, Any]:
        """What stands beside a move."""
        told = dict(extra) if extra else {}
        if self._legal and self.state.actor() >= 0:
            told["legal"] = legal_texts(self.game, self.state.legal())
        return told

    def resign(self, seat: int) -> None:
        """The seat gives up: nothing but the result follows."""
        self._add(Entry(None, seat, self.record.last_line + 1))

    def finish(self) -> dict[str, Any]:
        """Write the result of a game that is over and give its line."""
        loser = self.record.resigned
        if loser is None:
            self._fold.close(self._tell_result)
            return self._close(result_line(self.state.returns(), self.state.reason()))
        return self._close(result_line(self.game.forfeit(self.state, loser), "resign", loser))

    def forfeit(self, loser: int, reason: str) -> dict[str, Any]:
        """End a running game against `loser`, write the result and give its line."""
        return self._close(result_line(self.game.forfeit(self.state, loser), reason, loser))

    def _close(self, said: dict[str, Any]) -> dict[str, Any]:
        if self._writer is not None:
            self._writer.write(said)
        self.record.result = said
        for stream in self.streams:
            stream.close(said)
        return said

    def _add(self, entry: Entry) -> None:
        """Add a line of a record, or a resignation."""
        self._entry = entry
        if entry.event is not None:
            self._fold.take(entry.event, self._tell)
        else:
            self._given_up = True
            for stream in self.streams:
                stream.close(entry_line(self.game, entry))
        if self._writer is not None:
            self._writer.write(entry_line(self.game, entry))
        self.record.entries.append(entry)

    def _tell_result(self, event: int, state: State) -> None:
        """The referee's last word, which the result line stands for."""
        for stream in self.streams:
            stream.hear_result(event, state)

    def _tell(self, event: int, state: State) -> None:
        """Before an event happens: the dealer and each seat's stream see it."""
        if state.actor() < 0:
            self.dealer.see(event, state)
        if self._listeners:
            self._call_listeners(event, state)
        spoilt = state.show(event, self._views, self._shown)
        if spoilt is not None:
            raise SpoiltView(spoilt)
        entry = self._entry
        if entry.extra and event == entry.event and entry.seat != NO_SEAT:
            self.streams[entry.seat].remember(entry.extra)

    def _call_listeners(self, event: int, state: State) -> None:
        for seat, listener in self._listeners.items():
            listener(self.streams[seat], state.mask(event, seat))


def bot_seed(seed: int, deal_index: int, bot: int) -> int:
    """The seed of a bot: it hangs on seed, deal and the bot's place in the list, not on cards or seats."""
    return seeds.derive(seed, seeds.BOT, deal_index, bot)


class Forfeit(Exception):  # noqa: N818 - it says what it is
    """A seat loses at once: `reason` is the word of the records, `fault` says how a bot broke down."""

    def __init__(self, seat: int, reason: str, fault: BaseException | None = None) -> None:
        self.seat = seat
        self.reason = reason
        self.fault = None if fault is None else shorten(f"{type(fault).__name__}: {fault}", FAULT_LENGTH)
        super().__init__(f"seat {seat_letter(seat)}: {self.fault or reason}")

    @classmethod
    def by(cls, seat: int, error: BaseException) -> Forfeit:
        """What it means for a seat that its bot raised this."""
        if isinstance(error, Late):
            return cls(seat, "time")
        reason = error.reason if isinstance(error, BotError) else "crash"
        return cls(seat, reason, error if reason == "crash" else None)


def play(
    game: Game,
    bots: Sequence[Bot],
    *,
    seed: int,
    deal_index: int = 0,
    rotation: int = 0,
    writer: Writer | None = None,
    legal: bool = False,
    move_time: float | None = None,
    interrupt: bool = False,
    catch: bool = False,
    reveal: bool = True,
    adjudicate: Mapping[str, Any] | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> Record:
    """Play one game between bots and give its record; seat s holds bot (s + rotation) mod n.

    A bot that is a program of its own loses for what it does wrong, whatever is said of others; at the end it is told
    all that was hidden, but not where `reveal` is false, since the same deal is still to come in other seats.

    A bot that chooses a move which is not allowed loses at once, for the reason `illegal`; so does one that takes
    more than `move_time` seconds for a move, for the reason `time`. With `interrupt` it is not waited for, where system
    and thread allow. With `catch` a bot that raises loses as well, for the reason `crash`, and `fault` of the record
    says what it raised; without, what it raised goes on. With `adjudicate`, values of the options of `adjudication`, a
    game that is decided ends for the reason `adjudicated`. Raises OptionError for what is none of these.

    >>> from avalon_ai import load, make_bot, play
    >>> game = load("duel")
    >>> played = play(game, [make_bot("greedy", game), make_bot("random", game)], seed=7)
    >>> sorted(played.result["result"].values())
    [0.0, 1.0]
    """
    order = [(seat + rotation) % game.seats for seat in range(game.seats)]
    seated = [bots[bot] for bot in order]
    players = [bot.spec for bot in seated]
    match = Match.new(game, players, seed=seed, deal_index=deal_index, writer=writer, legal=legal)
    with ExitStack() as stack:
        ringing = interrupt and move_time is not None and possible()
        bell = stack.enter_context(alarm(move_time)) if ringing and move_time is not None else None
        judge = Judge(game, match.record.deal, adjudicate) if adjudicate else None
        terms = _Terms(FAULTS if catch else (), move_time, clock, bell, judge)
        stack.enter_context(_hosting(match, seated, move_time, reveal))
        try:
            _start(match, seated, [bot_seed(seed, deal_index, number) for number in order], terms.blamed)
            _play(match, seated, terms)
            match.finish()
        except Forfeit as lost:
            match.forfeit(lost.seat, lost.reason)
            match.record.fault = lost.fault
    return match.record


@contextmanager
def _hosting(match: Match, seated: Sequence[Bot], move_time: float | None, reveal: bool) -> Iterator[None]:
    """Tell guests what they may take and how the game ended, and let them go, however it ended."""
    guests = [(seat, bot) for seat, bot in enumerate(seated) if isinstance(bot, Guest)]
    for _, guest in guests:
        guest.allow(move_time)
    try:
        yield
        for seat, guest in guests:
            guest.end(match.streams[seat], match.record if reveal else None)
    finally:
        for _, guest in guests:
            guest.close()


Faults = tuple[type[BaseException], ...]


@dataclass(frozen=True)
class _Terms:
    """What a bot may do: raise `faults` at its own cost, take `move_time` by the clock; then the bell rings, if any.

    A judge, if any, ends the game where it is decided.
    """

    faults: Faults
    move_time: float | None
    clock: Callable[[], float]
    bell: Alarm | None
    judge: Judge | None

    @property
    def blamed(self) -> Faults:
        """What ends the game at its cost."""
        return (Late, BotError, *self.faults)


def _start(match: Match, seated: Sequence[Bot], own: Sequence[int], blamed: Faults) -> None:
    """Tell each bot that a game begins. Raises Forfeit."""
    for seat, bot in enumerate(seated):
        try:
            bot.start(match.streams[seat], own[seat])
        except blamed as error:
            raise Forfeit.by(seat, error) from error


def _play(match: Match, seated: Sequence[Bot], terms: _Terms) -> None:
    """Let the bots move; whoever changed the view it was given to look at broke down. Raises Forfeit."""
    try:
        _move(match, seated, terms)
    except SpoiltView as spoilt:
        if not terms.faults:
            raise
        raise Forfeit(spoilt.seat, "crash", spoilt) from spoilt


def _move(match: Match, seated: Sequence[Bot], terms: _Terms) -> None:
    """Let the bots move until the rules end the game. Raises Forfeit."""
    began = 0.0
    state, streams = match.state, match.streams
    move_time, clock, bell, judge = terms.move_time, terms.clock, terms.bell, terms.judge
    while (seat := match.advance()) is not None:
        if move_time is not None:
            began = clock()
        try:
            bot, stream = seated[seat], streams[seat]
            event, extra = _choice(bot, stream) if bell is None else bell.call(partial(_choice, bot, stream))
            allowed = state.allows(event)
        except terms.blamed as error:
            raise Forfeit.by(seat, error) from error
        if move_time is not None and clock() - began > move_time:
            raise Forfeit(seat, "time")
        if not allowed:
            raise Forfeit(seat, "illegal")
        match.put(event, extra)
        if judge is not None and not match.over:
            loser = judge.loser(state, len(match.record.entries), seat, extra.get("value"))
            if loser is not None:
                raise Forfeit(loser, "adjudicated")


def _choice(bot: Bot, stream: Stream) -> tuple[int, dict[str, Any]]:
    """What a bot plays and tells; what could not stand in a record is the bot's fault."""
    choice = bot.act(stream)
    extra = choice.extra()
    if extra:
        json.dumps(extra, allow_nan=False)
    return choice.event, extra
