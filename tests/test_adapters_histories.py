"""Trees of histories: exact chances, and texts for a seat that are equal exactly when its masked streams are."""

from __future__ import annotations

import itertools
import json
import pickle
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from avalon_ai import games
from avalon_ai._state import CHANCE, Generator, IllegalMove, State, event_code
from avalon_ai.adapters.histories import History, Tree
from avalon_ai.games import dealing
from avalon_ai.games.base import DEAL_WIDTH, Game, seat_letter
from avalon_ai.json_lines import dumps
from avalon_ai.record import Fold, header, result_line
from avalon_ai.streams import Stream
from small_games import SMALL, small, walk
from statistics_kit import chi_square, tail

VARIANTS: list[tuple[str, dict[str, Any]]] = [
    *((name, {}) for name in games.names()),
    ("duel", {"territories": ["plain1", "avalon"], "colours": 1, "copies": 4, "hand": 2, "crowns_to_win": 2}),
    ("duel", SMALL["two colours"]),
    ("resistance", {"players": 7, "roles": "all", "lady": True, "assassin": "any"}),
]
LEVEL = 1e-3


def trees() -> list[Any]:
    return [pytest.param(Tree(games.load(name, **options)), id=f"{name}{len(options)}") for name, options in VARIANTS]


def deals(game: Game) -> dict[str, float]:
    """Every deal with its probability."""
    found: dict[str, float] = defaultdict(float)
    waiting: list[tuple[tuple[str, ...], float]] = [((), 1.0)]
    while waiting:
        dealt, chance = waiting.pop()
        outcomes = game.deal_outcomes(dealt)
        if not outcomes:
            found[plain(game.deal_of(dealt))] += chance
        waiting += [((*dealt, word), chance * more) for word, more in outcomes]
    return found


def plain(deal: dict[str, Any]) -> str:
    """A deal as text, with hands as sets."""
    hands = {seat: sorted(hand) for seat, hand in deal.get("hands", {}).items()}
    return json.dumps(deal | ({"hands": hands} if hands else {}), sort_keys=True)


# --- chance -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("counts", "size"), [((2, 2), 2), ((1, 3, 2), 3), ((4, 4), 1), ((0, 2, 5, 1), 4)])
def test_a_hand_is_as_likely_as_when_its_cards_are_drawn_in_any_order(counts: tuple[int, ...], size: int) -> None:
    left = dict(zip("abcd", counts, strict=False))
    cards = [kind for kind, number in left.items() for _ in range(number)]
    drawn = Counter(tuple(cards[i] for i in hand) for hand in itertools.combinations(range(len(cards)), size))
    told: dict[tuple[str, ...], float] = {(): 1.0}
    for _ in range(size):
        told = {(*h, c): p * q for h, p in told.items() for c, q in dealing.next_held(left, size, h)}
    assert told.keys() == drawn.keys()
    assert all(told[hand] == pytest.approx(number / drawn.total()) for hand, number in drawn.items())


SMALL_DEALS: list[tuple[str, dict[str, Any]]] = [
    ("duel", SMALL["two colours"] | {"hand": 2}),
    ("duel", {"territories": ["plain1", "avalon"], "colours": 1, "copies": 4, "hand": 2, "crowns_to_win": 2}),
    ("resistance", {"players": 5, "roles": ["merlin", "minion", "morgana"], "assassin": "any"}),
    ("veil", {"players": 2, "factions": "asymmetric"}),
    ("veil", {"players": 4}),
]


@pytest.mark.parametrize(("name", "options"), SMALL_DEALS)
def test_deals_of_seeds_come_as_often_as_the_steps_say(name: str, options: dict[str, Any]) -> None:
    game = games.load(name, **options)
    exact, count = deals(game), 4000
    assert sum(exact.values()) == pytest.approx(1)
    seen = Counter(plain(game.deal(7, index)[0]) for index in range(count))
    expected = {deal: chance * count for deal, chance in exact.items()}
    assert tail(chi_square(seen, expected), len(exact) - 1) > LEVEL


