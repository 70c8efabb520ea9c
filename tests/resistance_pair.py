"""Two games of The Resistance: Avalon side by side: the compiled core and the reference, compared after every event."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import kit
from avalon_ai import _resistance, games
from avalon_ai._state import CHANCE, MOVE, NO_SEAT, REFEREE_EVENT, State, View
from avalon_ai._state import HIDDEN as HIDDEN_ACTOR
from avalon_ai._state import OVER as OVER_ACTOR
from avalon_ai.games.base import SEAT_LETTERS, Game
from avalon_ai.games.resistance_codes import ROLES, letters
from reference_resistance import EVIL, HIDDEN, OVER, REFEREE, Avalon, from_line


class Pair:
    """One game in both implementations. `play` takes texts, of the seat to act or of the referee."""

    def __init__(self, line: Mapping[str, Any], **options: Any) -> None:
        self.game: Game = games.load("resistance", **options)
        self.table = kit.Table.of(self.game, dict(line))
        self.reference: Avalon = from_line(line, any_carrier=options.get("assassin") == "any")
        self.compare()

    @property
    def state(self) -> State:
        return self.table.state

    def view(self, seat: str) -> View:
        """What a seat may know, folded from its stream."""
        return self.table.views[SEAT_LETTERS.index(seat)]

    def play(self, *texts: str) -> Pair:
        """Play events in both."""
        for text in texts:
            self.apply(self.event(text))
        return self

    def vote(self, approved: str) -> Pair:
        """All seats vote; these approve; the referee tells it."""
        votes = ["approve" if seat in approved else "reject" for seat in self.reference.seats]
        return self.play(*votes, f"votes {approved}".strip())

    def team(self, team: str) -> Pair:
        """A team is proposed and approved by all."""
        return self.play(f"team {team}").vote(self.reference.seats)

    def quest(self, team: str, failed: str = "") -> Pair:
        """A team goes on a quest, and these fail it."""
        self.team(team)
        return self.play(*("fail" if seat in failed else "success" for seat in team), f"fails {len(failed)}")

    def event(self, text: str) -> int:
        """The event of a text as it would happen now."""
        actor = self.reference.actor()
        if actor in (REFEREE, OVER):
            return self.game.parse(text, REFEREE_EVENT, NO_SEAT)
        return self.game.parse(text, MOVE, SEAT_LETTERS.index(actor))

    def apply(self, event: int) -> None:
        """Play one event in both and compare."""
        text = self.game.text(event)
        masks = [self.reference.mask(self.reference.actor(), text, seat) for seat in self.reference.seats]
        assert masks == [self.game.text(self.state.mask(event, seat)) for seat in range(self.game.seats)]
        self.table.apply(event)
        self.reference.apply(text)
        self.compare()

    def legal(self) -> list[str]:
        """The legal texts of the core, sorted as in records."""
        return sorted(self.game.text(event) for event in self.state.legal())

    def refuse(self, *texts: str) -> None:
        """Each text must be refused by both, and change nothing."""
        for text in texts:
            event, before = self.event(text), self.state.to_bytes()
            assert not self.state.allows(event), f"{text} is allowed"
            kit.refuse(self.state, event)
            assert self.state.to_bytes() == before
            assert text not in self.reference.legal()

    def shown(self, seat: str | None = None) -> dict[str, Any]:
        """Raw fields of the state, or of a seat's view."""
        return _resistance.fields(self.view(seat) if seat else self.state)

    # --- comparison ------------------------------------------------------------------

    def compare(self) -> None:
        """Raise AssertionError where the implementations differ."""
        kit.check_whole(self.state)
        reference, state = self.reference, self.state
        assert number(reference.actor()) == state.actor()
        assert self.legal() == sorted(reference.legal())
        said = [self.game.text(event) for event, _ in state.outcomes()]
        assert said == ([reference.says()] if reference.actor() == REFEREE else [])
        assert state.reason() == (reference.reason if reference.phase == OVER else "")
        if reference.phase == OVER:
            assert state.returns() == reference.returns()
        found = _resistance.fields(state)
        for name, value in expected_fields(reference).items():
            assert found[name] == value, f"{name}: core {found[name]}, reference {value}"
        assert _resistance.history(state) == self.table.events
        for seat in reference.seats:
            self._compare_view(seat)

    def _compare_view(self, seat: str) -> None:
        view, reference = self.view(seat), self.reference
        assert number(reference.shown_actor(seat)) == view.actor()
        found = _resistance.fields(view)
        own = reference.seats.index(seat)
        known = {seat: reference.roles[seat]}
        assert found["roles"] == [ROLES.index(known[other]) if other in known else -1 for other in reference.seats]
        assert letters(found["seen"][own]) == reference.sees(seat)
        assert not any(seen for other, seen in enumerate(found["seen"]) if other != own)
        hidden = ("pending", "carrier", "uses", "quests", "evil")
        for name, value in expected_fields(reference).items():
            if name not in hidden:
                assert found[name] == value, f"view of {seat}, {name}: core {found[name]}, reference {value}"
        shown = [text for _, text in reference.stream(seat)] if len(reference.log) % 10 == 0 else None
        assert shown is None or [self.game.text(event) for event in _resistance.history(view)] == shown
        if reference.phase == "result":
            view_allows_result(self, seat)


