"""Deals of The Resistance: Avalon: made from a seed, checked, and masked for a seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from avalon_ai import _resistance, seeds
from avalon_ai._state import Rules, State, View
from avalon_ai.errors import LineError
from avalon_ai.games import dealing
from avalon_ai.games.base import SEAT_LETTERS, seat_letter
from avalon_ai.games.resistance_codes import EVIL_ROLES, ROLES, letters, seats_in
from avalon_ai.games.resistance_data import Board

ROLE_ORDER, LEADER, CARRIER = range(3)  # keys of a deal's generators
UNKNOWN, PAIR, SIDE = "?", "merlin/morgana", "evil"
BY_ANY, BY_OTHER = 2, 3  # `carried` in the raw fields: any evil seat carries the shot, or any without the card


@dataclass(frozen=True)
class Setting:
    """What the options say of a deal."""

    rules: Rules
    board: Board
    lady: bool
    any_carrier: bool

    @property
    def seats(self) -> str:
        """The letters of the seats."""
        return SEAT_LETTERS[: self.board.players]


def make(setting: Setting, roles: Sequence[str], seed: int, index: int) -> dict[str, Any]:
    """Deal number `index` of a seed, as it stands in a record."""
    order = list(roles)
    seeds.rng(seed, seeds.DEAL, index, ROLE_ORDER).shuffle(order)
    leader = seeds.rng(seed, seeds.DEAL, index, LEADER).below(len(order))
    carrier = -1
    if _any_carries(setting, order):
        evil = _evil(order)
        carrier = evil[seeds.rng(seed, seeds.DEAL, index, CARRIER).below(len(evil))]
    return _deal(setting, leader, order, carrier)


def outcomes(setting: Setting, roles: Sequence[str], dealt: Sequence[str]) -> list[tuple[str, float]]:
    """What may be dealt next: the leader's letter, a role for each seat, the letter of who carries the shot."""
    players = setting.board.players
    if not dealt:
        return [(seat, 1 / players) for seat in setting.seats]
    order = dealt[1 : players + 1]
    if len(order) < players:
        return dealing.next_card(Counter(roles) - Counter(order))
    if len(dealt) == players + 1 and _any_carries(setting, order):
        evil = _evil(order)
        return [(seat_letter(seat), 1 / len(evil)) for seat in evil]
    return []


def of_outcomes(setting: Setting, dealt: Sequence[str]) -> dict[str, Any]:
    """The deal that all outcomes make."""
    leader, order, carrier = dealt[0], dealt[1 : setting.board.players + 1], dealt[setting.board.players + 1 :]
    return _deal(setting, setting.seats.index(leader), order, setting.seats.index(carrier[0]) if carrier else -1)


def _any_carries(setting: Setting, order: Sequence[str]) -> bool:
    """Whether chance says which evil seat carries the shot."""
    return setting.any_carrier and "merlin" in order


def _evil(order: Sequence[str]) -> list[int]:
    return [seat for seat, role in enumerate(order) if role in EVIL_ROLES]


def _deal(setting: Setting, leader: int, order: Sequence[str], carrier: int) -> dict[str, Any]:
    """The deal as it stands in a record; `carrier` is -1 where the Assassin's card says it."""
    deal: dict[str, Any] = {"leader": seat_letter(leader), "roles": dict(zip(setting.seats, order, strict=True))}
    if carrier >= 0 and order[carrier] != "assassin":
        deal["assassin"] = seat_letter(carrier)
    if setting.lady:
        deal["lady"] = seat_letter(before(leader, len(order)))
    return deal


def before(seat: int, players: int) -> int:
    """The seat on another one's right, who plays before it."""
    return (seat - 1) % players


# --- checking ----------------------------------------------------------------------------------


def start(setting: Setting, deal: Mapping[str, Any]) -> State:
    """The position after a deal. Raises LineError."""
    leader = _leader(setting, deal)
    roles = _roles(setting, deal, ROLES)
    _check_set("roles", roles, setting)
    _check_lady(setting, deal, leader)
    numbers = [ROLES.index(role) for role in roles]
    return _resistance.start(setting.rules, leader, numbers, _carrier(setting, deal, roles))


def _letter(setting: Setting, said: Mapping[str, Any], key: str) -> int:
    found = said.get(key)
    if not isinstance(found, str) or len(found) != 1 or found not in setting.seats:
        raise LineError(f'"{key}" to be one of {", ".join(setting.seats)}', found)
    return setting.seats.index(found)


def _leader(setting: Setting, deal: Mapping[str, Any]) -> int:
    return _letter(setting, deal, "leader")


def _roles(setting: Setting, deal: Mapping[str, Any], allowed: Sequence[str]) -> list[str]:
    """The roles by seat, each one of the allowed words."""
    roles = deal.get("roles")
    if not isinstance(roles, dict) or sorted(roles) != list(setting.seats):
        raise LineError(f'"roles" of {", ".join(setting.seats)}', roles)
    for role in roles.values():
        if not isinstance(role, str) or role not in allowed:
            raise LineError(f"a role of {', '.join(allowed)}", role)
    return [roles[seat] for seat in setting.seats]


