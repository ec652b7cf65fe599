"""Sentences about growth, labelled, as two corpora: what they claim, and whether they state any.

tests/data/reports/growth.tsv has a line for each text: who the rules knew ("rules": written with
them in view, "fresh": before they were run on it), what is true of it beside a measured n^3.07,
whether it states how the time grows, and the text. All are made up.
"""

from collections.abc import Iterator
from functools import cache

from grader.model.document import Document, FileKind, Line
from grader.model.finding import Finding, Verdict
from grader.model.timing import Fit
from grader.reports.outline import outline
from tests.corpora import Outcome, Row
from tests.reports.reports import evidence, judge, of, report, timed
from tests.tree import ROOT

CORPUS = ROOT / "tests" / "data" / "reports" / "growth.tsv"
MEASURED = Fit(exponent=3.07, low=2.82, high=3.32)
UNKNOWN = "-"


def labelled(column: int) -> Iterator[Row]:
    """The texts with what is true beside the measurement (column 1), or what they state (2)."""
    for line in CORPUS.read_text(encoding="utf-8").splitlines():
        *columns, text = line.split("\t")
        if UNKNOWN not in columns[column].split("|"):
            yield Row(label=columns[column], text=text, source=columns[0])


@cache
def judged(text: str) -> list[Finding]:
    """Judge a report of this text, whose program's times grow as `MEASURED`."""
    lines = tuple(Line(text=each) for each in ("実験を行った。", text, "以上である。"))
    seen = outline(Document(kind=FileKind.DOCX, lines=lines))
    return judge(evidence(report(seen), timed(fit=MEASURED)))


def compared(row: Row) -> str:
    """What REP012 says of a text: its growth agrees, differs, or nothing is compared."""
    case = of("REP012", judged(row.text)).case
    return {"beside": "agrees", "differs": "differs"}.get(case, "none")


def stated(row: Row) -> str:
    """Whether REP008 finds that a growth is stated."""
    return "yes" if of("REP008", judged(row.text)).verdict is Verdict.PASSED else "no"


def true_or_open(label: str, said: str) -> Outcome:
    """A label names all that is true; a quotation leaves a plain claim open."""
    if said in label.split("|"):
        return Outcome.RIGHT
    if said == "none":
        return Outcome.OPEN
    return Outcome.ACCUSED if said == "differs" else Outcome.WRONG
