"""The page of a tournament: everything in it, whole, the same each time, and nobody's name is markup."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest

from avalon_ai import pictures, report
from avalon_ai.errors import StorageError
from avalon_ai.results import Played
from avalon_ai.sprt import Sprt

pytest.importorskip("jinja2")
pytest.importorskip("matplotlib")

EVIL_NAME = "<script>alert('x')</script> & \"$x^2$\" -->"
BOTS = ("greedy", "random", EVIL_NAME)
SETTINGS = {"game": "duel", "options": {"hand": 4}, "bots": list(BOTS), "format": "round-robin", "seed": 5}
VOID = {"meta", "br", "hr", "img", "link", "input", "col"}


def pairs(bots: tuple[str, ...], count: int, seed: int = 1) -> list[Played]:
    """Groups of two games for all pairs of bots, the first of the list winning most."""
    rng, games = random.Random(seed), []
    meetings = [(a, b) for _ in range(count) for a in bots for b in bots if bots.index(a) < bots.index(b)]
    for group, (first, second) in enumerate(meetings):
        for number, seated in enumerate(((first, second), (second, first))):
            won = rng.random() < 0.75
            results = (1.0, 0.0) if (seated[0] == first) == won else (0.0, 1.0)
            reason = rng.choice(("crowns", "cap"))
            games.append(
                Played(group, number, seated, ("first", "second"), results, reason, events=rng.randrange(60, 200))
            )
    return games


class Page(HTMLParser):
    """Reads a page: every element is closed, ids are there once, tables have headers; keeps the text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.tags: list[str] = []
        self.labels: list[str] = []
        self.said: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = dict(attrs)
        self.tags.append(tag)
        self.ids += [value for key, value in attrs if key == "id" and value]
        self.links += [value for key, value in attrs if key in ("href", "src", "xlink:href") and value]
        if tag == "svg":
            assert said["role"] == "img"
            self.labels.append(said["aria-label"] or "")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.said.append(data)

    @property
    def text(self) -> str:
        return re.sub(r"\s+", " ", " ".join(self.said))


@cache
def whole() -> str:
    test = report.SequentialTest("greedy", "random", 0, 60)
    return report.page(pairs(BOTS, 12), "A title & more", SETTINGS, again="avalon-bot x <y>", test=test)


def test_page_is_whole_and_holds_every_bot_as_text() -> None:
    text = whole()
    page = Page(text)
    assert "script" not in page.tags
    assert page.text.count(EVIL_NAME.replace("  ", " ")) >= 4
    for said in (*BOTS, "A title & more", "avalon-bot x <y>", "hand = 4", "crowns", "cap", "72 games in 36 groups"):
        assert said in page.text
    for heading in ("Standings", "Cross table", "By side", "Sequential test", "Progress", "Games", "Settings"):
        assert heading in page.text


def test_page_needs_nothing_from_elsewhere() -> None:
    text = whole()
    page = Page(text)
    assert "http" not in text
    assert all(link.startswith("#") for link in page.links)
    assert "@import" not in text
    assert len(page.ids) == len(set(page.ids))
    used = set(re.findall(r"url\(#([^)]+)\)", text)) | {link[1:] for link in page.links}
    assert used <= set(page.ids)


def test_pictures_have_words_and_tables_have_headers() -> None:
    text = whole()
    page = Page(text)
    assert len(page.labels) == 5
    assert all(len(label) > 20 for label in page.labels)
    for table in re.findall(r"<table.*?</table>", text, re.DOTALL):
        assert "<caption>" in table
        assert 'scope="col"' in table
        assert 'scope="row"' in table


def test_equal_games_give_equal_pages_in_whatever_order() -> None:
    games = pairs(BOTS, 5)
    shuffled = random.Random(3).sample(games, len(games))
    assert report.page(games, "t", SETTINGS) == report.page(shuffled, "t", SETTINGS)


def test_order_of_the_format_comes_before_the_score() -> None:
    order = ("random", "greedy", "nobody met")
    text = report.page(pairs(("greedy", "random"), 9), "t", SETTINGS, order=order)
    rows = re.findall(r'<tr><td>\d+</td><th scope="row">(.*?)</th>', text)
    assert rows == list(order)


def test_sequential_test_is_told_as_it_ended() -> None:
    games = pairs(("greedy", "random"), 80)
    test = report.SequentialTest("greedy", "random", 0, 100)
    sprt = Sprt(0, 100)
    for group in range(80):
        by_bot = [dict(zip(game.bots, game.results, strict=True)) for game in games if game.group == group]
        sprt.add(sum(results["greedy"] for results in by_bot) / 2)
    page = Page(report.page(games, "t", SETTINGS, test=test, progress=False))
    assert sprt.decision == "H1"
    assert "H1 accepted: 100 points" in page.text
    assert f"Log-likelihood ratio {sprt.llr:+.2f}" in page.text
    assert "Progress" not in page.text


def test_bots_that_never_met_have_standings_and_no_ratings() -> None:
    games = pairs(("a", "b"), 3) + [
        Played(9 + game.group, game.number, game.bots, game.sides, game.results, "cap") for game in pairs(("c", "d"), 3)
    ]
    page = Page(report.page(games, "t", {"game": "duel"}))
    assert "never met" in page.text
    assert len(page.labels) == 2


