"""The seats of the third game on a terminal: tracks, hands, relics; and how far prophecies are. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence

from avalon_ai.games import veil_cards, veil_factions, veil_facts, veil_moment
from avalon_ai.games.base import seat_letter
from avalon_ai.games.veil_codes import DECKS, FACTIONS
from avalon_ai.games.veil_facts import SUPPLY, Facts, Fields
from avalon_ai.games.veil_progress import progress
from avalon_ai.style import Style, bare, clip, fold, pad

NAME, FACTION = 7, 9
HAND = 0  # zone


def seats(
    fields: Fields, facts: Facts, style: Style, names: Sequence[str], width: int, *, dense: bool = False
) -> list[str]:
    """Two lines or more a seat, in table order: tracks; cards and, of the own seat, the supply; what it owns.

    `dense`: one line, as far as it goes.
    """
    lines: list[str] = []
    for seat in range(len(fields["vp"])):
        head = clip(_head(fields, seat, style, names), width)
        stock = [_hand(fields, seat)]
        if fields["viewer"] in (seat, -1):
            stock.append(f"home {' '.join([*_waiting(fields, seat), str(fields['supply'][seat]) + 'w'])}")
        more = "; ".join([*stock, *_owned(fields, facts, seat)])
        if dense:
            lines.append(head + "  " + clip(more, max(0, width - len(bare(head)) - 2)))
        else:
            lines += [head, *fold(f"  {more}", width, "    ")]
    return lines


def _head(fields: Fields, seat: int, style: Style, names: Sequence[str]) -> str:
    acts = fields["actor"] == seat
    mark = style.sign("▶", ">") if acts else " "
    name = (names[seat] if seat < len(names) else "").partition(":")[0]
    letter = style.paint(seat_letter(seat), "own" if fields["viewer"] == seat else "other", "bold")
    faction = pad(FACTIONS[fields["factions"][seat]], FACTION)
    tracks = (
        f"{style.paint(str(fields['vp'][seat]), 'bold')} VP power {fields['power'][seat]} favor {fields['favor'][seat]}"
    )
    return f"{mark}{letter} {pad(clip(name, NAME), NAME)} {faction} {tracks}"


def _hand(fields: Fields, seat: int) -> str:
    """The hand by backs, and how many cards are laid out of it."""
    counts = fields["counts"][seat]
    backs = "".join(f"{number}{deck[0]}" for deck, number in zip(DECKS, counts[HAND], strict=True) if number)
    laid = sum(map(sum, counts[1:]))
    return f"hand {sum(counts[HAND])}" + f" {backs}" * bool(backs) + f" +{laid}" * bool(laid)


def _waiting(fields: Fields, seat: int) -> list[str]:
    """Heroes in the supply, champions in one word."""
    heroes = [
        name
        for name, at in zip(veil_facts.hero_names(fields, seat), fields["heroes"][seat], strict=True)
        if at == SUPPLY and name != "-"
    ]
    champions = "".join(name[1] for name in heroes if name.startswith("c"))
    return [name for name in heroes if not name.startswith("c")] + [f"c{champions}"] * bool(champions)


def _owned(fields: Fields, facts: Facts, seat: int) -> list[str]:
    """The card played, artifacts with their bearers, beasts, the Grail and Excalibur."""
    found = []
    card = veil_moment.chosen_card(fields, seat, facts)
    if card is not None:
        paid = veil_moment.payment_words(fields, seat)
        found.append(f"plays {card.id} {card.init}" + f" for {' '.join(paid)}" * bool(paid))
    found += [f"{name} ({bearer or 'beside'})" for name, bearer in veil_facts.artifacts_of(fields, facts, seat).items()]
    found += [f"{name} {at or ''}".strip() for name, at in veil_facts.beasts_of(fields, facts, seat).items()]
    for word in ("grail", "excalibur"):
        owner, bearer, used = fields[word]
        if owner == seat:
            lord = f" ({veil_facts.hero_names(fields, seat)[bearer]})" if fields["heroes"][seat][1] >= 0 else ""
            found.append(f"{word.upper()}{lord}{' used' * bool(used)}")
    if fields["knight"][0] == seat:
        found.append("the Green Knight")
    return found + veil_factions.seat_words(fields, facts, seat)


def prophecies(fields: Fields, facts: Facts, width: int, *, dense: bool = False) -> list[str]:
    """The prophecies of the season: VP, text, and how far each seat is; `dense`: without the text."""
    lines: list[str] = []
    for number, done in fields["prophecies"]:
        part = facts.components.prophecies[number]
        states = [
            f"{seat_letter(seat)} {'done' if done >> seat & 1 else _steps(fields, facts, number, seat)}"
            for seat in range(len(fields["vp"]))
        ]
        vp = part.vp[max(fields["season"], 1) - 1]
        need = veil_cards.body(part).removeprefix("You have ").rstrip(".")
        lines += fold(f"{part.id} {vp} VP: {'' if dense else f'{need}. '}{', '.join(states)}", width, "   ")
    return lines


def _steps(fields: Fields, facts: Facts, number: int, seat: int) -> str:
    """What a seat has of what is asked: `1/2`."""
    found = progress(facts.components.prophecies[number].need, fields, facts, seat)
    return " ".join(f"{has}/{asked}" for has, asked in found)
