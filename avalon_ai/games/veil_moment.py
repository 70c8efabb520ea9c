"""What the third game is about right now, in words: the icon, the bid, the battle under way. Pure functions.

`fields` are those of `veil_facts.look`. Each entry of a list is one paragraph; screens fold it.
"""

from __future__ import annotations

from collections.abc import Callable

from avalon_ai.games import veil_cards, veil_facts
from avalon_ai.games.base import seat_letter
from avalon_ai.games.veil_codes import DECKS, NONE, REGIONS, TRIGGERS
from avalon_ai.games.veil_components import Card
from avalon_ai.games.veil_facts import Facts, Fields
from avalon_ai.games.veil_notation import INITIATIVES, Notation
from avalon_ai.games.veil_phrases import THIS_REGION
from avalon_ai.games.veil_vocabulary import Effect

CHOSEN, PAYMENT, BID, PLAN, BONUS, COMBAT = range(1, 7)  # zones, as veil_facts.ZONES has them
FEW = 2  # fighters of a battle that get a line each
FIRST_OWN = 2048  # rows of effects from there on are the core's own
OWN_EFFECTS = (
    Effect("deploy", 2), Effect("settle"), Effect("out"), Effect("draw"), Effect("power"), Effect("favor"),
    Effect("move1"), Effect("in"),
)  # fmt: skip
MOMENTS = {
    "turn_start": "the turn begins", "turn_end": "the turn ends", "deploy": "units were deployed",
    "settle": "a settlement was placed", "explore": "a region was explored", "bond": "a beast was bonded",
    "reveal_beast": "a beast was revealed", "prophecy": "a prophecy was fulfilled", "war_start": "the war begins",
    "battle_start": "the battle begins", "plans_shown": "the plans are shown", "plans": "the plans take effect",
    "tied_first": "tied for the first place", "win": "the battle is won", "notwin": "the battle is not won",
    "first": "first place was scored", "after": "after the battle", "after_all": "after all else in the battle",
    "limit": "too many units", "mist5": "settlements give their bonus",
    "flip": "a Lord board has turned over", "tide": "the tide has moved",
}  # fmt: skip


# --- components and effects --------------------------------------------------------------------


def said(facts: Facts, name: str) -> str:
    """A component with id, name and text: `SALLY, Sally Forth: Deploy up to 3 units.`"""
    part = facts.parts.get(name)
    return name if part is None else f"{name}, {part.name}: {veil_cards.body(part) or 'no text.'}"


def effect_under_way(fields: Fields) -> int:
    """The row of the effect that the top of the stack is about; NONE where it is not about one."""
    start, now, _, _ = fields["source"]
    if fields["stack"][-1] == "icon":
        return int(start)
    return int(start + now) if fields["stack"][-1] == "list" else NONE


def effect_text(row: int, facts: Facts) -> str:
    """A row of effects as a clause."""
    effect = OWN_EFFECTS[row - FIRST_OWN] if row >= FIRST_OWN else facts.names.effects[row]
    return veil_cards.effect_text(effect, THIS_REGION)


def owner_of(row: int, facts: Facts) -> str:
    """The id of what an effect stands on, or what else it comes from."""
    return facts.owners.get(row, "standard action or reward" if row >= FIRST_OWN else "bonus")


def sent_units(fields: Fields, notation: Notation) -> str:
    """The units chosen so far for the icon under way: `lord>SE 2w>SE`."""
    return " ".join(f"{notation.tokens[token]}>{veil_facts.place(at)}" for token, at in fields["sent"])


def chosen_card(fields: Fields, seat: int, facts: Facts) -> Card | None:
    """The card a seat has chosen, where it is seen."""
    cards = [number for number in fields["held"][seat] if fields["places"][number] == CHOSEN]
    return facts.components.cards[int(cards[0])] if cards else None


def initiative_sum(fields: Fields, seat: int, zone: int, facts: Facts) -> int:
    """The initiative of the cards of a seat that are seen in a zone."""
    return sum(facts.components.cards[card].init for card in fields["held"][seat] if fields["places"][card] == zone)


