"""Data sets of the duel: what only the printed components tell, loaded from TOML and validated."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

from avalon_ai import toml
from avalon_ai.errors import DataError

LANDS = (
    "plain1", "plain2", "plain3", "forest1", "forest2", "forest3", "hill1", "hill2", "hill3", "avalon", "swamp",
)  # fmt: skip
SPECIAL = ("avalon", "swamp")
LIGHT = ("2", "terrain", "area")
DARK = ("4", "2xterrain", "each")
TILES = (*LIGHT, *DARK)
FEATURES = ("castle", "circle")
CASTLES = 3
CROWNS = (1, 3)
TOTAL_CROWNS = 15
LIGHT_TILES, DARK_TILES = 5, 4
SIZE_LIMIT = 1 << 16


@dataclass(frozen=True)
class DataSet:
    """One full set of components, valid; lands by their number, tiles in the order of TILES.

    `text` and `sha256` are those of the file that it came from, None for a shipped set.
    """

    name: str
    source: str
    crowns: tuple[int, ...]
    castles: tuple[int, ...]
    circle: int
    tiles: tuple[int, ...]
    crowns_to_win: int
    text: str | None = None

    def feature(self, land: int) -> str | None:
        """`castle`, `circle` or None."""
        return "castle" if land in self.castles else "circle" if land == self.circle else None

    @property
    def sha256(self) -> str | None:
        """The digest of the file's text, in hexadecimal."""
        return None if self.text is None else digest(self.text)


def digest(text: str) -> str:
    """The SHA-256 of a data file's text."""
    return hashlib.sha256(text.encode()).hexdigest()


@lru_cache(maxsize=1)
def _shipped() -> dict[str, Any]:
    text = files("avalon_ai.games").joinpath("duel.toml").read_text(encoding="utf-8")
    return toml.loads(text)


@lru_cache(maxsize=1)
def shipped() -> dict[str, DataSet]:
    """The data sets that come with the project, by name."""
    return {name: validate(body, f"duel.toml, set {name}", name) for name, body in _shipped()["sets"].items()}


def shipped_tiles() -> dict[str, dict[str, int]]:
    """The mixes of tiles that come with the project, by name."""
    mixes: dict[str, dict[str, int]] = _shipped()["tiles"]
    return mixes


def load(path: str) -> DataSet:
    """The data set in a file. Raises DataError that names the file and the rule which it breaks."""
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            raise DataError(path, "a TOML file", "no regular file")
        with open(path, "rb") as file:
            raw = file.read(SIZE_LIMIT + 1)
    except (OSError, ValueError) as error:
        if isinstance(error, DataError):
            raise
        raise DataError(path, "a TOML file that can be read", getattr(error, "strerror", None) or str(error)) from error
    if len(raw) > SIZE_LIMIT:
        raise DataError(path, f"at most {SIZE_LIMIT} bytes", "more")
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise DataError(path, "UTF-8", f"byte {raw[error.start]:#04x}") from error
    return parse(text, path)


def parse(text: str, file: str) -> DataSet:
    """The data set in the text of a file. Raises DataError."""
    try:
        body = toml.loads(text)
    except (toml.TOMLDecodeError, RecursionError) as error:
        raise DataError(file, "TOML", str(error)) from error
    return validate(body, file, file, text)


