"""What can go wrong outside this library's power: each error says what was wrong and what was expected."""

from __future__ import annotations

FOUND_LENGTH = 80


def shorten(found: object, length: int = FOUND_LENGTH) -> str:
    """One printable line of at most `length` characters that shows what stood there."""
    text = found if isinstance(found, str) else repr(found)
    text = "".join(c if c.isprintable() else "?" for c in text)
    return text if len(text) <= length else text[: length - 3] + "..."


class AvalonError(Exception):
    """Any mistake in what was handed in: its text is one line meant for a person.

    >>> from avalon_ai import AvalonError, load
    >>> try:
    ...     load("duel", hand=99)
    ... except AvalonError as error:
    ...     print(error)
    hand: expected a whole number from 1 to 9, got 99
    """


class InputError(AvalonError, ValueError):
    """A text that a person typed is no move here; the text says what was expected."""


class OptionError(AvalonError, ValueError):
    """An unknown option, or a value out of its range; the text names the valid ones."""


class SpecError(OptionError):
    """A bot's spec that names no bot, or an option which that bot does not have."""


class DataError(AvalonError, ValueError):
    """A data set that breaks a rule of the validator."""

    def __init__(self, file: str, rule: str, found: str) -> None:
        super().__init__(f"{file}: expected {rule}, found {shorten(found)}")
        self.file, self.rule, self.found = file, rule, found


class LineError(AvalonError, ValueError):
    """A line or a deal that is not what the format or the rules say."""

    def __init__(self, expected: str, found: object) -> None:
        super().__init__(f"expected {expected}, found {shorten(found)}")
        self.expected, self.found = expected, shorten(found)


class StreamError(LineError):
    """A line of a masked stream that cannot be; `line` is its number, counted from 0, the deal."""

    def __init__(self, line: int, expected: str, found: object) -> None:
        super().__init__(expected, found)
        self.line = line

    def __str__(self) -> str:
        return f"{f'event {self.line}' if self.line else 'deal'}: {super().__str__()}"


class RecordError(AvalonError, ValueError):
    """A record that cannot be what it says it is: file, line, what was expected and what stood there."""

    def __init__(self, file: str, line: int, expected: str, found: str) -> None:
        super().__init__(f"{file}: line {line}: expected {expected}, found {found}")
        self.file, self.line, self.expected, self.found = file, line, expected, found


class PlaceError(AvalonError, ValueError):
    """A line number at which a record has no position."""


class StorageError(AvalonError, OSError):
    """A file that cannot be read or written; the text names it and says why."""
