"""REP008, REP011 and REP012: what the report says, and how it lies beside the measurement."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from grader.model.course import Backend
from grader.model.document import Line
from grader.model.evidence import Evidence, ExerciseEvidence
from grader.model.finding import Finding, LazyText, Verdict
from grader.model.report import Quote, Relation, RelationStanding
from grader.model.timing import Curve, Fit, Point, Timing
from grader.reports.relations import find_relations
from grader.wording import load_wording
from tests import corpora
from tests.reports import claims
from tests.reports.passes import sentences_in
from tests.reports.reports import (
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

WORDS = replace(CUBIC, exponents=(), standing=RelationStanding.VAGUE)
ASIDE = replace(CUBIC, standing=RelationStanding.ASIDE)
SQUARE = replace(CUBIC, exponents=(2.0,))
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
        ((WORDS,), (RESTATED,), "passed"),  # whether it is right is another question
        ((ASIDE,), (RESTATED,), "undecided aside"),
        ((ASIDE, CUBIC), (), "passed"),
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


def test_the_only_exponent_in_the_measured_interval_lies_beside_it() -> None:
    """Both numbers are given, in both languages."""
    found = compared((CUBIC, CUBIC, ASIDE))
    assert brief(found) == "passed beside"
    assert found.params == {"stated": ("n^3",), "measured": ("matmul: n^2.97 (2.82–3.12)",)}
    assert all("2.82–3.12" in load_wording(lang).finding(found).message for lang in ("ja", "en"))


@pytest.mark.parametrize(
    ("relations", "fit"),
    [
        ((SQUARE, CUBIC), MEASURED),
        ((replace(CUBIC, exponents=(3.0, 2.9)),), MEASURED),
        ((CUBIC, WORDS), MEASURED),  # which may state another
        ((ASIDE,), MEASURED),
        ((replace(SQUARE, standing=RelationStanding.VAGUE),), MEASURED),
        ((replace(CUBIC, exponents=(2.5,)),), MEASURED),  # near
        ((CUBIC,), QUICK),  # the work of a product, whatever this computer's caches do
    ],
)
def test_else_the_exponents_are_only_quoted(relations: Sequence[Relation], fit: Fit) -> None:
    """Nothing is said to agree, to differ or to contradict."""
    found = compared(relations, fit)
    assert brief(found) == "passed quoted"
    assert found.params["measured"]
    assert found.locations
    assert "比べていません" in load_wording("ja").finding(found).message
    assert "not compared" in load_wording("en").finding(found).message


FACTORS = replace(WORDS, quote=Quote(text="図1 より、n が 2 倍になると約 8 倍になった。", page=2))
DOUBLED = replace(
    WORDS, quote=Quote(text="Doubling the size makes the time 7.6 times as long.", page=2)
)


@pytest.mark.parametrize(
    ("relations", "fit", "why"),
    [
        ((SQUARE, CUBIC), MEASURED, "several"),
        ((ASIDE,), MEASURED, "aside"),
        ((CUBIC, WORDS), MEASURED, "words"),
        ((SQUARE, FACTORS), MEASURED, "words"),
        ((replace(CUBIC, exponents=(2.5,)),), MEASURED, "near"),
    ],
)
def test_what_is_only_quoted_has_its_own_reason(
    relations: Sequence[Relation], fit: Fit, why: str
) -> None:
    """The sentence says why nothing was compared, and never that a single exponent is missing."""
    found = compared(relations, fit)
    assert found.params["why"] == LazyText(f"report.why_quoted.{why}")
    for lang in ("ja", "en"):
        words = load_wording(lang)
        assert words.finding(found).hint.startswith(words.text(f"report.why_quoted.{why}"))
    assert len(found.locations) == len({each.quote for each in relations})


@pytest.mark.parametrize("factors", [FACTORS, DOUBLED])
def test_factors_that_go_with_the_exponent_are_no_second_statement(factors: Relation) -> None:
    """The hints of REP005 and REP008 recommend both sentences."""
    assert brief(compared((factors, CUBIC))) == "passed beside"


def test_a_sentence_is_shown_though_the_times_settle_nothing() -> None:
    """On a busy machine the statement stands there as on a calm one."""
    (place,) = compared((SQUARE,), UNKNOWN).locations
    assert place.text == SQUARE.quote.text


def test_the_only_exponent_far_from_the_measurement_is_left_to_a_person() -> None:
    """With both numbers as facts, and the sentence; nobody fails for it."""
    found = compared((SQUARE,))
    assert brief(found) == "undecided differs"
    assert found.params["stated"] == ("n^2",)
    assert [place.text for place in found.locations] == [SQUARE.quote.text]


def test_labelled_sentences() -> None:
    """No claim is made on a report's behalf that it does not make, and most plain ones are read."""
    rows = claims.labelled(column=1)
    corpora.hold("growth", claims.compared, rows=rows, outcome=claims.true_or_open)


