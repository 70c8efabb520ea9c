"""Records: what is read, refused, cut, folded, masked and written."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from avalon_ai import bots, games, match, record
from avalon_ai._state import MOVE, event_seat, event_source
from avalon_ai.errors import PlaceError, RecordError, StorageError

GOLDEN = Path(__file__).parent / "golden" / "duel"
SHORT = GOLDEN / "01.avr"


def lines_of(path: Path = SHORT) -> list[dict[str, Any]]:
    return [json.loads(text) for text in path.read_text(encoding="utf-8").splitlines()]


def write(path: Path, lines: list[Any]) -> Path:
    texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    path.write_text("".join(text + "\n" for text in texts), encoding="utf-8")
    return path


def error_of(path: Path, lines: list[Any]) -> RecordError:
    with pytest.raises(RecordError) as caught:
        record.read(write(path, lines))
    return caught.value


def first_line(lines: list[dict[str, Any]], key: str, begins: str = "") -> int:
    """The number of the first line with that key and text, from 1."""
    return next(n for n, said in enumerate(lines, 1) if key in said and said[key].startswith(begins))


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.avr")), ids=lambda path: path.name)
def test_golden_record_is_fine_and_writes_itself_again(path: Path) -> None:
    assert record.verify(path).text == f"{path}: fine"
    assert list(record.read(path).lines()) == lines_of(path)


def test_unknown_header_fields_are_kept(tmp_path: Path) -> None:
    first, *rest = lines_of()
    path = write(tmp_path / "x.avr", [first | {"event": "Spring cup"}, *rest])
    assert record.read(path).header["event"] == "Spring cup"


def test_unfinished_record_names_its_last_line(tmp_path: Path) -> None:
    path = write(tmp_path / "x.avr", lines_of()[:-1])
    assert record.verify(path) == record.Verdict(f"{path}: unfinished at line 94", True)


# --- what is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "said", "expected"),
    [
        (1, {"record": 2}, '"record": 1'),
        (1, "[1]", "JSON object"),
        (1, "PNG", "JSON object"),
        (1, {"record": 1, "game": "chess", "players": ["x", "x"]}, "one of duel"),
        (1, {"record": 1, "game": "duel", "players": ["x"]}, '"players" to be 2 texts'),
        (1, {"record": 1, "game": "duel", "players": ["x", "x"], "options": {"hand": 0}}, "hand: expected"),
        (1, {"record": 1, "game": "duel", "players": ["x", "x"], "options": []}, '"options"'),
        (1, {"record": 1, "game": "duel", "players": ["x", "x"], "seed": "7"}, '"seed"'),
        (1, {"record": 1, "game": "duel", "players": ["x", "x"], "options": {"set": "/etc/passwd"}}, '"data"'),
        (2, {"seat": "A", "move": "KR-1"}, "the deal"),
        (2, {"deal": {}}, '"first"'),
        (3, {"seat": "Z", "move": "KR-1"}, '"seat"'),
        (3, {"move": "KR-1"}, '"seat"'),
        (3, {"seat": "A"}, '"move"'),
        (3, {"seat": "A", "move": "KR-1", "chance": "draw KR"}, "one of"),
        (3, {"seat": "A", "move": 3}, "a text"),
        (3, {"seat": "A", "move": "kr-1"}, "a move"),
        (3, {"chance": "draw KR", "seat": "A"}, "a legal move of"),
        (3, {"referee": "votes A"}, "no referee"),
        (3, {"seat": "A", "resign": "yes"}, '"resign": true'),
        (3, "", "JSON object"),
        (3, '{"seat": NaN}', "JSON object"),
        (3, '{"seat": 1e999}', "JSON object"),
        (3, '{"seat": "\\ud800"}', "whole characters"),
        (3, "[" * 100_000, "JSON object"),
        (3, {"result": {"A": 1.0, "B": 0.0}, "reason": "crowns"}, "a legal move of"),
        (3, {"result": {"A": 1.0, "B": 0.0}, "reason": "resign", "loser": "B"}, "a legal move of"),
    ],
)
def test_bad_line_is_named(tmp_path: Path, number: int, said: Any, expected: str) -> None:
    lines: list[Any] = list(lines_of())
    error = error_of(tmp_path / "x.avr", [*lines[: number - 1], said, *lines[number:]])
    assert error.line == number
    assert expected in error.expected
    assert "\n" not in str(error)


def test_illegal_move_is_refused_with_what_is_legal(tmp_path: Path) -> None:
    lines = lines_of()
    move = first_line(lines, "move")
    lines[move - 1] = {"seat": lines[move - 1]["seat"], "move": "spare"}
    error = error_of(tmp_path / "x.avr", lines)
    assert (error.line, "a legal move of" in error.expected, "spare" in error.found) == (move, True, True)


def test_wrong_land_is_refused(tmp_path: Path) -> None:
    lines = lines_of()
    shown = [n for n, said in enumerate(lines) if str(said.get("chance")).startswith("reveal")]
    place = lines[shown[1]]["chance"].split()[1]
    lines[shown[1]] = {"chance": f"reveal {place} {lines[shown[0]]['chance'].split()[2]}"}
    error = error_of(tmp_path / "x.avr", lines)
    assert error.line == shown[1] + 1
    assert error.expected.startswith("chance: reveal")


def test_draw_of_the_wrong_seat_is_refused(tmp_path: Path) -> None:
    lines = lines_of()
    number = first_line(lines, "chance", "draw")
    lines[number - 1] |= {"seat": "B" if lines[number - 1]["seat"] == "A" else "A"}
    assert error_of(tmp_path / "x.avr", lines).line == number


@pytest.mark.parametrize("change", ["missing", "more", "order", "type"])
def test_legal_lists_are_compared(tmp_path: Path, change: str) -> None:
    lines = lines_of()
    legal = lines[2]["legal"]
    lines[2]["legal"] = {
        "missing": legal[1:], "more": [*legal, "spare"], "order": legal[::-1], "type": "all",
    }[change]  # fmt: skip
    assert error_of(tmp_path / "x.avr", lines).line == 3


@pytest.mark.parametrize(
    "change",
    [{"result": {"A": 0.5, "B": 0.5}}, {"result": {"A": 1.0}}, {"result": 1}, {"reason": "cap"}, {"reason": "resign"}],
)
def test_wrong_result_is_refused(tmp_path: Path, change: dict[str, Any]) -> None:
    lines = lines_of()
    lines[-1] |= change
    assert error_of(tmp_path / "x.avr", lines).line == len(lines)


def test_nothing_follows_the_result(tmp_path: Path) -> None:
    lines = lines_of()
    error = error_of(tmp_path / "x.avr", [*lines, lines[-1]])
    assert (error.line, error.expected) == (len(lines) + 1, "the end of the file after the result")


def test_deal_with_too_many_cards_of_a_kind_is_refused(tmp_path: Path) -> None:
    lines = lines_of()
    lines[1]["deal"]["stacks"]["A"] = ["KR"] * 11
    error = error_of(tmp_path / "x.avr", lines)
    assert (error.line, error.expected) == (2, "at most 8 cards KR in the deal")


@pytest.mark.parametrize(
    "change",
    [{"first": "C"}, {"first": 1}, {"hands": {"A": []}}, {"hands": {"A": ["KR"] * 5, "B": ["?"] * 5}}, {"stacks": 3}],
)
def test_contradictory_deal_is_refused(tmp_path: Path, change: dict[str, Any]) -> None:
    lines = lines_of()
    lines[1]["deal"] |= change
    assert error_of(tmp_path / "x.avr", lines).line == 2


def test_files_that_are_no_records(tmp_path: Path) -> None:
    path = tmp_path / "x.avr"
    for data in (b"", b"\x00" * 5000, bytes(range(256)), b"\xff\xfe{}", b"{" * 3_000_000, b"\n\n"):
        path.write_bytes(data)
        verdict = record.verify(path)
        assert not verdict.fine
        assert verdict.text.startswith(f"{path}: line 1: expected ")
        assert len(verdict.text) < 1000
    with pytest.raises(StorageError, match="No such file"):
        record.read(tmp_path / "none.avr")
    assert not record.verify(tmp_path).fine


def test_bytes_that_are_not_utf8_name_their_line(tmp_path: Path) -> None:
    path = tmp_path / "x.avr"
    lines = SHORT.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:4], lines[4].replace(b"seat", b"se\xe4t"), *lines[5:]]))
    assert ": line 5: expected UTF-8, found byte 0xe4" in record.verify(path).text


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_damage_never_raises_anything_else(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    raw = bytearray(SHORT.read_bytes())
    for _ in range(data.draw(st.integers(1, 3))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    path = tmp_path_factory.mktemp("damage") / "x.avr"
    path.write_bytes(raw)
    assert "\n" not in record.verify(path).text


# --- cuts ----------------------------------------------------------------------------------------


@given(st.integers(0, SHORT.stat().st_size))
@settings(max_examples=150, deadline=None)
def test_record_cut_anywhere_goes_on_from_its_last_whole_event(
    tmp_path_factory: pytest.TempPathFactory, size: int
) -> None:
    raw = SHORT.read_bytes()[:size]
    path = tmp_path_factory.mktemp("cut") / "x.avr"
    path.write_bytes(raw)
    at_line_end = raw.endswith(b"\n") or SHORT.read_bytes()[size : size + 1] in (b"\n", b"")
    whole = len(raw.splitlines()) - (not at_line_end and size > 0)
    if whole < 2:
        with pytest.raises(RecordError):
            record.read(path, allow_cut=True)
        return
    cut = record.read(path, allow_cut=True)
    assert cut.last_line == whole
    assert cut.cut == (None if at_line_end else whole + 1)
    assert record.verify(path).fine == at_line_end
    assert list(cut.lines()) == lines_of()[:whole]


def test_cut_record_can_be_played_on(tmp_path: Path) -> None:
    path = tmp_path / "x.avr"
    path.write_bytes(SHORT.read_bytes()[:9000])
    game = match.Match(record.read(path, allow_cut=True))
    while (seat := game.advance()) is not None:
        game.move(game.streams[seat].view.legal()[0])
    game.finish()
    record.save(game.record, path)
    assert record.verify(path).text == f"{path}: fine"


# --- forced passes, positions, streams -----------------------------------------------------------


def forced_places() -> list[tuple[Path, int]]:
    """Golden records with a forced pass: the line that follows it."""
    found = []
    for path in sorted(GOLDEN.glob("0*.avr")):
        read = record.read(path)
        fold = record.Fold(read.game, read.deal)
        for entry in read.entries:
            heard: list[int] = []
            assert entry.event is not None
            fold.take(entry.event, lambda event, state, heard=heard: heard.append(event))  # type: ignore[misc]
            if len(heard) > 1:
                found.append((path, entry.line + 1))
                break
    return found


def test_forced_pass_may_be_written_and_changes_nothing(tmp_path: Path) -> None:
    for path, number in forced_places():
        lines = lines_of(path)
        attacker = lines[number - 2]["seat"]
        written = {"seat": "B" if attacker == "A" else "A", "move": "pass"}
        both = write(tmp_path / "x.avr", [*lines[: number - 1], written, *lines[number - 1 :]])
        assert record.verify(both).text.endswith("fine")
        assert record.position(record.read(both)) == record.position(record.read(path))
        twice = [*lines[: number - 1], written, written, *lines[number - 1 :]]
        assert error_of(tmp_path / "y.avr", twice).line == number + 1


def test_masked_stream_shows_a_pass_after_every_unanswered_attack() -> None:
    for path in sorted(GOLDEN.glob("0*.avr")):
        read = record.read(path)
        for seat in (0, 1):
            moves = [said["move"] for said in record.stream(read, seat).lines() if "move" in said]
            for move, reply in zip(moves, [*moves[1:], ""], strict=True):
                if "x" in move[1:3] or "@" in move:
                    assert reply in ("pass", "counter", "defend"), move


def test_masked_stream_tells_nothing_hidden() -> None:
    read = record.read(GOLDEN / "00.avr")
    read.header["players"] = ["ismcts:visits=9,seed=4", "greedy:weights=hand"]
    lines = record.stream(read, 1).lines()
    assert lines[0] == {
        "record": 1, "game": "duel", "options": {"set": "kosmos20"}, "players": ["ismcts", "greedy:weights=hand"],
    }  # fmt: skip
    assert lines[1]["deal"]["hands"]["A"] == ["?"] * 5
    assert lines[-1] == read.result
    for said in lines[2:-1]:
        assert ("legal" in said) <= (said.get("seat") == "B")
        if str(said.get("chance")).startswith("draw"):
            assert (said["chance"] == "draw ?") == (said["seat"] == "A")


@pytest.mark.parametrize("name", ["00.avr", "rich6.avr", "timid4.avr"])
def test_folded_stream_is_the_redacted_position(name: str) -> None:
    read = record.read(GOLDEN / name)
    for at in range(3, read.last_line + 1, 17):
        position = record.position(read, at)
        for seat in (0, 1):
            shown = record.stream(read, seat, at)
            assert shown.view == position.view(seat)
            assert len(shown) == len(shown.events)


def test_replay_gives_the_position_before_each_line() -> None:
    read = record.read(SHORT)
    seen = [(number, state.copy()) for number, state in record.replay(read)]
    assert [number for number, _ in seen] == list(range(3, read.last_line + 1))
    for number, state in seen[::9]:
        assert record.position(read, number) == state


def test_places_outside_the_record_are_refused() -> None:
    read = record.read(SHORT)
    for at in (-1, 0, 1, 2, read.last_line + 1):
        with pytest.raises(PlaceError, match=f"valid here: 3 to {read.last_line}"):
            record.position(read, at)


# --- results by other reasons --------------------------------------------------------------------


def test_resignation_ends_a_record(tmp_path: Path) -> None:
    game = match.Match(record.read(write(tmp_path / "x.avr", lines_of()[:20])))
    game.resign(1)
    assert game.advance() is None
    assert game.finish() == {"result": {"A": 1.0, "B": 0.0}, "reason": "resign", "loser": "B"}
    record.save(game.record, tmp_path / "y.avr")
    assert record.verify(tmp_path / "y.avr").text.endswith("fine")
    assert game.streams[0].lines()[-2:] == [{"seat": "B", "resign": True}, game.record.result]
    resigned = list(game.record.lines())[:-1]
    assert record.verify(write(tmp_path / "z.avr", resigned)).text.endswith("unfinished at line 21")
    assert error_of(tmp_path / "z.avr", [*resigned, lines_of()[20]]).expected == "the result"


@pytest.mark.parametrize("reason", ["time", "illegal", "crash", "adjudicated"])
def test_game_can_be_ended_against_a_loser(tmp_path: Path, reason: str) -> None:
    said = {"result": {"A": 0.0, "B": 1.0}, "reason": reason, "loser": "A"}
    assert record.verify(write(tmp_path / "x.avr", [*lines_of()[:20], said])).text.endswith("fine")
    assert error_of(tmp_path / "y.avr", [*lines_of()[:20], said | {"loser": "B"}]).line == 21
    del said["loser"]
    assert error_of(tmp_path / "z.avr", [*lines_of()[:20], said]).line == 21


# --- writing -------------------------------------------------------------------------------------


def test_writer_keeps_what_it_was_given_and_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "x.avr"
    with record.Writer(path) as writer:
        for said in lines_of():
            writer.write(said)
    assert record.verify(path).text.endswith("fine")
    assert path.stat().st_mode & 0o777 == 0o600


def test_full_disk_is_told() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    with record.Writer("/dev/full") as writer, pytest.raises(StorageError, match="/dev/full: No space left"):
        writer.write({"record": 1})


def test_places_that_cannot_be_written_are_told(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="No such file"):
        record.Writer(tmp_path / "no" / "x.avr")
    with pytest.raises(StorageError, match="directory"):
        record.Writer(tmp_path)
    with pytest.raises(StorageError, match="No such file"):
        record.save(record.read(SHORT), tmp_path / "no" / "x.avr")


def test_an_interrupt_as_the_file_is_made_leaves_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made, opened = os.open, []

    def interrupted(*given: Any) -> int:
        opened.append(made(*given))
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "open", interrupted)
    with pytest.raises(KeyboardInterrupt):
        record.Writer(tmp_path / "x.avr")
    os.close(opened[0])
    assert list(tmp_path.iterdir()) == []


def test_resumed_game_meets_the_same_chance(tmp_path: Path) -> None:
    duel = games.load("duel")
    players = [bots.make("random", duel), bots.make("random", duel)]
    played = match.play(duel, players, seed=5, writer=record.Writer(tmp_path / "x.avr"))
    for count in range(0, len(played.entries), 7):
        begun = record.read(write(tmp_path / "y.avr", list(played.lines())[: 2 + count]))
        game = match.Match(begun)
        for entry in played.entries[count:]:
            assert entry.event is not None
            if event_source(entry.event) == MOVE:
                assert game.advance() == event_seat(entry.event)
                game.move(entry.event)
        assert game.advance() is None
        assert [entry.event for entry in game.record.entries] == [entry.event for entry in played.entries]
