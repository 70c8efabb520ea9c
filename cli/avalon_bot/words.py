"""What a session says that is not about one game: commands, hints, endings. Pure functions."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from avalon_ai.games.base import Game, seat_letter
from avalon_ai.match import Match
from avalon_ai.style import Style, columns, fold, pad

if TYPE_CHECKING:
    from avalon_ai.search import Report

HINTS_SHOWN = 5
NAMED_WINNERS = 2  # of more the letters are enough


@dataclass(frozen=True)
class Command:
    """A word that is no move: what it does, and how else it may be said."""

    name: str
    help: str
    others: tuple[str, ...] = ()
    takes_text: bool = False
    needs_text: bool = False  # the word alone is no command

    def fits(self, text: str) -> bool:
        """Whether that may stand behind the word."""
        return bool(text) if self.needs_text else self.takes_text or not text


COMMANDS = {
    command.name: command
    for command in (
        Command("moves", "list all moves with their numbers (so does an empty line); #3 plays the third", ("m",)),
        Command("hint", "the best moves a search finds from what you can see", ("h",)),
        Command("why", "the best move in one line: win rate, visits, runner-up, gap", ("w",)),
        Command("beliefs", "how likely hidden things are, from what you can see", ("bel",)),
        Command("undo", "back to your own last decision; chance stays the same", ("u",)),
        Command("save", "save the game; save FILE: there; save --masked FILE: only what you have seen", (), True),
        Command("card", "card NAME: the text of a card or another component, in games that have them", needs_text=True),
        Command("cards", "the texts of all that you hold, in games that have them", ("hand",)),
        Command("log", "all that has happened", ("l", "history")),
        Command("board", "draw the board again", ("b", "show")),
        Command("rules", "the rules in short"),
        Command("resign", "give the game up"),
        Command("again", "another game, after the end"),
        Command("quit", "leave; the game is saved", ("q", "exit")),
        Command("?", "this list", ("help", "commands")),
    )
}
ONLY_IN_PLAY = frozenset(("moves", "hint", "why", "beliefs", "cards", "resign"))
_NAMES = {name: command for command in COMMANDS.values() for name in (command.name, *command.others)}


def command(word: str) -> Command | None:
    """The command that a word means, in any case."""
    return _NAMES.get(word.lower())


def help_text(width: int) -> str:
    """The list of commands."""
    lines = ["Type a move, in any case and order of words, or one of these:"]
    for known in COMMANDS.values():
        names = pad(", ".join((known.name, *known.others)), 20)
        lines += fold(f"  {names}{known.help}", min(width, 100), " " * 22)
    return "\n".join(lines)


def joined(log: Sequence[str]) -> list[str]:
    """The log with sentences that begin alike, up to a colon, made one: `A draws: KR, EG`."""
    lines: list[str] = []
    for sentence in log:
        start, colon, rest = sentence.partition(": ")
        if colon and lines and lines[-1].startswith(start + colon) and "," not in start:
            lines[-1] += f", {rest}"
        else:
            lines.append(sentence)
    return lines


def move_list(groups: Sequence[tuple[str, Sequence[str]]], style: Style) -> list[str]:
    """All moves under their headings, numbered through."""
    lines: list[str] = []
    total = sum(len(texts) for _, texts in groups)
    width, number = len(str(total)) + 1, 0
    for title, texts in groups:
        lines.append(style.paint(title, "bold"))
        items = []
        for text in texts:
            number += 1
            items.append(f"{'#' + str(number):>{width}} {text}")
        lines += columns(items, min(style.width, 100), "  ", 3)
    return lines


def percent(value: float | None) -> str:
    """A win rate in words; a move that was never tried has none."""
    return "-" if value is None else f"{100 * value:.1f} %"


def hint(game: Game, report: Report, plan: Sequence[int]) -> list[str]:
    """The best moves of a report; `plan` is the first of them with what goes with it."""
    best = "; ".join(game.text(event) for event in plan)
    lines = [f"best: {best}"]
    for place, move in enumerate(report.moves[:HINTS_SHOWN], 1):
        lines.append(
            f"  {place}. {pad(game.text(move.event), 14)} wins {percent(move.value):>7}   {move.visits} visits"
        )
    return lines


def why(game: Game, report: Report) -> str:
    """The best move, its win rate and visits, the runner-up and the gap, in one line."""
    best = report.moves[0]
    said = f"{game.text(best.event)} wins {percent(best.value)} ({best.visits} of {report.visits} visits)"
    if len(report.moves) == 1:
        return f"{said}; it is the only move"
    second = report.moves[1]
    gap = "" if best.value is None or second.value is None else f", gap {100 * (best.value - second.value):.1f}"
    return f"{said}; next {game.text(second.event)} {percent(second.value)} ({second.visits}){gap}"


def saved(path: Path, match: Match) -> str:
    """Where a game lies, and that it shows hidden things while it is unfinished."""
    if match.record.result is not None:
        return f"saved: {path}"
    return (
        f"saved: {path} (it holds what is hidden, readable by you alone; go on with --resume {shlex.quote(str(path))})"
    )


def hand_over(seat: int) -> str:
    """What stands alone on the screen while the keyboard goes to another person."""
    letter = seat_letter(seat)
    return f"{letter} is to act. Pass the keyboard to {letter}, who then presses Enter; nobody else looks."


def ending(game: Game, match: Match, names: Sequence[str], seat: int, style: Style) -> str:
    """The result in words to the person of a seat, and everything that was hidden."""
    result = match.record.result or {}
    scores = [result["result"][seat_letter(seat)] for seat in range(game.seats)]
    winners = [seat for seat, score in enumerate(scores) if score == max(scores)]
    reason = game.verdict(match.state, result["reason"])
    said = fold(f"{_winners(winners, names, seat)} {reason}", min(style.width, 100))
    told = "\n".join(style.paint(line, "bold") for line in said)
    return f"{told}\n{game.reveal(match.state, style, names)}"


def _winners(winners: Sequence[int], names: Sequence[str], seat: int) -> str:
    if len(winners) == len(names):
        return "A draw:"
    named = len(winners) <= NAMED_WINNERS
    others = [seat_letter(winner) + f" ({names[winner]})" * named for winner in winners if winner != seat]
    said = " and ".join(filter(None, [", ".join(others[:-1]), *others[-1:]]))
    if seat in winners:
        return f"You win{' with ' * bool(said)}{said}:"
    return f"{said} win{'s' * (len(others) == 1)}:"