# --- the state of the course -------------------------------------------------------------------


def doing(fields: Fields, facts: Facts) -> str:
    """Say in a few words what is going on and who is to act."""
    actor, top = fields["actor"], fields["stack"][-1]
    who = f", {seat_letter(actor)} to act" if actor >= 0 else ""
    if top in ("commit", "reveal", "places"):
        return {"commit": "all choose a card", "reveal": "cards are shown", "places": "order of turns"}[top] + who
    if fields["region"] >= 0:
        return f"battle in {REGIONS[fields['region']]}{who}"
    if top == "bid":
        return f"bids for {facts.names.beasts[fields['source'][2]]}{who}"
    if fields["active"] >= 0:
        mine = fields["active"] == actor
        return f"{seat_letter(fields['active'])}'s turn{'' if mine else who}"
    phase = {"equip": "artifacts are given out", "mist": "Mist Phase", "preparation": "Preparation Phase"}
    return phase.get(top, phase.get(veil_facts.phase(fields), "War Phase")) + who


def moment(fields: Fields, facts: Facts, notation: Notation) -> list[str]:
    """Say what the decision under way is about, in one paragraph or a few; nothing where all is said elsewhere."""
    lines = _battle(fields, facts) if fields["region"] >= 0 else []
    teller = _TELLERS.get(fields["stack"][-1])
    return lines + ([line for line in teller(fields, facts, notation) if line] if teller else [])


def _icon(fields: Fields, facts: Facts, notation: Notation) -> list[str]:
    row = effect_under_way(fields)
    chosen = sent_units(fields, notation)
    text = effect_text(row, facts)
    return [f"Now {owner_of(row, facts)}: {text}" + (f"; so far {chosen}" if chosen else "")]


def _turn(fields: Fields, facts: Facts, notation: Notation) -> list[str]:
    card = chosen_card(fields, fields["active"], facts)
    if card is None:
        return []
    return [f"{seat_letter(fields['active'])}'s card {said(facts, card.id)}"]


def _commit(fields: Fields, facts: Facts, notation: Notation) -> list[str]:
    """The own card chosen so far, with what it costs."""
    seat = fields["viewer"]
    card = chosen_card(fields, seat, facts) if 0 <= seat < len(fields["vp"]) else None
    if card is None:
        return []
    paid = veil_facts.cards_in(fields, facts, seat, PAYMENT)
    texts = [f"claim {number}: {veil_cards.reduction_text(each)}" for number, each in enumerate(card.reduce, 1)]
    claimed = [str(number) for number in range(1, 3) if fields["claims"][seat] >> (number - 1) & 1]
    return [
        f"Chosen {card.id}, cost {card.cost}"
        + f", claimed {' '.join(claimed)}" * bool(claimed)
        + f", paid {' '.join(paid)}" * bool(paid)
        + f". {' '.join(texts)}" * bool(texts)
    ]


def _explore(fields: Fields, facts: Facts, notation: Notation) -> list[str]:
    region = fields["source"][2]
    tile = fields["tiles"][region]
    if tile < 0:
        return [f"{REGIONS[region]} lies face down; a Lord there may explore it"]
    found = facts.components.tiles[tile]
    return [f"{REGIONS[region]} is {found.name}. {veil_cards.body(found)}"]


def _bid(fields: Fields, facts: Facts, notation: Notation) -> list[str]:
    _, explorer, beast, region = fields["source"]
    part = facts.components.beasts[beast]
    head = f"Bids for {part.id} in {REGIONS[region]}, {part.vp} VP, strength {part.strength}: {veil_cards.body(part)}"
    bids = [
        f"{seat_letter(seat)} {number} card{'s' * (number > 1)}{_worth(fields, seat, number, facts)}"
        for seat in range(len(fields["vp"]))
        if (number := sum(fields["counts"][seat][BID]))
    ]
    said_bids = f" Laid so far: {', '.join(bids)}." if bids else ""
    return [f"{head} {seat_letter(explorer)} explored: +1.{said_bids}"]