def test_intervals_of_few_groups_have_a_star() -> None:
    text = report.page(pairs(("a", "b"), 19), "t", {"game": "duel"})
    assert text.count("* fewer than 20 groups") == 1
    assert len(re.findall(r"\d to \d\.\d+\*", text)) == 10  # in all, in the cross table, by side
    assert not re.findall(r"\d to \d\.\d+\*", report.page(pairs(("a", "b"), 20), "t", {"game": "duel"}))


def test_one_game_is_enough() -> None:
    game = Played(0, 0, ("a", "b"), ("first", "second"), (1.0, 0.0), "time", 1, events=7)
    page = Page(report.page([game], "t", {"game": "duel"}))
    assert "time 1" in page.text
    assert "−∞ to +∞" in page.text


def test_teams_of_seven_with_heroes_count_heroes_alone() -> None:
    rng, games = random.Random(2), []
    for group in range(12):
        for number in range(7):
            bots = tuple("hero" if seat == number else "copy" for seat in range(7))
            good = float(rng.random() < 0.4)
            sides = ("evil", "good", "good", "evil", "good", "good", "evil")
            results = tuple(good if side == "good" else 1 - good for side in sides)
            games.append(Played(group, number, bots, sides, results, "quests", events=90 + rng.randrange(30)))
    page = Page(report.page(games, "t", {"game": "resistance", "format": "hero"}))
    assert "84 games in 12 groups" in page.text
    assert report.standings(games, {"format": "hero"}).rows()[0].bot == "hero"
    assert "among those of the column" in page.text


def test_many_bots_fit() -> None:
    bots = tuple(f"ismcts:visits={500 * (place + 1)},weights=tuned" for place in range(14))
    page = Page(report.page(pairs(bots, 1), "t", {"game": "duel"}))
    assert "the first 8 bots, 6 more are left out" in page.text
    assert all(bot in page.text for bot in bots)


def test_no_games_make_no_page() -> None:
    with pytest.raises(ValueError, match="at least one game"):
        report.page([], "t", {})


def test_page_takes_the_place_of_the_file(tmp_path: Path) -> None:
    target = tmp_path / "r.html"
    target.write_text("before")
    report.write(target, pairs(("a", "b"), 3), "t", settings={"game": "duel"})
    assert target.read_text("utf-8") == report.page(pairs(("a", "b"), 3), "t", {"game": "duel"})
    assert [file.name for file in tmp_path.iterdir()] == ["r.html"]
    with pytest.raises(StorageError, match="none"):
        report.write(tmp_path / "none" / "r.html", pairs(("a", "b"), 3), "t", settings={"game": "duel"})


def test_what_is_no_file_is_never_replaced(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(StorageError, match="folder: Is a directory"):
        report.write(tmp_path / "folder", pairs(("a", "b"), 1), "t", settings={})
    os.mkfifo(tmp_path / "pipe")
    with ThreadPoolExecutor(1) as reader:
        read = reader.submit((tmp_path / "pipe").read_text, "utf-8")
        report.write(tmp_path / "pipe", pairs(("a", "b"), 1), "t", settings={})
        assert read.result(timeout=60).endswith("</html>\n")
    assert (tmp_path / "pipe").is_fifo()
    (tmp_path / "link").symlink_to(tmp_path / "page")
    report.write(tmp_path / "link", pairs(("a", "b"), 1), "t", settings={})
    assert (tmp_path / "link").is_symlink()
    assert Page((tmp_path / "page").read_text("utf-8")).text
    assert sorted(file.name for file in tmp_path.iterdir()) == ["folder", "link", "page", "pipe"]


@pytest.mark.parametrize("package", ["jinja2", "matplotlib"])
def test_missing_package_names_the_extra(monkeypatch: pytest.MonkeyPatch, package: str) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == package]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(report.ReportError, match=rf"{package}: pip install '\.\[report\]'"):
        report.page(pairs(("a", "b"), 1), "t", {})


def test_pictures_load_only_when_they_are_drawn() -> None:
    code = "import sys, avalon_ai.report\nassert not {'jinja2', 'matplotlib'} & set(sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_heat_goes_both_ways_and_words_have_signs() -> None:
    assert (report.heat(0.5), report.heat(1), report.heat(0)) == ("#ffffff", "#92c5de", "#f4a582")
    assert [report.elo_word(points) for points in (12.6, -3.2, -0.2, float("inf"))] == ["+13", "−3", "0", "+∞"]


def test_pictures_hold_no_mathematics_and_no_doubled_ids() -> None:
    bar = pictures.Bar(0.0, float("-inf"), float("inf"))
    svg = pictures.intervals([("$a_b$", {"x": bar})], label="l", middle=0, alt='a "b"', key="k")
    assert "$a_b$" in svg
    assert 'aria-label="a &quot;b&quot;"' in svg
    assert all(name.startswith("k-") for name in re.findall(r' id="([^"]+)"', svg))


def test_example_of_the_documentation_writes_a_page(tmp_path: Path) -> None:
    text = (Path(__file__).parent.parent / "docs" / "ratings.md").read_text("utf-8")
    (block,) = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    (tmp_path / "example.py").write_text(block, "utf-8")
    done = subprocess.run([sys.executable, "example.py"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "greedy against random" in Page((tmp_path / "report.html").read_text("utf-8")).text
