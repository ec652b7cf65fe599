"""Sentences about growth, labelled, and how what is said of them counts: right, wrong, left open.

tests/data/report/growth.tsv has a line for each text: who the rules knew ("rules": written with
them in view, "fresh": before they were run on it), what is true of it beside a measured n^3.07,
whether it states how the time grows, and the text. All are made up.
"""

from collections import Counter
from collections.abc import Iterator

from grader.model.document import Document, FileKind, Line
from grader.model.finding import Finding, Verdict
from grader.model.timing import Fit
from grader.report.outline import outline
from tests.report.reports import evidence, judge, of, report, timed
from tests.tree import ROOT

CORPUS = ROOT / "tests" / "data" / "report" / "growth.tsv"
MEASURED = Fit(exponent=3.07, low=2.82, high=3.32)
UNKNOWN = "-"


def labelled() -> Iterator[tuple[str, frozenset[str], str, str]]:
    """Yield source, what is true beside the measurement, whether a growth is stated, and text."""
    for row in CORPUS.read_text(encoding="utf-8").splitlines():
        source, truth, states, text = row.split("\t")
        yield source, frozenset(truth.split("|")), states, text


def judged(text: str) -> list[Finding]:
    """Judge a report of this text, whose program's times grow as `MEASURED`."""
    lines = tuple(Line(text=each) for each in ("実験を行った。", text, "以上である。"))
    seen = outline(Document(kind=FileKind.DOCX, lines=lines))
    return judge(evidence(report(seen), timed(fit=MEASURED)))


def figures() -> tuple[Counter[tuple[str, str, str]], list[str]]:
    """Count the answers by source, check and outcome, and list the texts answered wrongly."""
    counts: Counter[tuple[str, str, str]] = Counter()
    wrong: list[str] = []
    for source, truth, states, text in labelled():
        findings = judged(text)
        for code, outcome in (
            ("REP012", compared(of("REP012", findings), truth)),
            ("REP008", stated(of("REP008", findings), states)),
        ):
            counts[source, code, outcome] += 1
            if outcome == "wrong":
                wrong.append(f"{code}: {text}")
    return counts, wrong


def compared(finding: Finding, truth: frozenset[str]) -> str:
    """Tell whether "agrees" and "differs" are true; a quotation leaves a plain claim open."""
    if UNKNOWN in truth:
        return "not asked"
    answer = {"beside": "agrees", "differs": "differs"}.get(finding.case, "none")
    if answer in truth:
        return "right"
    return "open" if answer == "none" else "wrong"


def stated(finding: Finding, states: str) -> str:
    """Tell whether it is true that a growth is stated; not finding one leaves it open."""
    if states == UNKNOWN:
        return "not asked"
    passed = finding.verdict is Verdict.PASSED
    if passed is (states == "yes"):
        return "right"
    return "wrong" if passed else "open"
