"""Options, deals and masked deals of The Resistance: Avalon; records that contradict themselves."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from avalon_ai import _resistance, games, record
from avalon_ai._state import Generator, State, View
from avalon_ai.errors import LineError, OptionError
from avalon_ai.games.base import Game
from avalon_ai.games.resistance import Resistance
from avalon_ai.games.resistance_codes import ROLES
from resistance_pair import line

GOLDEN = Path(__file__).parent / "golden" / "resistance"


def load(**options: Any) -> Resistance:
    game = games.load("resistance", **options)
    assert isinstance(game, Resistance)
    return game


def special(**options: Any) -> list[str]:
    return [role for role in load(**options).roles if role not in ("servant", "minion")]


# --- options -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", range(5, 11))
def test_presets(players: int) -> None:
    seven = ["percival", "morgana"] if players >= 7 else []
    assert special(players=players, roles="none") == []
    assert set(special(players=players, roles="standard")) == {"merlin", "assassin", *seven}
    every = {"merlin", "percival", "assassin", "morgana"}
    every |= ({"mordred"} if players >= 7 else set()) | ({"oberon"} if players == 10 else set())
    assert set(special(players=players, roles="all")) == every
    assert load(players=players).roles == load(players=players, roles="standard").roles


def test_no_names_are_no_special_roles() -> None:
    assert load(roles=[]).roles == load(roles="none").roles


def test_roles_by_name_are_filled_up_with_servants_and_minions() -> None:
    assert load(roles=["assassin", "merlin"]).roles == ["merlin", "servant", "servant", "assassin", "minion"]
    full = ["servant", "servant", "merlin", "oberon", "assassin"]
    assert load(roles=full).roles == sorted(full, key=ROLES.index)
    assert games.parse_options("resistance", ["roles=merlin,assassin", "lady=true"]) == {
        "roles": ["merlin", "assassin"],
        "lady": True,
    }


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (
            {"roles": ["assassin", "mordred", "morgana"]},
            "roles: expected at most 2 evil ones with 5 players, got assassin,",
        ),
        ({"roles": ["merlin", "percival", *["servant"] * 2]}, "roles: expected at most 3 good ones"),
        (
            {"roles": ["assassin", "merlin", "merlin"]},
            "roles: expected each role but servant and minion once, got merlin",
        ),
        ({"roles": ["merlin"]}, "roles: expected assassin beside merlin, or the option assassin=any"),
        ({"roles": ["lancelot"]}, "roles: expected 0 to 10 names of merlin, percival"),
        ({"roles": "some"}, "or none, or standard, or all, got some"),
        ({"players": 4}, "players: expected a whole number from 5 to 10, got 4"),
        ({"players": 11}, "players: expected a whole number from 5 to 10, got 11"),
        ({"lady": "yes"}, "lady: expected true or false, got yes"),
        ({"assassin": "nobody"}, "assassin: expected one of card, any, got nobody"),
        ({"oberon": True}, "resistance has no option oberon; it has: players, roles, lady, assassin"),
    ],
)
def test_bad_options_are_refused_with_one_line(options: dict[str, Any], said: str) -> None:
    with pytest.raises(OptionError) as caught:
        load(**options)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("roles", "said"),
    [
        (["percival"], "percival without merlin"),
        (["percival", "assassin"], "assassin without merlin"),
        (["merlin", "assassin", "morgana"], "morgana without percival"),
        (["merlin", "assassin", "percival"], "percival among 5 players"),
    ],
)
def test_odd_roles_are_allowed_with_a_warning(roles: list[str], said: str) -> None:
    assert any(said in warning for warning in load(roles=roles).warnings())


def test_usual_roles_bring_no_warning() -> None:
    for players in range(5, 11):
        for roles in ("none", "standard", "all"):
            assert load(players=players, roles=roles).warnings() == []


def test_header_holds_the_players_and_what_differs_from_the_default() -> None:
    assert load().options == {"players": 5}
    assert load(players=7, roles="standard", lady=False, assassin="card").options == {"players": 7}
    assert load(players=5, roles=["merlin", "assassin"]).options == {"players": 5}
    changed = {"players": 7, "roles": "all", "lady": True, "assassin": "any"}
    assert load(**changed).options == changed
    assert games.recorded("resistance", changed).rules == load(**changed).rules


def test_players_follow_the_number_of_bots_unless_they_are_given() -> None:
    assert Resistance.seated({}, 8) == {"players": 8}
    assert Resistance.seated({"players": 6}, 8) == {"players": 6}
    assert Resistance.seated({}, 3) == {}


# --- deals ---------------------------------------------------------------------------------------------


def test_deals_are_fair_and_differ() -> None:
    game = load(players=7, roles="all", lady=True)
    deals = [game.deal(1, index)[0] for index in range(400)]
    assert all(sorted(deal["roles"].values()) == sorted(game.roles) for deal in deals)
    assert all((ord(deal["leader"]) - ord(deal["lady"])) % 7 == 1 for deal in deals)
    for counts in (Counter(deal["leader"] for deal in deals), Counter(deal["roles"]["C"] for deal in deals)):
        assert len(counts) == (7 if "A" in counts else 6)
        assert min(counts.values()) > 30
    assert deals == [game.deal(1, index)[0] for index in range(400)]


FIVE = line("merlin servant servant assassin minion")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"leader": "F"}, '"leader" to be one of A, B, C, D, E, found F'),
        ({"leader": None}, '"leader" to be one of'),
        ({"roles": ["merlin"]}, '"roles" of A, B, C, D, E'),
        ({"roles": {**FIVE["roles"], "F": "servant"}}, '"roles" of A, B, C, D, E'),
        ({"roles": {**FIVE["roles"], "A": "lancelot"}}, "a role of merlin, percival"),
        ({"roles": {**FIVE["roles"], "A": None}}, "a role of merlin, percival"),
        ({"roles": {**FIVE["roles"], "B": "mordred"}}, '"roles" to be 3 good and 2 evil, found 2 good and 3 evil'),
        ({"roles": {**FIVE["roles"], "E": "servant"}}, '"roles" to be 3 good and 2 evil, found 4 good and 1 evil'),
        ({"assassin": "A"}, '"assassin" to be an evil seat, found A, merlin'),
        ({"assassin": "?"}, '"assassin" to be one of'),
        ({"lady": "E"}, 'no "lady" in a game without her'),
        ({"roles": {**FIVE["roles"], "D": "minion"}}, '"assassin" to name the evil seat that carries the shot'),
        ({"roles": {**FIVE["roles"], "A": "servant"}, "assassin": "D"}, 'no "assassin" in a game without Merlin'),
    ],
)
def test_bad_deals_are_refused(change: dict[str, Any], said: str) -> None:
    with pytest.raises(LineError) as caught:
        load().start(FIVE | change)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_lady_starts_before_the_first_leader() -> None:
    game = load(lady=True)
    game.start(FIVE | {"lady": "E"})
    for lady in ("A", "B", None):
        with pytest.raises(LineError, match='"lady" to be'):
            game.start(FIVE | {"lady": lady})


def test_a_record_may_have_any_roles_of_the_right_sides() -> None:
    game = games.recorded("resistance", {"players": 5, "roles": ["merlin"], "assassin": "card"})
    for roles in ("merlin merlin percival oberon assassin", "percival percival servant mordred mordred"):
        assert game.start(line(roles)).check() == 0
    two = line("merlin servant servant assassin assassin")
    with pytest.raises(LineError, match='"assassin" to name'):
        game.start(two)
    assert game.start(two | {"assassin": "E"}).check() == 0


# --- masked deals ------------------------------------------------------------------------------------------

TEN = line("merlin percival servant servant servant servant assassin mordred morgana oberon", "C", lady="B")


@pytest.mark.parametrize(
    ("seat", "shown"),
    [
        (0, {"A": "merlin", "G": "evil", "I": "evil", "J": "evil"}),
        (1, {"B": "percival", "A": "merlin/morgana", "I": "merlin/morgana"}),
        (2, {"C": "servant"}),
        (6, {"G": "assassin", "H": "evil", "I": "evil"}),
        (9, {"J": "oberon"}),
    ],
)
def test_masked_deals(seat: int, shown: dict[str, str]) -> None:
    game = load(players=10, roles="all", lady=True)
    masked = game.mask_deal(TEN, seat)
    assert masked == {
        "leader": "C",
        "roles": dict.fromkeys("ABCDEFGHIJ", "?") | shown,
        "lady": "B",
        "role_set": sorted(TEN["roles"].values()),
    }
    assert game.start_view(masked, seat) == game.start(TEN).view(seat)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"role_set": None}, '"role_set" to be a list of roles'),
        ({"role_set": ["merlin"]}, '"role_set" to be 3 good and 2 evil'),
        ({"roles": {**dict.fromkeys("ABCDE", "?"), "B": "percival"}}, "a role of the set"),
        ({"roles": {**dict.fromkeys("ABCDE", "?"), "B": "?"}}, "a role of the set"),
        ({"roles": {**dict.fromkeys("ABCDE", "?"), "B": "servant", "C": "evil"}}, "a deal that a seat can be shown"),
        (
            {"roles": {**dict.fromkeys("ABCDE", "?"), "B": "servant", "C": "merlin"}},
            "evil or ? as what a servant is shown",
        ),
        ({"assassin": "A"}, '"assassin" to be B or ?'),
        ({"assassin": "B"}, "a deal that a seat can be shown"),
        ({"leader": "Z"}, '"leader" to be one of'),
    ],
)
def test_bad_masked_deals_are_refused(change: dict[str, Any], said: str) -> None:
    game = load()
    masked = game.mask_deal(FIVE, 1)
    with pytest.raises(LineError) as caught:
        game.start_view(masked | change, 1)
    assert said in str(caught.value)


# --- bytes that are none -----------------------------------------------------------------------------------


def test_changed_bytes_are_no_position() -> None:
    """With any one byte changed a state or view is refused, or another sound one: nothing is read out of bounds."""
    rng = Generator(3)
    for number, name in enumerate(("00.avr", "08.avr", "15.avr", "29.avr", "carried00.avr")):
        read = record.read(GOLDEN / name)
        for at in range(3 + number, read.last_line, 17):
            state = record.position(read, at)
            for place in range(len(state.to_bytes())):
                changed_byte(state, place, rng)
                changed_byte(state.view(rng.below(read.game.seats)), place, rng)


def changed_byte(position: State | View, place: int, rng: Generator) -> None:
    data = bytearray(position.to_bytes())
    data[place] = rng.below(256) if rng.below(2) else (data[place] + 1) % 256
    try:
        again = type(position).from_bytes(position.rules, bytes(data))
    except ValueError:
        return
    assert again.check() == 0
    again.legal()
    if isinstance(again, View):
        assert again.determinize(rng).view(again.seat) == again


def test_changed_rules_are_no_rules() -> None:
    rules, rng = load(players=8).rules, Generator(4)
    data = rules.to_bytes()
    assert rules.loader(data) == rules
    for _ in range(300):
        changed = bytearray(data)
        place = rng.below(len(data))
        changed[place] ^= 1 + rng.below(255)
        try:
            again = rules.loader(bytes(changed))
        except ValueError:
            continue
        assert again.to_bytes() == bytes(changed)
    with pytest.raises(ValueError, match="bytes"):
        rules.loader(data[:-1])


# --- records that contradict themselves ----------------------------------------------------------------------


def changed(tmp_path: Path, name: str, number: int, said: dict[str, Any]) -> str:
    """What verify says of a golden record with one line put in another's place."""
    lines = (GOLDEN / name).read_text(encoding="utf-8").splitlines()
    lines[number - 1] = json.dumps(said)
    path = tmp_path / "x.avr"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    verdict = record.verify(path)
    assert not verdict.fine
    assert verdict.text.startswith(f"{path}: line {number}: expected ")
    assert "\n" not in verdict.text
    return verdict.text.partition("expected ")[2]


