"""Random games of The Riven Veil: records verify in all modes and on a data folder of one's own."""

from __future__ import annotations

from pathlib import Path

import kit
from avalon_ai import games, record
from avalon_ai.bots import make
from avalon_ai.games import veil_data
from avalon_ai.games.veil import Veil
from avalon_ai.match import play
from test_veil_kit import random_options

HOUSE = Path(veil_data.__file__).parent / "veil_data"


def load(seed: int) -> Veil:
    game = games.load("veil", **random_options(seed))
    assert isinstance(game, Veil)
    return game


def test_random_games_of_all_modes_verify(tmp_path: Path) -> None:
    for seed in range(kit.games_to_play(25)):
        game = load(seed)
        path = tmp_path / f"{seed}.avr"
        record.save(play(game, [make("random", game) for _ in range(game.seats)], seed=seed), path)
        assert record.verify(path) == record.Verdict(f"{path}: fine", True)


def test_a_data_folder_is_named_in_the_record_which_replays_without_it(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    text = (HOUSE / "cards.toml").read_text(encoding="utf-8")
    (folder / "cards.toml").write_text(text.replace('"Hill Levy"', '"Hill Levy as printed"'), encoding="utf-8")
    game = games.load("veil", data=str(folder), players=2)
    path = tmp_path / "game.avr"
    record.save(play(game, [make("random", game)] * 2, seed=4), path)
    (folder / "cards.toml").unlink()
    assert record.verify(path).text == f"{path}: fine"
    options = record.read(path).header["options"]
    assert options["data"] == str(folder)
    assert options["sha256"] == game.options["sha256"] != load(1).options["sha256"]
    assert str(folder) in game.title
