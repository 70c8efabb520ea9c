"""Views of The Resistance: Avalon as JSON, in the words of the game's page, and what a seat knows of each other one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from avalon_ai import _resistance
from avalon_ai._state import View
from avalon_ai.games.base import seat_letter
from avalon_ai.games.resistance_codes import CLAIMS, EVIL_MASK, GOOD_MASK, MERLIN, MORGANA, ROLES, letters

Fields = dict[str, Any]
DIGITS = 6
PAIR = (1 << MERLIN) | (1 << MORGANA)


def roles_in(mask: int) -> list[str]:
    """The names of a set of roles, a bit each."""
    return [role for number, role in enumerate(ROLES) if mask >> number & 1]


def knowledge(possible: Sequence[int]) -> list[str]:
    """What is certain about each seat, in a word; nothing where its side is open."""
    return [_word(roles) for roles in possible]


def _word(roles: int) -> str:
    if len(roles_in(roles)) == 1:
        return roles_in(roles)[0]
    if not roles & ~PAIR:
        return "merlin/morgana"
    if not roles & GOOD_MASK:
        return "evil"
    return "" if roles & EVIL_MASK else "good"


def team_under_way(raw: Fields) -> int:
    """The set of seats proposed or on the quest now; 0 if there is none."""
    if raw["phase"] in ("vote", "count", "quest", "reveal"):
        return int(raw["proposals"][-1][3])
    return 0


def chosen_already(raw: Fields) -> int:
    """The seats that have chosen in the phase under way, while nobody knows what."""
    everyone = (1 << len(raw["roles"])) - 1
    if raw["phase"] in ("vote", "count"):
        return everyone & ~int(raw["todo"])
    return team_under_way(raw) & ~int(raw["todo"])


def view_fields(view: View) -> dict[str, Any]:
    """Everything that the view's seat knows for certain."""
    raw, seat = _resistance.fields(view), view.seat
    return {
        "players": len(raw["roles"]),
        "role_set": sorted(role for role, number in zip(ROLES, raw["role_counts"], strict=True) for _ in range(number)),
        "role": ROLES[raw["roles"][seat]],
        "possible": {seat_letter(place): roles_in(mask) for place, mask in enumerate(_resistance.possible_roles(view))},
        "carries_shot": raw["carrier"] == seat,
        "phase": raw["phase"],
        "quest": raw["quest"] + 1,
        "attempt": raw["attempt"] + 1,
        "leader": seat_letter(raw["leader"]),
        "sizes": raw["sizes"],
        "fails_needed": raw["needed"],
        "won": raw["won"],
        "lost": raw["lost"],
        "team": letters(team_under_way(raw)) or None,
        "chosen": letters(chosen_already(raw)),
        "own_choice": _own_choice(raw, seat),
        "quests": [_quest(raw, number, seat) for number in range(len(raw["quests"]))],
        "proposals": [_proposal(*proposal) for proposal in raw["proposals"]],
        "lady": _lady(raw),
        "shot": None if raw["shot"] < 0 else {"seat": seat_letter(raw["carrier"]), "target": seat_letter(raw["shot"])},
        "evil": letters(raw["evil"]) if raw["phase"] == "over" else None,
    }


def _own_choice(raw: Fields, seat: int) -> str | None:
    """The own vote or card that is not revealed yet."""
    if not chosen_already(raw) >> seat & 1:
        return None
    no, yes = ("reject", "approve") if raw["phase"] in ("vote", "count") else ("success", "fail")
    return yes if raw["pending"] >> seat & 1 else no


def _quest(raw: Fields, number: int, seat: int) -> dict[str, Any]:
    team, fails, failed = raw["quests"][number]
    own = "fail" if failed >> seat & 1 else "success"
    return {
        "team": letters(team),
        "fails": fails,
        "succeeded": fails < raw["needed"][number],
        "own_card": own if team >> seat & 1 else None,
    }


def _proposal(quest: int, attempt: int, leader: int, team: int, approved: int) -> dict[str, Any]:
    return {
        "quest": quest + 1,
        "attempt": attempt + 1,
        "leader": seat_letter(leader),
        "team": letters(team),
        "approved": None if approved < 0 else letters(approved),
    }


def _lady(raw: Fields) -> dict[str, Any] | None:
    if not raw["holders"]:
        return None
    uses = [
        {
            "holder": seat_letter(holder),
            "target": seat_letter(target),
            "loyalty": CLAIMS[loyalty] or None,
            "claim": CLAIMS[claim] or None,
        }
        for holder, target, loyalty, claim in raw["uses"]
    ]
    return {"holder": seat_letter(raw["holders"][-1]), "uses": uses}
