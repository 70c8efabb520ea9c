"""JSON Lines, as records are written and as other programs are spoken to: one object a line, UTF-8, bounded.

lines = Lines()
for raw in lines.feed(b'{"id": 1}\n{"id"'):
    print(parse(raw))
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

from avalon_ai.errors import LineError

LINE_LIMIT = 1 << 20  # bytes of a line, its end included


def dumps(said: Mapping[str, Any]) -> str:
    """One line, without its end."""
    return json.dumps(said, ensure_ascii=False)


def encode(said: Mapping[str, Any]) -> bytes:
    """One whole line as bytes."""
    return (dumps(said) + "\n").encode()


def parse(raw: bytes) -> dict[str, Any]:
    """The object on a line. Raises LineError for anything else, a longer line than LINE_LIMIT among it."""
    if len(raw) > LINE_LIMIT:
        raise LineError(f"a line of at most {LINE_LIMIT} bytes", "a longer one")
    try:
        said = json.loads(raw.decode("utf-8"), parse_constant=_no_number, parse_float=_number)
        if b"\\u" in raw:
            dumps(said).encode()  # half a surrogate pair cannot be written again
    except UnicodeDecodeError as error:
        raise LineError("UTF-8", f"byte {raw[error.start]:#04x} at column {error.start + 1}") from error
    except UnicodeEncodeError as error:
        raise LineError("whole characters", "half a surrogate pair") from error
    except (ValueError, RecursionError) as error:
        raise LineError("a JSON object", raw.decode("utf-8", "replace").strip() or "an empty line") from error
    if not isinstance(said, dict):
        raise LineError("a JSON object", raw.decode("utf-8", "replace").strip())
    return said


def _no_number(name: str) -> float:
    raise ValueError(name)


def _number(text: str) -> float:
    value = float(text)
    return value if math.isfinite(value) else _no_number(text)


class Lines:
    """Cuts bytes that come in pieces of any size into lines, and keeps at most one line of LINE_LIMIT bytes.

    Of a longer line only the beginning is given, one byte too long, so that `parse` refuses it; the rest is dropped.
    """

    def __init__(self) -> None:
        self._begun = bytearray()

    def feed(self, data: bytes) -> list[bytes]:
        """The lines that end within these bytes, without their ends."""
        *ends, rest = data.split(b"\n")
        lines = []
        for end in ends:
            self._add(end)
            lines.append(bytes(self._begun))
            self._begun.clear()
        self._add(rest)
        return lines

    def rest(self) -> bytes:
        """What came after the last end of a line; nothing is left then."""
        left = bytes(self._begun)
        self._begun.clear()
        return left

    def _add(self, data: bytes) -> None:
        self._begun += data[: LINE_LIMIT + 1 - len(self._begun)]
