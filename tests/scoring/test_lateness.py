"""What being late costs: the model's arithmetic, asked with an assignment and a time."""

from datetime import timedelta

import pytest
from msgspec.structs import replace

from grader.model.collection import Received, TimeSource
from grader.model.course import Deadline, LateKind, Lateness, LatePolicy, LateStep
from grader.scoring import lateness_of, score
from tests.scoring.terms import DUE, STUDENT, assignment

PER_DAY = LatePolicy(kind=LateKind.PER_DAY, percent_per_day=10, least_percent=40)
STEPS = LatePolicy(
    kind=LateKind.STEPS,
    steps=(LateStep(hours=24, percent=80), LateStep(hours=48, percent=50)),
    least_percent=10,
)


def received(**after: float) -> Received:
    """Handed in so long after the deadline."""
    return Received(at=DUE + timedelta(**after), source=TimeSource.SHEET)


@pytest.mark.parametrize(
    ("policy", "hours", "kept"),
    [
        (LatePolicy(), 1000, 100),
        (LatePolicy(cut_off_hours=24), 24, 100),
        (LatePolicy(cut_off_hours=24), 25, 0),
        (PER_DAY, 0.5, 90),
        (PER_DAY, 24, 90),
        (PER_DAY, 24.1, 80),
        (PER_DAY, 1000, 40),
        (replace(PER_DAY, cut_off_hours=100), 1000, 0),
        (STEPS, 24, 80),
        (STEPS, 48, 50),
        (STEPS, 49, 10),
        (LatePolicy(kind=LateKind.CUT_OFF), 0.5, 0),
        (LatePolicy(kind=LateKind.CUT_OFF, cut_off_hours=24), 24, 100),
        (LatePolicy(kind=LateKind.CUT_OFF, cut_off_hours=24), 24.1, 0),
    ],
)
def test_what_is_kept(policy: LatePolicy, hours: float, kept: float) -> None:
    """The policy's numbers, by hand."""
    late = lateness_of(replace(assignment("kadai1"), late=policy), STUDENT, received(hours=hours))
    assert late == Lateness(late_seconds=int(hours * 3600), kept_percent=kept)


@pytest.mark.parametrize("seconds", [-1, 0, 59, 59.9])
def test_what_is_in_time_keeps_everything(seconds: float) -> None:
    """Before the deadline, and within the 59 seconds of grace."""
    strict = replace(assignment("kadai1"), late=LatePolicy(kind=LateKind.CUT_OFF))
    late = lateness_of(strict, STUDENT, received(seconds=seconds))
    assert late == Lateness(late_seconds=0, kept_percent=100)


def test_an_unknown_time_costs_nothing() -> None:
    """A plain folder says nothing about times; then nobody is late."""
    assert lateness_of(assignment("kadai1"), STUDENT, None) is None
    assert score((), assignment("kadai1"), STUDENT).lateness is None


def test_a_sheet_carries_its_lateness() -> None:
    """The criteria are not touched; the total is."""
    late = replace(assignment("kadai1"), late=PER_DAY)
    sheet = score((), late, STUDENT, (), received(minutes=11))
    assert sheet.lateness == Lateness(late_seconds=660, kept_percent=90)


def test_an_extension_is_found_however_the_id_is_written() -> None:
    """Full-width and small letters are the same id."""
    more = DUE + timedelta(days=1)
    deadline = Deadline(due=DUE, extensions={"24A1201": more})
    assert {deadline.of(one) for one in ("24A1201", "24a1201", "２４Ａ１２０１")} == {more}
    assert deadline.of("24A1202") == DUE


@pytest.mark.parametrize(
    ("late_seconds", "kept"),
    [(0, 100.0), (59, 100.0), (60, 90.0), (86_400 + 59, 90.0), (86_400 + 60, 80.0)],
)
def test_every_day_ends_with_the_grace(late_seconds: int, kept: float) -> None:
    """Whoever is granted 23:59 as the whole minute is granted it the next day, too."""
    policy = LatePolicy(kind=LateKind.PER_DAY, percent_per_day=10)
    late = replace(assignment("kadai1"), grace_seconds=59, late=policy)
    assert late.kept_percent(late_seconds) == kept
