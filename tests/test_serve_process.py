"""`avalon-bot serve` as another program meets it: pipes, the end of requests, a client that vanishes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

import pytest

from engine_client import LONG, Message, checked, position

SOON = 20.0  # seconds that a loaded machine may take to end a process


@contextmanager
def served(*options: str) -> Iterator[tuple[subprocess.Popen[bytes], IO[bytes], IO[bytes]]]:
    """The program with both pipes, the greeting read."""
    start = [sys.executable, "-m", "avalon_bot", "serve", *options]
    with subprocess.Popen(start, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            greeting = checked(json.loads(process.stdout.readline()))
            assert (greeting["protocol"], greeting["name"]) == (1, "avalon-bot")
            yield process, process.stdin, process.stdout
        finally:
            process.kill()


def send(pipe: IO[bytes], *messages: Message) -> None:
    pipe.write(b"".join(json.dumps(said).encode() + b"\n" for said in messages))
    pipe.flush()


def rest(pipe: IO[bytes]) -> list[Message]:
    """All lines to the end."""
    return [checked(json.loads(line)) for line in pipe]


def long(number: int) -> Message:
    return {"id": number, "visits": LONG, **position("duel", number)}


def test_requests_of_a_pipe_that_ends_are_answered() -> None:
    with served() as (process, requests, answers):
        send(requests, *({"id": number, "visits": 50, **position("duel", number)} for number in range(10)))
        requests.write(json.dumps({"id": "last", "visits": 5, **position()}).encode())  # without an end of line
        requests.close()
        told = rest(answers)
        assert process.wait(SOON) == 0
    assert {said["id"] for said in told} == {*range(10), "last"}
    assert {said["root"]["visits"] for said in told if said["id"] != "last"} == {50}


def test_searches_that_do_not_end_are_stopped_and_answered_after_the_end_of_requests() -> None:
    with served("--grace", "0.2") as (process, requests, answers):
        send(requests, long(0), long(1))
        requests.close()
        told = rest(answers)
        assert process.wait(SOON) == 0
    assert [said["stopped"] for said in told] == [True, True]


def test_a_client_that_vanishes_ends_its_searches() -> None:
    """The reading end alone is closed: requests might still come, and yet nobody reads."""
    with served("--grace", "1000") as (process, requests, answers):
        send(requests, *map(long, range(6)))
        answers.close()
        began = time.monotonic()
        assert process.wait(SOON) == 1
        assert time.monotonic() - began < SOON
        assert process.stderr is not None
        assert process.stderr.read() == b""


def test_a_client_that_is_killed_ends_its_searches() -> None:
    """Both pipes go at once, as they do when a process dies."""
    with served("--grace", "1000") as (process, requests, answers):
        send(requests, *map(long, range(6)))
        requests.close()
        answers.close()
        assert process.wait(SOON) == 1


def test_quit_answers_what_is_under_way_and_ends() -> None:
    with served("--grace", "1000", "--threads", "1", "--active", "1") as (process, requests, answers):
        send(requests, long(0), long(1), {"id": "q", "action": "quit"}, {"id": "late", "visits": 1, **position()})
        told = rest(answers)
        assert process.wait(SOON) == 0
    assert sorted((said["id"], said["stopped"]) for said in told) == [(0, True), (1, True)]


def test_requests_in_pieces_and_many_in_one_are_read_alike() -> None:
    with served() as (_, requests, answers):
        data = json.dumps({"id": 1, "visits": 1, **position()}).encode() + b"\n"
        for start in range(0, len(data), 100):
            requests.write(data[start : start + 100])
            requests.flush()
        assert checked(json.loads(answers.readline()))["id"] == 1
        send(requests, {"id": 2, "action": "status"}, {"id": 3, "action": "status"})
        assert [json.loads(answers.readline())["id"] for _ in range(2)] == [2, 3]


@pytest.mark.skipif(not hasattr(os, "kill"), reason="no signals")
def test_an_interrupt_ends_it_without_a_traceback() -> None:
    with served() as (process, requests, _):
        send(requests, long(0))
        process.send_signal(signal.SIGINT)
        assert process.wait(SOON) == 130
        assert process.stderr is not None
        assert process.stderr.read().decode().strip() == "avalon-bot: interrupted"
