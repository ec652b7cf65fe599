"""INT001: late is late, with the arithmetic; everything that may have been in time is in time."""

from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from msgspec.structs import replace

from grader.intake.lateness_checks import DEADLINE, handed_in_in_time
from grader.model.collection import Note, NoteKind, Received, TimeSource
from grader.model.course import Assignment, LateKind, LatePolicy, LateStep
from grader.model.evidence import Evidence
from grader.model.finding import Finding, Verdict
from grader.wording import load_wording
from tests.intake.submitting import bare
from tests.wording.worded import assert_worded

JST = timezone(timedelta(hours=9))
DUE = datetime(2025, 4, 17, 23, 59, tzinfo=JST)
ASSIGNMENT = Assignment(
    id="kadai1",
    title={"ja": "課題", "en": "Assignment"},
    due=DUE,
    source="kadai1.py",
    exercises=(),
    rubric=(),
    folder=Path(),
    grace_seconds=59,
    extensions={"24A1202": DUE + timedelta(days=3)},
)
PER_DAY = LatePolicy(kind=LateKind.PER_DAY, percent_per_day=10, least_percent=50)
STEPS = LatePolicy(
    kind=LateKind.STEPS,
    steps=(LateStep(hours=24, percent=80), LateStep(hours=72, percent=50)),
)


def asked(
    after: timedelta | None,
    late: LatePolicy = PER_DAY,
    *,
    student: str = "24A1201",
    resolution: int = 1,
    zone: str = "",
) -> Finding | None:
    """Asks about something handed in so long after the deadline; None: nobody knows when."""
    received = None
    if after is not None:
        received = Received(
            at=(DUE + after).astimezone(UTC),
            source=TimeSource.SHEET,
            resolution_seconds=resolution,
            zone=zone,
        )
    evidence = observed(received, student)
    found = list(handed_in_in_time(evidence, replace(ASSIGNMENT, late=late)))
    for one in found:
        assert_worded(one)
        assert (one.check, one.subject) == ("INT001", DEADLINE)
    return found[0] if found else None


def observed(received: Received | None, student: str = "24A1201") -> Evidence:
    """A submission that came in like this."""
    return replace(bare(student), received=received)


def said(finding: Finding | None, lang: str = "ja") -> str:
    """The sentence."""
    assert finding is not None
    return load_wording("en" if lang == "en" else "ja").finding(finding).message


@pytest.mark.parametrize(
    ("after", "student", "resolution", "case"),
    [
        (timedelta(days=-3), "24A1201", 1, "in-time"),
        (timedelta(0), "24A1201", 1, "in-time"),
        (timedelta(seconds=1), "24A1201", 1, "grace"),
        (timedelta(seconds=59), "24A1201", 1, "grace"),
        (timedelta(seconds=59.9), "24A1201", 1, "grace"),  # the same second
        (timedelta(0), "24A1201", 60, "in-time"),  # 23:59, whatever the second
        (timedelta(seconds=58), "24A1201", 2, "grace"),
        (timedelta(seconds=59), "24A1201", 2, "coarse"),
        (timedelta(seconds=30), "24A1201", 60, "coarse"),
        (timedelta(hours=-12), "24A1201", 86_400, "coarse"),
        (timedelta(days=3), "24A1202", 1, "in-time"),
        (timedelta(days=3), "24a1202", 1, "in-time"),
        (timedelta(days=3, seconds=5), "24A1202", 1, "grace"),
    ],
)
def test_what_must_not_be_flagged(
    after: timedelta, student: str, resolution: int, case: str
) -> None:
    """In time, within the grace, extended, or not known well enough to say otherwise."""
    found = asked(after, student=student, resolution=resolution)
    assert found is not None
    assert (found.verdict, found.case) == (Verdict.PASSED, case)


def test_nothing_is_said_about_an_unknown_time() -> None:
    """A plain folder says nothing about when it was handed in."""
    assert asked(None) is None


