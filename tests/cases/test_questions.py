"""Inputs: the same from the same seed, and from nothing else."""

import numpy as np

from grader.cases.questions import probe, questions, stream
from tests.cases.course import SEED, exercise, reference


def test_a_seed_replays_its_inputs() -> None:
    """A dispute can be replayed from the seed in the evidence."""
    for one, again in zip(
        questions(exercise(), reference(), SEED),
        questions(exercise(), reference(), bytes(SEED)),
        strict=True,
    ):
        for left, right in zip(one.inputs, again.inputs, strict=True):
            np.testing.assert_array_equal(left, right)


def test_another_seed_asks_something_else() -> None:
    """No two students see the same numbers."""
    ours = questions(exercise(), reference(), SEED)
    theirs = questions(exercise(), reference(), b"another")
    assert all(
        not np.array_equal(one.inputs, other.inputs)
        for one, other in zip(ours, theirs, strict=True)
    )


def test_cases_are_independent() -> None:
    """Cases of the same size get different numbers, and so does the probe."""
    asked = [*questions(exercise(), reference(), SEED), probe(exercise(), reference(), SEED)]
    seen = {(one.case.size, one.inputs[0].tobytes()) for one in asked}
    assert len(seen) == len(asked)


def test_labels_do_not_run_together() -> None:
    """("a", "bc") and ("ab", "c") are different streams."""
    assert stream(SEED, "a", "bc").random() != stream(SEED, "ab", "c").random()


def test_the_stream_is_fixed() -> None:
    """Stored seeds stay valid: the numbers of a seed never change."""
    assert stream(b"seed", "matmul", "0").getrandbits(32) == 2830480318
