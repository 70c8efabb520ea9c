"""Lines of JSON: cut from bytes in any pieces, bounded, and refused with a reason where they are no object."""

from __future__ import annotations

import pytest

from avalon_ai import schemas
from avalon_ai.errors import LineError
from avalon_ai.json_lines import LINE_LIMIT, Lines, encode, parse

TEXT = 'eins {"ä": 1}\n\n{"b": "\u2028"}\r\nlast'.encode()


@pytest.mark.parametrize("size", [1, 2, 3, 7, 100])
def test_pieces_of_any_size_give_the_same_lines(size: int) -> None:
    lines, found = Lines(), []
    for start in range(0, len(TEXT), size):
        found += lines.feed(TEXT[start : start + size])
    assert found == TEXT.split(b"\n")[:-1]
    assert lines.rest() == b"last"
    assert lines.rest() == b""


def test_of_a_line_without_end_no_more_is_kept_than_the_bound() -> None:
    lines = Lines()
    for _ in range(40):
        assert lines.feed(b"x" * 100_000) == []
    assert len(lines._begun) == LINE_LIMIT + 1
    long, short = lines.feed(b'\n{"a": 1}\n')
    with pytest.raises(LineError, match="a line of at most"):
        parse(long)
    assert parse(short) == {"a": 1}


@pytest.mark.parametrize("raw", [b"", b"[]", b"1", b"{", b'{"a": NaN}', b'{"a": 1e999}', b"\xff{}", b"[" * 10_000])
def test_what_is_no_object_is_refused(raw: bytes) -> None:
    with pytest.raises(LineError, match="expected"):
        parse(raw)


def test_half_a_surrogate_pair_is_refused() -> None:
    with pytest.raises(LineError, match="whole characters"):
        parse(rb'{"a": "\ud800"}')


def test_what_is_written_is_read_again() -> None:
    said = {"a": "zwölf\n", "b": [1.5, None, True]}
    assert parse(encode(said)) == said
    assert encode(said).count(b"\n") == 1


def test_an_unknown_schema_is_refused() -> None:
    assert schemas.names("nobody") == []
    with pytest.raises(FileNotFoundError):
        schemas.load("nobody.said")
