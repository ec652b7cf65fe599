"""From uses to findings: verdict, sentence, places."""

from itertools import product

import pytest
from msgspec.structs import replace

from grader.model.evidence import ExerciseEvidence
from grader.model.finding import Finding, Location, Verdict
from grader.model.static import Certainty, ParseStatus, SourceFacts, Use
from grader.plugins import installed
from grader.source import forbidden
from grader.wording import load_wording
from tests.asking import exercise_checks
from tests.source.sources import exercise, read
from tests.wording.worded import assert_worded

RULES = ("POL001", "POL002", "POL003")
CODES = tuple(check.code for check in installed()["source"].checks if check.code != "POL004")
"""All that are asked of every exercise; POL004 is where something is required."""


def use(line: int = 1, certainty: Certainty = Certainty.SURE, what: str = "numpy") -> Use:
    """One use of POL001."""
    return Use(
        check="POL001",
        what=what,
        certainty=certainty,
        reason="import",
        location=Location(file="kadai1.py", line=line, text="import numpy"),
    )


def judge(facts: SourceFacts | None, trouble: str = "") -> list[Finding]:
    """What the checks of every exercise say."""
    evidence = ExerciseEvidence(exercise="matmul", source=facts, trouble=trouble)
    return [finding for check in exercise_checks(*CODES) for finding in check(evidence, exercise())]


def test_every_code_is_answered_once() -> None:
    """A clean program passes all, without a note."""
    findings = judge(SourceFacts(status=ParseStatus.OK))
    assert [finding.check for finding in findings] == list(CODES)
    assert {finding.verdict for finding in findings} == {Verdict.PASSED}
    assert {finding.case for finding in findings} == {""}


@pytest.mark.parametrize(
    ("facts", "trouble", "verdict", "params"),
    [
        (None, "", Verdict.SKIPPED, {"because": "RUN001"}),
        (SourceFacts(status=ParseStatus.SYNTAX_ERROR), "", Verdict.SKIPPED, {"because": "RUN001"}),
        (
            SourceFacts(status=ParseStatus.CRASHED, detail="-9"),
            "",
            Verdict.BROKEN,
            {"trouble": "-9"},
        ),
        (
            SourceFacts(status=ParseStatus.TOO_COMPLEX, detail="x"),
            "",
            Verdict.UNDECIDED,
            {"detail": "x"},
        ),
        (None, "Traceback\nOSError: x\n", Verdict.BROKEN, {"trouble": "OSError: x"}),
    ],
)
def test_what_was_not_read_is_never_passed(
    facts: SourceFacts | None, trouble: str, verdict: Verdict, params: dict[str, str]
) -> None:
    """All codes share the answer when the source could not be read, and have words for it."""
    findings = judge(facts, trouble)
    assert [finding.check for finding in findings] == list(CODES)
    assert {finding.verdict for finding in findings} == {verdict}
    assert all(dict(finding.params) == params for finding in findings)
    for finding, lang in product(findings, ("ja", "en")):
        assert_worded(finding)
        own = load_wording(lang).data["checks"][finding.check]["cases"]
        assert not finding.case or finding.case in own, f"{lang}.toml: a sentence for this case"


def test_certainty_fails_and_doubt_waits_for_a_person() -> None:
    """One sure use fails the check, and only sure uses are shown; doubts alone are undecided."""
    sure, unsure = use(1), use(2, Certainty.UNSURE, "other")
    both = SourceFacts(status=ParseStatus.OK, uses=(unsure, sure))
    doubt = SourceFacts(status=ParseStatus.OK, uses=(unsure,))
    assert forbidden(both)
    assert not forbidden(doubt)
    failed, undecided = judge(both)[0], judge(doubt)[0]
    assert (failed.verdict, failed.case, failed.params["what"]) == (
        Verdict.FAILED,
        "import",
        ("numpy",),
    )
    assert [place.line for place in failed.locations] == [1]
    assert (undecided.verdict, undecided.params["what"]) == (Verdict.UNDECIDED, ("other",))
    assert [finding.verdict for finding in judge(both)[1:3]] == [Verdict.PASSED] * 2


def test_a_module_that_may_be_used_is_not_said_to_be_used() -> None:
    """Of a branch that may not be executed, the sentence says so; a sure one is said plainly."""
    cases = []
    for certainty in (Certainty.SURE, Certainty.UNSURE):
        reached = replace(use(certainty=certainty), reason="reached")
        finding = judge(SourceFacts(status=ParseStatus.OK, uses=(reached,)))[0]
        cases.append(finding.case)
        assert_worded(finding)
    assert cases == ["reached", "reached-perhaps"]


def test_places_are_capped() -> None:
    """At most twenty places and five names are shown; the number of all is kept."""
    uses = tuple(use(line, what=f"m{line}") for line in range(1, 41))
    finding = judge(SourceFacts(status=ParseStatus.OK, uses=uses))[0]
    assert [place.line for place in finding.locations] == list(range(1, 21))
    assert finding.params["what"] == ("m1", "m2", "m3", "m4", "m5")
    assert finding.params["places"] == 40
    assert finding.params["allowed"] == ("matplotlib", "time")


def test_real_program_end_to_end() -> None:
    """The sentence is chosen by the first use."""
    findings = judge(read("import matplotlib.pyplot as plt\neval('1')\nplt.np.dot"))
    assert [(f.verdict, f.case) for f in findings if f.check in RULES] == [
        (Verdict.PASSED, ""),
        (Verdict.FAILED, "code"),
        (Verdict.FAILED, "leak"),
    ]


LIKE = {
    "import nunpy as np": ("misspelt-forbidden", "numpy", "nunpy"),
    "import matplotlb.pyplot as plt": ("misspelt", "matplotlib", "matplotlb"),
    "from tme import perf_counter": ("misspelt", "time", "tme"),
    "from tme import *": ("misspelt", "time", "tme"),
    "import helper": ("own-file", "", "helper"),
    "import my.helper": ("own-file", "", "my"),
    "import numpy": ("import", "", "numpy"),
    "import nunpy, helper": ("import", "", "nunpy"),
}


@pytest.mark.parametrize("line", LIKE)
@pytest.mark.parametrize("lang", ["ja", "en"])
def test_a_misspelt_module_is_told_as_one(line: str, lang: str) -> None:
    """Of one name that is no library's; it may still be a file of the student's own."""
    case, meant, top = LIKE[line]
    (found,) = [each for each in judge(read(line)) if each.check == "POL001"]
    assert (found.verdict, found.case) == (Verdict.FAILED, case)
    hint = load_wording(lang).finding(found).hint
    if case != "import":
        assert f"`{top}.py`" in hint
    assert not meant or f"`{meant}`" in hint
