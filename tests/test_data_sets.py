"""Data sets of the duel: the shipped ones hold, each broken rule is named, records carry foreign ones."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from avalon_ai import bots, games, match, record, toml
from avalon_ai.errors import DataError, OptionError
from avalon_ai.games import duel_data

SHIPPED = Path(duel_data.__file__).with_name("duel.toml")


def body() -> dict[str, Any]:
    sets: dict[str, dict[str, Any]] = toml.loads(SHIPPED.read_text(encoding="utf-8"))["sets"]
    return sets["kosmos20"]


def as_toml(data: dict[str, Any]) -> str:
    """The set as a file of its own."""
    text = "".join(f"{key} = {json.dumps(value)}\n" for key, value in data.items() if not isinstance(value, dict))
    for name in ("lands", "tiles"):
        if isinstance(data.get(name), dict):
            text += f"[{name}]\n"
            for key, value in data[name].items():
                inner = ", ".join(f"{k} = {json.dumps(v)}" for k, v in value.items()) if isinstance(value, dict) else ""
                text += f"{key} = {{ {inner} }}\n" if isinstance(value, dict) else f"{key} = {json.dumps(value)}\n"
    return text


def test_shipped_sets_are_valid_and_say_that_they_are_guesses() -> None:
    sets = duel_data.shipped()
    assert {name: sum(data.crowns) for name, data in sets.items()} == {"kosmos20": 20, "rich23": 23}
    for data in sets.values():
        assert data.source.startswith("house guess")
        assert data.tiles == (3, 1, 1, 2, 1, 1)
        assert [duel_data.LANDS[land] for land in data.castles] == ["plain3", "forest3", "hill3"]
        assert duel_data.LANDS[data.circle] == "forest1"


def set_value(path: str, value: Any) -> Callable[[dict[str, Any]], None]:
    def change(data: dict[str, Any]) -> None:
        *way, last = path.split(".")
        for key in way:
            data = data[key]
        data[last] = value

    return change


def remove(path: str) -> Callable[[dict[str, Any]], None]:
    def change(data: dict[str, Any]) -> None:
        *way, last = path.split(".")
        for key in way:
            data = data[key]
        del data[last]

    return change


def poor(data: dict[str, Any]) -> None:
    for name, land in data["lands"].items():
        land["crowns"] = 2 if name == "hill3" else 1


@pytest.mark.parametrize(
    ("change", "rule", "found"),
    [
        (remove("lands.plain2"), "11 territories, 9 of them lands", "missing: plain2"),
        (set_value("lands.hill4", {"crowns": 1}), "11 territories, 9 of them lands", "unknown: hill4"),
        (remove("lands.avalon"), "11 territories", "missing: avalon"),
        (set_value("lands.avalon.crowns", 2), "avalon to have exactly 1 crown", "2"),
        (set_value("lands.swamp.crowns", 3), "swamp to have exactly 1 crown", "3"),
        (set_value("lands.plain1.crowns", 0), "plain1 to have 1 to 3 crowns", "0"),
        (set_value("lands.plain1.crowns", 4), "plain1 to have 1 to 3 crowns", "4"),
        (set_value("lands.plain1.crowns", True), "plain1 to have 1 to 3 crowns", "True"),
        (set_value("lands.plain1.crowns", "2"), "plain1 to have 1 to 3 crowns", "'2'"),
        (remove("lands.plain1.crowns"), "plain1 to have crowns", "none"),
        (set_value("lands.plain1", 2), "plain1 to be a table", "2"),
        (set_value("lands.plain1.colour", "red"), "plain1 to have only crowns, feature", "colour"),
        (set_value("lands.plain1.feature", "castle"), "exactly 3 castles", "4: plain1"),
        (remove("lands.hill3.feature"), "exactly 3 castles", "2: plain3, forest3"),
        (set_value("lands.hill3.feature", "moat"), "the feature castle, circle or none", "'moat'"),
        (set_value("lands.avalon.feature", "castle"), "avalon to have no feature", "'castle'"),
        (remove("lands.forest1.feature"), "exactly one stone circle", "0: none"),
        (set_value("lands.forest2.feature", "circle"), "exactly one stone circle", "2: forest1, forest2"),
        (poor, "at least 15 in total", "12"),
        (remove("tiles.area"), "at least one tile `area`", "none"),
        (set_value("tiles.area", 0), "at least one tile `area`", "0"),
        (set_value("tiles.area", 2), "5 light tiles", "6"),
        (set_value("tiles.each", 2), "4 dark tiles", "5"),
        (set_value("tiles.all", 1), "tiles of the kinds", "all"),
        (remove("tiles"), "the set to have tiles", "none"),
        (set_value("tiles", 9), "tiles to be a table", "9"),
        (set_value("title", "x"), "the set to have only", "title"),
        (set_value("crowns_to_win", 21), "crowns_to_win to be a whole number from 1 to 20", "21"),
        (set_value("source", 3), "source to be a text", "3"),
    ],
)
def test_broken_rule_is_named_with_its_file(
    tmp_path: Path, change: Callable[[dict[str, Any]], None], rule: str, found: str
) -> None:
    data = body()
    change(data)
    path = tmp_path / "set.toml"
    path.write_text(as_toml(data), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        games.load("duel", set=str(path))
    assert caught.value.file == str(path)
    assert rule in caught.value.rule
    assert found in caught.value.found
    assert "\n" not in str(caught.value)


def test_circle_must_be_in_a_forest(tmp_path: Path) -> None:
    data = body()
    del data["lands"]["forest1"]["feature"]
    data["lands"]["hill1"]["feature"] = "circle"
    (tmp_path / "set.toml").write_text(as_toml(data), encoding="utf-8")
    with pytest.raises(DataError, match="the stone circle to be in a forest, found hill1"):
        duel_data.load(str(tmp_path / "set.toml"))


def test_files_that_are_no_data_sets(tmp_path: Path) -> None:
    path = tmp_path / "set.toml"
    for data in (b"", b"\xff", b"= 3", b"\x00" * 10, b"a = " + b"[" * 50_000, b"#" * 100_000):
        path.write_bytes(data)
        with pytest.raises(DataError):
            duel_data.load(str(path))
    for place in (tmp_path / "none.toml", tmp_path, Path(os.devnull)):
        with pytest.raises(DataError, match=str(place)):
            duel_data.load(str(place))


def own_set(tmp_path: Path) -> Path:
    data = body() | {"source": "my own box", "crowns_to_win": 12}
    data["lands"]["plain1"]["crowns"] = 3
    path = tmp_path / "own.toml"
    path.write_text(as_toml(data), encoding="utf-8")
    return path


def test_record_carries_a_foreign_set_and_replays_without_its_file(tmp_path: Path) -> None:
    path = own_set(tmp_path)
    game = games.load("duel", set=str(path))
    assert game.options["sha256"] == hashlib.sha256(path.read_bytes()).hexdigest()
    players = [bots.make("random", game), bots.make("random", game)]
    with record.Writer(tmp_path / "x.avr") as writer:
        match.play(game, players, seed=2, writer=writer)
    path.unlink()
    assert record.verify(tmp_path / "x.avr").text.endswith("fine")
    assert record.read(tmp_path / "x.avr").game.rules == game.rules


def test_changed_data_in_a_record_are_refused(tmp_path: Path) -> None:
    game = games.load("duel", set=str(own_set(tmp_path)))
    options = dict(game.options)
    with pytest.raises(OptionError, match=r"sha256: expected .* the data's"):
        games.recorded("duel", options | {"data": options["data"] + "\n"})
    with pytest.raises(OptionError, match="sha256"):
        games.recorded("duel", {"set": options["set"], "data": options["data"]})
    with pytest.raises(OptionError, match='"data"'):
        games.recorded("duel", {"set": options["set"]})


def test_rich_lands_are_worth_more() -> None:
    game: Any = games.load("duel", set="rich23")
    assert sum(game.data.crowns) == 23
    assert game.options == {"set": "rich23"}


def test_set_on_the_page_is_valid() -> None:
    page = (Path(__file__).parents[1] / "docs" / "duel.md").read_text(encoding="utf-8")
    data = duel_data.parse(page.split("```toml\n")[1].split("```")[0], "docs/duel.md")
    assert data.crowns == duel_data.shipped()["kosmos20"].crowns
