"""Questions about what a report states: quoted, and answered from a curve that was drawn."""

from collections.abc import Sequence
from random import Random
from typing import Any, cast

import pytest
from msgspec.structs import replace

from grader.exercises.scripts.oral import AsksAboutSeries
from grader.model.evidence import EntryHow, Evidence
from grader.model.program import Series
from grader.model.report import Quote, Relation, RelationStanding
from grader.model.timing import Fit
from grader.protocols import Examines, Work
from grader.reports.oral import AsksAboutReport
from grader.reports.record import with_report
from grader.timing.oral import AsksAboutTimes
from grader.wording import load_wording
from tests.reports.reports import MATMUL, outline, report
from tests.store.records_for_tests import full_evidence

STATED = Relation(
    quote=Quote(text="計算時間は n^3 に比例した。", page=2),
    exponents=(3.0,),
    standing=RelationStanding.OWN,
)
CUBIC = Series(name="mine", sizes=(32, 64, 128), seconds=(0.01, 0.08, 0.64))
NOISY = Series(name="mine", sizes=(32, 64, 128), seconds=(0.01, 0.011, 0.64))
FLAT = Series(name="mine", sizes=(32, 64, 128), seconds=(0.01, 0.01, 0.01))
WORDS = load_wording("en")


def evidence_with(relations: Sequence[Relation], series: Sequence[Series]) -> Evidence:
    """A report that states something, and a program that draws curves; nothing was timed."""
    evidence = full_evidence()
    assert evidence.program is not None
    program = replace(evidence.program, series=tuple(series), trouble="")
    untimed = tuple(replace(each, timing=None) for each in evidence.exercises)
    evidence = replace(evidence, program=program, exercises=untimed)
    return with_report(evidence, report(outline(relations=tuple(relations))))


def asked(evidence: Evidence, examiner: Examines, *, is_first: bool = True) -> list[Any]:
    """What is asked about the exercise."""
    nothing = cast("Any", None)
    work = Work(
        submission=nothing,
        evidence=evidence,
        exercise=MATMUL,
        observed=evidence.exercises[0],
        reference=nothing,
        tools=nothing,
        rng=Random(1),
        is_first=is_first,
    )
    return list(examiner.ask(work))


def test_a_statement_is_quoted_and_answered_from_the_curve() -> None:
    """Once a report: both points, their times, and the power between them."""
    evidence = evidence_with([STATED], [CUBIC])
    (question,) = asked(evidence, AsksAboutReport())
    assert "計算時間は n^3 に比例した。" in WORDS.in_full(question.text)
    answer = WORDS.in_full(question.answer)
    for part in ("n = 64", "n = 128", "8.0 times", "n^3.0", "80 ms", "640 ms"):
        assert part in answer
    assert asked(evidence, AsksAboutReport(), is_first=False) == []


@pytest.mark.parametrize(
    ("relations", "series"),
    [
        ([], [CUBIC]),
        ([STATED], []),
        ([STATED], [NOISY]),
        ([STATED], [FLAT]),
        ([replace(STATED, standing=RelationStanding.VAGUE)], [CUBIC]),
        ([replace(STATED, exponents=(2.0, 3.0))], [CUBIC]),
    ],
)
def test_what_has_no_plain_answer_is_not_asked(
    relations: list[Relation], series: list[Series]
) -> None:
    """No statement, no curve, one that wavers or does not grow, a vague or a double statement."""
    assert asked(evidence_with(relations, series), AsksAboutReport()) == []


def test_our_measurement_is_never_said_to_be_the_students() -> None:
    """Curves that grow otherwise show nothing; a script's loops are called by their exercise."""
    square = replace(STATED, exponents=(2.0,))
    assert asked(evidence_with([square], [CUBIC]), AsksAboutReport()) == []
    evidence = evidence_with([STATED], [])
    timed = full_evidence().exercises[0].timing
    assert timed is not None
    points = tuple(
        replace(timed.curve.points[0], size=size, seconds=(1e-9 * size**3,))
        for size in (32, 64, 128)
    )
    fit = Fit(exponent=3.0, low=2.9, high=3.1)
    timing = replace(timed, curve=replace(timed.curve, points=points, fit=fit), noisy=())
    entry = evidence.exercises[0].entry
    assert entry is not None
    lifted = replace(entry, how=EntryHow.EXTRACTED, target=replace(entry.target, name="lifted"))
    first = replace(evidence.exercises[0], timing=timing, entry=lifted)
    evidence = replace(evidence, exercises=(first,))
    (claim,) = asked(evidence, AsksAboutReport())
    (growth,) = asked(evidence, AsksAboutTimes())
    text, answer = WORDS.in_full(claim.text), WORDS.in_full(claim.answer)
    assert "n = 64" not in text
    assert "point" not in text
    assert "27 times" in answer
    for told in (text, answer, WORDS.in_full(growth.text)):
        assert "lifted" not in told
        assert "`matmul`" in told
    assert "from 6." in WORDS.in_full(growth.answer)


def test_a_curve_of_ones_own_is_asked_about() -> None:
    """Its points are those that the program drew; curves that waver are left out."""
    (question,) = asked(evidence_with([], [CUBIC]), AsksAboutSeries())
    assert "n = 64" in WORDS.in_full(question.text)
    assert "640 ms" not in WORDS.in_full(question.text)
    assert "640 ms" in WORDS.in_full(question.answer)
    assert asked(evidence_with([], [NOISY]), AsksAboutSeries()) == []
