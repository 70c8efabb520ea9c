"""The command `rate`: games played elsewhere, read from their records."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from avalon_ai.style import squeeze
from avalon_bot.main import main
from command_line import Capture, run

SIDES = ("first", "second")


@pytest.fixture(scope="module")
def duels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Twelve games of two bots on six deals."""
    return played(tmp_path_factory.mktemp("duels"), "duel", "random", "greedy", "--games", "12")


@pytest.fixture(scope="module")
def quests(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Games of five with two sides."""
    bots = ("random", "logic", "rules", "logic", "random")
    return played(tmp_path_factory.mktemp("quests"), "resistance", *bots, "--games", "20")


def played(folder: Path, *args: str) -> Path:
    assert main(["play", *args, "--record", f"{folder}/"]) == 0
    return folder


def rated(capsys: Capture, *args: str | Path) -> dict[str, Any]:
    code, out, _ = run(capsys, "rate", "--json", *map(str, args))
    assert code == 0
    found: dict[str, Any] = json.loads(out)
    return found


def test_stronger_bot_comes_first_and_deals_are_groups(capsys: Capture, duels: Path) -> None:
    found = rated(capsys, duels)
    assert (found["game"], found["games"], found["groups"]) == ("duel", 12, 6)
    assert [row["bot"] for row in found["ratings"]] == ["greedy", "random"]
    first, second = (row["rating"] for row in found["ratings"])
    assert first["low"] < first["elo"] < first["high"]
    assert first["elo"] == -second["elo"] > 0
    assert set(found["sides"]) == set(SIDES)
    assert sum(row["score"] for row in found["ratings"]) == 1


def test_documented_fields_are_those_that_are_told(capsys: Capture, duels: Path) -> None:
    found = rated(capsys, duels)
    text = (Path(__file__).parent.parent / "docs" / "ratings.md").read_text("utf-8")
    table = text[text.index("| field |") : text.index("## The page")]
    row = found["ratings"][0]
    told = [*found, *row, *row["rating"], *row["sides"]["first"]]
    assert set(re.findall(r'[`"](\w+)[`"]', table)) == set(told)


def test_few_groups_are_marked(capsys: Capture, duels: Path, tmp_path: Path) -> None:
    found = rated(capsys, duels)["ratings"]
    assert {row["few_groups"] for row in found} == {side["few_groups"] for side in found[0]["sides"].values()} == {True}
    _, out, _ = run(capsys, "rate", str(duels))
    assert out.count("*\n") == 2
    assert out.endswith("\n* fewer than 20 groups: 95 % intervals may be off, and one group tells none\n")
    many = played(tmp_path, "duel", "random", "greedy", "--games", "40")
    assert {row["few_groups"] for row in rated(capsys, many)["ratings"]} == {False}
    assert "*" not in run(capsys, "rate", str(many))[1]


def test_seats_take_their_sides_from_the_deal(capsys: Capture, quests: Path) -> None:
    found = rated(capsys, quests)
    assert (found["games"], found["groups"]) == (20, 4)
    for row in found["ratings"]:
        assert sum(side["games"] for side in row["sides"].values()) == row["games"]
    assert {row["bot"]: row["games"] for row in found["ratings"]} == {"random": 40, "logic": 40, "rules": 20}
    assert set(found["sides"]) == {"good", "evil"}


def test_order_and_repetition_of_files_change_nothing(capsys: Capture, duels: Path) -> None:
    files = sorted(duels.iterdir())
    assert rated(capsys, *reversed(files), files[0], duels) == rated(capsys, duels)


def test_text_is_at_most_100_columns_wide(capsys: Capture, duels: Path, tmp_path: Path) -> None:
    long = "a bot with a name so long that it has to be cut, and that says what it weighs"
    for file in duels.iterdir():
        text = file.read_text("utf-8").replace('"greedy"', json.dumps(long))
        (tmp_path / file.name).write_text(text, "utf-8")
    code, out, err = run(capsys, "rate", str(tmp_path))
    assert (code, err) == (0, "")
    assert max(map(len, out.splitlines())) <= 100
    assert out.startswith("duel: 12 games in 6 groups\n")
    assert f"  1 {squeeze(long, 36)}  " in out
    assert "  2 random  " in out
    assert "What a side is worth" in out


def test_names_are_printed_without_what_moves_the_cursor(capsys: Capture, duels: Path, tmp_path: Path) -> None:
    for file in sorted(duels.iterdir())[:2]:
        text = file.read_text("utf-8").replace('"greedy"', '"\\u001b[2J"').replace('"random"', '""')
        (tmp_path / file.name).write_text(text, "utf-8")
    code, out, _ = run(capsys, "rate", str(tmp_path))
    assert code == 0
    assert "\x1b" not in out
    assert "?[2J" in out
    assert "(no name)" in out


def test_games_without_a_seed_are_groups_of_their_own(capsys: Capture, duels: Path, tmp_path: Path) -> None:
    for file in sorted(duels.iterdir())[:4]:
        header, _, rest = file.read_text("utf-8").partition("\n")
        said = {key: value for key, value in json.loads(header).items() if key not in ("seed", "deal_index")}
        (tmp_path / file.name).write_text(json.dumps(said) + "\n" + rest, "utf-8")
    assert rated(capsys, tmp_path)["groups"] == 4


def test_what_cannot_be_used_is_named_and_left_out(capsys: Capture, duels: Path, tmp_path: Path) -> None:
    whole, unfinished, damaged = (tmp_path / name for name in ("whole.avr", "unfinished.avr", "damaged.avr"))
    text = (duels / "00000.avr").read_text("utf-8")
    whole.write_text(text, "utf-8")
    unfinished.write_text("".join(text.splitlines(keepends=True)[:9]), "utf-8")
    damaged.write_text(text[:700], "utf-8")
    code, out, err = run(capsys, "rate", str(unfinished), str(whole), str(damaged), str(tmp_path / "none.avr"))
    assert code == 0
    assert out.startswith("duel: 1 game in 1 group\n")
    assert "not known" in out
    lines = err.splitlines()
    assert f"left out: {unfinished}: unfinished at line 9" in lines
    assert any(line.startswith(f"left out: {damaged}: line ") for line in lines)
    assert f"left out: {tmp_path / 'none.avr'}: No such file or directory" in lines


def test_without_any_finished_record_it_fails(capsys: Capture, tmp_path: Path) -> None:
    code, out, err = run(capsys, "rate", str(tmp_path), str(tmp_path / "none.avr"))
    assert (code, out) == (1, "")
    assert err.splitlines()[-1] == "avalon-bot: expected at least one finished record, found none"
    assert len(err.splitlines()) == 3


def test_different_games_or_options_are_refused(capsys: Capture, duels: Path, quests: Path, tmp_path: Path) -> None:
    code, out, err = run(capsys, "rate", str(duels), str(quests))
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert "expected records of one game with the same options: game was duel, is now resistance" in err
    other = played(tmp_path / "other", "duel", "random", "greedy", "-o", "hand=4")
    code, out, err = run(capsys, "rate", str(duels), str(other))
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert "hand was not set, is now 4" in err


def test_players_that_never_met_have_scores_and_a_reason(capsys: Capture, duels: Path, tmp_path: Path) -> None:
    for number, file in enumerate(sorted(duels.iterdir())[:4]):
        text = file.read_text("utf-8")
        if number < 2:
            text = text.replace('"greedy"', '"Ann"').replace('"random"', '"Bob"')
        (tmp_path / file.name).write_text(text, "utf-8")
    code, out, err = run(capsys, "rate", str(tmp_path))
    assert code == 0
    assert "never met" in err
    assert all(name in out for name in ("Ann", "Bob", "greedy", "random"))
    assert all(row["rating"] is None for row in rated(capsys, tmp_path)["ratings"])


def test_one_player_on_both_seats_is_rated_as_average(capsys: Capture, tmp_path: Path) -> None:
    folder = played(tmp_path / "self", "duel", "greedy", "greedy", "--games", "4")
    row = rated(capsys, folder)["ratings"][0]
    assert (row["bot"], row["rating"]["elo"], row["games"], row["score"]) == ("greedy", 0, 8, 0.5)


def test_report_tells_the_same_and_how_to_make_it_again(capsys: Capture, duels: Path, tmp_path: Path) -> None:
    pytest.importorskip("jinja2")
    pytest.importorskip("matplotlib")
    folder, page = tmp_path / "some games", tmp_path / "r.html"
    shutil.copytree(duels, folder)
    code, _, err = run(capsys, "rate", str(folder), "--report", str(page))
    assert (code, err) == (0, "")
    text = page.read_text("utf-8")
    assert "duel: ratings of 2 players" in text
    assert "12 games in 6 groups" in text
    assert f"avalon-bot rate &#39;{folder}&#39; --report {page}" in text
    code, _, err = run(capsys, "rate", str(folder), "--report", str(tmp_path / "none" / "r.html"))
    assert code == 1
    assert err.startswith(f"avalon-bot: {tmp_path / 'none'}")
