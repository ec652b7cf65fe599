"""REP008, REP011 and REP012: what the report says, and how it lies beside the measurement."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from grader.model.course import Backend
from grader.model.evidence import Evidence
from grader.model.finding import Finding, Verdict
from grader.model.report import Growth, Quote, Relation
from grader.model.timing import Fit
from grader.wording import load_wording
from tests.report.reports import (
    CUBIC,
    MATMUL,
    MEASURED,
    SPEC,
    evidence,
    judge,
    of,
    outline,
    report,
    timed,
)

GROWS = replace(CUBIC, growth=Growth.INCREASES, exponent=None)
SQUARE = replace(CUBIC, exponent=2.0)
LINEAR = replace(CUBIC, growth=Growth.LINEAR, exponent=None)
EXPONENTIAL = replace(CUBIC, growth=Growth.EXPONENTIAL, exponent=None)
RESTATED = Quote(text="サイズと実行時間の関係を調べる。", page=1)
NUMPY = replace(MATMUL, id="numpy", entry="matmul_numpy", backend=Backend.NUMPY)
QUICK = Fit(exponent=1.6, low=1.4, high=1.8)
UNKNOWN = Fit(unknown="few-sizes")


def brief(found: Finding) -> str:
    """Verdict and case."""
    return f"{found.verdict} {found.case}".strip()


@pytest.mark.parametrize(
    ("relations", "restated", "said"),
    [
        ((CUBIC,), (), "passed"),
        ((GROWS, CUBIC), (RESTATED,), "passed"),
        ((LINEAR,), (), "passed"),  # whether it is right is another question
        ((EXPONENTIAL,), (), "passed"),
        ((GROWS,), (), "undecided weak"),
        ((), (RESTATED,), "undecided restated"),
        ((), (), "undecided plain"),
    ],
)
def test_a_relation_is_pointed_at_and_never_denied(
    relations: Sequence[Relation], restated: Sequence[Quote], said: str
) -> None:
    """A sentence that only repeats the task states none, and a person reads the report."""
    seen = outline(relations=relations, restated=restated)
    assert brief(of("REP008", judge(seen))) == said


def test_the_sentence_and_its_page_are_shown() -> None:
    """As evidence, in the report's own words."""
    (place,) = of("REP008", judge(outline())).locations
    assert (place.file, place.page, place.line) == ("report.pdf", 3, 0)
    assert place.text == CUBIC.quote.text


def test_backends() -> None:
    """Those that nothing was found about are named as their makers write them."""
    spec = replace(SPEC, backends=("python", "numpy", "torch"))
    told = {"python": Quote(text="Python では遅い。", page=2)}
    found = of("REP011", judge(outline(backends=told), spec))
    assert brief(found) == "undecided plain"
    assert found.params == {"missing": ("NumPy", "PyTorch")}
    assert brief(of("REP011", judge(outline(backends=None), spec))) == "undecided plain"
    every = dict.fromkeys(("python", "numpy", "cupy", "torch"), told["python"])
    assert brief(of("REP011", judge(outline(backends=every), spec))) == "passed"


def compared(relations: Sequence[Relation], fit: Fit = MEASURED) -> Finding:
    """REP012 about one exercise."""
    return of("REP012", judge(evidence(report(outline(relations=relations)), timed(fit=fit))))


@pytest.mark.parametrize(
    "relations",
    [
        (CUBIC,),
        (replace(CUBIC, exponent=2.8),),
        (replace(CUBIC, exponent=3.4),),
        (SQUARE, CUBIC),  # one of several fits
        (EXPONENTIAL, CUBIC),
        (GROWS, CUBIC),
    ],
)
def test_a_claim_near_the_measurement_lies_beside_it(relations: Sequence[Relation]) -> None:
    """Both numbers are told."""
    found = compared(relations)
    assert brief(found) == "passed beside"
    assert found.params["measured"] == ("matmul: n^2.97 (2.82–3.12)",)
    assert set(found.params["stated"]) <= {"n^3", "n^2.8", "n^3.4"}  # type: ignore[arg-type]  # a tuple
    assert "n^2.97" in load_wording("ja").finding(found).message


