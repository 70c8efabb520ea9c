"""Scenes of The Riven Veil: positions put together by name, and moves played by their texts.

    scene = Scene(players=2, lords=["knights", "undead"])
    scene.put(units={"A": {"SE": "arthur+2w"}}, tiles={"SE": "GullStair"}, hands={"A": ["SALLY", "CAMPS", "FORDS"]})
    scene.play("A: play SALLY pay CAMPS FORDS", "B: play OATH")
    assert scene.vp("A") == 6

A choice that has nothing but `done` left is ended by itself; to say so again does nothing. Chance and the referee
answer by themselves: chance from `next_up` as far as it says, then as the seed's dealer does. Views are folded until
something is put.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from avalon_ai import _veil, games
from avalon_ai._state import CHANCE, OVER, REFEREE_EVENT, State, View, event_source
from avalon_ai.games.base import SEAT_LETTERS
from avalon_ai.games.veil import Veil
from avalon_ai.games.veil_codes import FACTIONS, REGIONS
from avalon_ai.games.veil_facts import hand_size, hero_names, place, units_in

UNITS = re.compile(r"(\d*)w")
PLACES = (*REGIONS, "sea", "supply")


class Scene:
    """One running game: a State and every seat's View of it, folded from the same events."""

    def __init__(
        self,
        *,
        lords: Iterable[str] | None = None,
        seed: int = 1,
        data: Path | None = None,
        next_up: Iterable[str] = (),
        **options: Any,
    ) -> None:
        """Start a game and let chance act until the first choice; `next_up` is what chance shall bring where it can."""
        players = options.setdefault("players", 2)
        if data is not None:
            options["data"] = str(data)
        chosen = list(lords or FACTIONS[:players])
        game = games.load("veil", lords=chosen, **options)
        assert isinstance(game, Veil)
        self.game = game
        deal, self.dealer = game.deal(seed)
        self.state: State = game.start(deal)
        self.views: list[View] = [game.start_view(game.mask_deal(deal, seat), seat) for seat in range(game.seats)]
        self.next_up = list(next_up)
        self.events: list[str] = []
        self._ended = ""  # a `done` that was said already
        self.folded = True  # whether the views are still folds of the state's events
        self.chance()

    # --- what happens ------------------------------------------------------------------------

    def play(self, *lines: str) -> Scene:
        """Play moves such as `A: play SALLY pay CAMPS`; the letter may be left out."""
        for line in lines:
            letter, colon, text = line.partition(": ")
            if not colon:
                text = line
            actor = self.state.actor()
            if line == self._ended:
                self._ended = ""
                continue
            assert actor >= 0, f"{line}: nobody is to act"
            assert not colon or letter == SEAT_LETTERS[actor], f"{line}: {self.actor} is to act: {self.legal()}"
            moves = self.game.read(text, self.state.view(actor))
            for move in moves:
                self._apply(move)
            self._ended = f"{SEAT_LETTERS[actor]}: done" if len(moves) > 1 and self.events[-1] == "done" else ""
            self.chance()
        return self

    def chance(self) -> None:
        """Let chance and the referee act until a seat has to."""
        while self.state.actor() == CHANCE:
            self._apply(self._outcome())

    def _outcome(self) -> int:
        texts = {self.game.text(event): event for event, _ in self.state.outcomes()}
        for text in self.next_up:
            if text in texts:
                self.next_up.remove(text)
                return texts[text]
        return self.dealer.answer(self.state)

    def _apply(self, event: int) -> None:
        for seat, view in enumerate(self.views if self.folded else ()):
            view.apply(self.state.mask(event, seat))
        if event_source(event) != REFEREE_EVENT:
            self.dealer.see(event, self.state)
        self.state.apply(event)
        broken = self.state.check()
        assert not broken, _veil.INVARIANTS[broken - 1]
        self.events.append(self.game.text(event))

    def step(self) -> Scene:
        """Play the last legal move of whoever acts, which leaves things be."""
        self._apply(self.state.legal()[-1])
        self.chance()
        return self

    def until(self, word: str, *, most: int = 200) -> Scene:
        """Play the last legal move of whoever acts (it leaves things be) until a move that begins so can be made."""
        for _ in range(most):
            if self.state.actor() == OVER or any(text.startswith(word) for text in self.legal()):
                break
            self.step()
        return self

    def before_war(self) -> Scene:
        """Let everybody leave things be until the last choice before the War Phase: the last seat's draws."""
        for _ in range(400):
            raw = self.fields
            last = raw["round"] == 3 and raw["turn"] == len(raw["vp"]) and raw["stack"][-1] == "turn"
            if last and self.legal()[0].startswith("draw") and sum(raw["counts"][raw["active"]][0]):
                break
            self.step()
        return self

    def war(self, **put: Any) -> Scene:
        """Begin the War Phase from a position put together; the last seat draws two deploy cards first."""
        self.before_war().put(**put)
        while self.state.actor() >= 0 and self.legal()[0].startswith("draw"):
            self.play("draw deploy")
        return self

    def refuses(self, text: str) -> bool:
        """Whether this exact text is no legal move now."""
        return text not in self.legal()

    # --- putting things together -----------------------------------------------------------------

    def put(
        self,
        *,
        units: Mapping[str, Mapping[str, str]] | None = None,
        hands: Mapping[str, Iterable[str]] | None = None,
        tiles: Mapping[str, str] | None = None,
        settlements: Mapping[str, Iterable[tuple[str, int]]] | None = None,
        artifacts: Mapping[str, tuple[str, str]] | None = None,
        relics: Mapping[str, str] | None = None,
        prophecies: Iterable[str] | None = None,
        **tracks: Any,
    ) -> Scene:
        """Change the position by names; `tracks`: vp, power, favor by seat, grail, excalibur (a seat), grail_in."""
        what: dict[str, Any] = {
            name: self._by_seat(value) for name, value in tracks.items() if isinstance(value, Mapping)
        }
        for name in ("grail", "excalibur"):
            if name in tracks:
                what[name] = (SEAT_LETTERS.index(tracks[name]), 0)
        if "grail_in" in tracks:
            what["grail_in"] = [REGIONS.index(region) for region in tracks["grail_in"]]
        names = self.game.names
        if hands:
            what["hands"] = self._by_seat(
                {s: [names.cards.index(card) for card in cards] for s, cards in hands.items()}
            )
        if tiles:
            what["tiles"] = {REGIONS.index(region): names.tiles.index(tile) for region, tile in tiles.items()}
        if settlements:
            what["settlements"] = {
                (SEAT_LETTERS.index(seat), number): (REGIONS.index(region), slot)
                for seat, found in settlements.items()
                for number, (region, slot) in enumerate(found)
            }
        if relics:
            what["relics"] = {names.artifacts.index(name): REGIONS.index(region) for name, region in relics.items()}
        if prophecies is not None:
            what["prophecies"] = [names.prophecies.index(name) for name in prophecies]
        if artifacts:
            what["artifacts"] = {
                names.artifacts.index(name): (SEAT_LETTERS.index(seat), self._hero(seat, hero))
                for name, (seat, hero) in artifacts.items()
            }
        self._put_units(what, units or {})
        self.state = _veil.arranged(self.state, what)
        self.folded = False
        return self

    def _put_units(self, what: dict[str, Any], units: Mapping[str, Mapping[str, str]]) -> None:
        """Texts such as `lord+c1+2w` by seat and place."""
        what |= {"warriors": {}, "heroes": {}, "beasts": {}}
        for letter, places in units.items():
            seat = SEAT_LETTERS.index(letter)
            for where, text in places.items():
                at = PLACES.index(where)
                for unit in text.split("+"):
                    number = UNITS.fullmatch(unit)
                    if number:
                        what["warriors"][seat, at] = int(number[1] or 1)
                    elif unit in self.game.names.beasts:
                        what["beasts"][self.game.names.beasts.index(unit)] = (seat, at)
                    else:
                        what["heroes"][seat, self._hero(letter, unit)] = at

    def _hero(self, letter: str, hero: str) -> int:
        return hero_names(self.fields, SEAT_LETTERS.index(letter)).index(hero)

    def _by_seat(self, values: Mapping[str, Any]) -> dict[int, Any]:
        return {SEAT_LETTERS.index(letter): value for letter, value in values.items()}

    # --- what is so --------------------------------------------------------------------------------

    @property
    def fields(self) -> dict[str, Any]:
        """The raw fields of the State."""
        return _veil.fields(self.state)

    @property
    def actor(self) -> str:
        """The letter of the seat to act, `chance` or `over`."""
        actor = self.state.actor()
        return SEAT_LETTERS[actor] if actor >= 0 else "over" if actor == OVER else "chance"

    def legal(self) -> list[str]:
        """The texts of the legal moves."""
        return [self.game.text(move) for move in self.state.legal()]

    def vp(self, letter: str) -> int:
        """The VP of a seat."""
        return int(self.fields["vp"][SEAT_LETTERS.index(letter)])

    def power(self, letter: str) -> int:
        """The faction power of a seat."""
        return int(self.fields["power"][SEAT_LETTERS.index(letter)])

    def favor(self, letter: str) -> int:
        """The favor of a seat."""
        return int(self.fields["favor"][SEAT_LETTERS.index(letter)])

    def hand(self, letter: str) -> list[str]:
        """The cards of a seat's hand by id."""
        raw, seat = self.fields, SEAT_LETTERS.index(letter)
        return [self.game.names.cards[card] for card in raw["held"][seat] if raw["places"][card] == 0]

    def cards(self, letter: str) -> int:
        """How many cards a seat has in hand."""
        return hand_size(self.fields, SEAT_LETTERS.index(letter))

    def units(self, letter: str, region: str) -> str:
        """The units of a seat in a region, as `lord+2w`."""
        return "+".join(units_in(self.fields, self.game.facts, SEAT_LETTERS.index(letter), PLACES.index(region)))

    def where(self, letter: str, hero: str) -> str | None:
        """Where a hero is."""
        return place(self.fields["heroes"][SEAT_LETTERS.index(letter)][self._hero(letter, hero)])

    def strength(self, letter: str, region: str) -> int:
        """The strength of a seat in a region."""
        return _veil.strengths(self.state)[SEAT_LETTERS.index(letter)][REGIONS.index(region)]
