"""Two duels side by side: the compiled core and the reference, compared after every event."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import kit
from avalon_ai import games
from avalon_ai._duel import fields
from avalon_ai._state import CHANCE, CHANCE_EVENT, MOVE, NO_SEAT, OVER, State, View
from avalon_ai.games.base import Game
from reference_duel import KINDS, LANDS, SEATS, TILES, Duel, Variant, deal

KOSMOS_CROWNS = (1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 1)


def variant_of(options: Mapping[str, Any]) -> Variant:
    """The reference's variant for the options of a record header."""
    usual = Variant()
    sets = {"kosmos20": KOSMOS_CROWNS, "rich23": (2, 2, 3, 2, 2, 3, 2, 2, 3, 1, 1)}
    tiles = options.get("tiles")
    return Variant(
        lands=tuple(options.get("territories", usual.lands)),
        crowns=sets[options.get("set", "kosmos20")],
        tiles=tuple(tiles.get(tile, 0) for tile in TILES) if tiles else usual.tiles,
        colours=options.get("colours", usual.colours),
        copies=options.get("copies", usual.copies),
        hand=options.get("hand", usual.hand),
        crowns_to_win=options.get("crowns_to_win", usual.crowns_to_win),
        turn_cap=options.get("turn_cap", usual.turn_cap),
        land_order=tuple(options["deal"]["lands"]) if "deal" in options else None,
    )


class Pair:
    """One game in both implementations. `play` takes texts; a forced `pass` is put in by itself."""

    def __init__(self, line: Mapping[str, Any], **options: Any) -> None:
        self.game: Game = games.load("duel", **options)
        self.table = kit.Table.of(self.game, dict(line))
        self.reference: Duel = deal(variant_of(options), line)
        self.compare()

    @property
    def state(self) -> State:
        return self.table.state

    def view(self, seat: str) -> View:
        """What a seat may know, folded from its stream."""
        return self.table.views[SEATS.index(seat)]

    def play(self, *texts: str) -> Pair:
        """Play events in both; moves by the seat to act, chance for the seat on turn."""
        for text in texts:
            self.apply(self.event(text))
            while self.reference.forced():
                self.apply(self.event("pass"))
        return self

    def event(self, text: str) -> int:
        """The event of a text as it would happen now."""
        actor = self.reference.actor()
        if actor != "chance":
            return self.game.parse(text, MOVE, SEATS.index(actor))
        seat = NO_SEAT if text.startswith("reveal") else self.reference.on_turn
        return self.game.parse(text, CHANCE_EVENT, seat)

    def apply(self, event: int) -> None:
        """Play one event in both and compare."""
        text = self.game.text(event)
        self.table.apply(event)
        self.reference.apply(text)
        self.compare()

    def legal(self) -> list[str]:
        """The legal texts of both, sorted as in records."""
        return sorted(self.game.text(event) for event in self.state.legal())

    def shown(self, seat: str | None = None) -> dict[str, Any]:
        """Raw fields of the state, or of a seat's view."""
        return fields(self.view(seat) if seat else self.state)

    def refuse(self, *texts: str) -> None:
        """Each text must be refused by both, and change nothing."""
        for text in texts:
            event, before = self.event(text), self.state.to_bytes()
            assert not self.state.allows(event), f"{text} is allowed"
            kit.refuse(self.state, event)
            assert self.state.to_bytes() == before
            assert text not in self.reference.legal()

    def actor(self) -> str:
        """`A`, `B`, `chance` or `over`."""
        return {CHANCE: "chance", OVER: "over"}.get(self.state.actor()) or SEATS[self.state.actor()]

    def stack(self, seat: str, territory: int) -> str:
        """The cards of a seat at a territory (from 1), bottom to top."""
        return names(self.shown()["stacks"][SEATS.index(seat)][territory - 1])

    def hand(self, seat: str) -> str:
        """The hand of a seat, in canonical order."""
        return spread(self.shown()["hands"][SEATS.index(seat)])

    def known(self, seat: str) -> str:
        """The cards of a seat that the other seat knows."""
        return spread(self.shown()["known"][SEATS.index(seat)])

    def evidence(self, seat: str, kind: str) -> int:
        """Cards drawn since the seat last left this kind unplayed."""
        return int(self.shown()["evidence"][SEATS.index(seat)][KINDS.index(kind)])

    def due(self) -> int:
        """Cards still to pay."""
        return int(self.shown()["to_pay"])

    def owner(self, territory: int) -> str:
        """Who owns a territory (from 1): `A`, `B` or nothing."""
        owner = self.shown()["owners"][territory - 1]
        return "" if owner < 0 else SEATS[owner]

    # --- comparison ------------------------------------------------------------------

    def compare(self) -> None:
        """Raise AssertionError where the implementations differ."""
        kit.check_whole(self.state)
        self._compare_events()
        found = fields(self.state)
        for name, value in expected_fields(self.reference).items():
            assert found[name] == value, f"{name}: core {found[name]}, reference {value}"
        for seat in range(2):
            self._compare_view(seat)

    def _compare_events(self) -> None:
        reference, state = self.reference, self.state
        actor = {"chance": CHANCE, "over": OVER, "A": 0, "B": 1}[reference.actor()]
        assert state.actor() == actor
        assert self.legal() == sorted(reference.legal())
        outcomes = {self.game.text(event): chance for event, chance in state.outcomes()}
        expected = reference.outcomes()
        assert outcomes.keys() == expected.keys()
        assert all(abs(outcomes[text] - expected[text]) < 1e-12 for text in expected)
        forced = state.forced()
        assert (forced is not None) == reference.forced()
        assert state.reason() == reference.reason
        if actor == OVER:
            assert state.returns() == reference.returns()

    def _compare_view(self, seat: int) -> None:
        view, reference = self.table.views[seat], self.reference
        found, other = fields(view), 1 - seat
        assert found["viewer"] == seat
        assert found["unseen"] == counts(reference.unseen(seat))
        assert found["hands"][seat] == counts(reference.hands[seat])
        assert found["hands"][other] == counts(reference.known[other])
        for name, value in expected_fields(reference).items():
            if name not in ("hands", "unseen"):
                assert found[name] == value, f"view of {seat}, {name}: core {found[name]}, reference {value}"


