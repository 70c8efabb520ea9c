"""Tournaments: ratings at the end, and a sequential test that ends them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from avalon_ai import tournament
from avalon_ai.errors import AvalonError, OptionError
from avalon_ai.tournament import Outcome, Run, Settings, Store

UNEVEN = ["greedy", "greedy:weights=hand"]


def played(settings: Settings, *, store: Store | None = None, workers: int = 1) -> Outcome:
    return tournament.play(Run(settings, store=store), workers=workers)


def without_time(outcome: Outcome) -> dict[str, Any]:
    return {key: value for key, value in outcome.as_json().items() if key != "seconds"}


def test_a_test_ends_the_tournament_where_it_is_decided() -> None:
    settings = tournament.configure("duel", UNEVEN, rounds=500, sprt="0,50", seed=3)
    found = [played(settings, workers=workers) for workers in (1, 2)]
    assert without_time(found[0]) == without_time(found[1])
    said = found[0].as_json()["sprt"]
    assert said["decision"] == "H1"
    assert said["groups"] == len(found[0].groups) < 500
    assert said["llr"] >= said["high"]
    assert "50 accepted" in tournament.text(settings, found[0].standings, test=found[0].test)


def test_a_test_that_rounds_do_not_decide_says_so() -> None:
    settings = tournament.configure("duel", ["random", "random"], rounds=4, sprt=[0, 20])
    outcome = played(settings)
    assert outcome.as_json()["sprt"]["decision"] is None
    assert "undecided after 4 groups" in tournament.text(settings, outcome.standings, test=outcome.test)


def test_a_decided_test_is_still_decided_when_taken_up_again(tmp_path: Path) -> None:
    settings = tournament.configure("duel", UNEVEN, rounds=500, sprt="0,50", seed=3)
    with Store(tmp_path, settings) as store:
        first = played(settings, store=store)
    with Store(tmp_path, settings) as store:
        again = played(settings, store=store)
    assert again.as_json() == first.as_json()
    with pytest.raises(AvalonError, match=r"sprt was 0\.0 50\.0, is now not set"):
        Store(tmp_path, tournament.configure("duel", UNEVEN, rounds=500, seed=3))


@pytest.mark.parametrize("asked", ["0", "20,0", "a,b", "0,nan", [1, 2, 3], 5])
def test_bounds_that_make_no_test_are_refused(asked: object) -> None:
    with pytest.raises(OptionError, match="sprt: expected two numbers of Elo points"):
        tournament.configure("duel", UNEVEN, sprt=asked)


def test_a_test_may_count_normalized_points(tmp_path: Path) -> None:
    settings = tournament.configure("duel", UNEVEN, rounds=500, sprt="0,50", sprt_model="normalized", seed=3)
    outcome = played(settings)
    said = outcome.as_json()["sprt"]
    assert (said["model"], said["decision"]) == ("normalized", "H1")
    assert outcome.test is not None
    assert "or 50 normalized Elo" in outcome.test.text()
    usual = tournament.configure("duel", UNEVEN, sprt="0,50", sprt_model="logistic")
    assert usual == tournament.configure("duel", UNEVEN, sprt="0,50")
    with Store(tmp_path, usual), pytest.raises(AvalonError):
        Store(tmp_path, settings)
    with pytest.raises(OptionError, match="sprt_model: expected beside sprt alone"):
        tournament.configure("duel", UNEVEN, sprt_model="normalized")
    with pytest.raises(OptionError, match="sprt_model: expected one of logistic, normalized, got x"):
        tournament.configure("duel", UNEVEN, sprt="0,50", sprt_model="x")


def test_leads_stand_beside_the_ratings() -> None:
    settings = tournament.configure("duel", ["random", *UNEVEN], rounds=6)
    outcome = played(settings)
    said = outcome.as_json()["differences"]
    assert [(row["first"], row["second"]) for row in said] == [("random", UNEVEN[0]), ("random", UNEVEN[1]), (*UNEVEN,)]
    assert {row["groups"] for row in said} == {6}
    two = played(tournament.configure("duel", ["random", "random:seed=4"], rounds=6))
    text = tournament.text(two.settings, two.standings, leads=two.leads())
    assert "random ahead of random:seed=4: Elo " in text
    assert ", normalized " in text
    text = tournament.text(settings, outcome.standings, leads=outcome.leads())
    assert " ahead of " not in text


@pytest.mark.parametrize(("rounds", "few"), [(19, True), (20, False)])
def test_few_groups_are_marked(rounds: int, few: bool) -> None:
    settings = tournament.configure("duel", ["random", "random:seed=4"], rounds=rounds)
    outcome = played(settings)
    said = outcome.as_json()
    row = said["standings"][0]
    told = [row, *row["sides"].values(), said["cross"]["random"]["random:seed=4"], said["differences"][0]]
    assert [one["few_groups"] for one in told] == [few] * 5
    text = tournament.text(settings, outcome.standings, leads=outcome.leads())
    lines = text.splitlines()
    assert [line.split()[6].endswith("*") for line in lines[2:4]] == [few] * 2
    assert text.endswith("\n\n* fewer than 20 groups: 95 % intervals may be off, and one group tells none") == few
    assert text.count("*") == few * 5


def test_a_test_is_between_two_bots() -> None:
    with pytest.raises(OptionError, match="sprt: a test is between 2 bots, got 3"):
        tournament.configure("duel", [*UNEVEN, "random"], sprt="0,20")


def test_ratings_stand_at_the_end() -> None:
    settings = tournament.configure("duel", ["random", *UNEVEN], rounds=6)
    outcome = played(settings)
    said = outcome.as_json()["ratings"]
    assert [row["bot"] for row in said["bots"]] == [*UNEVEN, "random"]
    assert sum(row["elo"] for row in said["bots"]) == pytest.approx(0, abs=0.3)
    assert {row["side"] for row in said["sides"]} == {"first", "second"}
    assert "as first" in tournament.text(settings, outcome.standings, ratings=outcome.ratings())


def test_where_there_are_no_ratings_one_reads_why() -> None:
    settings = tournament.configure("duel", ["random", "random"], rounds=1)
    outcome = played(settings)
    outcome.groups.clear()
    assert "at least one game" in outcome.as_json()["ratings"]["remark"]
    assert "no ratings: " in tournament.text(settings, outcome.standings, ratings=outcome.ratings())


def test_what_nothing_bounds_is_null_and_not_known() -> None:
    settings = tournament.configure("duel", ["random", "greedy"], rounds=1)
    outcome = played(settings)
    said = outcome.as_json()["ratings"]
    assert {row["low"] for row in said["bots"]} == {None}
    json.dumps(said, allow_nan=False)
    assert "not known" in tournament.text(settings, outcome.standings, ratings=outcome.ratings())
