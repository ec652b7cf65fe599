"""The formulas of the fairness page, each with its source. Pure: numbers in, numbers out."""

from collections.abc import Sequence
from math import sqrt
from statistics import StatisticsError, correlation, fmean, variance

from msgspec import Struct

CONFIDENCE = 0.95


class Estimate(Struct, frozen=True, kw_only=True):
    """A number and its confidence interval."""

    value: float
    low: float
    high: float


def t_quantile(freedom: float) -> float:
    """Return the two-sided 95 % quantile of Student's t ("Student", Biometrika 6, 1908)."""
    from scipy.special import stdtrit

    return float(stdtrit(freedom, (1 + CONFIDENCE) / 2))


def mean_with_interval(values: Sequence[float]) -> Estimate:
    """Return the mean m of two or more values, m ± t(n-1) · s / √n ("Student" 1908)."""
    mean = fmean(values)
    around = t_quantile(len(values) - 1) * sqrt(variance(values) / len(values))
    return Estimate(value=mean, low=mean - around, high=mean + around)


def difference_of_means(values: Sequence[float], others: Sequence[float]) -> Estimate:
    """Return mean(values) - mean(others) with Welch's interval (Biometrika 34, 1947).

    d ± t(f) · √(a + b) with a = s²/n of each, f = (a + b)² / (a²/(n-1) + b²/(m-1)).
    """
    difference = fmean(values) - fmean(others)
    own, other = variance(values) / len(values), variance(others) / len(others)
    if own + other == 0:
        return Estimate(value=difference, low=difference, high=difference)
    freedom = (own + other) ** 2 / (own**2 / (len(values) - 1) + other**2 / (len(others) - 1))
    around = t_quantile(freedom) * sqrt(own + other)
    return Estimate(value=difference, low=difference - around, high=difference + around)


def quadratic_kappa(pairs: Sequence[tuple[float, float]]) -> float | None:
    """Return weighted kappa with quadratic weights (Cohen, Psychological Bulletin 70, 1968).

    κ = 1 - Σ (x - y)² over the pairs / n, divided by the same over all pairs of a first and a
    second mark. Weights are squared differences in points, so that marks need no categories; with
    equal steps it is Cohen's κ_w. None if all marks are the same, since it is then undefined.
    """
    first, second = [one for one, _ in pairs], [other for _, other in pairs]
    observed = fmean((one - other) ** 2 for one, other in pairs)
    # The mean of (x - y)² over all pairs of marks, from the moments of both.
    expected = (
        fmean(one**2 for one in first)
        - 2 * fmean(first) * fmean(second)
        + fmean(other**2 for other in second)
    )
    tiny = 1e-12 * max(1.0, *(abs(mark) ** 2 for mark in (*first, *second)))
    return None if expected <= tiny else 1 - observed / expected


def item_rest_correlation(pairs: Sequence[tuple[float, float]]) -> float | None:
    """Return the corrected item-total correlation: Pearson's r of an item and the rest.

    The item is removed from the total that it is correlated with, or it would correlate with itself
    (Henrysson, Psychometrika 28, 1963). None if one of them is the same for everyone.
    """
    try:
        return correlation([item for item, _ in pairs], [rest for _, rest in pairs])
    except StatisticsError:
        return None