@pytest.mark.parametrize(
    ("number", "said", "expected"),
    [
        (3, {"seat": "E", "move": "team ABC"}, "a legal move of E (team AB, team AC"),
        (3, {"seat": "E", "move": "team CA"}, "a move, as team ACD"),
        (3, {"seat": "A", "move": "team AC"}, "a legal move of E"),
        (4, {"seat": "B", "move": "approve"}, "a legal move of A (approve, reject)"),
        (9, {"referee": "votes ABCD"}, "chance: votes ABCDE, found"),
        (9, {"seat": "A", "move": "approve"}, "chance: votes ABCDE"),
        (10, {"seat": "A", "move": "fail"}, "a legal move of A (success)"),
        (12, {"referee": "fails 1"}, "chance: fails 0, found"),
        (12, {"referee": "winners BE"}, "chance: fails 0, found"),
        (41, {"seat": "B", "move": "shoot C"}, "a legal move of E (shoot A"),
        (
            42,
            {"result": {"A": 0.0, "B": 1.0, "C": 0.0, "D": 0.0, "E": 1.0}, "reason": "merlin"},
            '{"result": {"A": 1.0',
        ),
        (42, {"referee": "winners ACD"}, "the result"),
    ],
)
def test_a_contradictory_line_is_refused_with_file_and_line(
    tmp_path: Path, number: int, said: dict[str, Any], expected: str
) -> None:
    assert changed(tmp_path, "00.avr", number, said).startswith(expected)