def counts(cards: Counter[str]) -> list[int]:
    """Cards of each kind, in canonical order."""
    return [cards[kind] for kind in KINDS]


def names(kinds: Sequence[int]) -> str:
    """`KR EB` for kinds in this order."""
    return " ".join(KINDS[kind] for kind in kinds)


def spread(cards: Sequence[int]) -> str:
    """`KR KR EB` for counts of each kind."""
    return names([kind for kind, count in enumerate(cards) for _ in range(count)])


def expected_fields(duel: Duel) -> dict[str, Any]:
    """What the core's raw fields must be, by the reference."""
    kinds = [[[KINDS.index(kind) for kind in stack] for stack in side] for side in duel.stacks]
    return {
        "stacks": kinds,
        "lands": [-1 if land is None else LANDS.index(land) for land in duel.lands],
        "owners": [-1 if owner is None else owner for owner in duel.owners],
        "hands": [counts(hand) for hand in duel.hands],
        "hand_sizes": [hand.total() for hand in duel.hands],
        "known": [counts(known) for known in duel.known],
        "unseen": counts(duel.pile),
        "pile": duel.pile.total(),
        "discards": counts(duel.discards),
        "tiles_up": [duel.up[tile] for tile in TILES],
        "tiles_down": [duel.down[tile] for tile in TILES],
        "fronts": [-1 if tile is None else TILES.index(tile) for tile in duel.front],
        "front_old": duel.front_old,
        "evidence": [[evidence[kind] for kind in KINDS] for evidence in duel.evidence],
        "crowns": [duel.crowns(seat) for seat in range(2)],
        "turn": duel.turn,
        "on_turn": duel.on_turn,
        "phase": duel.phase,
        "conquests": duel.conquests,
        "avalon_used": duel.avalon_used,
        "to_draw": duel.to_draw,
        "to_pay": duel.due() if duel.phase == "pay" else 0,
        "attack": KINDS.index(duel.attack) if duel.attack else -1,
        "at": -1 if duel.at is None else duel.at,
    }


def line(first: str, stacks: Sequence[str], hands: Sequence[str]) -> dict[str, Any]:
    """A deal line from short texts: `line("A", ["KR EB ...", ...], ["EG ...", ...])`."""
    a, b = ([text.split() for text in texts] for texts in (stacks, hands))
    return {"first": first, "stacks": dict(zip(SEATS, a, strict=True)), "hands": dict(zip(SEATS, b, strict=True))}