def view_allows_result(pair: Pair, seat: str) -> None:
    """Before the result is told a view holds each result possible that its worlds bring, and no other."""
    reference = pair.reference
    if len(reference.roles) > 6:
        return
    possible = set()
    for roles, *_ in reference.worlds(seat):
        world = reference.copy()
        world.roles = dict(zip(reference.seats, roles, strict=True))
        possible.add(world.says())
    everything = range(1 << len(reference.roles))
    allowed = {
        f"winners {letters(mask)}"
        for mask in everything
        if mask and pair.view(seat).allows(pair.game.parse(f"winners {letters(mask)}", REFEREE_EVENT, NO_SEAT))
    }
    assert allowed == possible


def number(actor: str) -> int:
    """The core's number of an actor."""
    words = {REFEREE: CHANCE, OVER: OVER_ACTOR, HIDDEN: HIDDEN_ACTOR}
    return words[actor] if actor in words else SEAT_LETTERS.index(actor)


def mask(seats: str) -> int:
    """The set of these seats."""
    return sum(1 << SEAT_LETTERS.index(seat) for seat in seats)


def expected_fields(game: Avalon) -> dict[str, Any]:
    """What the core's raw fields must be, by the reference."""
    proposals = [
        (quest, attempt, game.seats.index(leader), mask(team), -1 if approved is None else mask(approved))
        for quest, done in enumerate(game.rounds)
        for attempt, (leader, team, approved) in enumerate(done.proposals)
    ]
    claims = (None, "good", "evil", "nothing")
    uses = [
        (
            game.seats.index(visit.holder),
            game.seats.index(visit.target),
            (1 + game.evil(visit.target)) if visit.shown else 0,
            claims.index(visit.claim),
        )
        for visit in game.visits
    ]
    yes = "approve" if game.phase == "vote" else "fail"
    return {
        "role_counts": [list(game.roles.values()).count(role) for role in ROLES],
        "evil": mask("".join(seat for seat, role in game.roles.items() if role in EVIL)),
        "carrier": -1 if game.carrier is None else game.seats.index(game.carrier),
        "proposals": proposals,
        "quests": [(mask(done.team), done.fails, mask(done.failed)) for done in game.rounds if done.fails is not None],
        "holders": [game.seats.index(seat) for seat in [game.lady, *(v.target for v in game.visits)] if seat],
        "uses": uses,
        "quest": len(game.rounds) - 1,
        "leader": game.seats.index(game.leader),
        "won": game.successes(),
        "lost": game.failures(),
        "shot": -1 if game.shot is None else game.seats.index(game.shot),
        "pending": mask("".join(seat for seat, choice in game.chosen.items() if choice == yes)),
    }


def line(roles: str, leader: str = "A", **more: str) -> dict[str, Any]:
    """A deal line from short texts: `line("merlin servant ...", "B", lady="A")`."""
    given = roles.split()
    return {"leader": leader, "roles": dict(zip(SEAT_LETTERS[: len(given)], given, strict=True)), **more}