def _worth(fields: Fields, seat: int, number: int, facts: Facts) -> str:
    """What a bid is worth, where all of it is seen."""
    seen = len(veil_facts.cards_in(fields, facts, seat, BID))
    return f" worth {initiative_sum(fields, seat, BID, facts)}" if seen == number else ""


def _bond(fields: Fields, facts: Facts, notation: Notation) -> list[str]:
    beast = facts.components.beasts[fields["source"][2]]
    return [f"{beast.id}, strength {beast.strength}: {veil_cards.body(beast)}"]


def _trigger(fields: Fields, facts: Facts, notation: Notation) -> list[str]:
    word = TRIGGERS[fields["source"][2]]
    return [f"A moment to react: {MOMENTS.get(word, word)}"]


def _equip(fields: Fields, facts: Facts, notation: Notation) -> list[str]:
    artifact = fields["source"][2]
    return [f"Artifact {said(facts, facts.names.artifacts[artifact])}"] if artifact < len(facts.names.artifacts) else []


def _pay(fields: Fields, facts: Facts, notation: Notation) -> list[str]:
    number = fields["source"][3]
    return [f"{number} card{'s' * (number > 1)} to discard as the price"]


_TELLERS: dict[str, Callable[[Fields, Facts, Notation], list[str]]] = {
    "icon": _icon,
    "list": _icon,
    "turn": _turn,
    "commit": _commit,
    "explore": _explore,
    "bid": _bid,
    "bond": _bond,
    "trigger": _trigger,
    "equip": _equip,
    "relic": _equip,
    "pay": _pay,
}


# --- battles -----------------------------------------------------------------------------------


def _battle(fields: Fields, facts: Facts) -> list[str]:
    region = fields["region"]
    tile = facts.components.tiles[fields["tiles"][region]]
    full = tile.vp[fields["season"] - 1]
    head = f"Battle for {REGIONS[region]}, first {full} VP, second {(full + 1) // 2}"
    told = [_fighter(fields, facts, seat) for seat in range(len(fields["vp"])) if fields["fighting"] >> seat & 1]
    return [head, *(f"  {each}" for each in told)] if len(told) <= FEW else [f"{head}. {'; '.join(told)}"]


def _fighter(fields: Fields, facts: Facts, seat: int) -> str:
    """Strength, plan and combat cards of a seat in the battle."""
    parts = [f"strength {fields['battle_strengths'][seat]}", *_plan(fields, facts, seat)]
    number = sum(fields["counts"][seat][COMBAT])
    if number:
        seen = veil_facts.cards_in(fields, facts, seat, COMBAT)
        total = initiative_sum(fields, seat, COMBAT, facts)
        values = f" worth {total}" if len(seen) == number else ""
        decks = "".join(
            f"{many}{deck[0]}" for deck, many in zip(DECKS, fields["counts"][seat][COMBAT], strict=True) if many
        )
        parts.append(f"{number} combat card{'s' * (number > 1)} {decks}{values}")
    if fields["failed"] >> seat & 1:
        parts.append("failed")
    return f"{seat_letter(seat)} {', '.join(parts)}"


def _plan(fields: Fields, facts: Facts, seat: int) -> list[str]:
    state, card, _ = fields["plans"][seat]
    if state == 0:
        return []
    own = veil_facts.cards_in(fields, facts, seat, PLAN)
    bonus = sum(fields["counts"][seat][BONUS])
    limit = f" limit {fields['limits'][seat]}" if fields["limits"][seat] else ""
    name = facts.names.cards[card] if card >= 0 else veil_facts.PLANS[state]
    if state != 2 and own:
        name = f"{veil_facts.PLANS[state]} ({own[0]})"
    return [f"plan {name}{limit}" + f" with {bonus} bonus card{'s' * (bonus > 1)}" * bool(bonus)]


def payment_words(fields: Fields, seat: int) -> list[str]:
    """The payment of a seat by deck and initiative, as far as it was shown: `move3`."""
    return [
        f"{DECKS[kind // INITIATIVES]}{kind % INITIATIVES + 1}"
        for kind, number in enumerate(fields["payments"][seat])
        for _ in range(number)
    ]