def test_sentences_that_state_a_growth() -> None:
    """Whether a report states how the time grows; not finding it leaves it open."""
    corpora.hold("stated", claims.stated, rows=claims.labelled(column=2))


@pytest.mark.parametrize(
    ("text", "exponents"),
    [
        ("実行時間は N^{2.8} に比例した。", (2.8,)),
        ("実行時間はｎ＊＊３に比例した。", (3.0,)),
        ("計算量は O(n³) である。", (3.0,)),
        ("時間は三乗で増える。", (3.0,)),
        ("時間は 3 乗で増える。", (3.0,)),
        ("時間は立方に比例する。", (3.0,)),
        ("オーダー n^3 で時間が増える。", (3.0,)),
        ("傾き約2.9の直線（両対数）に乗った。", (2.9,)),
        ("The slope 3 (log-log) was read off.", (3.0,)),
        ("サイズを四倍にすると時間は六十四倍になった。", ()),
        ("サイズが 100→200 で 7.9 倍、200→400 で 8.2 倍の時間になった。", ()),
        ("実行時間は指数関数的に増えた。", ()),
    ],
)
def test_only_a_number_is_an_exponent(text: str, exponents: tuple[float, ...]) -> None:
    """Factors and words state how the time grows, and no exponent is worked out of them."""
    (relation,) = find_relations(sentences_in([Line(text=text)]))
    assert relation.exponents == exponents


@pytest.mark.parametrize(
    "piece",
    ["n^", "3乗", "傾き", "2倍", "1", "(", "o(n", "時間", "サイズ", "、", "twice "],
)
def test_hostile_sentences_end(piece: str) -> None:
    """Repetition makes no rule slow, and long sentences are cut."""
    found = find_relations(sentences_in([Line(text="時間は3乗に比例する。" + piece * 10_000)]))
    assert len(found) <= 200
    assert all(len(relation.quote.text) <= 200 for relation in found)


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
    """No exponent, or no measurement: nothing is said against anyone."""
    assert brief(of("REP012", judge(outline(relations=())))) == "passed"
    assert brief(compared((WORDS,))) == "passed"
    assert compared((SQUARE,), UNKNOWN).verdict is Verdict.SKIPPED
    untimed = judge(evidence(report()))
    assert of("REP012", untimed).verdict is Verdict.SKIPPED
    relaxed = judge(outline(relations=()), replace(SPEC, relation=False))
    assert brief(of("REP012", relaxed)) == "passed"


@pytest.mark.parametrize(
    ("exponent", "said"),
    [(3.0, "passed quoted"), (1.6, "passed quoted"), (7.0, "undecided differs")],
)
def test_several_measurements(exponent: float, said: str) -> None:
    """What lies in one interval and not in another is quoted beside all of them."""
    seen: Evidence = evidence(
        report(outline(relations=(replace(CUBIC, exponents=(exponent,)),))),
        timed(),
        timed("numpy", QUICK),
        timed("gone"),
    )
    found = of("REP012", judge(seen, exercises=(MATMUL, NUMPY)))
    assert brief(found) == said
    assert len(found.params["measured"]) == 2  # type: ignore[arg-type]  # a tuple


@pytest.mark.parametrize(
    ("read_off", "standing"),
    [
        ("図1 より、", RelationStanding.OWN),
        ("図 2-1 によると、", RelationStanding.OWN),
        ("グラフより、", RelationStanding.OWN),
        ("この結果より", RelationStanding.OWN),
        ("図1より大きいサイズでは、", RelationStanding.VAGUE),
        ("論文によると", RelationStanding.ASIDE),
    ],
)
def test_where_it_was_read_is_no_comparison(read_off: str, standing: RelationStanding) -> None:
    """The hints of REP005 recommend these words."""
    text = f"{read_off}実行時間は n の 3 乗に比例した。"
    (relation,) = find_relations(sentences_in([Line(text=text)]))
    assert relation.standing is standing