def validate(body: Mapping[str, Any], file: str, name: str, text: str | None = None) -> DataSet:
    """The data set of a table. Raises DataError for the first rule that it breaks."""
    _check_keys(body, file, ("source", "crowns_to_win", "lands", "tiles"), ("lands", "tiles"), "the set")
    lands = _lands(_table(body["lands"], file, "lands to be a table"), file)
    tiles = _tiles(_table(body["tiles"], file, "tiles to be a table of counts"), file)
    crowns = tuple(lands[land]["crowns"] for land in LANDS)
    features = {f: tuple(i for i, land in enumerate(LANDS) if lands[land].get("feature") == f) for f in FEATURES}
    _check_features(features, file)
    if sum(crowns) < TOTAL_CROWNS:
        raise DataError(file, f"crowns of all lands to be at least {TOTAL_CROWNS} in total", str(sum(crowns)))
    to_win = body.get("crowns_to_win", TOTAL_CROWNS)
    if not _whole(to_win) or not 1 <= to_win <= sum(crowns):
        raise DataError(file, f"crowns_to_win to be a whole number from 1 to {sum(crowns)}", repr(to_win))
    source = body.get("source", "as its file says")
    if not isinstance(source, str):
        raise DataError(file, "source to be a text", repr(source))
    return DataSet(name, source, crowns, features["castle"], features["circle"][0], tiles, to_win, text)


def _lands(lands: Mapping[str, Any], file: str) -> dict[str, Mapping[str, Any]]:
    missing, more = [land for land in LANDS if land not in lands], [land for land in lands if land not in LANDS]
    if missing or more:
        found = "; ".join(
            f"{word}: {', '.join(names)}" for word, names in (("missing", missing), ("unknown", more)) if names
        )
        raise DataError(file, f"11 territories, 9 of them lands: {', '.join(LANDS)}", found)
    return {land: _land(land, _table(card, file, f"{land} to be a table"), file) for land, card in lands.items()}


def _land(land: str, card: Mapping[str, Any], file: str) -> Mapping[str, Any]:
    _check_keys(card, file, ("crowns", "feature"), ("crowns",), land)
    crowns, feature = card["crowns"], card.get("feature")
    low, high = (1, 1) if land in SPECIAL else CROWNS
    if not _whole(crowns) or not low <= crowns <= high:
        allowed = "exactly 1 crown" if land in SPECIAL else f"{low} to {high} crowns"
        raise DataError(file, f"{land} to have {allowed}", repr(crowns))
    if "feature" in card and (feature not in FEATURES or land in SPECIAL):
        allowed = "no feature: it is no land" if land in SPECIAL else "the feature castle, circle or none"
        raise DataError(file, f"{land} to have {allowed}", repr(feature))
    return card


def _check_features(features: Mapping[str, tuple[int, ...]], file: str) -> None:
    castles = [LANDS[land] for land in features["castle"]]
    if len(castles) != CASTLES:
        raise DataError(file, f"exactly {CASTLES} castles", f"{len(castles)}: {', '.join(castles) or 'none'}")
    circles = [LANDS[land] for land in features["circle"]]
    if len(circles) != 1:
        raise DataError(file, "exactly one stone circle", f"{len(circles)}: {', '.join(circles) or 'none'}")
    if not circles[0].startswith("forest"):
        raise DataError(file, "the stone circle to be in a forest", circles[0])


def _tiles(tiles: Mapping[str, Any], file: str) -> tuple[int, ...]:
    for kind in [*TILES, *tiles]:
        count: Any = tiles.get(kind)
        if kind not in TILES:
            raise DataError(file, f"tiles of the kinds {', '.join(TILES)}", kind)
        if not _whole(count) or count < 1:
            raise DataError(file, f"at least one tile `{kind}`", "none" if count is None else repr(count))
    for word, kinds, number in (("light", LIGHT, LIGHT_TILES), ("dark", DARK, DARK_TILES)):
        total = sum(tiles[kind] for kind in kinds)
        if total != number:
            raise DataError(file, f"{number} {word} tiles ({', '.join(kinds)})", str(total))
    return tuple(tiles[kind] for kind in TILES)


def _check_keys(
    table: Mapping[str, Any], file: str, known: tuple[str, ...], needed: tuple[str, ...], owner: str
) -> None:
    for key in needed:
        if key not in table:
            raise DataError(file, f"{owner} to have {key}", "none")
    for key in table:
        if key not in known:
            raise DataError(file, f"{owner} to have only {', '.join(known)}", key)


def _table(value: object, file: str, rule: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise DataError(file, rule, repr(value))
    return value


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
