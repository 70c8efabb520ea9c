"""Scenes of The Riven Veil: positions put together by name, and moves played by their texts.

    scene = Scene(players=2, lords=["knights", "undead"])
    scene.put(units={"A": {"SE": "arthur+2w"}}, tiles={"SE": "GullStair"}, hands={"A": ["SALLY", "CAMPS", "FORDS"]})
    scene.play("A: play SALLY pay CAMPS FORDS", "B: play OATH")
    assert "plays A SALLY" in scene.events

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
from avalon_ai.games import veil_data
from avalon_ai.games.base import SEAT_LETTERS
from avalon_ai.games.veil import Veil
from avalon_ai.games.veil_codes import FACTIONS, REGIONS
from avalon_ai.games.veil_facts import hero_names

UNITS = re.compile(r"(\d*)w")
PLACES = (*REGIONS, "sea", "supply")
START_VP = {lord.faction: lord.start for lord in veil_data.house().components.lords}  # both sides have the same


def arrangement(
    game: Veil,
    fields: Mapping[str, Any],
    *,
    units: Mapping[str, Mapping[str, str]] | None = None,
    hands: Mapping[str, Iterable[str]] | None = None,
    tiles: Mapping[str, str] | None = None,
    settlements: Mapping[str, Iterable[tuple[str, int]]] | None = None,
    artifacts: Mapping[str, tuple[str, str]] | None = None,
    relics: Mapping[str, str] | None = None,
    prophecies: Iterable[str] = (),
    **tracks: Any,
) -> dict[str, Any]:
    """Things put elsewhere, from names to numbers: units `{"A": {"SE": "lord+2w"}}`, explored tiles, and so on.

    `tracks`: vp, power, favor by seat; grail and excalibur, a seat; grail_in, regions.
    """
    names = game.names
    what: dict[str, Any] = {name: _by_seat(value) for name, value in tracks.items() if isinstance(value, Mapping)}
    what |= {name: (SEAT_LETTERS.index(tracks[name]), 0) for name in ("grail", "excalibur") if name in tracks}
    what["grail_in"] = [REGIONS.index(region) for region in tracks.get("grail_in", ())]
    what["hands"] = _by_seat({s: [names.cards.index(card) for card in held] for s, held in (hands or {}).items()})
    what["tiles"] = {REGIONS.index(region): names.tiles.index(tile) for region, tile in (tiles or {}).items()}
    what["settlements"] = {
        (SEAT_LETTERS.index(seat), number): (REGIONS.index(region), slot)
        for seat, found in (settlements or {}).items()
        for number, (region, slot) in enumerate(found)
    }
    what["relics"] = {names.artifacts.index(name): REGIONS.index(at) for name, at in (relics or {}).items()}
    if prophecies:
        what["prophecies"] = [names.prophecies.index(name) for name in prophecies]
    what["artifacts"] = {
        names.artifacts.index(name): (SEAT_LETTERS.index(seat), _hero(fields, seat, hero))
        for name, (seat, hero) in (artifacts or {}).items()
    }
    return what | _placed(game, fields, units or {})


def _placed(game: Veil, fields: Mapping[str, Any], units: Mapping[str, Mapping[str, str]]) -> dict[str, Any]:
    """Texts such as `lord+c1+2w` by seat and place; `sea` and `supply` are places too."""
    what: dict[str, Any] = {"warriors": {}, "heroes": {}, "beasts": {}}
    for letter, places in units.items():
        seat = SEAT_LETTERS.index(letter)
        for where, text in places.items():
            at = PLACES.index(where)
            for unit in text.split("+"):
                number = UNITS.fullmatch(unit)
                if number:
                    what["warriors"][seat, at] = int(number[1] or 1)
                elif unit in game.names.beasts:
                    what["beasts"][game.names.beasts.index(unit)] = (seat, at)
                else:
                    what["heroes"][seat, _hero(fields, letter, unit)] = at
    return what


def _hero(fields: Mapping[str, Any], letter: str, hero: str) -> int:
    return hero_names(dict(fields), SEAT_LETTERS.index(letter)).index(hero)


def _by_seat(values: Mapping[str, Any]) -> dict[Any, Any]:
    return {SEAT_LETTERS.index(letter): value for letter, value in values.items()}


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

    # --- putting things together -----------------------------------------------------------------

    def put(self, **things: Any) -> Scene:
        """Change the position by names, as `arrangement` has them."""
        self.state = _veil.arranged(self.state, arrangement(self.game, self.fields, **things))
        self.folded = False
        return self

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
