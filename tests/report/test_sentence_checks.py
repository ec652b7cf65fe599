"""REP008, REP011 and REP012: what the report says, and how it lies beside the measurement."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from grader.model.course import Backend
from grader.model.document import Line
from grader.model.evidence import Evidence, ExerciseEvidence
from grader.model.finding import Finding, Verdict
from grader.model.report import Growth, Quote, Relation, RelationStanding
from grader.model.timing import Curve, Fit, Point, Timing
from grader.report.checks import FOR_A_PERSON
from grader.report.relations import find_relations
from grader.report.sentences import sentences
from grader.wording import load_wording
from tests.report import claim_reports, fresh_claims, student_claims
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
THEORY = replace(CUBIC, standing=RelationStanding.THEORY)
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
        ((THEORY,), (), "undecided theory"),
        ((GROWS, THEORY), (RESTATED,), "undecided theory"),
        ((GROWS, THEORY, CUBIC), (), "passed"),
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
        (replace(CUBIC, exponent=2.5), CUBIC),
        (GROWS, CUBIC),
        (replace(SQUARE, standing=RelationStanding.VAGUE), CUBIC),
        (replace(SQUARE, standing=RelationStanding.THEORY), CUBIC),
        (replace(SQUARE, standing=RelationStanding.ASIDE), CUBIC),
        (replace(CUBIC, exponent=3.0, standing=RelationStanding.DENIED), CUBIC),
    ],
)
def test_a_claim_near_the_measurement_lies_beside_it(relations: Sequence[Relation]) -> None:
    """Both numbers are told."""
    found = compared(relations)
    assert brief(found) == "passed beside"
    assert found.params["measured"] == ("matmul: n^2.97 (2.82–3.12)",)
    assert set(found.params["stated"]) <= {"n^3", "n^2.8", "n^3.4", "n^2.5"}  # type: ignore[arg-type]  # a tuple
    assert "n^2.97" in load_wording("ja").finding(found).message


def test_the_work_of_the_operation_is_never_wrong() -> None:
    """Who derives n³ is right, whatever this computer's caches do."""
    assert brief(compared((CUBIC,), QUICK)) == "passed beside"


