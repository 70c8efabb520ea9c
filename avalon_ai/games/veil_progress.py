"""How far each seat is with a prophecy: what it has and what is asked, part by part. Pure functions."""

from __future__ import annotations

from collections.abc import Iterator

from avalon_ai.games.veil_codes import BEASTS, REGIONS, TERRAINS
from avalon_ai.games.veil_facts import Facts, Fields, settlement_in
from avalon_ai.games.veil_vocabulary import Compare, Condition, Count, Filter, Spread, Tally

LORDS = 2  # the first of the heroes of a seat


def progress(need: Condition, fields: Fields, facts: Facts, seat: int) -> list[tuple[int, int]]:
    """For each part what the seat has, at most what is asked, and what is asked; explored regions alone count.

    `fields` are those of `look`.
    """
    table = _Table(fields, facts, seat)
    return [_compare(part, table) if isinstance(part, Compare) else _spread(part, table) for part in need.parts]


class _Table:
    """The explored regions as one seat counts them."""

    def __init__(self, fields: Fields, facts: Facts, seat: int) -> None:
        self.fields, self.facts, self.seat = fields, facts, seat
        self.enemies = [other for other in range(len(fields["vp"])) if other != seat]
        self.explored = [region for region in range(len(REGIONS)) if fields["explored"] >> region & 1]

    def amount(self, tally: Tally, region: int) -> int:
        """What is counted in a region, own or of all enemies."""
        if region not in self.explored:
            return 0
        seats = self.enemies if tally.enemy else [self.seat]
        return sum(self._of(tally.noun, seat, region) for seat in seats)

    def _of(self, noun: str, seat: int, region: int) -> int:
        if noun == "strength":
            return int(self.fields["strengths"][seat][region])
        if noun == "settlements":
            return int(settlement_in(self.fields, seat, region) is not None)
        heroes = [at == region for at in self.fields["heroes"][seat]]
        beasts = sum(self.fields["beasts"][beast] == (seat, region) for beast in range(BEASTS))
        knight = self.fields["knight"] == (seat, region)
        counts = {
            "warriors": self.fields["warriors"][seat][region],
            "lords": sum(heroes[:LORDS]),
            "champions": sum(heroes[LORDS:]) + knight,
            "heroes": sum(heroes) + knight,
            "beasts": beasts + knight,
        }
        counts["units"] = counts["warriors"] + sum(heroes) + counts["beasts"]
        return int(counts.get(noun, 0))

    def within(self, where: Filter | None) -> Iterator[int]:
        """The explored regions that a filter lets pass."""
        clauses = where.clauses if where is not None else ()
        for region in self.explored:
            if all(any(self._is(word, region) for word in clause) for clause in clauses):
                yield region

    def _is(self, word: str, region: int) -> bool:
        if word in REGIONS:
            return word == REGIONS[region]
        if word in TERRAINS:
            return self.facts.components.tiles[int(self.fields["tiles"][region])].terrain == word
        if word == "settled":
            return settlement_in(self.fields, self.seat, region) is not None
        if word == "enemy_settled":
            return any(settlement_in(self.fields, seat, region) for seat in self.enemies)
        kinds = {"enemy_unit": "units", "own_unit": "units", "own_lord": "lords", "own_hero": "heroes"}
        kinds["enemy_hero"] = "heroes"
        if word in kinds:
            return self.amount(Tally(kinds[word], word.startswith("enemy")), region) > 0
        ring: str = self.facts.components.board.rings[REGIONS[region]]
        return word in ("explored", ring)


def _compare(part: Compare, table: _Table) -> tuple[int, int]:
    return min(_count(part.count, table), part.n), part.n


def _count(count: Count, table: _Table) -> int:
    amounts = [table.amount(count.tally, region) for region in table.within(count.where)]
    if count.form == "max":
        return max(amounts, default=0)
    if count.form == "regions":
        return sum(amount >= count.least for amount in amounts)
    return sum(amounts)


def _spread(part: Spread, table: _Table) -> tuple[int, int]:
    island = table.fields["island"]

    def met(region: int) -> int:
        return sum(table.amount(tally, region) >= n for tally, n in part.tests)

    if part.form == "same":
        return max((met(region) for region in table.explored), default=0), len(part.tests)
    places = [part.regions] if part.form == "each" else list(table.facts.components.board.quadrants.values())
    found = []
    for names in places:
        regions = [REGIONS.index(name) for name in names if island >> REGIONS.index(name) & 1]
        if regions:
            found.append((sum(met(region) == len(part.tests) for region in regions), len(regions)))
    return max(found, key=lambda pair: pair[0] / pair[1], default=(0, 0))