@pytest.mark.parametrize(
    ("after", "policy", "case", "kept"),
    [
        (timedelta(seconds=60), PER_DAY, "per-day", "90"),
        (timedelta(days=1), PER_DAY, "per-day", "90"),
        (timedelta(days=1, seconds=59), PER_DAY, "per-day", "90"),
        (timedelta(days=1, seconds=60), PER_DAY, "per-day", "80"),
        (timedelta(days=5), PER_DAY, "per-day", "50"),
        (timedelta(days=9), PER_DAY, "least", "50"),
        (timedelta(hours=24), STEPS, "step", "80"),
        (timedelta(hours=24, seconds=60), STEPS, "step", "50"),
        (timedelta(hours=73), STEPS, "last-step", "0"),
        (timedelta(hours=1), LatePolicy(), "free", None),
        (timedelta(hours=1), LatePolicy(kind=LateKind.CUT_OFF), "cut-off", None),
        (timedelta(hours=1), LatePolicy(kind=LateKind.CUT_OFF, cut_off_hours=2), "free", None),
        (timedelta(hours=3), LatePolicy(cut_off_hours=2), "cut-off-after", None),
        (timedelta(hours=3), replace(PER_DAY, cut_off_hours=2), "cut-off-after", None),
        (
            timedelta(hours=3),
            LatePolicy(kind=LateKind.CUT_OFF, cut_off_hours=2),
            "cut-off-after",
            None,
        ),
    ],
)
def test_what_must_be_flagged(
    after: timedelta, policy: LatePolicy, case: str, kept: str | None
) -> None:
    """Late is failed, with what the policy makes of it."""
    found = asked(after, policy)
    assert found is not None
    assert (found.verdict, found.case, found.params.get("kept")) == (Verdict.FAILED, case, kept)


def test_an_extension_is_one_students() -> None:
    """What is in time for one is late for the others."""
    late = asked(timedelta(days=2))
    assert late is not None
    assert late.verdict is Verdict.FAILED
    assert "延長後の締切" in said(asked(timedelta(days=4), student="24A1202"))
    assert "extended" in said(asked(timedelta(days=4), student="24A1202"), "en")


def test_the_sentence_shows_the_arithmetic() -> None:
    """Both times with their zone, the grace, the delay, the days, the percent."""
    assert said(asked(timedelta(minutes=11))) == (
        "提出 2025-04-18 00:10:00 JST、締切 2025-04-17 23:59:00 JST (猶予 59 秒)、遅れ 11 分"
        " → 1 日分 × 1 日 10 % = 10 % 減点 → 得点の 90 % になります。"
    )
    assert said(asked(timedelta(days=1, hours=2, minutes=3, seconds=4)), "en") == (
        "Submitted 2025-04-19 02:02:04 JST, due 2025-04-17 23:59:00 JST (grace 59 s), late by"
        " 1 d 2 h 3 min 4 s → 2 started days × 10 % = 20 % off → 80 % of the points"
        " earned count."
    )


def test_what_was_assumed_is_shown() -> None:
    """Minutes are shown as minutes, and an assumed zone as assumed."""
    text = said(asked(timedelta(minutes=-9), resolution=60, zone="Asia/Tokyo"))
    assert "2025-04-17 23:50 JST (1 分単位の時刻、時間帯は Asia/Tokyo とみなしています)" in text, (
        text
    )


@pytest.mark.parametrize(
    ("zone", "shown"),
    [(UTC, "14:59:00 UTC"), (timezone(timedelta(hours=-5)), "09:59:00 UTC-05:00")],
)
def test_times_are_in_the_zone_of_the_deadline(zone: timezone, shown: str) -> None:
    """Whatever zone the LMS wrote."""
    assignment = replace(ASSIGNMENT, due=DUE.astimezone(zone), extensions={})
    received = Received(at=DUE, source=TimeSource.SHEET)
    (found,) = handed_in_in_time(observed(received), assignment)
    assert str(found.params["received"]).endswith(shown)


def test_the_end_of_time_is_no_trouble() -> None:
    """An assignment without a deadline ends when time does."""
    end = datetime.max.replace(tzinfo=UTC)
    received = Received(at=DUE, source=TimeSource.SHEET)
    (found,) = handed_in_in_time(observed(received), replace(ASSIGNMENT, due=end, extensions={}))
    assert found.case == "in-time"


@pytest.mark.parametrize("kind", NoteKind)
def test_an_lms_that_marks_without_a_time_is_passed_on(kind: NoteKind) -> None:
    """A person looks at it, and no points are off; other notes say nothing about time."""
    evidence = replace(observed(None, "24A1201"), collected=(Note(kind=kind, names=("a.py",)),))
    found = list(handed_in_in_time(evidence, ASSIGNMENT))
    for one in found:
        assert_worded(one)
        assert (one.verdict, one.case) == (Verdict.UNDECIDED, "marked")
    assert bool(found) is (kind is NoteKind.LATE)
