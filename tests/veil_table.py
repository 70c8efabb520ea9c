"""Positions of Veil that a person can set up on a table, for the tests of its rules.

A scene is a game whose every chance is named: the cards that seats hold, the tiles and mist cards of the regions.
What a test does not care about goes its quiet way: seats draw a card as their action and do nothing that they need not
do. Cards and pieces are those of the house set, except where a test writes its own text on one.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from avalon_ai import _veil
from avalon_ai._state import CHANCE, NO_SEAT, OVER, REFEREE_EVENT, event_seat, event_source
from avalon_ai.games import veil_data
from avalon_ai.games.veil import Veil
from avalon_ai.games.veil_codes import DECK_SIZE, DECKS, REGIONS
from avalon_ai.games.veil_fields import view_fields
from kit import Table
from veil_scenes import START_VP, arrangement

LETTERS = "ABCD"
SEATED = ("undead", "fomorians", "druids", "knights")
EITHER_WAY = (SEATED, (SEATED[1], SEATED[0], *SEATED[2:]))  # once A and once B has the lower start VP
NEVER = "max(warriors in centre) >= 12"  # a prophecy that nobody fulfils: there are 11 warriors
TILES = {
    "NE": "GullStair", "SE": "WrackHead", "SW": "Kittiwake", "NW": "Saltmouth", "N": "SedgeReach", "E": "Hartwood",
    "S": "Thornhall", "W": "NineWeirs", "C": "Crown",
}  # fmt: skip
ANY = "explored or unexplored"  # a filter that every region outside deep mist meets
GROUPS = {"": 3, "2": 2, "3": 4, "4": 1}
HOSTS = [  # groups of five units to any region, an exploration by any unit, settlements: of initiative 3 for A, 1 for B
    {
        "id": f"{name}{number}",
        "deck": "deploy",
        "init": init,
        "fx": [{"do": "deploy", "n": 5, "to": ANY}] * groups
        + [{"do": "explore", "by": "unit"}]
        + [{"do": "settle"}] * (5 - groups),
    }
    for number, groups in GROUPS.items()
    for name, init in (("HOST", 3), ("WEAK", 1))
]
HANDS = {"A": "HOST HOST2 | HOST3 HOST4", "B": "WEAK WEAK2 | WEAK3 WEAK4"}  # of season 1 | of later ones
QUIET = (
    "done", "skip", "wait", "explore none", "decline", "plan none", "stop", "pass", "end", "knight none", "grail keep",
    "excalibur keep", "equip none", "place 1", "std draw", "take",
)  # fmt: skip
Patch = Mapping[str, Any]
Text = Sequence[Patch]


def text(name: str, deck: str = "deploy", *fx: Patch, init: int = 2, cost: int = 0, **more: Any) -> Patch:
    """A card with a text of the test's own."""
    card = {"id": name, "deck": deck, "init": init, "fx": list(fx), **more}
    return card | ({} if deck == "plan" else {"cost": cost})


def plan(name: str, limit: int = 3, init: int = 2, **parts: Text) -> Patch:
    """A battle plan with a text of the test's own."""
    return {"id": name, "deck": "plan", "init": init, "limit": limit, **{part: list(fx) for part, fx in parts.items()}}


def quiet_wounds(part: dict[str, Any]) -> None:
    """Take the text off a component."""
    for field in ("kind", "on", "at", "if", "pow", "fx", "rule"):
        part.pop(field, None)


def workshop(patches: Mapping[str, Any]) -> dict[str, Any]:
    """The tables of the house set with the test's own texts on them."""
    content = copy.deepcopy(dict(veil_data.house().content))
    _write_cards(content["cards.toml"]["card"], [*HOSTS, *patches.get("cards", ())])
    for prophecy in content["prophecies.toml"]["prophecy"]:
        house = prophecy["need"] if prophecy["id"] in patches.get("prophecies", ()) else NEVER
        prophecy["need"] = patches.get("needs", {}).get(prophecy["id"], house)
    for kind in ("artifact", "beast", "tile"):
        for part in content[f"{kind}s.toml"][kind]:
            _write(part, patches.get(f"{kind}_texts", {}).get(part["id"]))
    boards = content["factions.toml"]
    for lord in (lord for lord in boards["lord"] if lord["side"] == "A"):
        _write(lord, patches.get("lords_text", {}).get(lord["faction"], {} if len(lord["lords"]) == 1 else None))
    _write(boards["board"][0], patches.get("board"))
    for table, values in patches.get("tracks", {}).items():
        content["tracks.toml"][table].update(values)
    return content