def test_loyalty_must_be_true(tmp_path: Path) -> None:
    lines = (GOLDEN / "01.avr").read_text(encoding="utf-8").splitlines()
    number = next(number for number, text in enumerate(lines, 1) if '"loyalty good"' in text)
    assert changed(tmp_path, "01.avr", number, {"referee": "loyalty evil"}).startswith("chance: loyalty good, found")


def test_a_record_without_its_last_line_is_unfinished_and_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "x.avr"
    lines = (GOLDEN / "00.avr").read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join(lines[:-1]) + "\n", encoding="utf-8")
    assert record.verify(path).text == f"{path}: unfinished at line 41"
    read = record.read(path)
    assert record.ended(read)
    assert record.position(read).reason() == ""
    assert record.position(record.read(GOLDEN / "00.avr")).reason() == "quests"


@pytest.mark.parametrize(("loser", "winners"), [("A", "BE"), ("E", "ACD")])
def test_who_gives_up_loses_with_his_side(tmp_path: Path, loser: str, winners: str) -> None:
    lines = (GOLDEN / "00.avr").read_text(encoding="utf-8").splitlines()[:9]
    result = {"result": {seat: float(seat in winners) for seat in "ABCDE"}, "reason": "resign", "loser": loser}
    path = tmp_path / "x.avr"
    path.write_text(
        "\n".join([*lines, json.dumps({"seat": loser, "resign": True}), json.dumps(result)]) + "\n", encoding="utf-8"
    )
    assert record.verify(path).text.endswith("fine")
    game: Game = record.read(path).game
    state = game.start(record.read(path).deal)
    assert game.forfeit(state, "ABCDE".index(loser)) == tuple(float(seat in winners) for seat in "ABCDE")


def test_raw_fields_need_a_position_of_this_game() -> None:
    duel = games.load("duel")
    with pytest.raises(ValueError, match="rules of resistance"):
        _resistance.fields(duel.start(duel.deal(1)[0]))
