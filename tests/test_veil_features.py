"""Features of a View of The Riven Veil: each number said anew from the fields of the View, at every kind of table."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kit
import veil_twins
from avalon_ai import _veil, games
from avalon_ai._state import OVER, Generator, State, View
from avalon_ai.games import veil_data
from avalon_ai.games.base import seat_letter
from avalon_ai.games.veil import Veil
from avalon_ai.games.veil_codes import (
    DECK_SIZE,
    DECKS,
    LAYOUT,
    REGIONS,
    TERRAINS,
    TOKEN_PLACES,
    TRIGGERS,
    UNITS,
    VERBS,
    WHO,
)
from avalon_ai.games.veil_facts import Fields

Numbers = dict[str, float]
TABLES: list[dict[str, Any]] = [
    {"players": players, "factions": factions, "favor": favor}
    for players in (2, 3, 4)
    for factions, favor in (("symmetric", "A"), ("symmetric", "B"), ("asymmetric", "A"), ("asymmetric", "B"))
] + [
    {"players": 4, "factions": "asymmetric", "battles": "deterministic", "decline": True, "seasons": 3},
    {"players": 2, "green_knight": False, "lords": ["knights", "druids"], "factions": "asymmetric"},
]  # fmt: skip
UNTOLD = ("effect.from.", "effect.to.", "effect.amount")  # where a filter or a count decides
RARE = {"ancient", "beast_tokens", "relics_left"}  # blocks that such games hardly come to
OWN = 2048  # the core's own effects have rows from there on
OWN_ROWS = [
    [VERBS.index(verb), n, 15, -1, 0, -1, -1, -1, 0, 0, 0, -1, 0, 0, 0, -1, -1, 1, 32767, 0]
    for verb, n in (("deploy", 2), *((each, 1) for each in ("settle", "out", "draw", "power", "favor", "move1", "in")))
]
OWN_ROWS[-1][LAYOUT["effects"].index("to")] = 0  # its filter is `there`
FACTS = ("done", "explored", "reached", "breached", "of_card", "of_plan", "of_effect")  # of a list, by bit
MOVES = ("move1", "army", "out", "in")
BATTLES, PAYING, DRAWING, DRAWN = 15, 4, 7, 11  # steps of the game, of a turn, of an icon
NUMBERS_OF_FRAMES = (
    ("turn", "acted", "a"), ("places", "grail_asked", "c"), ("battle", "fought", "c"), ("places", "tied.before", "a"),
    ("places", "tied.places", "b"), ("favor", "favor_left", "c"), ("relic", "relics_left", "c"),
)  # fmt: skip
HEROES = ("lord", "lord2", "c1", "c2", "c3")
PLACES = (*REGIONS, "sea", "supply")
PLACED = dict(enumerate(PLACES))


@cache
def loaded(number: int) -> Veil:
    game = games.load("veil", **TABLES[number])
    assert isinstance(game, Veil)
    return game


def states(game: Veil, seed: int) -> Iterator[State]:
    """Every position of a game, as it is played by half sensible players."""
    table, rng, player = kit.Table.deal(game, seed), Generator(seed), half_sensible(game)
    while True:
        yield table.state
        if table.state.actor() == OVER:
            return
        table.apply(kit.next_event(table, player, rng))


def views(game: Veil, seed: int, *, every: int = 1) -> Iterator[View]:
    """Every seat's View at every so many positions of such a game."""
    for state in itertools.islice(states(game, seed), 0, None, every):
        yield from (state.view(seat) for seat in range(game.seats))


def half_sensible(game: Veil) -> kit.Player:
    """A player who comes to bids, prophecies, relics and objectives: often the likeliest move, else any."""
    model, any_kind = game.model(), kit.grouped(game)

    def choose(state: State, legal: Sequence[int], rng: Generator) -> int:
        if rng.below(4) == 0:
            return any_kind(state, legal, rng)
        return max(state.view(state.actor()).policy(model), key=lambda move: move[1])[0]

    return choose


def named(game: Veil, view: View) -> Numbers:
    return dict(zip(game.feature_names(), map(float, view.features()), strict=True))


# --- the numbers, said anew ------------------------------------------------------------------------


