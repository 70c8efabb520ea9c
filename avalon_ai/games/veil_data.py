"""Data sets of Veil: a folder of eight TOML files, read, checked and told apart by a digest."""

from __future__ import annotations

import hashlib
import json
import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Any

from avalon_ai import toml
from avalon_ai.errors import DataError, OptionError, shorten
from avalon_ai.games import veil_files
from avalon_ai.games.veil_components import Component, Components
from avalon_ai.games.veil_files import FILES

HOUSE = "house"
SIZE_LIMIT = 1 << 20


@dataclass(frozen=True)
class DataSet:
    """A full set of components with its name, digest and the tables it was read from, by file."""

    name: str
    sha256: str
    content: Mapping[str, Any]
    components: Components

    @property
    def source(self) -> str:
        """Where it comes from, as its files say."""
        return ", ".join(sorted({str(table.get("source")) for table in self.content.values()}))

    @property
    def shipped(self) -> bool:
        """Whether it came with the project."""
        return self.name == HOUSE


def digest(content: Mapping[str, Any]) -> str:
    """The SHA-256 of the files' tables; layout, comments and the order of fields do not count."""
    return hashlib.sha256(canonical(content).encode()).hexdigest()


def canonical(content: Mapping[str, Any]) -> str:
    """The files' tables as one text that depends on nothing but what they say."""
    return json.dumps(content, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


@lru_cache(maxsize=1)
def house() -> DataSet:
    """The set that comes with the project."""
    return _made(HOUSE, {name: _parse(_house_text(name), name) for name in FILES}, "")


def load(path: str) -> DataSet:
    """The set of a folder; a file that it lacks is that of the house set.

    Raises DataError that names file, component, field and what was expected.
    """
    found = _listed(path)
    if not found:
        raise DataError(path, f"at least one of {', '.join(FILES)}", "none of them")
    for name in found:
        if name not in FILES:
            raise DataError(os.path.join(path, name), f"one of {', '.join(FILES)}", name)
    tables = {
        name: _parse(_text(os.path.join(path, name)), os.path.join(path, name)) if name in found
        else house().content[name]
        for name in FILES
    }  # fmt: skip
    return _made(path, tables, os.path.join(path, ""))


def restore(content: object, sha256: object, name: str) -> DataSet:
    """The set that a record carries. Raises DataError, and OptionError if it is not what its digest says."""
    if not isinstance(content, dict) or set(content) != set(FILES):
        held = ", ".join(map(str, content)) if isinstance(content, dict) else repr(content)
        raise DataError(f"content of {name}", f"the tables of {', '.join(FILES)}", held)
    try:
        found = digest(content)
    except (RecursionError, TypeError, ValueError) as error:
        raise DataError(f"content of {name}", "tables as TOML has them", str(error)) from error
    if sha256 != found:
        raise OptionError(f"sha256: expected {found}, the data's, got {shorten(sha256)}")
    return _made(name, content, f"{name}: ")


def choose(values: Mapping[str, Any]) -> DataSet:
    """The set that options or a record's header mean: `data`, and with it `content` and `sha256`.

    Raises OptionError or DataError.
    """
    name = values.get("data", HOUSE)
    if values.get("content") is not None:
        return restore(values["content"], values.get("sha256"), name)
    if name != HOUSE:
        return load(name)
    if values.get("sha256", house().sha256) != house().sha256:
        raise OptionError(f"sha256: expected {house().sha256}, the house data of this version, got another")
    return house()


def header(data: DataSet) -> dict[str, Any]:
    """What a record's header says about its data: name and digest, and what is not shipped in full."""
    said: dict[str, Any] = {"data": data.name, "sha256": data.sha256}
    return said if data.shipped else said | {"content": dict(data.content)}


def find(data: DataSet, wanted: str) -> list[Component]:
    """The components of that id or name, in any case; if there is none, those whose name holds the text."""
    text = " ".join(wanted.split()).casefold()
    named = list(data.components.named())
    exact = [part for part in named if text in (part.id.casefold(), part.name.casefold())]
    return exact or [part for part in named if text and text in part.name.casefold()]


def _made(name: str, content: Mapping[str, Any], folder: str) -> DataSet:
    return DataSet(name, digest(content), content, veil_files.read(content, folder))


def _house_text(name: str) -> str:
    return resources.files(__package__).joinpath("veil_data", name).read_text("utf-8")


def _listed(path: str) -> list[str]:
    """The TOML files of a folder."""
    try:
        return sorted(name for name in os.listdir(path) if name.endswith(".toml"))
    except (OSError, ValueError) as error:
        found = getattr(error, "strerror", None) or str(error)
        raise DataError(shorten(path), f"{HOUSE} or a folder with some of {', '.join(FILES)}", found) from error


def _text(path: str) -> str:
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            raise DataError(path, "a TOML file", "no regular file")
        with open(path, "rb") as file:
            raw = file.read(SIZE_LIMIT + 1)
    except OSError as error:
        raise DataError(path, "a TOML file that can be read", error.strerror or str(error)) from error
    if len(raw) > SIZE_LIMIT:
        raise DataError(path, f"at most {SIZE_LIMIT} bytes", "more")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise DataError(path, "UTF-8", f"byte {raw[error.start]:#04x}") from error


def _parse(text: str, path: str) -> dict[str, Any]:
    try:
        found = toml.loads(text)
        canonical(found)
    except (toml.TOMLDecodeError, RecursionError) as error:
        raise DataError(path, "TOML", str(error)) from error
    except TypeError as error:
        raise DataError(path, "texts, numbers, true, false, lists and tables", "a date or a time") from error
    return found
