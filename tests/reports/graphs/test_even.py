"""Places at even distances are found among others."""

import pytest

from grader.reports.graphs.labels import even_chains, uneven_chain


@pytest.mark.parametrize(
    ("places", "expected"),
    [
        ([0, 50, 100, 150], [[0, 1, 2, 3]]),
        ([0, 49, 101, 150], [[0, 1, 2, 3]]),
        ([0, 50, 70, 100, 150], [[0, 1, 3, 4]]),
        ([0, 50, 150, 200], [[0, 1, 2, 3]]),
        ([0, 50], []),
        ([], []),
        ([0, 3, 6, 9], []),
        ([0, 20, 90, 250], []),
    ],
)
def test_even_places_make_a_chain(places: list[float], expected: list[list[int]]) -> None:
    assert even_chains(places, 12) == expected


def test_no_place_is_used_twice() -> None:
    places = [0.0, 10.0, 20.0, 30.0, 47.0, 94.0, 141.0]
    used = [i for chain in even_chains(places, 5) for i in chain]
    assert len(used) == len(set(used))


def test_places_of_a_logarithmic_axis_are_taken_together() -> None:
    places = [0.0, 60.0, 95.0, 120.0, 140.0]
    assert uneven_chain(places, [], 12) == [[0, 1, 2, 3, 4]]


@pytest.mark.parametrize("places", [[0.0, 5.0, 60.0, 95.0], [0.0, 60.0, 95.0]])
def test_crowded_or_few_places_are_not(places: list[float]) -> None:
    assert uneven_chain(places, [], 12) == []