def _check_set(what: str, roles: Sequence[str], setting: Setting) -> None:
    evil = [role for role in roles if role in EVIL_ROLES]
    if len(roles) != setting.board.players or len(evil) != setting.board.evil:
        wanted = f"{setting.board.good} good and {setting.board.evil} evil"
        raise LineError(f'"{what}" to be {wanted}', f"{len(roles) - len(evil)} good and {len(evil)} evil")


def _check_lady(setting: Setting, deal: Mapping[str, Any], leader: int) -> None:
    if not setting.lady:
        if deal.get("lady") is not None:
            raise LineError('no "lady" in a game without her', deal["lady"])
        return
    holder = before(leader, setting.board.players)
    if _letter(setting, deal, "lady") != holder:
        raise LineError(f'"lady" to be {seat_letter(holder)}, before the first leader', deal["lady"])


def _carrier(setting: Setting, deal: Mapping[str, Any], roles: Sequence[str]) -> int:
    """Who carries the shot, -1 where the Assassin's card or the lack of a Merlin says it. Raises LineError."""
    if deal.get("assassin") is None:
        if "merlin" in roles and roles.count("assassin") != 1:
            raise LineError('"assassin" to name the evil seat that carries the shot', "none")
        return -1
    if "merlin" not in roles:
        raise LineError('no "assassin" in a game without Merlin', deal["assassin"])
    carrier = _letter(setting, deal, "assassin")
    if roles[carrier] not in EVIL_ROLES:
        raise LineError('"assassin" to be an evil seat', f"{seat_letter(carrier)}, {roles[carrier]}")
    return carrier


# --- masking -----------------------------------------------------------------------------------


def mask(setting: Setting, deal: Mapping[str, Any], seat: int) -> dict[str, Any]:
    """The deal as a seat is shown it: the own role, whom it sees, and the role set."""
    state = _resistance.fields(start(setting, deal))
    own = deal["roles"][seat_letter(seat)]
    shown = PAIR if own == "percival" else SIDE
    seen = set(seats_in(state["seen"][seat]))
    roles = {letter: shown if place in seen else UNKNOWN for place, letter in enumerate(setting.seats)}
    masked: dict[str, Any] = {"leader": deal["leader"], "roles": roles | {seat_letter(seat): own}}
    if setting.lady:
        masked["lady"] = deal["lady"]
    masked |= _masked_carrier(state, seat)
    return masked | {"role_set": sorted(deal["roles"].values())}


def _masked_carrier(state: Mapping[str, Any], seat: int) -> dict[str, str]:
    """Who carries the shot knows it. That the Assassin's card does not, against the options, is public."""
    if state["carried"] in (BY_ANY, BY_OTHER) and state["carrier"] == seat:
        return {"assassin": seat_letter(seat)}
    return {"assassin": UNKNOWN} if state["carried"] == BY_OTHER else {}


def start_view(setting: Setting, deal: Mapping[str, Any], seat: int) -> View:
    """What a seat knows after a masked deal. Raises LineError."""
    leader = _leader(setting, deal)
    role_set = deal.get("role_set")
    if not isinstance(role_set, list) or not all(role in ROLES for role in role_set):
        raise LineError('"role_set" to be a list of roles', role_set)
    _check_set("role_set", role_set, setting)
    _check_lady(setting, deal, leader)
    roles = _roles(setting, deal, (*ROLES, UNKNOWN, PAIR, SIDE))
    own = roles[seat]
    if own not in role_set:
        raise LineError(f"a role of the set as that of {seat_letter(seat)}", own)
    seen, carrier = _seen(roles, seat), _told_carrier(setting, deal, seat)
    numbers = [ROLES.index(role) for role in role_set]
    try:
        return _resistance.start_view(setting.rules, seat, leader, numbers, ROLES.index(own), seen, *carrier)
    except ValueError as error:
        raise LineError("a deal that a seat can be shown", f"{dict(deal)} ({error})") from error


def _seen(roles: Sequence[str], seat: int) -> int:
    """The set of seats that the own role sees. Raises LineError where it cannot see such a thing."""
    shown = PAIR if roles[seat] == "percival" else SIDE
    seen = 0
    for place, role in enumerate(roles):
        if place == seat or role == UNKNOWN:
            continue
        if role != shown:
            raise LineError(f"{shown} or ? as what a {roles[seat]} is shown of {letters(1 << place)}", role)
        seen |= 1 << place
    return seen


def _told_carrier(setting: Setting, deal: Mapping[str, Any], seat: int) -> tuple[bool, bool]:
    """Whether the seat carries the shot, and whether it is public that the Assassin's card does not."""
    told = deal.get("assassin")
    if told not in (None, UNKNOWN, seat_letter(seat)):
        raise LineError(f'"assassin" to be {seat_letter(seat)} or ?', told)
    return told == seat_letter(seat), told == UNKNOWN
