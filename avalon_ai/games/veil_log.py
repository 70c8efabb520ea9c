"""The third game's log: what an event did, in one sentence. Pure functions.

`before` and `after` are what `veil_facts.look` gives for the positions around the event. Small moves of an icon say
nothing until units stand elsewhere; hidden choices say nothing until they are made, and then only to whom they concern.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from avalon_ai._veil import EVENTS
from avalon_ai.games import veil_cards, veil_factions, veil_facts, veil_moment
from avalon_ai.games.base import seat_letter
from avalon_ai.games.veil_codes import BEASTS, DECKS, REGIONS
from avalon_ai.games.veil_facts import SUPPLY, Facts, Fields
from avalon_ai.games.veil_moment import BONUS, CHOSEN, COMBAT, PAYMENT, PLAN
from avalon_ai.games.veil_notation import STANDARD, Notation, first
from avalon_ai.games.veil_phrases import joined

WAR_BATTLES = 15  # the step of the course at which regions are scored one after another
TRACKS = (("vp", "VP"), ("power", "power"), ("favor", "favor"))
STANDARD_TEXTS = dict(
    zip(STANDARD, ("deploy 2 units", "settle", "move out", "draw a card"), strict=True)
)  # fmt: skip


@dataclass(frozen=True)
class Happened:
    """An event between two positions: its code and kind, who did it (below 0: nobody), and the words for things."""

    code: int
    kind: str
    seat: int
    before: Fields
    after: Fields
    facts: Facts
    notation: Notation

    @property
    def who(self) -> str:
        """The letter of the seat."""
        return seat_letter(self.seat)

    @property
    def number(self) -> int:
        """The number of the event among those of its kind."""
        return self.code - EVENTS[self.kind][0]

    @property
    def seats(self) -> range:
        """All seats."""
        return range(len(self.before["vp"]))


def describe(code: int, seat: int, before: Fields, after: Fields, facts: Facts, notation: Notation) -> str:
    """One sentence about an event and what followed from it, or nothing."""
    it = Happened(code, first(code), seat if seat < len(before["vp"]) else -1, before, after, facts, notation)
    teller = _TELLERS.get(it.kind)
    parts = [teller(it)] if teller else []
    if before["season"] and before["season"] == after["season"]:
        parts += _units(it)
    parts += [*_settled(it), *_fulfilled(it), *_relics(it), *_factions(it)]
    sentence = "; ".join(_with_gains(it, [part for part in parts if part]))
    stages = _stages(it)
    return " ".join([f"{sentence}."] * bool(sentence and stages) + [sentence] * (not stages) + stages)


def _with_gains(it: Happened, parts: list[str]) -> list[str]:
    """The parts with what changed on the tracks behind the last of them, or as a part of its own."""
    gains = _gains(it)
    if not gains:
        return parts
    if not parts:
        return [f"{it.who}: {gains}" if gains[0] in "+-" else gains]
    own = ";" not in gains and gains.removeprefix(parts[-1][:2])
    return [*parts[:-1], f"{parts[-1]} ({own or gains})"]


# --- what each kind of event says by itself ------------------------------------------------------


def _named(it: Happened, name: str) -> str:
    """An id with the name behind it, where there is one."""
    part = it.facts.parts.get(name)
    return f"{name} ({part.name})" if part is not None else name


def _card_id(it: Happened) -> str:
    return it.facts.names.cards[it.number]


def _done(it: Happened) -> str:
    """The end of a hidden choice; the seat itself, and spectators, are told what it is."""
    top = it.before["stack"][-1]
    if top == "commit":
        chosen = veil_facts.cards_in(it.before, it.facts, it.seat, CHOSEN)
        paid = veil_facts.cards_in(it.before, it.facts, it.seat, PAYMENT)
        return f"{it.who} has chosen a card" + _open(it, chosen, paid, "for")
    if top == "bid":
        return f"{it.who} has bid"
    if top == "plan":
        plan = veil_facts.cards_in(it.before, it.facts, it.seat, PLAN)
        return f"{it.who} has laid a plan" + _open(
            it, plan, veil_facts.cards_in(it.before, it.facts, it.seat, BONUS), "with"
        )
    return ""


def _open(it: Happened, cards: list[str], more: list[str], word: str) -> str:
    if not cards or it.before["viewer"] not in (it.seat, -1):
        return ""
    return f", {cards[0]}" + (f" {word} {joined(more)}" if more else "")


def _use(it: Happened) -> str:
    return f"{it.who} uses {_named(it, it.facts.names.powers[it.number])}"


def _draw(it: Happened) -> str:
    """A card drawn, by its deck or, where it is seen, by its id."""
    hidden = it.kind == "HIDDEN_DRAW"
    what = DECKS[it.number] if hidden else it.facts.names.cards[it.number]
    if it.before["awaited_zone"] == COMBAT:
        value = "" if hidden else f" {it.facts.components.cards[it.number].init}"
        return f"{it.who} draws for the battle: {what}{value}"
    return f"{it.who} draws: {what}"


def _tile(it: Happened) -> str:
    region, number = divmod(it.number, len(it.facts.names.tiles))
    tile = it.facts.components.tiles[number]
    return f"{REGIONS[region]} is {tile.name}, {tile.terrain}, {'/'.join(map(str, tile.vp))} VP"


def _mist(it: Happened) -> str:
    names = it.facts.names
    cards = (*names.artifacts, *names.beasts, "the Grail")
    region, number = divmod(it.number, len(cards))
    return f"The mist of {REGIONS[region]} hides {_named(it, cards[number])}"


def _prophecy(it: Happened) -> str:
    part = it.facts.components.prophecies[it.number]
    return f"Prophecy {part.id}, {part.name} - {veil_cards.body(part).rstrip('.')}"


def _claims(it: Happened) -> str:
    card = veil_moment.chosen_card(it.before, it.seat, it.facts)
    if card is None or it.number >= len(card.reduce):
        return f"{it.who} claims a reduction"
    return f"{it.who} claims - {veil_cards.reduction_text(card.reduce[it.number]).rstrip('.')}"


def _plays(it: Happened) -> str:
    card = it.facts.components.cards[it.number]
    return f"{it.who} plays {card.id} ({card.name}), initiative {card.init}"


def _combat(it: Happened) -> str:
    return f"{it.who}'s combat cards: {_card_id(it)} {it.facts.components.cards[it.number].init}"


def _own_card(it: Happened) -> str:
    card = veil_moment.chosen_card(it.before, it.seat, it.facts)
    return f"{it.who} resolves {card.id}" if card is not None else f"{it.who} resolves the card"


def _bid_beast(it: Happened) -> str:
    return it.facts.names.beasts[it.before["source"][2]] if it.before["stack"][-1] == "bond" else "the beast"


def _excalibur(it: Happened) -> str:
    return f"{it.who} uses Excalibur" if it.number == 0 else ""


def _grail(it: Happened) -> str:
    return f"{it.who} breaks the tie with the Grail" if it.number == 0 else ""


def _pay(it: Happened) -> str:
    return "" if it.before["stack"][-1] == "commit" else f"{it.who} discards: {_card_id(it)}"


def _knight(it: Happened) -> str:
    return "" if it.number >= len(REGIONS) else f"The Green Knight comes to {it.who} in {REGIONS[it.number]}"


_TELLERS: dict[str, Callable[[Happened], str]] = {
    "PAY": _pay,
    "DONE": _done,
    "PLAN_NONE": lambda it: f"{it.who} lays no plan",
    "DISCARD": lambda it: f"{it.who} discards: {_card_id(it)}",
    "FIRST": lambda it: f"{it.who} lets {_card_id(it)} take effect first",
    "BREACH": lambda it: f"{it.who} gives the reduction up",
    "CARD": _own_card,
    "STANDARD": lambda it: f"{it.who} takes a standard action, {STANDARD_TEXTS[STANDARD[it.number]]}",
    "USE": _use,
    "PLACE": lambda it: f"{it.who} takes place {it.number + 1} in the order",
    "GRAIL": _grail,
    "EXCALIBUR": _excalibur,
    "EXPLORE": lambda it: f"{it.who} explores {REGIONS[it.before['source'][2]]}",
    "BOND": lambda it: f"{it.who} bonds {_bid_beast(it)}",
    "BOND_DROP": lambda it: f"{it.who} bonds {_bid_beast(it)} and lets {it.facts.names.beasts[it.number]} go",
    "DECLINE": lambda it: f"{it.who} lets {_bid_beast(it)} go",
    "STOP": lambda it: f"{it.who} draws no more",
    "KNIGHT_TO": _knight,
    "PICK": lambda it: f"{it.who} takes {it.facts.names.artifacts[it.number]}",
    "EQUIP": lambda it: f"{it.who} equips: {it.notation.templates[it.code].removeprefix('equip ')}",
    "TARGET": lambda it: f"{it.who} chooses {seat_letter(it.number)}",
    "TOKEN": lambda it: f"{it.who} puts a strength {it.notation.templates[it.code].replace('token ', 'token on ')}",
    "DRAW": _draw,
    "HIDDEN_DRAW": _draw,
    "TILE": _tile,
    "MIST": _mist,
    "PROPHECY": _prophecy,
    "ARTIFACT": lambda it: f"The artifact {it.facts.names.artifacts[it.number]} is drawn",
    "RESHUFFLE": lambda it: f"The discards of the {DECKS[it.number]} deck are shuffled",
    "PLAYS": _plays,
    "CLAIMS": _claims,
    "SHOWS": lambda it: f"{it.who} shows: {_card_id(it)}",
    "PAYS": lambda it: f"{it.who} pays: {it.notation.templates[it.code].rpartition(' ')[2]}",
    "BIDS": lambda it: f"{it.who} bids: {_card_id(it)} {it.facts.components.cards[it.number].init}",
    "PLANS": lambda it: f"{it.who}'s plan is {_named(it, _card_id(it))}",
    "PLANS_DOWN": lambda it: f"{it.who}'s plan stays face down",
    "ADDS": lambda it: f"{it.who} adds: {_card_id(it)}",
    "COMBAT": _combat,
    "FAILS": lambda it: f"{it.who}'s plan fails",
    "LEY": lambda it: f"{it.who} draws a ley line in {it.notation.templates[it.code].rpartition(' ')[2]}",
    "CHAMPION": lambda it: f"{it.who} selects {it.notation.templates[it.code].rpartition(' ')[2]}",
    "QUEST": lambda it: f"{it.who} lays {_card_id(it)} for a quest",
    "HIDDEN_QUEST": lambda it: f"{it.who} lays a card for a quest, {DECKS[it.number]}",
    "DISCARDS": lambda it: f"{it.who} discards: {_card_id(it)}",
}


# --- what followed -------------------------------------------------------------------------------


def _units(it: Happened) -> Iterator[str]:
    """Units that came, went and moved, seat by seat."""
    for seat in it.seats:
        came: dict[tuple[int, int], list[str]] = {}
        for name, start, goal in _steps(it, seat):
            came.setdefault((start, goal), []).append(name)
        for (start, goal), names in came.items():
            yield _moved(seat_letter(seat), "+".join(names), start, goal)


def _moved(who: str, units: str, start: int, goal: int) -> str:
    if start == SUPPLY:
        return f"{who} deploys {units} to {veil_facts.place(goal)}"
    if goal == SUPPLY:
        return f"{who} loses {units} in {veil_facts.place(start)}"
    return f"{who} moves {units} from {veil_facts.place(start)} to {veil_facts.place(goal)}"


def _steps(it: Happened, seat: int) -> list[tuple[str, int, int]]:
    """The units of a seat that stand elsewhere now: name, from where, where."""
    names = veil_facts.hero_names(it.after, seat)
    found = [
        (names[hero], start, goal)
        for hero, (start, goal) in enumerate(
            zip(it.before["heroes"][seat], it.after["heroes"][seat], strict=True)
        )
        if start != goal and start >= 0 and goal >= 0
    ]  # fmt: skip
    for beast in range(BEASTS):
        (owner, start), (now, goal) = it.before["beasts"][beast], it.after["beasts"][beast]
        if owner == now == seat and start != goal and min(start, goal) >= 0:
            found.append((it.facts.names.beasts[beast], start, goal))
    (owner, start), (now, goal) = it.before["ancient"], it.after["ancient"]
    if owner == now == seat and start != goal and min(start, goal) >= 0:
        found.append(("ancient", start, goal))
    return found + _warriors(it, seat)


def _warriors(it: Happened, seat: int) -> list[tuple[str, int, int]]:
    """Warriors gone from some regions and come to others; the rest came from the supply or went there."""
    gone, come = [], []
    pairs = zip(it.before["warriors"][seat], it.after["warriors"][seat], strict=True)
    for region, (had, has) in enumerate(pairs):
        gone += [region] * (had - has)
        come += [region] * (has - had)
    gone += [SUPPLY] * (len(come) - len(gone))
    come += [SUPPLY] * (len(gone) - len(come))
    ways = list(zip(gone, come, strict=True))
    return [
        (f"{ways.count(way)}w" if ways.count(way) > 1 else "w", *way) for way in dict.fromkeys(ways)
    ]  # fmt: skip


def _settled(it: Happened) -> list[str]:
    said = []
    for seat in it.seats:
        had = {at for at, _, _ in it.before["settlements"][seat] if at >= 0}
        for at, slot, _ in it.after["settlements"][seat]:
            if at >= 0 and at not in had:
                said.append(f"{seat_letter(seat)} settles in {REGIONS[at]}" + f", slot {slot}" * bool(slot))
    return said


def _fulfilled(it: Happened) -> list[str]:
    """Prophecies that were fulfilled."""
    before = dict(it.before["prophecies"])
    return [
        f"{seat_letter(seat)} fulfils {it.facts.names.prophecies[number]}"
        for number, done in it.after["prophecies"]
        for seat in it.seats
        if done >> seat & 1 and not before.get(number, 0) >> seat & 1
    ]


def _relics(it: Happened) -> list[str]:
    """The Grail and Excalibur where they changed hands, artifacts won."""
    said = []
    for word, name in (("grail", "the Grail"), ("excalibur", "Excalibur")):
        owner = it.after[word][0]
        if owner != it.before[word][0]:
            said.append(f"{seat_letter(owner)} takes {name}" if owner >= 0 else f"{name} goes back to its place")
    for seat in it.seats:
        had = veil_facts.artifacts_of(it.before, it.facts, seat)
        new = [name for name in veil_facts.artifacts_of(it.after, it.facts, seat) if name not in had]
        if new and it.kind != "PICK":
            said.append(f"{seat_letter(seat)} gains {joined(new)}")
    return said


def _factions(it: Happened) -> list[str]:
    """The tide, Leviathan, objectives and Lord boards that turned over."""
    said = []
    same = it.before["season"] == it.after["season"]
    words = [veil_factions.sea_words(fields) for fields in (it.before, it.after)]
    if same and it.before["season"]:
        said += [word for word in words[1] if word not in words[0]]
    for seat in it.seats:
        has, length = it.after["objectives"][seat], it.facts.names.objectives[it.before["factions"][seat]]
        if has != it.before["objectives"][seat]:
            over = ", the Lord board turns over" * (it.after["upgraded"][seat] and not it.before["upgraded"][seat])
            said.append(f"{seat_letter(seat)}'s objective {has}/{length}{over}")
    return said


def _gains(it: Happened) -> str:
    """What changed on the tracks: `+2 VP`, with letters where it is not the acting one alone."""
    said: dict[int, str] = {}
    for seat in it.seats:
        changes = [
            f"{change:+d} {word}"
            for name, word in TRACKS
            if (change := it.after[name][seat] - it.before[name][seat]) and not _reset(it, name, change)
        ]
        if changes:
            said[seat] = ", ".join(changes)
    if list(said) == [it.seat]:
        return said[it.seat]
    return "; ".join(f"{seat_letter(seat)} {text}" for seat, text in said.items())


def _reset(it: Happened, name: str, change: int) -> bool:
    """Favor that goes back to the start as the war begins is no loss."""
    return name == "favor" and change < 0 and bool(it.after["war"]) and it.before["course"][0] < WAR_BATTLES


def _stages(it: Happened) -> list[str]:
    """Regions scored, and where the course has got to."""
    said = []
    if it.after["war"] and not it.before["war"]:
        said.append("War begins.")
    scored = _scored(it)
    if scored:
        said.append(f"Scored: {'; '.join(_results(it, scored))}.")
    if it.after["season"] != it.before["season"]:
        said.append(f"Season {it.after['season']} begins.")
    elif it.after["round"] != it.before["round"] and it.after["round"]:
        said.append(f"Round {it.after['round']}.")
    if it.after["region"] >= 0 and it.after["region"] != it.before["region"]:
        said.append(f"Battle in {REGIONS[it.after['region']]}.")
    return said


def _scored(it: Happened) -> list[int]:
    """The regions that were passed in the order of the war; that of a battle once it is over."""
    if not it.before["war"] and not it.after["war"]:
        return []
    order = it.facts.components.board.war_order
    over = it.before["war"] and (not it.after["war"] or it.after["season"] != it.before["season"])
    passed = order[_passed(it.before) : len(order) if over else _passed(it.after)]
    regions = [REGIONS.index(name) for name in passed]
    return [
        region
        for region in regions
        if it.before["explored"] >> region & 1 and any(row[region] for row in it.before["strengths"])
    ]


def _results(it: Happened, scored: list[int]) -> list[str]:
    """What each region gave, where strength alone explains the VP that all gained; else the regions alone."""
    names = [REGIONS[region] for region in scored]
    fresh = [region for region in scored if region != it.before["region"]]
    if it.before["region"] >= 0 and not it.before["winners"]:
        return names
    shares = {region: _shares(it, region) for region in fresh}
    total = [sum(share.get(seat, 0) for share in shares.values()) for seat in it.seats]
    if total != [it.after["vp"][seat] - it.before["vp"][seat] for seat in it.seats]:
        return names
    told = {
        region: ", ".join(f"{seat_letter(seat)} {vp}" for seat, vp in share.items()) for region, share in shares.items()
    }
    return [f"{REGIONS[region]} {told.get(region, '')}".strip() for region in scored]


def _shares(it: Happened, region: int) -> dict[int, int]:
    """The VP of a region by the strengths before: all for the most, half for the next, none below a tie."""
    strengths = [row[region] for row in it.before["strengths"]]
    full = it.facts.components.tiles[it.before["tiles"][region]].vp[it.before["season"] - 1]
    most = [seat for seat in it.seats if strengths[seat] == max(strengths)]
    found = dict.fromkeys(most, full)
    rest = [strengths[seat] for seat in it.seats if seat not in most and strengths[seat]]
    if len(most) == 1 and rest:
        found |= {seat: (full + 1) // 2 for seat in it.seats if strengths[seat] == max(rest)}
    return found


def _passed(fields: Fields) -> int:
    """How many places of the order of the war are behind."""
    if not fields["war"]:
        return 0
    step, at = fields["course"]
    if step < WAR_BATTLES:
        return 0
    if step > WAR_BATTLES:
        return len(REGIONS)
    return int(at) - int(fields["region"] >= 0)