def test_the_work_of_the_operation_is_never_wrong() -> None:
    """Who derives n³ is right, whatever this computer's caches do."""
    assert brief(compared((CUBIC,), QUICK)) == "passed beside"


@pytest.mark.parametrize(
    ("relations", "fit", "said"),
    [
        ((SQUARE,), MEASURED, "undecided differs"),
        ((LINEAR,), MEASURED, "undecided differs"),
        ((LINEAR, EXPONENTIAL), QUICK, "passed beside"),
        ((EXPONENTIAL,), QUICK, "undecided exponential"),
    ],
)
def test_a_claim_far_from_the_measurement_is_left_to_a_person(
    relations: Sequence[Relation], fit: Fit, said: str
) -> None:
    """With both numbers; the report may say why."""
    found = compared(relations, fit)
    assert brief(found) == said
    assert found.locations


def test_exponential_is_told_kindly() -> None:
    """Many say it of anything that grows fast; nobody fails for the word."""
    found = compared((EXPONENTIAL,))
    hint = load_wording("ja").finding(found).hint
    assert found.verdict is Verdict.UNDECIDED
    assert "べき乗" in hint


@pytest.mark.parametrize(
    "text",
    [
        "両対数グラフでは実行時間が直線的に増加しており、傾きは3.02であった。",
        "サイズが2倍で8倍、3倍で27倍になった。",
        "実行時間は要素数の1.5乗に比例する。",
        "指数関数的に見えるが、実際は3乗である。",
        "二次関数より急に増加した。",
        "On logarithmic axes the time grows linearly.",
    ],
)
def test_what_may_mean_something_else_is_laid_against_nothing(text: str) -> None:
    """What was read off such a sentence may not be what it says."""
    for relation in (SQUARE, LINEAR, EXPONENTIAL):
        doubtful = replace(relation, quote=Quote(text=text, page=1))
        assert brief(compared((doubtful,))) == "passed"
        assert brief(compared((doubtful, CUBIC))) == "passed beside"
        assert brief(compared((doubtful, SQUARE))) == "undecided differs"


def test_nothing_to_compare() -> None:
    """No claim, no exponent in it, or no measurement: nothing is said against anyone."""
    assert brief(of("REP012", judge(outline(relations=())))) == "passed"
    assert brief(compared((GROWS,))) == "passed"
    assert compared((SQUARE,), UNKNOWN).verdict is Verdict.SKIPPED
    untimed = judge(evidence(report()))
    assert of("REP012", untimed).verdict is Verdict.SKIPPED
    relaxed = judge(outline(relations=()), replace(SPEC, relation=False))
    assert brief(of("REP012", relaxed)) == "passed"


def two(*relations: Relation) -> Finding:
    """REP012 about Python, whose time grows like n**3, and NumPy, whose grows slower."""
    seen: Evidence = evidence(
        report(outline(relations=relations)), timed(), timed("numpy", QUICK), timed("gone")
    )
    return of("REP012", judge(seen, exercises=(MATMUL, NUMPY)))


def test_what_is_said_of_a_backend_is_laid_beside_that_backend() -> None:
    """And what names none, beside any of them."""
    assert brief(two(replace(SQUARE, backend="numpy"))) == "passed beside"
    assert brief(two(replace(SQUARE, backend="python"))) == "undecided differs"
    assert brief(two(SQUARE)) == "passed beside"
    assert brief(two(replace(SQUARE, backend="cupy"))) == "passed"  # not measured
    found = two(replace(CUBIC, backend="python"), replace(CUBIC, exponent=7.0, backend="numpy"))
    assert brief(found) == "undecided differs"
    assert found.params == {
        "stated": ("n^7",),
        "measured": ("matmul_numpy: n^1.60 (1.40–1.80)",),
    }
