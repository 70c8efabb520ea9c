"""A sequential test between two bots: it plays no longer than the answer needs."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping

from avalon_ai.elo import ELO_PER_LOGIT, expected

UNSEEN = 1e-3  # how often an outcome that no group had is taken to have happened; fishtest takes the same
LEAST_GROUPS = 20  # before so many groups there is no decision: what they have in common may be luck
CLOSE = 1e-10  # chances that differ so little are the same
DIGITS = 9  # scores that agree so far are one outcome


MODELS = ("logistic", "normalized")


class Sprt:
    """Generalized sequential probability ratio test on the scores of independent groups of games.

    H0: the first bot's expected score is that of `elo0` points, H1: that of `elo1`. A true H0 is refused with
    probability `alpha`, a true H1 with `beta`, both approximately (bench/intervals.py measures it).

    With the model `normalized` the points are those of `elo.Difference.normalized`: the score above one half in
    standard deviations of a game. Then a test takes about as many games however many of them are drawn. Such a test
    needs the number of `games` in a group.

    A group of games (one deal, the seats permuted) is one observation, by its mean result for the first bot; any finite
    set of values may occur, so that pairs of games with draws are the well-known pentanomial case. In games of more
    than two seats the score is that of `elo.group_score`: .5 + (mean result of the first bot - that of the second in
    the same group) / 2, and `elo` is only the logistic scale of that number.

    Nothing is assumed of the distribution of scores: each hypothesis is given the likeliest distribution with its mean
    that the groups so far allow. Sources: Michel Van den Bergh, "The generalized maximum likelihood ratio for the
    expectation value of a distribution" (cantate.be/Fishtest/support_MLE_multinomial.pdf, proposition 1.1), and
    fishtest's LLRcalc.

    Raises ValueError unless elo0 < elo1 and alpha, beta are above 0 and below 0.5, and for an unknown model.
    """

    def __init__(
        self,
        elo0: float,
        elo1: float,
        *,
        alpha: float = 0.05,
        beta: float = 0.05,
        model: str = "logistic",
        games: int = 2,
    ) -> None:
        if not -math.inf < elo0 < elo1 < math.inf:
            raise ValueError(f"elo0 must be below elo1, both finite: got {elo0} and {elo1}")
        for name, value in (("alpha", alpha), ("beta", beta)):
            if not 0 < value < 0.5:
                raise ValueError(f"{name}: above 0 and below 0.5, got {value}")
        if model not in MODELS or games < 1:
            raise ValueError(f"model: one of {', '.join(MODELS)}, and at least 1 game a group, got {model}, {games}")
        self.elo0, self.elo1, self.alpha, self.beta = elo0, elo1, alpha, beta
        self._normalized = model == "normalized"
        self._deviations = math.sqrt(games) / (2 * ELO_PER_LOGIT)  # of a group's score, for each normalized point
        self._counts: Counter[float] = Counter()
        self._llr: float | None = 0.0
        self._decision: str | None = None

    @property
    def groups(self) -> int:
        """How many groups have been added."""
        return self._counts.total()

    @property
    def counts(self) -> dict[float, int]:
        """How often each group score occurred, lowest first."""
        return dict(sorted(self._counts.items()))

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which H0 and H1 are accepted (Wald's)."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    @property
    def llr(self) -> float:
        """Log-likelihood ratio of H1 against H0; the order of groups does not matter to it."""
        if self._llr is None:
            self._llr = self._ratio()
        return self._llr

    def _ratio(self) -> float:
        if self._normalized:
            return normalized_ratio(self._counts, self.elo0 * self._deviations, self.elo1 * self._deviations)
        return ratio(self._counts, expected(self.elo0), expected(self.elo1))

    @property
    def decision(self) -> str | None:
        """`H0` or `H1`, whichever bound was reached first, or None while neither was, or in the first 20 groups.

        It stays what it was whatever is added later. Add groups in the order of their numbers, not as they finish:
        short games finish first, and they may be of one kind.
        """
        return self._decision

    def add(self, group_score: float) -> None:
        """One more group: the mean result of the first bot in it. Raises ValueError if that is outside 0 to 1."""
        if not 0 <= group_score <= 1:
            raise ValueError(f"group {self.groups}: a score is from 0 to 1, got {group_score}")
        self._counts[round(group_score, DIGITS)] += 1
        self._llr = None
        low, high = self.bounds
        if self._decision is None and self.groups >= LEAST_GROUPS and not low < self.llr < high:
            self._decision = "H0" if self.llr <= low else "H1"


def ratio(counts: Mapping[float, float], mean0: float, mean1: float) -> float:
    """Log-likelihood ratio of mean1 against mean0, each by the likeliest distribution with that mean.

    `counts` says how often each value, 0 to 1, occurred. Both means are inside 0 to 1. Where 0 or 1 never occurred it
    is taken to have occurred `UNSEEN` times, so that a distribution with each mean exists. 0 for no counts.
    """
    if not counts:
        return 0.0
    seen, shares = _shares(counts)
    tilt0, tilt1 = tilt(shares, mean0), tilt(shares, mean1)
    return sum(
        count * (math.log1p(tilt0 * (value - mean0)) - math.log1p(tilt1 * (value - mean1)))
        for value, count in seen.items()
    )


def normalized_ratio(counts: Mapping[float, float], ahead0: float, ahead1: float) -> float:
    """Log-likelihood ratio of two leads, each the mean above one half in standard deviations; as `ratio` otherwise."""
    if not counts:
        return 0.0
    seen, shares = _shares(counts)
    chances0, chances1 = ahead_by(shares, ahead0), ahead_by(shares, ahead1)
    return sum(
        count * math.log(chance1 / chance0)
        for count, chance0, chance1 in zip(seen.values(), chances0, chances1, strict=True)
    )


def ahead_by(shares: list[tuple[float, float]], ahead: float) -> list[float]:
    """The likeliest distribution whose mean is so many of its own standard deviations above one half.

    Source: Michel Van den Bergh, "A practical introduction to the GSPRT" (cantate.be/Fishtest/GSPRT_approximation.pdf),
    4.1. The condition is made linear in the chances at the distribution found so far, again and again.
    """
    win = 0.5 + ahead / math.sqrt(1 + ahead**2) / 2
    simple = [win if value == 1 else 1 - win if value == 0 else 0.0 for value, _ in shares]  # wins and losses alone
    chances, last = simple, math.inf
    for _ in range(500):
        away = _beside(shares, chances, ahead)
        if min(away)[0] < 0 < max(away)[0]:
            x = _level(away)
            following = [share / (1 + x * part) for part, share in away]
        else:
            following = simple
        change = max(abs(old - new) for old, new in zip(chances, following, strict=True))
        step = 1.0 if change < last else 0.5  # half of the way where it goes to and fro
        chances = [old + step * (new - old) for old, new in zip(chances, following, strict=True)]
        if change < CLOSE:
            break
        last = change
    return chances


def _beside(shares: list[tuple[float, float]], chances: list[float], ahead: float) -> list[tuple[float, float]]:
    """By value what must average 0, made linear at these chances; and the value's share."""
    mean = sum(chance * value for chance, (value, _) in zip(chances, shares, strict=True))
    variance = sum(chance * (value - mean) ** 2 for chance, (value, _) in zip(chances, shares, strict=True))
    half = ahead * math.sqrt(variance) / 2
    return [(value - 0.5 - half * (1 + (value - mean) ** 2 / variance), share) for value, share in shares]


