"""Reads filters, counts and conditions of Veil's components; a fault says where in the text it is."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache

from avalon_ai.errors import LineError
from avalon_ai.games.veil_vocabulary import (
    ENEMY,
    FILTER_WORDS,
    MOST_CLAUSES,
    NOUNS,
    OPERATORS,
    PLACED,
    REGIONS,
    UNITS,
    Compare,
    Condition,
    Count,
    Filter,
    GainIf,
    Spread,
    Tally,
)

LARGEST = 999
CACHED = 4096
_TOKEN = re.compile(r"\s*([A-Za-z_]+|[0-9]+|>=|<=|==|[(),;])")
_SPREADS = ("each", "quad", "same")
_LEADING = {"max", "regions", "vplead", *_SPREADS}


class _Text:
    """What is left of a text, word by word."""

    def __init__(self, text: str) -> None:
        self.words: list[tuple[str, int]] = []
        at, end = 0, len(text.rstrip())
        while at < end:
            found = _TOKEN.match(text, at)
            if found is None:
                raise LineError("words, numbers, >=, <=, == and brackets", f"{text[at:]!r} at character {at + 1}")
            self.words.append((found[1], found.start(1) + 1))
            at = found.end()
        self.words.append(("", end + 1))
        self.at = 0

    @property
    def word(self) -> str:
        return self.words[self.at][0]

    def take(self) -> str:
        word = self.word
        self.at += 1
        return word

    def fault(self, expected: str) -> LineError:
        word, at = self.words[self.at]
        return LineError(expected, f"{word!r} at character {at}" if word else f"the end, at character {at}")

    def need(self, *allowed: str) -> str:
        if self.word not in allowed:
            raise self.fault(" or ".join(allowed))
        return self.take()

    def one_of(self, what: str, allowed: Collection[str]) -> str:
        if self.word not in allowed:
            raise self.fault(f"{what} ({', '.join(allowed)})")
        return self.take()

    def number(self) -> int:
        if not self.word.isdigit() or int(self.word) > LARGEST:
            raise self.fault(f"a number from 0 to {LARGEST}")
        return int(self.take())

    def end(self, expected: str = "nothing more") -> None:
        if self.word:
            raise self.fault(expected)


@lru_cache(maxsize=CACHED)
def read_filter(text: str) -> Filter:
    """The filter of a text like `coast or settled`. Raises LineError."""
    words = _Text(text)
    found = _filter(words)
    words.end("a filter word or the end")
    return found


@lru_cache(maxsize=CACHED)
def read_count(text: str) -> Count:
    """The count of a text like `max(strength in inner)`. Raises LineError."""
    words = _Text(text)
    found = _count(words)
    words.end("the end of the count")
    return found


@lru_cache(maxsize=CACHED)
def read_condition(text: str) -> Condition:
    """The condition of a text like `settlements == 0 and power >= 2`. Raises LineError."""
    words = _Text(text)
    parts = [_part(words)]
    while words.word:
        words.need("and")
        parts.append(_part(words))
    return Condition(tuple(parts))


@lru_cache(maxsize=CACHED)
def read_gainif(text: str) -> GainIf:
    """What a gain needs, of a text like `there:forest or river`. Raises LineError."""
    form, colon, rest = text.partition(":")
    if form == "there" and colon:
        return GainIf("there", where=read_filter(rest))
    if form == "deployed" and colon:
        return GainIf("deployed", units=_units(rest))
    if text == "explored":
        return GainIf("explored")
    words = _Text(text) if not colon else None
    if words is None or words.word != "moved":
        raise LineError("there:FILTER, explored, deployed:UNITS or moved>=N", repr(text))
    words.take()
    words.need(">=")
    found = GainIf("moved", n=words.number())
    words.end()
    return found


def _units(text: str) -> str:
    if text not in UNITS:
        raise LineError(f"units ({', '.join(UNITS)})", repr(text))
    return text


def _filter(words: _Text) -> Filter:
    clauses = [_clause(words)]
    while words.word in FILTER_WORDS:
        if len(clauses) == MOST_CLAUSES:
            raise words.fault(f"at most {MOST_CLAUSES} words beside each other")
        clauses.append(_clause(words))
    return Filter(tuple(clauses))


def _clause(words: _Text) -> tuple[str, ...]:
    found = [words.one_of("a filter word", FILTER_WORDS)]
    while words.word == "or":
        words.take()
        found.append(words.one_of("a filter word", FILTER_WORDS))
    return tuple(sorted(set(found), key=FILTER_WORDS.index))


def _tally(words: _Text) -> Tally:
    noun = words.word.removeprefix(ENEMY)
    if noun not in NOUNS:
        raise words.fault(f"what is counted ({', '.join(NOUNS)}, each also with {ENEMY})")
    return Tally(noun, words.take().startswith(ENEMY))


def _placed(words: _Text) -> Tally:
    if words.word.removeprefix(ENEMY) not in PLACED:
        raise words.fault(f"what stands in a region ({', '.join(PLACED)})")
    return _tally(words)


def _count(words: _Text) -> Count:
    if words.word == "vplead":
        words.take()
        return Count("vplead", Tally("vp"))
    if words.word == "max":
        words.take()
        words.need("(")
        tally = _placed(words)
        words.need("in")
        found = Count("max", tally, _filter(words))
        words.need(")")
        return found
    if words.word == "regions":
        words.take()
        words.need("(")
        tally, least = _test(words)
        where = _filter(words) if words.word != ")" else None
        words.need(")")
        return Count("regions", tally, where, least)
    if words.word not in _LEADING and words.words[min(words.at + 1, len(words.words) - 1)][0] == "in":
        tally = _placed(words)
        words.take()
        return Count("sum", tally, _filter(words))
    return Count("sum", _tally(words))


def _test(words: _Text) -> tuple[Tally, int]:
    tally = _placed(words)
    words.need(">=")
    return tally, words.number()


def _part(words: _Text) -> Compare | Spread:
    if words.word not in _SPREADS:
        count = _count(words)
        return Compare(count, words.need(*OPERATORS), words.number())
    form = words.take()
    words.need("(")
    tests = [_test(words)]
    if form == "same":
        words.need(",")
        tests.append(_test(words))
    regions: list[str] = []
    if form == "each":
        words.need(";")
        regions.append(words.one_of("a region", REGIONS))
        while words.word != ")":
            regions.append(words.one_of("a region", REGIONS))
    words.need(")")
    return Spread(form, tuple(tests), tuple(sorted(set(regions), key=REGIONS.index)))
