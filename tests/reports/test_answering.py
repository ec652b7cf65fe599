"""What every check of the report answers in the same way."""

import pytest
from msgspec.structs import replace

from grader.model.course import ReportSpec
from grader.model.document import FileKind, ReadTrouble
from grader.model.finding import Verdict
from grader.plugins import slugs
from grader.wording import load_wording
from tests.reports.reports import OUTLINE, SPEC, judge, of, outline, report, told, unread

ALL = [code for code in slugs() if code.startswith("REP")]
OF_FILES_AND_LOOKS = ("REP001", "REP002", "REP004", "REP009", "REP010")
OF_TEXT = [code for code in ALL if code not in OF_FILES_AND_LOOKS]
COMPARING = replace(SPEC, backends=("python", "torch"))


def test_every_code_is_answered() -> None:
    """A good report passes all of them."""
    findings = judge(OUTLINE, replace(SPEC, backends=("python",), chapters=()))
    assert [one.check for one in findings] == ALL


@pytest.mark.parametrize(
    "seen",
    [
        None,
        report(trouble="Traceback\nOSError: x"),
        unread(FileKind.DOC),
        report(waiting=("lxml",)),
    ],
)
def test_every_code_is_answered_without_an_outline(seen: object) -> None:
    """What could not be looked at is said of each code once."""
    assert [one.check for one in judge(seen, COMPARING)] == ALL  # type: ignore[arg-type]  # a row of the table


def test_no_report_is_asked_for() -> None:
    """Then nothing is said."""
    assert judge(OUTLINE, None) == []


def test_what_is_not_asked_for_is_not_answered() -> None:
    """No graph, no relation, no backend: no finding about them."""
    codes = {one.check for one in judge(OUTLINE, ReportSpec(graphs=0, relation=False))}
    assert set(ALL) - codes == {"REP004", "REP005", "REP006", "REP007", "REP008", "REP011"}
    gone = {one.check for one in judge(unread(FileKind.DOC), ReportSpec(graphs=0, relation=False))}
    assert gone == codes


def test_garbled_text_decides_nothing() -> None:
    """Mojibake says neither that there are chapters nor that there are none."""
    for seen in (outline(garbled=0.3), outline(garbled=0.9, chapters=(), relations=())):
        findings = judge(seen, COMPARING)
        for code in OF_TEXT:
            found = of(code, findings)
            assert found.verdict is Verdict.UNDECIDED
            assert "文字情報を取り出せない PDF" in load_wording("ja").finding(found).message
            assert "作り直す" in load_wording("ja").finding(found).hint
        assert of("REP004", findings).verdict is Verdict.PASSED  # pictures are no text


def test_what_was_not_found_in_half_a_report_may_be_in_the_other() -> None:
    """What was found counts, what was not is left to a person, with the reason."""
    bare = outline(chapters=(), figures=(), captions=(), references=(), relations=())
    for seen in (
        report(replace(bare, complete=False)),
        report(bare, reading=ReadTrouble.TIME),
        report(bare, reading=ReadTrouble.DAMAGED),
    ):
        findings = judge(seen)
        for code in ("REP003", "REP004", "REP008"):
            found = of(code, findings)
            assert (found.verdict, found.params) == (
                Verdict.UNDECIDED,
                {"unread": "report.pdf"},
            )
        assert of("REP005", findings).verdict is Verdict.PASSED


def test_our_own_fault_is_broken() -> None:
    """Every check is, and the student is told that points are safe."""
    findings = judge(report(trouble="Traceback …\nOSError: disk full"))
    assert {one.verdict for one in findings} == {Verdict.BROKEN}
    assert findings[0].params == {"trouble": "OSError: disk full"}


def test_missing_libraries_are_waited_for() -> None:
    """The kind of the file may be known all the same; how to install them is said."""
    findings = judge(unread(FileKind.PDF, waiting=("pypdfium2", "lxml")))
    assert told(findings)[0] == "REP002 waiting libraries"
    verdicts = {one.check: one.verdict for one in findings}
    assert verdicts.pop("REP001") is Verdict.PASSED
    assert set(verdicts.values()) == {Verdict.WAITING}
    said = load_wording("ja").finding(of("REP002", findings))
    assert "pypdfium2・lxml" in said.message
    assert "pip install -c constraints.txt -e '.[report]'" in said.hint
    assert load_wording("ja").verdict_of(findings[1]) == "pypdfium2・lxml 待ち"
    unknown = judge(unread(FileKind.UNKNOWN, waiting=("lxml",)))
    assert {one.verdict for one in unknown} == {Verdict.WAITING}
    assert told(judge(unread(FileKind.DOC, waiting=("lxml",)))) == ["REP001 failed doc"]