def test_factions_that_the_options_fix_are_no_chance() -> None:
    tree = Tree(games.load("veil", players=3, lords=["undead", "druids", "knights"]))
    assert tree.root.state is not None
    assert tree.root.deal() == {"factions": {"A": "undead", "B": "druids", "C": "knights"}}


@pytest.mark.parametrize("tree", trees())
def test_chances_add_up_and_every_step_is_open(tree: Tree) -> None:
    for seed in range(4):
        for here in walk(tree, seed):
            assert here.actions() == sorted(set(here.actions()))
            if here.actor == CHANCE:
                assert len(here.chances()) > 1
                assert sum(chance for _, chance in here.chances()) == pytest.approx(1)
                assert all(0 <= action < tree.outcomes for action, _ in here.chances())
                assert [action for action, _ in here.chances()] == here.actions()


def test_a_game_that_tells_no_steps_deals_by_the_bytes_of_a_seed() -> None:
    game = games.load("duel")
    dealt: tuple[str, ...] = ()
    while outcomes := Game.deal_outcomes(game, dealt):
        assert len(outcomes) == DEAL_WIDTH
        dealt = (*dealt, outcomes[len(dealt) + 1][0])
    assert Game.deal_of(game, dealt) == game.deal(0x01020304050607)[0]


@pytest.mark.parametrize("tree", trees())
def test_what_may_not_come_is_refused(tree: Tree) -> None:
    for here in walk(tree, 1):
        for action in {-1, 0, 5, tree.outcomes, tree.outcomes + 9} - set(here.actions()):
            with pytest.raises(IllegalMove):
                here.child(action)


# --- what a seat knows --------------------------------------------------------------------------


def actions(here: History) -> list[int]:
    """What was done after the deal."""
    found = []
    while here.parent is not None and here.parent.state is not None:
        found.append(here.action)
        here = here.parent
    return found[::-1]


def reference(here: History) -> list[str]:
    """The masked streams of a record with the same deal and events, without the headers."""
    game, deal, todo = here.tree.game, here.deal(), actions(here)
    shown = [Stream(game, seat, header(game, ["?"] * game.seats, None), deal) for seat in range(game.seats)]
    views, told = [stream.view for stream in shown], [stream.events for stream in shown]
    fold = Fold(game, deal)

    def tell(event: int, state: State) -> None:
        state.show(event, views, told)

    while not fold.over and (todo or (fold.state.actor() == CHANCE and len(fold.state.outcomes()) == 1)):
        outcomes = [event for event, _ in fold.state.outcomes()]
        may_come = outcomes or fold.state.legal()
        event = may_come[0] if len(outcomes) == 1 else next(e for e in may_come if event_code(e) == todo[0])
        del todo[: len(outcomes) != 1]
        fold.take(event, tell)
    if fold.over:
        fold.close()
        for stream in shown:
            stream.close(result_line(fold.state.returns(), fold.state.reason()))
    assert not todo
    return ["".join(dumps(line) + "\n" for line in stream.lines()[1:]) for stream in shown]


@pytest.mark.parametrize("tree", trees())
def test_a_seats_text_is_its_masked_stream(tree: Tree) -> None:
    for here in list(walk(tree, 3))[-1:3:-7]:
        expected = reference(here) if here.state is not None else [""] * len(tree.seats)
        for seat in tree.seats:
            assert here.stream(seat) == dumps({"seat": seat_letter(seat)}) + "\n" + expected[seat]


@pytest.mark.parametrize("name", SMALL)
def test_texts_are_equal_exactly_where_masked_streams_are(name: str) -> None:
    pairs: list[set[tuple[str, str]]] = [set(), set()]
    dealt = [here for here in small(name).root.subtree() if here.state is not None]
    for here in dealt:
        for seat, lines in enumerate(reference(here)):
            pairs[seat].add((here.stream(seat), lines))
    for found in pairs:
        assert len(found) == len({text for text, _ in found}) == len({lines for _, lines in found}) < len(dealt)


