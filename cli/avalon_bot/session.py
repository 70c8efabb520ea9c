"""One game between people at one keyboard and bots, or between bots that a person watches.

Nothing here knows a game: every text about one comes from its `Game`. A session prints and waits only through the
terminal and the clock it is given, so a test can hand in its own and read both. What a seated person is shown comes
from his stream alone; the reply to a move of his comes REPLY_SECONDS after that move was shown, forced or not.
Where several people play, one of them sits at the keyboard at a time: before the next one is shown anything, all that
stood there is covered, and he has to say that he is there.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from avalon_ai._state import MOVE, State, View, event_seat, event_source
from avalon_ai.bots import Guest
from avalon_ai.errors import AvalonError, BotError, InputError, StorageError
from avalon_ai.games.base import Game, seat_letter
from avalon_ai.match import Match, bot_seed
from avalon_ai.record import Record
from avalon_ai.streams import Stream
from avalon_ai.style import fold
from avalon_bot import words
from avalon_bot.journal import Journal, copy_to
from avalon_bot.terminal import Clock, Terminal

if TYPE_CHECKING:
    from avalon_ai.bots import Bot
    from avalon_ai.search import Report

    Analyst = Callable[[View, int], Report]

REPLY_SECONDS = 0.3
HINT_VISITS = 20_000
SPECTATOR = -1
NOTE_LINES = 6  # longer texts are printed below the screen, shorter ones become its last lines


@dataclass(frozen=True)
class Table:
    """Who sits where: the seats of people (none where one only watches), and the bots of the other seats.

    `repliers` answer moves of people in the bots' stead: their search must fit well into REPLY_SECONDS.
    """

    people: Sequence[int]
    bots: Mapping[int, Bot]
    repliers: Mapping[int, Bot]
    names: Sequence[str]

    def names_for(self, seat: int) -> list[str]:
        """The names as the person of a seat reads them."""
        return ["you" if number == seat else name for number, name in enumerate(self.names)]


@dataclass(frozen=True)
class Happening:
    """An event that is still to be shown, and the position before it; not every event has a sentence.

    `timed` is a reply to the person, shown at its own time; `paced` another move of a bot, followed by a pause.
    `unasked` is another person who had no choice of reply: he is called all the same, or that would show.
    """

    sentence: str
    before: View | State | None
    timed: bool
    paced: bool
    unasked: int | None


class Leave(Exception):  # noqa: N818
    """The person wants to stop."""


def search(game: Game) -> Analyst:
    """Look at views as `hint` and `why` do: the same view and seed give the same report."""

    def look(view: View, seed: int) -> Report:
        from avalon_ai.search import analyze

        return analyze(view, game.model(), visits=HINT_VISITS, seed=seed)

    return look


class Session:
    """One game at the terminal."""

    def __init__(
        self,
        record: Record,
        table: Table,
        terminal: Terminal,
        clock: Clock,
        journal: Journal,
        *,
        pace: float = 0.0,
        analyst: Analyst | None = None,
        kept: Path | None = None,
    ) -> None:
        """Seat everybody at the record's last position. `pace` is the pause after each move of a bot that is shown.

        A finished record goes to `kept` as well. Raises StorageError.
        """
        self.game: Game = record.game
        self.table, self.terminal, self.clock, self.journal = table, terminal, clock, journal
        self.pace, self.analyst, self.kept = pace, analyst or search(record.game), kept
        self.seat = table.people[0] if table.people else SPECTATOR  # whose eyes the terminal serves
        self._covered = len(table.people) > 1  # nobody of several people has said yet that he is there
        self._logs: dict[int, list[str]] = {}
        self._happenings: dict[int, deque[Happening]] = {}
        self._asked = 0.0
        self._chosen: list[int] = []
        self._note = ""
        entries = enumerate(record.entries)
        self._decisions = [(place, entry.seat) for place, entry in entries if entry.seat in table.people]
        if self._covered:  # a reply without a choice counts among several people, and stands in no record
            self._decisions.clear()
        self._replied = False  # whether the last decision was a reply
        self._report: Report | None = None
        self._own_files: set[Path] = set()
        self._fault = ""  # how a bot broke down in the game that ended with it
        self.match: Match
        self._seat_all(record)

    # --- the course of a game ------------------------------------------------------------------

    def run(self) -> tuple[int, bool]:
        """Play until the person leaves: gives the exit code and whether he wants another game."""
        try:
            while True:
                self._play()
                if not self._after_the_end():
                    return 0, True
        except (Leave, EOFError):
            self._tell_where()
            return 0, False
        except KeyboardInterrupt:
            self._tell_where()
            return 130, False
        finally:
            self._let_go()
            self.journal.close()

    def _let_go(self) -> None:
        """Tell bots that are programs of their own how the game ended, if it did, and that no more is asked."""
        record = self.match.record
        for seat, bot in self.table.bots.items():
            if isinstance(bot, Guest):
                if record.result is not None:
                    bot.end(self.match.streams[seat], record)
                bot.close()

    def _play(self) -> None:
        if self.terminal.live:
            self._show_position(self.position)
        while self.match.record.result is None:
            seat = self._advance()
            if seat is None:
                break
            if seat not in self.table.people:
                self._let_play(seat)
            elif self._hand_over(seat):
                self._decide()
        self._finish()

    def _advance(self) -> int | None:
        seat = self.match.advance()
        self._catch_up()
        return seat

    def _let_play(self, seat: int) -> None:
        stream = self.match.streams[seat]
        replies = self._seated and self.game.replies(stream.view)
        bot = (self.table.repliers if replies else self.table.bots)[seat]
        try:
            choice = bot.act(stream)
        except BotError as fault:
            self._blame(seat, fault)
            return
        if not self.match.state.allows(choice.event):
            self.match.forfeit(seat, "illegal")
            return
        self.match.move(choice.event, choice.extra())
        self._catch_up()

    def _blame(self, seat: int, fault: BotError) -> None:
        """The bot of a seat did not do its part: it loses."""
        self._fault = f"{seat_letter(seat)} ({self.table.names[seat]}): {fault}\n"
        if self.match.record.result is None:
            self.match.forfeit(seat, fault.reason)

    def _finish(self) -> None:
        if self.match.record.result is None:
            self.match.finish()
        self._covered = False
        alone = len(self.table.people) == 1
        names, seat = (self._names, self.seat) if alone else (self.table.names, SPECTATOR)
        said = words.ending(self.game, self.match, names, seat, self.terminal.style)
        self._paint(below=f"{said}\n{self._fault}Record: {self._keep()}")

    def _keep(self) -> str:
        """Copy the finished record to where it is wanted, and say where it is."""
        if self.kept is None:
            return str(self.journal.path)
        try:
            copy_to(self.match.record.lines(), self.kept, own=self._own_files)
        except StorageError as error:
            return f"{self.journal.path} ({error})"
        return str(self.kept)

    def _after_the_end(self) -> bool:
        """Ask what next: gives False for another game, True when an undo goes on with this one."""
        after = f"again,{' undo,' * self._seated} log, save FILE or quit"
        while True:
            line = self.terminal.ask(f"{after}> ").strip()
            word, _, rest = line.partition(" ")
            command = words.command(word)
            if command is not None and command.name == "again":
                return False
            if command is None or command.name in words.ONLY_IN_PLAY:
                self.terminal.show(f"the game is over; expected {after}")
                continue
            try:
                if self._obey(command.name, rest.strip()):
                    return True
            except AvalonError as error:
                self._note = str(error)
            self.terminal.show(self._note)
            self._note = ""

    def _hand_over(self, seat: int, position: View | State | None = None) -> bool:
        """Have the keyboard passed on where another person is to act, with nothing left of what was shown before.

        Gives False where the one before took his last decision back instead.
        """
        if seat == self.seat and not self._covered:
            return True
        last = self._decisions[-1][1] if self._decisions else SPECTATOR
        view = position if isinstance(position, View) else self.match.streams[seat].view
        ended = self._replied and not self.game.replies(view)
        may_undo = not self._covered and last == self.seat and not ended
        self._covered, self._note, self._chosen = True, "", []
        self.terminal.cover(words.hand_over(seat))
        while line := self.terminal.ask("Enter> ").strip():
            command = words.command(line)
            if command is not None and command.name == "quit":
                raise Leave
            if command is not None and command.name == "undo" and may_undo:
                return not self._undo("")
            self.terminal.show(f"expected Enter alone, {'undo ' * may_undo}or quit")
        self._covered, self.seat = False, seat
        if self.terminal.live:
            self._paint(position)
        return True

    # --- seats, streams and the log -------------------------------------------------------------

    @property
    def _seated(self) -> bool:
        return self.seat != SPECTATOR

    @property
    def log(self) -> list[str]:
        """What has happened, as the person at the keyboard was told it."""
        return self._logs[self.seat]

    @property
    def _names(self) -> list[str]:
        return self.table.names_for(self.seat)

    @property
    def stream(self) -> Stream:
        """The stream of the seat of the person at the keyboard."""
        return self.match.streams[self.seat]

    @property
    def position(self) -> View | State:
        """All that the person may see: his view, or everything for a spectator."""
        return self.stream.view if self._seated else self.match.state

    def _seat_all(self, record: Record) -> None:
        """Take up a record: fold it, without showing its events, and go on writing behind it."""
        self._chosen, self._report, self._fault = [], None, ""
        eyes = self.table.people or (SPECTATOR,)
        self._happenings = {seat: deque() for seat in eyes}
        heard = self.table.people or range(self.game.seats)
        writer = self.journal.begin(record)
        self.match = Match(record, writer=writer, listeners=dict.fromkeys(heard, self._hear))
        self._logs = {seat: self._told(seat) for seat in eyes}
        for number, (seat, bot) in enumerate(self.table.bots.items()):
            seed = bot_seed(record.header.get("seed", 0), record.header.get("deal_index", 0), number)
            for player in dict.fromkeys((bot, self.table.repliers[seat])):
                self._start(player, seat, seed)

    def _start(self, player: Bot, seat: int, seed: int) -> None:
        try:
            player.start(self.match.streams[seat], seed)
        except BotError as fault:
            self._blame(seat, fault)

    def _hear(self, stream: Stream, event: int) -> None:
        """Note an event of a person's stream; a spectator hears each seat's own events from that seat."""
        seat = event_seat(event)
        if not self._seated and stream.seat != (seat if seat < self.game.seats else 0):
            return
        before = (stream.view if self._seated else self.match.state).copy() if hasattr(self, "match") else None
        by_bot = event_source(event) == MOVE and seat in self.table.bots
        timed = by_bot and self._seated and self.game.replies(stream.view)
        sentence = self.game.describe(event, stream.view)
        eyes = stream.seat if self._seated else SPECTATOR
        forced = seat if seat in self.table.people and seat != self.seat and self.game.replies(stream.view) else None
        self._happenings[eyes].append(Happening(sentence, before, timed, by_bot and not timed, forced))

    def _told(self, seat: int) -> list[str]:
        """The sentences about what happened, for a person who is not shown it step by step."""
        queue = self._happenings[seat]
        sentences = [happening.sentence for happening in queue if happening.sentence]
        queue.clear()
        return sentences

    def _catch_up(self) -> None:
        """Show what happened, event by event; timed replies at their time."""
        while any(self._happenings.values()):
            heard = {seat: queue.popleft() for seat, queue in self._happenings.items()}
            unasked = heard[self.seat].unasked
            if unasked is not None and not self._call(unasked, heard[unasked].before):
                return
            happening = heard[self.seat]
            queue = self._happenings[self.seat]
            position = (queue[0].before if queue else None) or self.position
            halfway = happening.timed and self._goes_on(happening, position)
            if happening.timed and not halfway:
                self.clock.sleep_until(self._asked + REPLY_SECONDS)
            for seat, its in heard.items():
                self._logs[seat] += [its.sentence] * bool(its.sentence)
            if not halfway:
                self._step(happening, position)

    def _goes_on(self, happening: Happening, position: View | State) -> bool:
        """Whether the reply of a bot is not complete yet: all its parts are shown at once, at the time of the last."""
        before = happening.before
        return before is not None and before.actor() == position.actor() and self._awaits_reply(position)

    def _call(self, seat: int, position: View | State | None) -> bool:
        """Have a person come who has no choice of reply; the others cannot tell that from one who has.

        Gives False where the one before took his move back instead.
        """
        if not self._hand_over(seat, position):
            return False
        if not self.terminal.live:
            self._paint(position)
        self.terminal.ask("You have no choice here: Enter> ")
        self._note_decision(seat, replied=True)
        return True

    def _note_decision(self, seat: int, *, replied: bool) -> None:
        self._decisions.append((len(self.match.record.entries), seat))
        self._replied = replied

    def _step(self, happening: Happening, position: View | State) -> None:
        if self.terminal.live:
            self._show_position(position)
        elif happening.sentence and not self._covered:
            self.terminal.show(happening.sentence)
        if self._awaits_reply(position):
            self._asked = self.clock.now()
        elif self.pace and happening.paced and happening.sentence:
            self.clock.sleep_until(self.clock.now() + self.pace)

    def _show_position(self, position: View | State) -> None:
        """Paint a position with what is waited for; of several people none sees one before he is there."""
        if not self._covered:
            self._paint(position, self._status(position))
        elif self._status(position):
            self.terminal.paint(self._status(position))

    def _awaits_reply(self, position: View | State) -> bool:
        """Whether a bot may answer the person now, as far as he can tell."""
        return isinstance(position, View) and position.actor() in self.table.bots and self.game.replies(position)

    def _status(self, position: View | State) -> str:
        """What a live screen says below while a bot is to act; the same whether it has a choice or not."""
        if position.actor() not in self.table.bots:
            return ""
        does = "considers a reply" if self._awaits_reply(position) else "is thinking"
        return f"{seat_letter(position.actor())} {does} ..."

    def _paint(self, position: View | State | None = None, below: str = "") -> None:
        style = self.terminal.style
        if below:
            style = replace(style, height=style.height - below.count("\n") - 1)
        screen = self.game.screen(position or self.position, style, words.joined(self.log), self._names)
        self.terminal.paint(screen + ("\n" + below if below else ""))

    def _say(self, text: str) -> None:
        """Tell the person something: as the last lines of the next screen, or below the one that stands there."""
        lines = [part for line in text.split("\n") for part in fold(line, self.terminal.style.width)]
        if self.terminal.live and len(lines) <= NOTE_LINES:
            self._note = "\n".join(lines)
        else:
            self.terminal.show(text)

    # --- the person's decisions ------------------------------------------------------------------

    def _decide(self) -> None:
        """Ask until the position has changed."""
        self._report = None
        if not self.terminal.live:
            self._paint()
        while True:
            if self._note:
                self._paint(below=self._note)
                self._note = ""
            line = self.terminal.ask(self._question(), self.game.hot_keys(self.stream.view)).strip()
            try:
                if self._take(line):
                    return
            except StorageError:
                raise  # the record can no longer grow: better an end than a game that is not kept
            except AvalonError as error:
                self._say(str(error))

    def _question(self) -> str:
        asked = self.game.ask(self.stream.view, self._chosen)
        return f"{asked}\n{seat_letter(self.seat)}> "

    def _take(self, line: str) -> bool:
        """Do what a line says; tells whether the position changed. Raises AvalonError."""
        word, _, rest = line.partition(" ")
        command = words.command(word) if line else words.COMMANDS["moves"]
        if command is not None and command.fits(rest.strip()) and (self.game.CARDS or not command.needs_text):
            return self._obey(command.name, rest.strip())
        return self._choose(self._numbered(line) or self._read(line))

    def _read(self, line: str) -> list[int]:
        try:
            return self.game.read(line, self.stream.view)
        except InputError as error:
            if not line.isdecimal():
                raise
            raise InputError(f"{error} (#{line[:6]} is the move of that number in the list)") from error

    def _numbered(self, line: str) -> list[int]:
        """The move of a number in the list that `moves` shows: `#3`. Raises InputError."""
        if not line.startswith("#"):
            return []
        listed = [event for _, group in self.game.groups(self.stream.view) for event in group]
        number = line[1:].strip()
        if not number.isdecimal() or not 1 <= int(number[:6]) <= len(listed):
            raise InputError(f"expected # and a number of the list, #1 to #{len(listed)}")
        return [listed[int(number) - 1]]

    def _choose(self, events: Sequence[int]) -> bool:
        """Play what was chosen as far as it can be played. Raises InputError, with nothing changed."""
        ready, waiting = self.game.arrange(self.stream.view, [*self._chosen, *events])
        trial = self.stream.view.copy()
        for event in ready:
            if not trial.allows(event):
                raise InputError(f"{self.game.text(event)} is not possible here; an empty line lists all moves")
            trial.apply(event)
        self._chosen = waiting
        if not ready:
            return False
        self._note_decision(self.seat, replied=self.game.replies(self.stream.view))
        for event in ready:
            self.match.move(event)
        self._catch_up()
        return True

    def _obey(self, name: str, text: str) -> bool:
        """Carry out a command; tells whether the position changed. Raises AvalonError."""
        does: Mapping[str, Callable[[str], bool]] = {
            "moves": self._moves,
            "hint": self._hint,
            "why": self._why,
            "beliefs": self._beliefs,
            "undo": self._undo,
            "save": self._save,
            "card": self._card,
            "cards": self._cards,
            "log": self._print_log,
            "rules": self._rules,
            "board": self._board,
            "?": self._help,
            "resign": self._resign,
            "again": self._again,
            "quit": self._quit,
        }
        return does[name](text)

    def _moves(self, _: str) -> bool:
        groups = [
            (title, [self.game.text(event) for event in group]) for title, group in self.game.groups(self.stream.view)
        ]
        self._say("\n".join(words.move_list(groups, self.terminal.style)))
        return False

    def _analysis(self) -> Report:
        if self._report is None:
            self._report = self.analyst(self.stream.view, len(self.stream))
        return self._report

    def _hint(self, _: str) -> bool:
        report = self._analysis()
        plan: list[int] = []
        for event in [report.moves[0].event, *report.moves[0].pv[1:]]:
            plan.append(event)
            if not self.game.arrange(self.stream.view, plan)[1] and not self._unfinished(plan):
                break
        self._say("\n".join(words.hint(self.game, report, plan)))
        return False

    def _unfinished(self, plan: Sequence[int]) -> bool:
        """Whether more of the same line goes with these moves."""
        trial = self.stream.view.copy()
        for event in plan:
            if not trial.allows(event):
                return False
            trial.apply(event)
        return self.game.unfinished(trial)

    def _why(self, _: str) -> bool:
        self._say(words.why(self.game, self._analysis()))
        return False

    def _beliefs(self, _: str) -> bool:
        self._say(self.game.belief_panel(self.stream.view, self.terminal.style))
        return False

    def _undo(self, _: str) -> bool:
        """Go back to one's own last decision; what was chosen and waits is dropped first.

        A decision of another person is not taken back: his part must not be played twice, nor seen again.
        """
        if self._chosen:
            self._chosen = []
            self._say("nothing is chosen now")
            return False
        if all(seat != self.seat for _, seat in self._decisions):
            raise InputError("there is no move of yours to take back")
        count, last = self._decisions[-1]
        if last != self.seat:
            raise InputError(f"{seat_letter(last)} has decided since: your move can no longer be taken back")
        self._decisions.pop()
        record = self.match.record
        header = record.header | {"undos": record.header.get("undos", 0) + 1}
        self._seat_all(replace(record, header=header, entries=record.entries[:count], result=None))
        if not self._covered:
            self._paint()
        return True

    def _save(self, text: str) -> bool:
        first, _, rest = text.partition(" ")
        try:
            if first == "--masked":
                self._save_masked(rest.strip())
            elif text:
                copy_to(self.match.record.lines(), Path(text), own=self._own_files)
                self._say(words.saved(Path(text), self.match))
            else:
                self._say(words.saved(self.journal.path, self.match))
        except StorageError as error:
            raise InputError(str(error)) from error
        return False

    def _save_masked(self, name: str) -> None:
        if not self._seated:
            raise InputError("a spectator has no seat: expected save or save FILE")
        if not name:
            raise InputError("expected save --masked FILE")
        copy_to(self.stream.lines(), Path(name), own=self._own_files)
        self._say(f"saved what you have seen: {name}")

    def _print_log(self, _: str) -> bool:
        self.terminal.show("\n".join(words.joined(self.log)) or "nothing has happened yet")
        return False

    def _card(self, text: str) -> bool:
        self.terminal.show("\n\n".join(self.game.cards(text, self.game.options)))
        return False

    def _cards(self, _: str) -> bool:
        width = min(self.terminal.style.width, 100)
        texts = self.game.own_cards(self.stream.view)
        self.terminal.show("\n".join(line for text in texts for line in fold(text, width, "  ")) or "you hold nothing")
        return False

    def _rules(self, _: str) -> bool:
        self.terminal.show(self.game.rules_text())
        return False

    def _board(self, _: str) -> bool:
        self._paint()
        return False

    def _help(self, _: str) -> bool:
        self._say(words.help_text(self.terminal.style.width))
        return False

    def _resign(self, _: str) -> bool:
        self._note_decision(self.seat, replied=False)
        self.match.resign(self.seat)
        for log in self._logs.values():
            log.append(f"{seat_letter(self.seat)} resigns")
        return True

    def _again(self, _: str) -> bool:
        raise InputError("this game is not over; expected a move, or resign or quit")

    def _quit(self, _: str) -> bool:
        raise Leave

    def _tell_where(self) -> None:
        """Leave the line of the question, and say where an unfinished game lies; a finished one was told of before."""
        if self.match.record.result is not None:
            self.terminal.show("")
            return
        self.journal.begin(self.match.record)  # whole again, whatever an interrupt has cut short
        self.terminal.show("\n" + words.saved(self.journal.path, self.match))
