"""Does a program keep to the bot protocol? Plays with it and says what is fine and what is wrong, a line each.

for finding in check("./mybot"):
    print(finding.line())
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from avalon_ai import games, match, seeds
from avalon_ai.bots import Choice, make, messages
from avalon_ai.bots.command import CommandBot
from avalon_ai.bots.messages import Message, Ready
from avalon_ai.bots.process import LEAVE_SECONDS, Process
from avalon_ai.bots.program import DEAL_LINES, Command, Program
from avalon_ai.errors import BotError, OptionError, shorten
from avalon_ai.games.base import SEAT_LETTERS, Game, seat_letter
from avalon_ai.json_lines import encode, parse
from avalon_ai.match import Match
from avalon_ai.streams import Stream

FINE, WRONG, NOTE = "fine", "wrong", "note"
PREFIX = "cmd:"
LONG_LINE = 200_000  # bytes of a message that still has to be read
DECISIONS = 4  # a position in which messages are tried comes after so many of the seat's own moves
LATER = {"later": {"unknown": [1, None, "é"]}}  # what a later host may add to any message
SEED = 1
SILENT_CHECKS = 2  # after so many without an answer in time no more are waited for


@dataclass(frozen=True)
class Finding:
    """What one check found: `level` is fine, wrong or note."""

    check: str
    level: str
    text: str

    def line(self) -> str:
        """The finding for a person."""
        return f"{self.level:5}  {self.check}: {self.text}"


@dataclass
class _Subject:
    """The program that is looked at: how it is asked, and what is known of it."""

    spec: str
    bot: CommandBot
    wanted: tuple[str, ...]
    ready: Ready = field(default_factory=lambda: Ready("", ()))
    began: float = field(default_factory=lambda: time.time() - 1)  # some file systems round
    slowest: float = 0.0
    passed_over: int = 0

    @property
    def command(self) -> Command:
        return self.bot.command

    @property
    def limit(self) -> float:
        return self.bot.limit

    def games(self) -> list[str]:
        """The games it plays and that are wanted here."""
        return [name for name in self.ready.games if name in self.wanted]


Check = Callable[[_Subject], Iterator[Finding]]


def check(spec: str, *, only: Sequence[str] = (), rounds: int = 1) -> Iterator[Finding]:
    """Try all that the protocol asks for; `rounds` deals are played for each game, number of players and seat.

    The spec is a command, or what stands for one among bots: `cmd:time=5,./mybot`. `only` names the games to play, all
    that the program claims if it is empty. Raises SpecError for a spec that names no program, OptionError for a game
    that there is not.
    """
    spec = spec_of(spec)
    for name in only:
        games.kind(name)
    subject = _Subject(spec, _bot(spec, games.load(games.DEFAULT)), tuple(only) or tuple(games.names()))
    try:
        yield from _greets(subject)
    except BotError as error:
        yield Finding("ready", WRONG, str(error))
        return
    if not subject.games():
        return
    silent = 0
    for name, test in CHECKS.items():
        try:
            yield from test(subject)
        except BotError as error:
            yield Finding(name, WRONG, str(error))
            silent += error.reason == "time"
        if silent == SILENT_CHECKS:
            yield Finding("games", NOTE, "not tried: it gives no answers")
            return
    yield from _plays(subject, rounds)
    yield from _summary(subject)


def spec_of(command: str) -> str:
    """The spec of a command; a spec is left as it is."""
    return command if command.startswith(PREFIX) else PREFIX + command


def _bot(spec: str, game: Game) -> CommandBot:
    bot = make(spec, game)
    assert isinstance(bot, CommandBot)
    return bot


# --- the first words -----------------------------------------------------------------------------


def _greets(subject: _Subject) -> Iterator[Finding]:
    """Whether it says who it is, in time."""
    began = time.monotonic()
    with _started(subject) as program:
        seconds = time.monotonic() - began
        ready = subject.ready = program.ready
    keeps = "keeps on from game to game" if ready.keep else "plays one game in each process"
    yield Finding("ready", FINE, f"{ready.name}, {keeps}; said after {seconds:.2f} s")
    for name in ready.games:
        if name not in games.names():
            yield Finding("ready", NOTE, f"games: {shorten(name)} is not known here; games: {', '.join(games.names())}")
    if not subject.games():
        yield Finding("ready", WRONG, f"games: expected one at least of {', '.join(subject.wanted)}")


@contextmanager
def _started(subject: _Subject) -> Iterator[Program]:
    """A fresh process that has said who it is; it is ended at the end."""
    program = Program(subject.command.run(), subject.command.start_seconds)
    try:
        yield program
    finally:
        program.line.kill()


# --- single messages -----------------------------------------------------------------------------


def _unknown(subject: _Subject) -> Iterator[Finding]:
    """Whether it passes over fields and messages that it does not know."""
    stream = _position(subject.games()[0])
    with _talk(subject) as say:
        say(messages.hello() | LATER, messages.read_ready)
        say({"type": "later", "of": "another protocol"})
        for said in _before(stream, subject.limit):
            say(said | LATER)
        asked = _act(stream, 1, subject.limit)
        asked["legal"] = [move | LATER for move in asked["legal"]]
        messages.chosen(say(asked | LATER, messages.read_reply), stream.view.legal())
    yield Finding("unknown", FINE, "fields and messages that it cannot know are passed over")


def _repeat(subject: _Subject) -> Iterator[Finding]:
    """Whether an act that comes again under a new turn is answered again."""
    for name in subject.games():
        stream = _position(name)
        with _talk(subject) as say:
            say(messages.hello(), messages.read_ready)
            for said in _before(stream, subject.limit):
                say(said)
            answers = []
            for turn in (1, 2):
                raw = say(_act(stream, turn, subject.limit), bytes)
                answer, note = messages.read_reply(raw), parse(raw).get("note")
                if answer.turn != turn:
                    raise BotError(f'{name}: "turn": expected {turn}, got {shorten(str(answer.turn))}')
                answers.append(messages.chosen(answer, stream.view.legal()))
        yield Finding("repeat", FINE, f"{name}: an act that comes again is answered again")
        if answers[0] != answers[1]:
            yield Finding("repeat", NOTE, f"{name}: the same act got two different moves: games will not repeat")
        if answer.note != (note or None):
            kept = f"at most {messages.NOTE_LENGTH} characters, ? for what cannot be printed"
            yield Finding("notes", NOTE, f"{name}: a note is not kept as it is: {kept}")


def _alone(subject: _Subject) -> Iterator[Finding]:
    """Whether an act is answered that comes without start and events; it need not be."""
    stream = _position(subject.games()[0])
    with _talk(subject) as say:
        say(messages.hello(), messages.read_ready)
        try:
            say(_act(stream, 1, subject.limit), messages.read_reply)
            yield Finding("alone", FINE, "an act is answered by itself, without start and events")
        except BotError as error:
            yield Finding("alone", NOTE, f"an act is not answered without start and events: {error}")


def _long(subject: _Subject) -> Iterator[Finding]:
    """Whether it reads a line that is longer than most buffers."""
    stream = _position(subject.games()[0])
    with _talk(subject) as say:
        say(messages.hello(), messages.read_ready)
        for said in _before(stream, subject.limit):
            say(said)
        say(_act(stream, 1, subject.limit) | {"later": "x" * LONG_LINE}, messages.read_reply)
    yield Finding("long", FINE, f"a line of {LONG_LINE} bytes is read")


def _restart(subject: _Subject) -> Iterator[Finding]:
    """Whether one that keeps on takes a new game while the one before was never ended."""
    if not subject.ready.keep:
        return
    stream = _position(subject.games()[0])
    with _started(subject) as program:
        for _ in range(2):
            program.begin(stream, subject.limit)
            program.ask(stream)
    yield Finding("restart", FINE, "a start takes the place of a game that was not ended")


def _quiet(subject: _Subject) -> Iterator[Finding]:
    """Whether nothing but the answers stands on stdout."""
    stream = _position(subject.games()[0])
    with _started(subject) as program:
        process = program.line
        assert isinstance(process, Process)
        program.begin(stream, subject.limit)
        program.ask(stream)
        process.leave(time.monotonic() + LEAVE_SECONDS)
        left = process.unread()
    if left.strip():
        yield Finding("stdout", WRONG, f"expected nothing after an answer, got {_shown(left)}")
    else:
        yield Finding("stdout", FINE, "nothing but answers")


def _ends(subject: _Subject) -> Iterator[Finding]:
    """Whether it ends by itself, with exit code 0 and without a word, on bye and when its input ends."""
    for last, name in ((messages.bye(), "bye"), (None, "the end of its input")):
        with _started(subject) as program:
            process = program.line
            assert isinstance(process, Process)
            deadline = time.monotonic() + LEAVE_SECONDS
            if last is not None:
                process.send(encode(last), deadline)
            code = process.leave(deadline)
            left = process.unread()
        if code is None:
            yield Finding("end", WRONG, f"on {name}: expected its end within {LEAVE_SECONDS:g} s, it had to be ended")
        elif code != 0:
            yield Finding("end", WRONG, f"on {name}: expected exit code 0, got {code}")
        elif left.strip():
            yield Finding("end", WRONG, f"on {name}: expected no more on stdout, got {_shown(left)}")
        else:
            yield Finding("end", FINE, f"ends on {name}")


CHECKS: dict[str, Check] = {
    "unknown": _unknown,
    "repeat": _repeat,
    "alone": _alone,
    "long": _long,
    "restart": _restart,
    "stdout": _quiet,
    "end": _ends,
}

Say = Callable[..., Any]


@contextmanager
def _talk(subject: _Subject) -> Iterator[Say]:
    """A fresh process, and a function that sends a message and gives the answer as `read` reads it, if it is given."""
    process = subject.command.run()

    def say(said: Message, read: Callable[[bytes], Any] | None = None) -> Any:
        seconds = subject.command.start_seconds if said["type"] == "hello" else subject.limit
        deadline = time.monotonic() + seconds
        process.send(encode(said), deadline)
        return None if read is None else read(process.receive(deadline))

    try:
        yield say
    finally:
        process.kill()


def _before(stream: Stream, seconds: float) -> Iterator[Message]:
    """What comes before the first act in a game that stands there."""
    yield messages.start(stream, 1, seconds)
    for number, line in enumerate(stream.lines()[DEAL_LINES:], DEAL_LINES + 1):
        yield messages.event(1, number, line)


def _act(stream: Stream, turn: int, seconds: float) -> Message:
    return messages.act(stream, stream.lines(), 1, turn, seconds)


def _position(name: str) -> Stream:
    """What a seat has seen after some moves of its own, when it is to move again and has a choice."""
    game = games.load(name)
    table = Match.new(game, ["cmd", *["random"] * (game.seats - 1)], seed=SEED)
    rng, own = seeds.rng(SEED), 0
    while (actor := table.advance()) is not None:
        legal = table.state.legal()
        own += actor == 0
        if actor == 0 and own > DECISIONS and len(legal) > 1:
            break
        table.put(legal[rng.below(len(legal))])
    return table.streams[0]


# --- whole games ---------------------------------------------------------------------------------


class _Watched:
    """The program in a game: how long it takes, and what is wrong with it."""

    def __init__(self, subject: _Subject, bot: CommandBot) -> None:
        self.spec = bot.spec
        self.fault = ""
        self._subject = subject
        self._bot = bot

    def allow(self, seconds: float | None) -> None:
        """As the program."""
        self._bot.allow(seconds)

    def start(self, stream: Stream, seed: int) -> None:
        """As the program."""
        with self._noting("start"):
            self._bot.start(stream, seed)

    def act(self, stream: Stream) -> Choice:
        """As the program."""
        began = time.monotonic()
        with self._noting(f"line {len(stream.events) + 3}"):
            choice = self._bot.act(stream)
        self._subject.slowest = max(self._subject.slowest, time.monotonic() - began)
        return choice

    def end(self, stream: Stream, record: Any) -> None:
        """As the program."""
        self._bot.end(stream, record)

    def close(self) -> None:
        """As the program."""
        program = self._bot.program
        if program is not None:
            self._subject.passed_over += program.passed_over
            program.passed_over = 0
        self._bot.close()

    @contextmanager
    def _noting(self, where: str) -> Iterator[None]:
        try:
            yield
        except BotError as error:
            self.fault = f"{where}: {error}"
            raise


def _plays(subject: _Subject, rounds: int) -> Iterator[Finding]:
    """Whole games of each kind and size, from every seat, against moves by chance; a game that fails is left there."""
    for name in subject.games():
        for game in _sizes(name):
            tried = ((deal, seat) for deal in range(rounds) for seat in range(game.seats))
            faults = (_game(subject, game, deal, seat) for deal, seat in tried)
            fault = next((fault for fault in faults if fault is not None), None)
            if fault is not None:
                yield Finding("games", WRONG, f"{name}, {game.seats} players, {fault}")
                break
            yield Finding("games", FINE, f"{name}, {game.seats} players: {rounds * game.seats} games")


def _game(subject: _Subject, game: Game, deal: int, seat: int) -> str | None:
    """Play one game: gives what was wrong with it."""
    watched = _Watched(subject, _bot(subject.spec, game))
    others = [make("random", game) for _ in range(game.seats - 1)]
    match.play(game, [watched, *others], seed=SEED, deal_index=deal, rotation=-seat % game.seats)
    return f"seat {seat_letter(seat)}, {watched.fault}" if watched.fault else None


def _sizes(name: str) -> list[Game]:
    """The game for every number of players there is."""
    found: dict[int, Game] = {}
    kind = games.kind(name)
    for seats in range(2, len(SEAT_LETTERS) + 1):
        try:
            game = games.load(name, **kind.seated({}, seats))
        except OptionError:
            continue
        found[game.seats] = game
    return [found[seats] for seats in sorted(found)]


def _summary(subject: _Subject) -> Iterator[Finding]:
    """What can be said after all games."""
    if subject.passed_over:
        yield Finding("stdout", WRONG, f"expected one answer to each act, got {subject.passed_over} to earlier ones")
    yield Finding("time", NOTE, f"slowest answer {subject.slowest:.3f} s of {subject.limit:g} s")
    log = subject.command.log_path()
    if log.exists() and log.stat().st_mtime >= subject.began:
        yield Finding("stderr", NOTE, f"what it wrote to stderr stands in {log}")


def _shown(data: bytes) -> str:
    return shorten(data.decode("utf-8", "replace").strip())
