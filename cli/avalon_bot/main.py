"""Start of the command `avalon-bot`: commands are loaded when they are called, and no traceback reaches a user."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module

import click

PROGRAM = "avalon-bot"
DEBUG = "AVALON_DEBUG"
DONE, FAILED, WRONG_USAGE, INTERRUPTED = 0, 1, 2, 130

# Name and first line of help: the list is shown without loading any of them.
COMMANDS = {
    "vs": "Play against the machine at this keyboard.",
    "play": "Let bots play each other.",
    "tournament": "Let many bots play each other: standings, a cross table, resume.",
    "rate": "Rate the players of recorded games.",
    "replay": "Tell a recorded game step by step.",
    "verify": "Check records under the rules.",
    "view": "Show what one seat knew, as JSON.",
    "analyze": "Search a recorded position for the seat to act.",
    "beliefs": "Tell what a seat may believe about hidden things.",
    "serve": "Search for another program: lines of JSON on stdin and stdout.",
    "perft": "Count event sequences from a recorded position.",
    "check-bot": "Check whether a program keeps to the bot protocol.",
    "bench": "Measure the speed of core and search.",
    "games": "List games, bots and their options.",
    "card": "Tell what a card or another component says.",
}


class Commands(click.Group):
    """The commands by name; each lives in the module of its name, as `command`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Every command, in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load one command."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"avalon_bot.{cmd_name.replace('-', '_')}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that the arguments begin with."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            raise click.UsageError(f"no command {args[0]!r}; commands: {', '.join(COMMANDS)}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands from the table alone."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=Commands, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name=PROGRAM, prog_name=PROGRAM)
@click.pass_context
def commands(context: click.Context) -> None:
    """Play and analyse Avalon board games that hide something.

    Begin with `avalon-bot vs human`: the two-player duel against the machine.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def main(args: Sequence[str] | None = None) -> int:
    """Run the command and give its exit code: 0 done, 1 failed, 2 wrong usage, 130 interrupted."""
    try:
        code = commands.main(args=None if args is None else list(args), prog_name=PROGRAM, standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else DONE
    except click.exceptions.Exit as done:
        return done.exit_code
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        if args is None:
            _end_in_peace()
        complain("interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        _forget_stdout()
        return FAILED
    except Exception as error:
        return _failed(error)


def _end_in_peace() -> None:
    """The process ends: one more Ctrl-C would only leave a trace of where it was."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


def complain(text: str) -> None:
    """One line on stderr, under the program's name."""
    click.echo(f"{PROGRAM}: {text}", err=True)


def _failed(error: Exception) -> int:
    """Tell an error in one line and give its exit code."""
    from avalon_ai.errors import AvalonError, OptionError, PlaceError, shorten

    if os.environ.get(DEBUG):
        raise error
    if isinstance(error, AvalonError):
        complain(str(error))
        return WRONG_USAGE if isinstance(error, (OptionError, PlaceError)) else FAILED
    if isinstance(error, OSError):
        complain(f"{error.filename or 'output'}: {error.strerror or error}")
        return FAILED
    complain(f"a fault of this program, {type(error).__name__}: {shorten(str(error))} ({DEBUG}=1 shows where)")
    return FAILED


def _forget_stdout() -> None:
    """Whoever read stdout is gone: what is still to be flushed at the end goes nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