def check_information_sets(roots: Sequence[History], stop: Callable[[History], bool]) -> int:
    """Same moves and same own past in each information set; gives the number of sets with more than one history."""
    moves: dict[str, set[tuple[int, ...]]] = defaultdict(set)
    pasts: dict[str, set[tuple[Any, ...]]] = defaultdict(set)
    sizes: Counter[str] = Counter()
    nothing: tuple[Any, ...] = ()
    waiting = [(root, (nothing,) * len(root.tree.seats)) for root in roots]
    while waiting:
        here, own = waiting.pop()
        if stop(here):
            continue
        seat = here.actor
        if seat >= 0:
            told = here.stream(seat)
            sizes[told] += 1
            moves[told].add((seat, *here.actions()))
            pasts[told].add(own[seat])
        for action in here.actions():
            now = tuple((*p, told, action) if s == seat else p for s, p in enumerate(own))
            waiting.append((here.child(action), now))
    assert all(len(found) == 1 for found in moves.values()), "other moves in the same information set"
    assert all(len(found) == 1 for found in pasts.values()), "another past of one's own in the same information set"
    return sum(size > 1 for size in sizes.values())


@pytest.mark.parametrize("name", SMALL)
def test_a_small_duel_has_information_sets_with_perfect_recall(name: str) -> None:
    tree = small(name)
    assert sum(1 for _ in tree.root.subtree()) <= 20_000
    assert check_information_sets([tree.root], lambda here: False) > 50


def test_votes_and_cards_have_information_sets_with_perfect_recall() -> None:
    tree = Tree(games.load("resistance", roles="none"))
    teams = [here.child(here.actions()[0]) for here in after_deal(tree.root.child(0))]
    assert len(teams) == 10
    quest = 1 + len(tree.seats) + 2
    assert check_information_sets(teams, lambda here: len(actions(here)) > quest) > 100


def after_deal(here: History) -> list[History]:
    """The first histories in which all is dealt."""
    if here.state is not None:
        return [here]
    return [found for action in here.actions() for found in after_deal(here.child(action))]


@pytest.mark.parametrize("tree", trees())
def test_a_resampled_history_looks_the_same_to_its_seat(tree: Tree) -> None:
    for here in walk(tree, 5):
        if here.actor < 0:
            continue
        seat = here.actor
        world = here.resampled(seat, Generator(9), tree.game.model())
        assert world.stream(seat) == here.stream(seat)
        assert world.actions() == here.actions()
        action = here.actions()[0]
        assert world.child(action).stream(seat).startswith(here.stream(seat))
        assert world.state == here.resampled(seat, Generator(9), tree.game.model()).state


def test_resampling_hides_the_others_past_and_draws_other_worlds() -> None:
    here = next(each for each in walk(Tree(games.load("duel")), 2) if each.actor == 0 and len(actions(each)) > 9)
    worlds = [here.resampled(0, Generator(seed)) for seed in range(8)]
    assert len({world.stream(1) for world in worlds}) > 1
    assert all(here.stream(1) not in world.stream(1) for world in worlds)


# --- saving ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("tree", trees())
def test_a_pickled_history_is_the_same_place(tree: Tree) -> None:
    way = list(walk(tree, 4))
    for here in (way[0], way[2], way[len(way) // 2], way[-1]):
        twin = pickle.loads(pickle.dumps(here))
        assert str(twin) == str(here)
        assert twin.state == here.state
        assert [twin.stream(seat) for seat in tree.seats] == [here.stream(seat) for seat in tree.seats]


def test_a_pickled_world_is_the_same_place() -> None:
    here = [each for each in walk(Tree(games.load("resistance")), 4) if each.actor >= 0][3]
    world = here.resampled(here.actor, Generator(1)).child(here.actions()[0])
    twin = pickle.loads(pickle.dumps(world))
    assert twin.state == world.state
    assert [twin.stream(seat) for seat in here.tree.seats] == [world.stream(seat) for seat in here.tree.seats]