class Expected:
    """What the numbers must be by the fields of a View; 0 where nothing is said, but for UNTOLD."""

    def __init__(self, game: Veil, view: View) -> None:
        self.game, self.view, self.seats = game, view, range(game.seats)
        self.names = game.names
        self.fields, self.raw, self.more = game.fields(view), _veil.fields(view), _veil.details(view)
        self.numbers: Numbers = {}
        self.look()
        self.course()
        self.stack()
        self.matters()
        self.effect()
        self.icon()
        self.cards()
        self.seats_of()
        self.regions()
        self.pieces()
        self.factions()
        self.battle()

    def place(self, seat: int | str) -> int:
        """How far a seat, or its letter, is from the own one."""
        number = seat if isinstance(seat, int) else "ABCD".index(seat)
        return (number - self.view.seat) % self.game.seats

    def mark(self, before: str, word: object) -> None:
        """One of a group is marked; None marks none."""
        if word is not None:
            self.numbers[f"{before}.{word}"] = 1

    def mark_seats(self, before: str, mask: int) -> None:
        for seat in self.seats:
            if mask >> seat & 1:
                self.mark(before, self.place(seat))

    def mark_bits(self, before: str, words: Iterable[object], mask: int) -> None:
        for bit, word in enumerate(words):
            if mask >> bit & 1:
                self.mark(before, word)

    def mark_regions(self, before: str, at: int) -> None:
        """A place, if it is a region."""
        if 0 <= at < len(REGIONS):
            self.mark(before, REGIONS[at])

    def look(self) -> None:
        """The highest frame of each kind, and the highest list or icon with its list, its row and what that says."""
        frames = self.more["frames"]
        self.highest = {frame["kind"]: frame for frame in frames}
        place = max((i for i, frame in enumerate(frames) if frame["kind"] in ("list", "icon")), default=-1)
        self.effects: list[Fields] = []
        self.verb, self.row = "", -1
        if place < 0:
            return
        top = frames[place]
        below = top if top["kind"] == "list" else frames[place - 1]
        self.effects = [top, below]
        self.row = top["x"] if top["kind"] == "icon" else below["x"] + below["b"]
        rows = [*self.names.tables["effects"], *OWN_ROWS]
        number = self.row if self.row < OWN else self.row - OWN + len(self.names.tables["effects"])
        self.said = dict(zip(LAYOUT["effects"], rows[number], strict=True))
        self.verb = VERBS[self.said["verb"]]

    def course(self) -> None:
        found, raw, said = self.numbers, self.raw, self.fields
        options = self.game.options
        found["players"], found["seasons"] = self.game.seats, options.get("seasons", 2)
        found["deterministic"] = options.get("battles") == "deterministic"
        found["favor_b"] = options.get("favor") == "B"
        found["green_knight"] = options.get("green_knight", True)
        found["decline"] = options.get("decline", False)
        self.mark("seat", seat_letter(self.view.seat))
        self.mark("season", said["season"] or None)
        self.mark("round", said["round"] or None)
        self.mark("phase", said["phase"])
        self.mark("active", None if said["active"] is None else self.place(said["active"]))
        self.mark("actor", self.place(raw["actor"]) if raw["actor"] >= 0 else None)
        for number, seat in enumerate(raw["order"], 1):
            self.mark(f"order.{number}", self.place(seat) if seat >= 0 else None)
        found["turn"], found["explored_turn"] = raw["turn"], raw["explored_turn"]
        awaited, what = raw["awaited"], raw["awaited_what"]
        self.mark("awaited", awaited or None)
        self.mark("awaited_of", self.place(raw["awaited_seat"]) if raw["awaited_seat"] >= 0 else None)
        zones = ("hand", "chosen", "payment", "bid", "plan", "bonus", "combat", "quest")
        self.mark("awaited_zone", zones[raw["awaited_zone"]] if raw["awaited_zone"] >= 0 else None)
        if awaited in ("draw", "reshuffle"):
            self.mark("awaited_deck", DECKS[what])
        elif awaited in ("tile", "mist"):
            self.mark("awaited_region", REGIONS[what])
        else:
            found["awaited_number"] = what + 1

    def stack(self) -> None:
        """The frames by kind; of several of a kind the highest."""
        found, frames, at = self.numbers, self.more["frames"], self.highest
        self.mark("pending", self.fields["pending"])
        for frame in frames:
            kind = frame["kind"]
            found[f"under_way.{kind}"] = found.get(f"under_way.{kind}", 0) + 1
        for kind, frame in at.items():
            self.mark(f"by.{kind}", self.place(frame["seat"]) if frame["seat"] >= 0 else None)
            found[f"step.{kind}"] = frame["step"]
            if kind in ("game", "places", "bid", "look", "trigger", "battle", "relic"):
                self.mark_seats(f"waiting.{kind}", frame["x"])
        if at["game"]["step"] == BATTLES:
            for region in self.game.data.components.board.war_order[: at["game"]["a"]]:
                self.mark("scored", region)
        for kind, name, key in NUMBERS_OF_FRAMES:
            found[name] = at[kind][key] if kind in at else 0
        if at.get("look", {"step": 0})["step"] == 1:
            found["favor_each"] = at["look"]["c"]
        if "bearer" in at:
            self.mark("bearer", "grail" if at["bearer"]["a"] else "excalibur")

    def matters(self) -> None:
        """What choices of single kinds are about."""
        at, names = self.highest, self.names
        if "explore" in at:
            self.mark("explore", REGIONS[at["explore"]["a"]])
        if "bid" in at:
            self.mark("bid.beast", names.beasts[at["bid"]["a"]])
            self.mark("bid.explorer", self.place(at["bid"]["b"]))
            self.mark("bid.region", REGIONS[at["bid"]["c"]])
        if "bond" in at:
            self.mark("bond.beast", names.beasts[at["bond"]["a"]])
            self.mark("bond.region", REGIONS[at["bond"]["b"]])
        if "quest" in at:
            self.mark("quest_won", at["quest"]["a"] + 1)
        if "turn" in at and at["turn"]["step"] == PAYING:
            self.mark("standard", ("deploy", "settle", "out", "draw")[at["turn"]["b"]])
        if "trigger" in at:
            moment = at["trigger"]
            self.mark("moment", TRIGGERS[moment["a"]])
            self.mark_regions("moment.region", moment["there"])
            self.mark_bits("moment.units", UNITS, moment["b"] if TRIGGERS[moment["a"]] == "deploy" else 0)
            self.mark_bits("moment.answered", range(1, 33), moment["bits"])
        if "equip" in at and at["equip"]["step"]:
            self.mark("equip", names.artifacts[at["equip"]["a"]])
        elif "relic" in at and at["relic"]["step"] == 3:
            self.mark("equip", names.artifacts[at["relic"]["a"]])
        elif self.verb == "artifact" and self.effects[0]["step"] == DRAWN:
            self.mark("equip", names.artifacts[self.effects[0]["a"]])

    def effect(self) -> None:
        """What the highest effect does, and how far its list has come."""
        found, names = self.numbers, self.names
        if not self.effects:
            return
        top, below = self.effects
        said = self.said
        self.mark("effect.verb", self.verb)
        self.mark("effect.who", WHO[said["who"]])
        self.mark("effect.deck", DECKS[said["deck"]] if said["deck"] >= 0 else None)
        self.mark_bits("effect.units", UNITS, said["units"])
        self.mark_bits("effect.on", TOKEN_PLACES, said["on"])
        self.mark_seats("effect.for", below["c"])
        owner = self.game.facts.owners.get(self.row)
        if owner is not None:
            self.mark("effect.card" if owner in names.cards else "effect.power", owner)
        found["effect.standard"] = self.row >= OWN
        self.mark_bits("effect", FACTS, below["bits"])
        self.mark_bits("effect.deployed", UNITS, below["bits"] >> 8)
        self.mark_bits("effect.gained", range(1, 9), below["y"])
        self.mark_regions("effect.here", top["here"])
        self.mark_regions("effect.there", top["there"])
        found["effect.number"], found["effect.left"] = below["b"], below["a"] - below["b"] - 1
        found["effect.repeats"], found["effect.moved"] = below["y"] >> 8, below["bits"] >> 16 & 255
        for word in ("from", "to"):
            if said[word] < 0:
                self.mark_bits(f"effect.{word}", REGIONS, self.raw["island"])
        if said["per"] < 0:
            found["effect.amount"] = said["n"]

    def icon(self) -> None:
        """What has been chosen for the icon on top, for a payment, for draws."""
        found, verb = self.numbers, self.verb
        pay: Fields = self.highest.get("pay", {"b": 0, "c": 0})
        found["icon.card"], found["icon.owed"] = pay["b"], pay["c"]
        top: Fields = self.effects[0] if self.effects else {"kind": "", "step": 0}
        drawn = self.highest.get("draws")
        if top["kind"] == "icon" and top["step"]:
            if verb in ("deploy", "quest") or (verb in MOVES and self.said["piece"] < 0):
                self.mark("icon.first", PLACED.get(top["a"]))
            if verb == "deploy":
                found["icon.token"], found["icon.done"] = top["b"], top["c"]
            if verb in MOVES and self.said["piece"] < 0:
                found["icon.token"] = top["c"]
                if top["step"] == 2 and (verb in ("army", "in") or top["a"] == 10):
                    self.mark("icon.second", PLACED.get(top["b"]))
        if top["kind"] == "icon" and verb in ("discard", "lose"):
            found["icon.done"] = top["a"]
            if verb == "discard" and "pay" not in self.highest:
                found["icon.card"] = top["b"]
        if drawn is None and top["kind"] == "icon" and verb == "draw":
            drawn = top
        if drawn is None and self.highest.get("turn", {"step": 0})["step"] == DRAWING:
            drawn = self.highest["turn"]
        for number, deck in enumerate(DECKS):
            found[f"draws.{deck}"] = (drawn["bits"] if drawn else 0) >> 8 * number & 255
        for token, at in self.raw["sent"]:
            if token < 20:
                self.mark("sent", f"{self.game.notation.tokens[token]}.{REGIONS[at]}")
            else:
                found[f"sent_warriors.{REGIONS[at]}"] = token - 20

    def cards(self) -> None:
        raw, found = self.raw, self.numbers
        for group, cards in (("known", raw["known"]), ("open", raw["open"])):
            for card in cards:
                self.mark(group, self.names.cards[card])
        for group in ("discards", "unseen"):
            for name in self.fields[group]:
                self.mark(group, name)
        for letter, said in self.fields["seats"].items():
            place, seat = self.place(letter), "ABCD".index(letter)
            for zone, cards in said["seen"].items():
                for name in cards:
                    self.mark(f"held.{place}", name)
                    if zone != "quest":
                        self.mark(f"zone.{zone}", name)
            for zone, counts in said["cards"].items():
                for deck, count in counts.items():
                    found[f"cards.{place}.{zone}.{deck}"] = count
            for group in ("at_least", "payment"):
                for kind, count in said[group].items():
                    found[f"cards.{place}.{group}.{kind}"] = count
            for claim in range(2):
                found[f"claims.{place}.{claim + 1}"] = raw["claims"][seat] >> claim & 1
                self.shown(place, claim, raw["shown"][seat][claim])
            found[f"claimed.{place}.made"] = raw["claim_counts"][seat]
            found[f"claimed.{place}.told"] = self.more["claims_told"][seat]
            found[f"claimed.{place}.shows_told"] = self.more["shows_told"][seat]
        for deck, piles, reshuffles in zip(DECKS, raw["piles"], raw["reshuffles"], strict=True):
            found[f"piles.{deck}"], found[f"reshuffles.{deck}"] = piles, reshuffles

    def shown(self, place: int, claim: int, card: int) -> None:
        if card >= 0:
            self.mark(f"claims.{place}.show.{claim + 1}", DECKS[card - 200 if card >= 200 else card // DECK_SIZE])
        if 0 <= card < 200:
            self.numbers[f"shown.{self.names.cards[card]}"] = claim + 1

    def seats_of(self) -> None:
        found, raw = self.numbers, self.raw
        for letter, said in self.fields["seats"].items():
            seat, place = "ABCD".index(letter), self.place(letter)
            self.mark(f"seats.{place}", "in_play")
            self.mark(f"seats.{place}.faction", said["faction"])
            found[f"seats.{place}.grail"], found[f"seats.{place}.excalibur"] = said["grail"], said["excalibur"]
            found[f"seats.{place}.upgraded"] = said.get("upgraded", False)
            self.mark(f"seats.{place}.champion", said.get("champion"))
            for group in ("vp", "power", "favor", "supply"):
                found[f"scores.{place}.{group}"] = said[group]
            for group in ("objective", "objective_length"):
                found[f"scores.{place}.{group}"] = said.get(group, 0)
            done = sum(letter in each["fulfilled"] for each in self.fields["prophecies"])
            found[f"scores.{place}.prophecies"] = done
            for name, hero in zip(HEROES, self.heroes(said), strict=True):
                if hero is not None:
                    self.mark(f"seats.{place}.at.{name}", hero["at"])
                    found[f"scores.{place}.{name}.strength"] = hero["strength"]
            for name, tokens in zip(HEROES, raw["hero_tokens"][seat], strict=True):
                found[f"scores.{place}.{name}.tokens"] = tokens
            for power in said["used"]:
                self.mark(f"used.{place}", power)

    @staticmethod
    def heroes(said: dict[str, Any]) -> tuple[Any, ...]:
        heroes = said["heroes"]
        first = heroes.get("lord") or heroes["arthur"]
        return first, heroes.get("guin"), *(heroes[champion] for champion in HEROES[2:])

    def regions(self) -> None:
        found, raw = self.numbers, self.raw
        tiles = {tile.id: tile for tile in self.game.data.components.tiles}
        for number, (region, said) in enumerate(self.fields["regions"].items()):
            if said is None:
                continue
            self.mark(f"regions.{region}", "in_play")
            found[f"regions.{region}.explored"] = said["explored"]
            found[f"regions.{region}.turned_up"] = number == self.more["as_explored"]
            self.mark(f"regions.{region}.mist", said["mist"])
            if said["tile"] is not None:
                tile = tiles[said["tile"]]
                self.mark(f"regions.{region}.tile", tile.id)
                self.mark(f"regions.{region}.terrain", tile.terrain)
                assert tile.terrain in TERRAINS
                found[f"worth.{region}.vp"] = tile.vp[max(0, self.fields["season"] - 1)]
                found[f"worth.{region}.slots"] = len(tile.slots)
            for seat in self.seats:
                before, letter = f"forces.{region}.{self.place(seat)}", seat_letter(seat)
                units = said["units"].get(letter, [])
                warriors = int(units[-1][:-1] or 1) if units and re.fullmatch(r"\d*w", units[-1]) else 0
                found[f"{before}.warriors"] = warriors
                found[f"{before}.units"] = len(units) - (warriors > 0) + warriors
                found[f"{before}.strength"] = said["strength"].get(letter, 0)
                settlement = said["settlements"].get(letter)
                if settlement is not None:
                    found[f"{before}.tokens"] = settlement["tokens"]
                    slot = [at for at, _, _ in raw["settlements"][seat]].index(number)
                    self.mark(f"settled.{region}.{self.place(seat)}", slot + 1)
                    self.mark(f"settled.{region}.{self.place(seat)}.slot", ("beside", 1, 2)[settlement["slot"]])

    def pieces(self) -> None:
        found, raw = self.numbers, self.raw
        for number, (name, (owner, at)) in enumerate(zip(self.names.beasts, raw["beasts"], strict=True)):
            self.mark(f"beasts.{name}.owner", self.place(owner) if owner >= 0 else None)
            self.mark(f"beasts.{name}.at", PLACES[at] if at >= 0 else None)
            found[f"beasts.{name}.revealed"] = at >= 0 and owner < 0
            found[f"beasts.{name}.deck"] = at < 0 and number not in raw["beast_queue"]
            found[f"beast_tokens.{name}"] = raw["beast_tokens"][number]
        for group, queue in ((self.names.beasts, "beast_queue"), (self.names.artifacts, "artifact_queue")):
            for number, card in enumerate(raw[queue], 1):
                found[f"bottom.{group[card]}"] = number
        owner, at = raw["knight"]
        if owner >= 0:
            self.mark("knight.owner", self.place(owner))
            self.mark("knight.at", PLACES[at])
        self.artifacts()
        for name in ("grail", "excalibur"):
            owner, second, used = raw[name]
            found[f"{name}.lord2"], found[f"{name}.used"] = owner >= 0 and second, used
        self.mark("excalibur", (None, "tied", "taken")[raw["excalibur_taken"]])
        for kind, count in self.fields["mist"].items():
            found[f"mist_left.{kind}"] = count
        found["tokens_left"] = raw["tokens_left"]
        prophecies = {each.id: each for each in self.game.data.components.prophecies}
        for number, said in enumerate(self.fields["prophecies"], 1):
            self.mark(f"prophecies.{number}", said["id"])
            found[f"prophecy_vp.{number}"] = prophecies[said["id"]].vp[self.fields["season"] - 1]
            for letter in said["fulfilled"]:
                self.mark(f"prophecies.{number}.fulfilled", self.place(letter))
        for number, name in enumerate(self.names.prophecies):
            found[f"prophecies.drawn.{name}"] = raw["prophecies_used"] >> number & 1

    def artifacts(self) -> None:
        raw, owned = self.raw, set()
        for letter, said in self.fields["seats"].items():
            names = dict(zip(("lord", "arthur", "guin", *HEROES[2:]), ("lord", *HEROES), strict=True))
            for name, bearer in said["artifacts"].items():
                owned.add(name)
                self.mark(f"artifacts.{name}.owner", self.place(letter))
                self.mark(f"artifacts.{name}.bearer", names[bearer] if bearer is not None else "beside")
        for region, there in self.fields["regions"].items():
            if there is not None and there["artifact"] is not None:
                owned.add(there["artifact"])
                self.mark(f"artifacts.{there['artifact']}.at", region)
        for number, name in enumerate(self.names.artifacts):
            if name not in owned and number not in raw["artifact_queue"]:
                self.mark(f"artifacts.{name}", "drawn" if raw["artifacts"][number] == 11 else "deck")

    def factions(self) -> None:
        raw, said = self.raw, self.fields
        for line, region in said.get("ley_lines", {}).items():
            self.mark(f"ley_lines.{line}", region)
        laid = iter(raw["quests"])
        for flag, at in enumerate(self.more["flags"], 1):
            if at >= 0:
                _, card = next(laid)
                self.mark(f"quests.{flag}.at", REGIONS[at])
                self.mark(f"quests.{flag}.deck", DECKS[card - 200 if card >= 200 else card // DECK_SIZE])
                if card < 200:
                    self.numbers[f"quest_flag.{self.names.cards[card]}"] = flag
        owner, at = raw["ancient"]
        if owner >= 0:
            self.mark("ancient.owner", self.place(owner))
            self.mark("ancient.at", REGIONS[at])
        if "tide" in said:
            self.mark("tide", said["tide"]["quadrant"])
            self.mark("tide", said["tide"]["way"])
            self.mark("leviathan", said["leviathan"] or "supply")

    def battle(self) -> None:
        found, raw = self.numbers, self.raw
        for seat in self.seats:
            place = self.place(seat)
            found[f"fighters.{place}.in"] = raw["fighting"] >> seat & 1
            found[f"fighters.{place}.failed"] = raw["failed"] >> seat & 1
            found[f"fighters.{place}.first"] = raw["winners"] >> seat & 1
            plan, card, down = raw["plans"][seat]
            self.mark(f"fighters.{place}.plan", (None, "hidden", "open", "down")[plan])
            found[f"fighters.{place}.will_lie_down"] = down
            self.mark(f"fighters.{place}.card", self.names.cards[card] if card >= 0 else None)
            found[f"fights.{place}.more_strength"] = raw["bonus"][seat]
            found[f"fights.{place}.more_limit"] = self.more["limit_bonus"][seat]
            for word in ("dropped", "no_second", "drop_plan", "resolved"):
                found[f"fighters.{place}.{word}"] = self.more[word] >> seat & 1
            self.mark_seats(f"fighters.{place}.negated_by", self.more["negated"][seat])
            self.mark_seats(f"fighters.{place}.revealed_negated_by", self.more["negated"][seat] >> 4)
            for other in self.seats:
                by = self.place(other)
                found[f"fights.{place}.limit_by.{by}"] = self.more["limit_by"][other][seat]
                found[f"fights.{place}.strength_by.{by}"] = self.more["strength_by"][other][seat]
        told = self.fields["battle"]
        if told is None:
            return
        self.mark("battle", told["region"])
        for letter, said in told["seats"].items():
            found[f"fights.{self.place(letter)}.limit"] = said["limit"]
            found[f"fights.{self.place(letter)}.strength"] = said["strength"]


# --- what the fields tell ----------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_the_numbers_are_those_of_the_fields(number: int) -> None:
    game = loaded(number)
    for seed in range(kit.games_to_play(1)):
        for view in views(game, seed * len(TABLES) + number, every=7):
            check(game, view)


def check(game: Veil, view: View) -> None:
    """Every number is as the fields and details tell it; what they leave out is 0, but for UNTOLD."""
    expected, found = Expected(game, view), named(game, view)
    wrong = {name: (found[name], value) for name, value in expected.numbers.items() if found[name] != value}
    assert not wrong
    untold = {name for name, value in found.items() if value and name not in expected.numbers}
    assert {name for name in untold if not name.startswith(UNTOLD)} == set()


def test_the_games_come_to_every_kind_of_number() -> None:
    blocks = [name.split(".")[0] for name in loaded(0).feature_names()]
    reached: set[str] = set()
    for number in range(len(TABLES)):
        for view in views(loaded(number), number, every=3):
            reached |= {blocks[place] for place in np.flatnonzero(view.features())}
    assert set(blocks) - reached <= RARE


def test_what_single_factions_have_is_told() -> None:
    game = games.load("veil", players=4, factions="asymmetric", lords=["undead", "druids", "fomorians", "knights"])
    assert isinstance(game, Veil)
    start = next(state for state in states(game, 3) if len(_veil.fields(state)["held"][3]) == 8)
    first, second, *_ = _veil.fields(start)["held"][3]
    what: dict[str, Any] = {"objectives": {0: 5, 1: 2}, "champions": {3: 3}, "lines": {0: 1, 5: 1, 7: 8}}
    what |= {"ancient": (1, 6), "tide": (3, 3), "leviathan": 2, "quests": [(2, first), (8, second)], "grail": (3, 1)}
    state = _veil.arranged(start, what)
    for seat in range(game.seats):
        view = state.view(seat)
        check(game, view)
        found = named(game, view)
        assert found[f"ancient.owner.{(1 - seat) % 4}"] == found["ancient.at.S"] == found["grail.lord2"] == 1
        assert sum(found[f"quest_flag.{name}"] for name in game.names.cards) == (3 if seat == 3 else 0)


# --- knowledge -----------------------------------------------------------------------------------------


def test_different_views_of_a_game_have_different_numbers() -> None:
    for number in range(len(TABLES)):
        game, seen = loaded(number), dict[bytes, View]()
        for view in views(game, 100 + number):
            assert seen.setdefault(view.features().tobytes(), view) == view


def test_what_a_seat_cannot_see_changes_nothing() -> None:
    for number in range(len(TABLES)):
        game, rng = loaded(number), Generator(number)
        for view in views(game, number, every=11):
            for _ in range(2):
                assert np.array_equal(view.determinize(rng).view(view.seat).features(), view.features())


def test_worlds_behind_equal_streams_have_equal_numbers() -> None:
    pairs = 0
    for number in range(6):
        world = veil_twins.random_world(veil_twins.table(number), number)
        rng, header = Generator(number), {"players": ["x"] * world.game.seats}
        for seat in range(world.game.seats):
            numbers = world.stream(seat, header).view.features()
            for twin in veil_twins.twins(world, seat, rng, wanted=2):
                assert np.array_equal(twin.stream(seat, header).view.features(), numbers)
                assert np.array_equal(twin.state().view(seat).features(), numbers)
                pairs += 1
    assert pairs >= 6


def test_another_own_hand_changes_the_numbers() -> None:
    changed = 0
    for number in range(len(TABLES)):
        game, rng = loaded(number), Generator(number)
        for view in views(game, number, every=29):
            one, other = view.determinize(rng), view.determinize(rng)
            for seat in range(game.seats):
                same = one.view(seat) == other.view(seat)
                assert np.array_equal(one.view(seat).features(), other.view(seat).features()) == same
                changed += not same
    assert changed


# --- data and names -------------------------------------------------------------------------------


def test_names_are_ids_and_the_places_are_the_same_for_all_options() -> None:
    equal, own = loaded(0).feature_names(), loaded(2).feature_names()
    assert len(equal) == len(own)
    other = {re.sub(r".*\.", "", name) for one, name in zip(equal, own, strict=True) if one != name}
    assert other <= {*loaded(2).names.powers, *(f"power{number}" for number in range(1, 129))}
    assert "zone.hand.SALLY" in equal
    assert "used.0.MORDRED" in equal


def test_a_folder_of_ones_own_gives_its_ids(tmp_path: Path) -> None:
    text = (Path(veil_data.__file__).parent / "veil_data" / "cards.toml").read_text(encoding="utf-8")
    (tmp_path / "cards.toml").write_text(text.replace('"SALLY"', '"SORTIE"'), encoding="utf-8")
    game = games.load("veil", players=2, data=str(tmp_path))
    assert isinstance(game, Veil)
    names = loaded(0).feature_names()
    assert game.feature_names() == tuple(name.replace("SALLY", "SORTIE") for name in names)
    for view in views(game, 1, every=50):
        check(game, view)