@pytest.mark.parametrize(
    ("relations", "fit", "said"),
    [
        ((SQUARE,), MEASURED, "undecided differs"),
        ((LINEAR,), MEASURED, "undecided differs"),
        ((LINEAR, SQUARE), MEASURED, "undecided differs"),
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
    ("relations", "fit", "stated"),
    [
        ((SQUARE, CUBIC), MEASURED, ("n^2", "n^3")),
        ((CUBIC, EXPONENTIAL), MEASURED, ("n^3", "exp(n)")),
        ((LINEAR, EXPONENTIAL), QUICK, ("n^1", "exp(n)")),
    ],
)
def test_two_claims_that_cannot_both_be_are_both_quoted(
    relations: Sequence[Relation], fit: Fit, stated: Sequence[str]
) -> None:
    """Whichever agrees: a person reads what is meant."""
    quotes = [Quote(text=f"文 {number}。", page=number) for number in (1, 2)]
    both = [
        replace(relation, quote=quote) for relation, quote in zip(relations, quotes, strict=True)
    ]
    finding = compared(both, fit)
    assert brief(finding) == "undecided contradicts"
    assert finding.params["stated"] == stated
    assert [place.text for place in finding.locations] == [quote.text for quote in quotes]


def reads(text: str) -> tuple[Relation, ...]:
    """What a report of this text states."""
    return find_relations(sentences([Line(text=text)]))


@pytest.mark.parametrize(
    ("outcomes", "text"),
    [*claim_reports.CLAIMS, *student_claims.CLAIMS],
)
def test_only_the_reports_own_plain_claim_is_held_beside_the_measurement(
    outcomes: str, text: str
) -> None:
    """And it is said to agree only when a claim was understood, and does."""
    finding = compared(reads(text), Fit(exponent=3.07, low=2.82, high=3.32))
    assert finding.case in outcomes.split("|")
    assert (finding.verdict is Verdict.UNDECIDED) is (finding.case in FOR_A_PERSON)


def test_fresh_sentences() -> None:
    """Most sentences that no rule was written by are answered truly."""
    fit = Fit(exponent=3.07, low=2.82, high=3.32)
    right = [
        compared(reads(text), fit).case in outcomes.split("|")
        for outcomes, text in fresh_claims.CLAIMS
    ]
    assert sum(right) >= 0.8 * len(right)


def test_the_four_answers_differ_and_only_one_says_that_anything_agrees() -> None:
    """Nothing claimed, not understood, set aside, agrees: in both languages."""
    texts = ("実行時間を表 1 に示す。", "時間は n^2 より急に増えた。", "要素数は n^2 で増える。")
    findings = [compared(reads(text)) for text in texts]
    findings.append(compared((CUBIC,)))
    assert [finding.case for finding in findings] == ["", "unclear", "aside", "beside"]
    for lang in ("ja", "en"):
        messages = [load_wording(lang).finding(finding).message for finding in findings]
        assert len(set(messages)) == len(messages)
        assert not any("食い違い" in message or "differ" in message for message in messages)


def test_a_letter_for_the_number_of_elements_is_not_the_size() -> None:
    """What is said of N = n² from there on is laid beside no power of n."""
    lines = (Line(text="要素数をN=n²とする。"), Line(text="実行時間はNの1.5乗に比例した。"))
    assert compared(find_relations(sentences(lines))).case == "unclear"


def test_what_a_chapter_of_theory_states_was_not_measured() -> None:
    """Though it says so plainly; what is read off a graph there is the report's own."""
    said = sentences([Line(text="行列積の計算量はO(N^3)である。")])
    assert [each.standing for each in find_relations(said)] == [RelationStanding.OWN]
    assert [each.standing for each in find_relations(said, {0})] == [RelationStanding.THEORY]
    shown = sentences([Line(text="図1では実行時間がN^3に比例した。")])
    assert [each.standing for each in find_relations(shown, {0})] == [RelationStanding.OWN]


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("Pythonでは時間がサイズの3乗に比例し、NumPyでは1.6乗に比例した。", "beside"),
        ("Pythonでは時間がサイズの2乗に比例し、NumPyでは1.6乗に比例した。", "differs"),
        ("NumPyでは時間がn^3に、Pythonでもn^3に比例した。", "beside"),
        ("CuPyでは時間がサイズに比例した。", "unmeasured"),
        ("NumPyではサイズによらず時間は一定だった。", "unclear"),
        ("NumPyでは時間は n^2 に比例した。Pythonでは時間は n^3 に比例した。", "beside"),
        ("NumPyでは時間は指数関数的に増えた。", "exponential"),
    ],
)
def test_claims_belong_to_their_backend(text: str, outcome: str) -> None:
    """What is right of one program is wrong of another."""
    assert two(*reads(text)).case == outcome


@pytest.mark.parametrize("fit", [UNKNOWN, Fit(unknown="knee")])
def test_an_exponent_that_the_sweep_did_not_settle_is_held_against_nobody(fit: Fit) -> None:
    """Nor is one whose times changed whenever they were measured again."""
    assert compared((SQUARE,), fit).verdict is Verdict.SKIPPED
    points = tuple(Point(size=size, seconds=(size**3.0,) * 3) for size in (8, 16, 32, 64, 128))
    noisy = Timing(curve=Curve(points=points, fit=MEASURED), noisy=(8, 16, 32, 64, 128))
    shaky = ExerciseEvidence(exercise="matmul", source=None, timing=noisy)
    finding = of("REP012", judge(evidence(report(outline(relations=(SQUARE,))), shaky)))
    assert finding.verdict is Verdict.SKIPPED
    assert finding.params == {"unsettled": "report"}
    assert "2.97" not in load_wording("en").finding(finding).message


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
    assert brief(two(replace(SQUARE, backend="cupy"))) == "passed unmeasured"
    found = two(replace(CUBIC, backend="python"), replace(CUBIC, exponent=7.0, backend="numpy"))
    assert brief(found) == "undecided differs"
    assert found.params == {
        "stated": ("n^7",),
        "measured": ("matmul_numpy: n^1.60 (1.40–1.80)",),
    }
