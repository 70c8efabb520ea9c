"""The bots for The Resistance: Avalon alone: allowed moves, the same again, no peeking, what each role does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from avalon_ai import bots, games, match
from avalon_ai._state import MOVE, Generator, State, event_code, event_source
from avalon_ai.errors import SpecError
from avalon_ai.games.base import SEAT_LETTERS, Game
from avalon_ai.games.resistance_bots import RulesBot
from avalon_ai.games.resistance_codes import APPROVE, FAIL, REJECT, SUCCESS, mask_of
from avalon_ai.record import Record, header, replay
from avalon_ai.streams import Stream, event
from resistance_twins import cut, random_world, twins
from twin_worlds import World

OWN = ("logic", "rules")
PRESETS: list[dict[str, Any]] = [
    {"roles": "none"},
    {"roles": "standard"},
    {"roles": "all", "lady": True},
    {"roles": ["merlin", "percival", "mordred", "oberon"], "assassin": "any", "lady": True},
]
PLAYERS = pytest.mark.parametrize("players", range(5, 11))


def play(game: Game, specs: tuple[str, ...], seed: int) -> Record:
    """One game with these bots in turn."""
    return match.play(game, [bots.make(specs[seat % len(specs)], game) for seat in range(game.seats)], seed=seed)


def decisions(record: Record) -> Iterator[tuple[State, int, int]]:
    """The position before each move, the seat and the code of the move."""
    for entry, (_, state) in zip(record.entries, replay(record), strict=False):
        if entry.event is not None and event_source(entry.event) == MOVE:
            yield state, entry.seat, event_code(entry.event)


@PLAYERS
@pytest.mark.parametrize("options", PRESETS)
def test_every_move_is_allowed_at_every_table(players: int, options: dict[str, Any]) -> None:
    game = games.load("resistance", players=players, **options)
    for seed, specs in enumerate([OWN, ("rules",), ("rules", "random"), ("logic", "random")]):
        for number in range(3):
            played = play(game, specs, 100 * number + seed)
            assert played.result is not None
            assert played.result["reason"] in ("quests", "fails", "rejections", "merlin")


def test_they_play_this_game_alone() -> None:
    assert set(bots.kinds(games.kind("resistance"))) == {*bots.BOTS, *OWN}
    for name in OWN:
        with pytest.raises(SpecError, match=f"no bot {name}; bots: random, greedy, ismcts"):
            bots.make(name, games.load("duel"))


@pytest.mark.parametrize("spec", OWN)
@pytest.mark.parametrize("players", [5, 8])
def test_bot_repeats_a_game_and_plays_on_from_its_middle(spec: str, players: int) -> None:
    game = games.load("resistance", players=players, roles="all", lady=True)
    played = play(game, (spec,), 3)
    assert list(play(game, (spec,), 3).lines()) == list(played.lines())
    for count, entry in enumerate(played.entries):
        assert entry.event is not None
        if event_source(entry.event) == MOVE and count % 3 == 0:
            table = match.Match(replace(played, entries=played.entries[:count], result=None))
            bot = bots.make(spec, game)
            bot.start(table.streams[entry.seat], match.bot_seed(3, 0, entry.seat))
            assert bot.act(table.streams[entry.seat]).event == entry.event


@PLAYERS
def test_what_a_seat_was_not_shown_changes_no_move(players: int) -> None:
    compared = 0
    for number, options in enumerate(PRESETS):
        game = games.load("resistance", players=players, **options)
        whole, rng = random_world(game, 40 + number), Generator(number)
        for place in range(0, len(whole.events), 7):
            one = cut(whole, place)
            seat = one.state().actor()
            for other in twins(one, seat, rng, wanted=1) if seat >= 0 else []:
                for name in OWN:
                    assert chosen_in(one, seat, name) == chosen_in(other, seat, name)
                compared += one.deal["roles"] != other.deal["roles"]
    assert compared > 10


def chosen_in(world: World, seat: int, name: str) -> bots.Choice:
    """What the bot of that name does in a seat of a world."""
    stream = world.stream(seat, header(world.game, [name] * world.game.seats, 1))
    bot = bots.make(name, world.game)
    bot.start(stream, 5)
    return bot.act(stream)


def test_rules_win_more_games_among_logic_than_logic_does() -> None:
    game, won = games.load("resistance"), Counter[str]()
    for hero in OWN:
        players = [bots.make(spec, game) for spec in (hero, *["logic"] * 4)]
        for number in range(100):
            deal, rotation = divmod(number, game.seats)
            result = match.play(game, players, seed=6, deal_index=deal, rotation=rotation).result_by_seat()
            won[hero] += int(result[-rotation % game.seats])
    assert won["rules"] > won["logic"] + 8


# --- logic -------------------------------------------------------------------------------------------


def test_logic_evil_always_fails_and_good_approves_no_team_it_knows_to_be_foul() -> None:
    game, seen = games.load("resistance", players=7), Counter[str]()
    for seed in range(30):
        record = play(game, ("logic",), seed)
        roles = [record.deal["roles"][letter] for letter in SEAT_LETTERS[:7]]
        evil = mask_of(seat for seat, role in enumerate(roles) if role in ("assassin", "minion", "morgana"))
        team = 0
        for _, seat, code in decisions(record):
            if code < APPROVE:
                team = code
            if code in (SUCCESS, FAIL):
                assert (code == FAIL) == bool(evil >> seat & 1)
                seen["card"] += 1
            if code in (APPROVE, REJECT) and roles[seat] in ("merlin", "assassin"):
                assert (code == APPROVE) == ((team & evil == 0) == (roles[seat] == "merlin"))
                seen["vote"] += 1
    assert min(seen.values()) > 50


# --- rules -------------------------------------------------------------------------------------------

ROLES_5 = ["merlin", "servant", "servant", "assassin", "minion"]


class Scene:
    """A game of 5 players with given roles, played by texts; and what a bot of some seat does then."""

    def __init__(self, roles: list[str], *, leader: str = "A", **options: Any) -> None:
        self.game = games.load("resistance", players=len(roles), roles=roles, **options)
        letters = SEAT_LETTERS[: len(roles)]
        self.letters = letters
        self.deal: dict[str, Any] = {"leader": leader, "roles": dict(zip(letters, roles, strict=True))}
        if options.get("lady"):
            self.deal["lady"] = letters[(letters.index(leader) - 1) % len(roles)]
        self.state = self.game.start(self.deal)
        self.events: list[int] = []

    def tell(self, said: dict[str, Any]) -> Scene:
        """One line happens."""
        made = event(self.game, said)
        self.state.apply(made)
        self.events.append(made)
        return self

    def propose(self, team: str) -> Scene:
        """The leader proposes."""
        return self.tell({"seat": SEAT_LETTERS[self.state.actor()], "move": f"team {team}"})

    def votes(self, approve: str) -> Scene:
        """All vote."""
        for letter in self.letters:
            self.tell({"seat": letter, "move": "approve" if letter in approve else "reject"})
        return self.tell({"referee": f"votes {approve}".rstrip()})

    def quest(self, team: str, fails: str = "", approve: str = "") -> Scene:
        """A team goes on the quest, and these fail it."""
        self.propose(team).votes(approve or self.letters)
        for letter in team:
            self.tell({"seat": letter, "move": "fail" if letter in fails else "success"})
        return self.tell({"referee": f"fails {len(fails)}"})

    def upto(self, seat: str, choice: str = "approve") -> Scene:
        """The seats before this one choose."""
        while (actor := self.state.actor()) != self.letters.index(seat):
            self.tell({"seat": SEAT_LETTERS[actor], "move": choice})
        return self

    def stream(self) -> Stream:
        """What the seat to act was shown."""
        head = header(self.game, ["rules"] * len(self.letters), 1)
        stream, state = Stream(self.game, self.state.actor(), head, self.deal), self.game.start(self.deal)
        for made in self.events:
            stream.see(state.mask(made, stream.seat))
            state.apply(made)
        return stream

    def chosen(self, times: int = 20) -> set[str]:
        """All that the bot of the seat to act does, over some seeds."""
        found, stream = set(), self.stream()
        for seed in range(times):
            bot = RulesBot("rules", self.game)
            bot.start(stream, seed)
            found.add(self.game.text(bot.act(stream).event))
        return found


def test_good_passes_the_fifth_proposal() -> None:
    for seat in "ABC":
        scene = Scene(ROLES_5)
        for _ in range(4):
            scene.propose("DE").votes("DE")
        assert scene.propose("DE").upto(seat).chosen() == {"approve"}


def test_evil_hides_at_the_fifth_proposal_of_people_who_would_pass_it() -> None:
    scene = Scene(ROLES_5)
    for team, approve in (("AB", "AB"), ("BC", "BE"), ("CD", "CD"), ("DE", "AD")):
        scene.propose(team).votes(approve)
    assert scene.propose("AE").upto("D").chosen() == {"approve"}


def test_good_leads_those_whom_the_fails_clear() -> None:
    scene = Scene(ROLES_5).quest("AB").quest("ADE", "DE", "ADE")
    assert scene.chosen() <= {"team AB", "team BC", "team AC"}


def test_of_two_on_a_quest_one_alone_fails() -> None:
    scene = Scene(ROLES_5).quest("AB").quest("ABC").propose("DE").votes("ABCDE")
    cards = []
    for _ in "DE":
        (card,) = scene.chosen()
        cards.append(card)
        scene.tell({"seat": SEAT_LETTERS[scene.state.actor()], "move": card})
    assert sorted(cards) == ["fail", "success"]


def test_a_lonely_fail_that_cannot_suffice_is_not_played() -> None:
    roles = ["merlin", "percival", "servant", "servant", "assassin", "morgana", "minion"]
    scene = Scene(roles).quest("AB").quest("ABC").quest("AEF", "EF").propose("ABCE").votes("ABCD")
    for letter in "ABC":
        scene.tell({"seat": letter, "move": "success"})
    assert scene.chosen() == {"success"}


def test_evil_fails_where_the_third_success_or_the_third_fail_is_at_hand() -> None:
    scene = Scene(ROLES_5).quest("AB").quest("ABC").propose("AD").votes("ABCDE")
    assert scene.tell({"seat": "A", "move": "success"}).chosen() == {"fail"}


def test_the_lady_is_believed_by_her_holder_and_good_tells_the_truth() -> None:
    roles = ["merlin", "percival", "servant", "servant", "assassin", "morgana", "minion"]
    scene = Scene(roles, leader="E", lady=True).quest("AB").quest("ABC")
    scene.tell({"seat": "D", "move": "lady G"}).tell({"referee": "loyalty evil"})
    assert scene.chosen() == {"say evil"}


def test_the_shot_goes_to_the_one_who_knew() -> None:
    """B alone approved just the clean teams."""
    scene = Scene(["servant", "merlin", "servant", "assassin", "minion"])
    scene.propose("AD").votes("AD").propose("BC").votes("B")
    scene.propose("CE").votes("CD").propose("AD").votes("CD")
    scene.quest("AB", approve="ABC").quest("ABC", approve="ABC").quest("BC", approve="ABC")
    assert scene.chosen() == {"shoot B"}