def _write(part: dict[str, Any], values: Patch | None) -> None:
    """Other fields on a component; a new text takes the place of the old one."""
    if values is not None:
        if {"kind", "fx", "rule"} & set(values) or not values:
            quiet_wounds(part)
        part.update(values)


def _write_cards(cards: list[dict[str, Any]], own: Sequence[Patch]) -> None:
    """The test's cards on the first places of their decks."""
    places = {deck: [at for at, card in enumerate(cards) if card["deck"] == deck] for deck in DECKS}
    for card in own:
        cost = {} if card["deck"] == "plan" else {"cost": 0}
        cards[places[card["deck"]].pop(0)] = {"name": f"{card['id'].title()} of the test", **cost, **card}


@lru_cache(maxsize=256)
def _game(options: str, patches: str) -> Veil:
    content = workshop(json.loads(patches))
    data = {"data": "workshop", "content": content, "sha256": veil_data.digest(content)}
    return Veil(json.loads(options) | data)


def made(players: int = 2, *, patches: Mapping[str, Any] | None = None, **options: Any) -> Veil:
    """A game over the test's own texts."""
    return _game(json.dumps({"players": players, **options}), json.dumps(patches or {}))


class Scene:
    """A game under way; moves and chance by their texts, and what lies on the table by name."""

    def __init__(
        self,
        players: int = 2,
        *,
        hands: Mapping[str, str] | None = None,
        mist: Mapping[str, str] | None = None,
        tiles: Mapping[str, str] | None = None,
        prophecies: Sequence[str] = (),
        factions: Sequence[str] = SEATED,
        options: Mapping[str, Any] | None = None,
        **patches: Any,
    ) -> None:
        """The position before the first choice of a card.

        `hands` names cards that seats draw before others; what stands after `|` they draw from the next season on.
        """
        self.game = made(players, patches={"prophecies": list(prophecies), **patches}, **(options or {}))
        self.hands = {
            seat: [part.split() for part in cards.split("|")] for seat, cards in (HANDS | dict(hands or {})).items()
        }
        self.mist, self.tiles = dict(mist or {}), TILES | dict(tiles or {})
        self.prophecies = list(prophecies)
        factions_by_seat = {LETTERS[seat]: factions[seat] for seat in range(players)}
        self.table = Table.of(self.game, {"factions": factions_by_seat})
        self.start = [START_VP[faction] for faction in factions_by_seat.values()]
        self.began = list(self.start)
        self.log: list[str] = []
        self.settle()

    # --- playing -----------------------------------------------------------------------------

    @property
    def state(self) -> Any:
        """The position."""
        return self.table.state

    def apply(self, event: int) -> None:
        """One event, after which every invariant holds and every seat's folded view is the redacted state."""
        who = event_seat(event) if event_source(event) != REFEREE_EVENT else NO_SEAT  # whose lines name the seat
        self.log.append((f"{LETTERS[who]} " if who != NO_SEAT else "") + self.game.text(event))
        self.table.apply(event)
        assert self.state.check() == 0, (self.game.rules.invariants[self.state.check()], self.log[-12:])
        for seat, view in enumerate(self.table.views):
            assert self.state.view(seat).to_bytes() == view.to_bytes(), (LETTERS[seat], self.log[-12:])

    def chance(self) -> dict[str, int]:
        """The outcomes there are, by text."""
        return {self.game.text(event): event for event, _ in self.state.outcomes()}

    def settle(self, upto: str | None = None) -> Scene:
        """Chance and the referee go on until a seat is to act, or until something that begins as `upto` may happen."""
        while self.state.actor() == CHANCE:
            outcomes = self.chance()
            if upto and any(said.startswith(upto) for said in outcomes):
                break
            self.apply(outcomes[self.answer(list(outcomes))])
        return self

    def wanted(self, seat: str) -> list[str]:
        """The cards that a seat wants in this season."""
        parts = self.hands.get(seat, [[]])
        return parts[min(max(self.raw["season"], 1), len(parts)) - 1]

    def answer(self, outcomes: list[str]) -> str:
        """The outcome that the scene wants; of no interest: the last one."""
        words = outcomes[0].split()
        if words[0] == "draw":
            return self._drawn(LETTERS[event_seat(self.state.outcomes()[0][0])], outcomes)
        wanted = {
            "tile": [f"tile {words[1]} {self.tiles.get(words[1])}"] if len(words) > 1 else [],
            "mist": [f"mist {words[1]} {name}" for name in self._mist_at(words[1])] if len(words) > 1 else [],
            "prophecy": [f"prophecy {name}" for name in self.prophecies],
        }.get(words[0], [])
        return next((text for text in wanted if text in outcomes), outcomes[-1])

    def _decks_wanted(self) -> list[str]:
        """The decks with a card that the seat to act still wants."""
        pile = self.raw["pile"]
        numbers = [self.game.names.cards.index(card) for card in self.wanted(self.actor)]
        return [f"draw {DECKS[number // DECK_SIZE]}" for number in numbers if number in pile]

    def _mist_at(self, region: str) -> list[str]:
        if region in self.mist:
            return [self.mist[region]]
        plain = [name for name in ("REEDS", "AXE", "GOLDEN", "grail", "IRONBACK") if name not in self.mist.values()]
        taken = set(self.mist.values())
        return plain + [name for name in self.game.names.artifacts if name not in taken]

    def _drawn(self, seat: str, outcomes: list[str]) -> str:
        """A card the seat wants; else the last one that nobody wants."""
        cards = [outcome.split()[2] for outcome in outcomes]
        wanted = [card for card in self.wanted(seat) if card in cards]
        others = {card for parts in self.hands.values() for part in parts for card in part}
        chosen = wanted[0] if wanted else ([card for card in cards if card not in others] or cards)[-1]
        return outcomes[cards.index(chosen)]

    @property
    def actor(self) -> str:
        """The seat to act; `-` at the end."""
        self.settle()
        return "-" if self.state.actor() == OVER else LETTERS[self.state.actor()]

    def legal(self) -> list[str]:
        """The moves of the seat to act."""
        self.settle()
        return [self.game.text(move) for move in self.state.legal()]

    def play(self, *texts: str, upto: str | None = None) -> Scene:
        """Moves and outcomes in order; `B wait` says who moves.

        Chance that is not named answers by itself, up to `upto`.
        """
        for said in texts:
            who, words = (said[0], said[2:]) if said[:2] in [f"{seat} " for seat in LETTERS] else ("", said)
            self.settle(words)
            if words in self.chance():
                self.apply(self.chance()[words])
                continue
            assert not who or self.actor == who, f"{said}: {self.actor} is to act: {self.legal()}"
            assert words in self.legal(), f"{said}: {self.actor} {self.pending} may {self.legal()}"
            self.apply(self.state.legal()[self.legal().index(words)])
        return self.settle(upto)

    def before(self, start: str) -> Scene:
        """Quietly on until chance or the referee is about to say something that begins so."""
        while not any(said.startswith(start) for said in self.chance()):
            if self.state.actor() == CHANCE:
                outcomes = self.chance()
                self.apply(outcomes[self.answer(list(outcomes))])
            else:
                self.apply(self.state.legal()[self.legal().index(self.quiet())])
        return self

    def refuse(self, *texts: str) -> None:
        """None of these is legal."""
        found = [said for said in texts if said in self.legal()]
        assert not found, (found, self.legal())

    def quiet(self) -> str:
        """The move that does least."""
        legal = self.legal()
        plays = [move for move in legal if move.startswith("play ")]
        plain = [move for move in plays if move.split()[1] not in self.wanted(self.actor)]
        for move in [*(plain or plays)[-1:], *QUIET, *self._decks_wanted()]:
            if move in legal:
                return move
        return legal[-1]

    def until(self, reached: Callable[[Scene], bool], most: int = 2000) -> Scene:
        """Quiet moves until then."""
        for _ in range(most):
            self.settle()
            if reached(self):
                return self
            assert self.actor != "-", "the game ended before"
            self.play(self.quiet())
        raise AssertionError(f"never reached; last: {self.log[-12:]}")

    # --- the course of a season --------------------------------------------------------------

    def commit(self, **chosen: str) -> Scene:
        """All seats choose: `A="SALLY X Y"` plays SALLY and pays X and Y; others choose a plan, which costs nothing."""
        self.until(lambda scene: scene.pending == "commit")
        for seat in LETTERS[: self.game.seats]:
            if self.pending != "commit" or self.actor != seat:
                continue
            card, *pays = chosen.get(seat, "").split() or [self.quiet().removeprefix("play ")]
            self.play(f"{seat} play {card}")
            numbers = {name: number for number, name in enumerate(self.game.names.cards)}
            self.play(*(f"pay {name}" for name in sorted(pays, key=numbers.__getitem__)))
            while self.pending == "commit" and self.actor == seat:
                self.play("done" if "done" in self.legal() else self.quiet())
        return self

    def turn(self, seat: str, card: str = "", **others: str) -> Scene:
        """A new round in which this seat plays this card; stops at the choice of its action."""
        return self.commit(**({seat: card} if card else {}), **others).go(seat)

    def go(self, seat: str) -> Scene:
        """Quietly on to the turn of this seat."""
        return self.until(lambda scene: scene.actor == seat and "std draw" in scene.legal())

    def deploy(self, *groups: str) -> Scene:
        """The groups of HOST or a card like it: `lord+2w E`; a Lord explores if it is an unexplored region."""
        self.play("card")
        for group in groups:
            pieces, region = group.split()
            self.play(f"to {region}", *(f"put {piece}" for piece in pieces.split("+")))
            if "done" in self.legal():
                self.play("done")
            if "explore" in self.legal():
                self.play("explore")
                self.until(lambda scene: scene.pending not in ("explore", "bid", "bond"))
        return self

    def land(self, seat: str, *groups: str, explore: str = "", settle: str = "") -> Scene:
        """In its next turn this seat deploys these groups, explores, and settles (`SE 1, SW 2`); then the turn ends."""
        card = next(card for card in self.wanted(seat) if card in self.hand(seat) and card[:4] in ("HOST", "WEAK"))
        self.turn(seat, card).deploy(*groups)
        self.play(*["skip"] * (GROUPS[card[4:]] - len(groups)))
        if explore:
            self.play(f"to {explore}").until(lambda scene: scene.pending not in ("explore", "bid", "bond"))
        for place in settle.split(", ") if settle else ():
            self.until(lambda scene: any(move.startswith("settle ") for move in scene.legal()))
            self.play(f"settle {place}")
        return self.next_turn()

    def next_turn(self) -> Scene:
        """Quietly to the end of this turn."""
        now = (self.raw["season"], self.raw["round"], self.raw["turn"])
        return self.until(lambda scene: (scene.raw["season"], scene.raw["round"], scene.raw["turn"]) != now)

    def war(self) -> Scene:
        """Quietly on to the first choice of the War Phase, or past it if there is none."""
        season = self.raw["season"]
        return self.until(lambda scene: bool(scene.raw["war"]) or scene.raw["season"] > season)

    def battle(self, region: str) -> Scene:
        """Quietly on to the first choice of a battle there."""
        at = REGIONS.index(region)
        return self.until(lambda scene: scene.raw["region"] == at and scene.pending != "draws")

    def season(self, number: int) -> Scene:
        """Quietly on to the first choice of a season."""
        return self.until(lambda scene: scene.raw["season"] == number)

    def end(self) -> Scene:
        """Quietly to the end of the game."""
        return self.until(lambda scene: scene.actor == "-", 20_000)

    # --- putting things elsewhere ------------------------------------------------------------

    def put(
        self,
        *,
        units: Mapping[str, str] | None = None,
        hands: Mapping[str, str] | None = None,
        tiles: Mapping[str, str] | str = "",
        settled: str = "",
        artifacts: Mapping[str, str] | None = None,
        relics: Mapping[str, str] | None = None,
        grail_in: str = "",
        prophecies: str = "",
        **tracks: Any,
    ) -> Scene:
        """The position with these things elsewhere: units `{"A": "lord+2w SE, c1 E"}`, explored tiles, `A SE 1`.

        `artifacts`: their bearers, `A c1`; `relics`: by region; `tracks` as in `arrangement`.
        """
        what = arrangement(
            self.game,
            self.raw,
            units={seat: _places(groups) for seat, groups in (units or {}).items()},
            hands={seat: cards.split() for seat, cards in (hands or {}).items()},
            tiles={region: TILES[region] for region in tiles.split()} if isinstance(tiles, str) else tiles,
            settlements=_settlements(settled),
            artifacts={name: (where[0], where[2:]) for name, where in (artifacts or {}).items()},
            relics={name: region for region, name in (relics or {}).items()},
            grail_in=grail_in.split(),
            prophecies=prophecies.split(),
            **tracks,
        )
        self.table.state = _veil.arranged(self.state, what)
        self.table.views = [self.state.view(seat) for seat in range(self.game.seats)]
        for seat, vp in what.get("vp", {}).items():
            self.began[seat] = vp
        return self

    # --- reading -----------------------------------------------------------------------------

    @property
    def raw(self) -> dict[str, Any]:
        """The position in numbers."""
        return _veil.fields(self.state)

    @property
    def shown(self) -> dict[str, Any]:
        """The position in words, as the fields of a view."""
        return view_fields(self.state, self.game.facts)

    def view(self, seat: str) -> dict[str, Any]:
        """What a seat sees, in words."""
        self.settle()
        return view_fields(self.table.views[LETTERS.index(seat)], self.game.facts)

    @property
    def pending(self) -> str:
        """The kind of choice that is asked for."""
        self.settle()
        return str(self.raw["stack"][-1]) if self.raw["stack"] else ""

    def seat(self, letter: str) -> dict[str, Any]:
        """All of one seat."""
        return dict(self.shown["seats"][letter])

    def vp(self, letter: str) -> int:
        """Victory points."""
        return int(self.raw["vp"][LETTERS.index(letter)])

    def gained(self, letter: str) -> int:
        """The VP more than a seat began with: its start VP, or what the test gave it last."""
        return self.gains[LETTERS.index(letter)]

    @property
    def gains(self) -> list[int]:
        """The VP that each seat has gained."""
        return [vp - was for vp, was in zip(self.raw["vp"], self.began, strict=True)]

    @property
    def by_start(self) -> str:
        """The seats from the lowest start VP to the highest: the last tie-break."""
        return "".join(sorted(LETTERS[: self.game.seats], key=lambda seat: self.start[LETTERS.index(seat)]))

    def power(self, letter: str) -> int:
        """Faction power."""
        return int(self.raw["power"][LETTERS.index(letter)])

    def favor(self, letter: str) -> int:
        """Space of the favor track."""
        return int(self.raw["favor"][LETTERS.index(letter)])

    def hand(self, letter: str) -> set[str]:
        """Cards in hand."""
        return set(self.seat(letter)["seen"].get("hand", ()))

    def discards(self) -> set[str]:
        """Cards that lie discarded."""
        return set(self.shown["discards"])

    def region(self, name: str) -> dict[str, Any]:
        """All of one region."""
        return dict(self.shown["regions"][name])

    def units(self, letter: str, region: str) -> str:
        """The units of a seat there, as moves name them."""
        return "+".join(self.region(region)["units"].get(letter, ()))

    def strength(self, letter: str, region: str) -> int:
        """What a seat's pieces are worth there."""
        return int(self.region(region)["strength"].get(letter, 0))

    def explored(self, region: str) -> bool:
        """Whether its mist card has been revealed."""
        return bool(self.region(region)["explored"])

    def events(self, start: str) -> list[str]:
        """The events so far that begin so."""
        return [said for said in self.log if said.startswith(start)]


def _places(groups: str) -> dict[str, str]:
    """`lord+2w SE, c1 E` by place."""
    return {where: pieces for pieces, where in (group.split() for group in groups.split(", "))}


def _settlements(settled: str) -> dict[str, list[tuple[str, int]]]:
    """`A SE 1, B W 2`: seat, region and slot, in the order of the slots of the board."""
    found: dict[str, list[tuple[str, int]]] = {}
    for seat, region, slot in (part.split() for part in settled.split(", ") if part):
        found.setdefault(seat, []).append((region, int(slot)))
    return found