def _shares(counts: Mapping[float, float]) -> tuple[dict[float, float], list[tuple[float, float]]]:
    """How often each value is taken to have occurred, and with which part of all."""
    seen = {0.0: UNSEEN, 1.0: UNSEEN} | {value: count for value, count in counts.items() if count}
    total = sum(seen.values())
    return seen, [(value, count / total) for value, count in seen.items()]


def tilt(shares: list[tuple[float, float]], mean: float) -> float:
    """The x with which share / (1 + x (value - mean)) is the likeliest distribution of that mean.

    It is where the sum of share (value - mean) / (1 + x (value - mean)) is 0.
    """
    return _level([(value - mean, share) for value, share in shares])


def _level(away: list[tuple[float, float]]) -> float:
    """The x at which the sum of share distance / (1 + x distance), which falls with x, is 0.

    Some distances are below 0 and some above. No probability exceeds 1, which bounds x on both sides; Newton's steps
    are kept inside what is left.
    """
    (lowest, of_lowest), (highest, of_highest) = min(away), max(away)
    low, high = (of_highest - 1) / highest, (of_lowest - 1) / lowest
    x = 0.0
    for _ in range(100):
        terms = [(d / (1 + x * d), share) for d, share in away]
        value = sum(term * share for term, share in terms)
        if value > 0:
            low = x
        else:
            high = x
        step = value / sum(term * term * share for term, share in terms)
        if abs(step) <= 1e-15 * (1 + abs(x)):
            return x + step
        following = x + step
        x = following if low < following < high else (low + high) / 2
    return x
