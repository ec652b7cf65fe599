"""Students' real files, graded as far as a page needs it: read, not run; and a browser's client."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from html.parser import HTMLParser
from pathlib import Path

from flask.testing import FlaskClient
from msgspec import Struct
from msgspec.structs import replace
from werkzeug.test import TestResponse

from grader.gradebook.desk import Desk
from grader.intake import find_students, read_submission
from grader.model.course import Assignment, Course, ReportSpec
from grader.model.evidence import Evidence
from grader.model.finding import Finding
from grader.model.submission import Submission
from grader.reports.inspector import ReadsDocuments, read_report
from grader.reports.record import with_report
from grader.review.page import Guard, LiveGradebook, create_app
from grader.scoring import score
from grader.store import Store
from grader.wording import load_wording
from grader.wording.bilingual import Bilingual
from tests.export.samples import ASSIGNMENT, evidence_of
from tests.gradebook.gradebook_for_tests import EN

WITH_REPORT = replace(ASSIGNMENT, report=ReportSpec())
HOST = "127.0.0.1:4711"
Change = Callable[[Evidence], Evidence]
Files = Mapping[str, Mapping[str, bytes]]  # student -> name -> bytes


class Page(Struct, frozen=True, kw_only=True):
    """A page that answers, and whom its addresses stand for."""

    client: FlaskClient
    live: LiveGradebook
    submissions: Path

    def get(self, student: str, what: str = "", *, blind: bool = False) -> TestResponse:
        """Asks for something of a student."""
        handle = self.live.state().handles[student]
        query = "?blind=1" if blind else "?blind=0"
        return self.client.get(f"/student/{handle}{what}{query}", headers={"Host": HOST})

    def text(self, student: str, what: str = "", *, blind: bool = False) -> str:
        """Asks until the answer is there; it was found."""
        for _ in range(60):
            answer = self.get(student, what, blind=blind)
            assert answer.status_code == 200, answer.text
            if "data-again" not in answer.text:
                return answer.text
        raise AssertionError("it is never there")

    def picture(self, student: str, what: str, *, blind: bool = False) -> TestResponse:
        """Asks for a picture until it is there or will never be."""
        for _ in range(60):
            answer = self.get(student, what, blind=blind)
            if answer.status_code != 202:
                return answer
        raise AssertionError("it is never there")


def grade_class(
    folder: Path,
    files: Files,
    *,
    findings: Sequence[Finding] = (),
    reader: ReadsDocuments | None = None,
    change: Change | None = None,
) -> Desk:
    """Writes what students handed in, and its evidence; a `reader` reads the reports."""
    inbox, out = folder / "in", folder / "results"
    for student, own in files.items():
        for name, data in own.items():
            place = inbox / student / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(data)
    course = Course(
        root=folder, title={"ja": "x", "en": "x"}, zone="Asia/Tokyo", student_id=r"24A\d{4}"
    )
    out.mkdir()
    with Store(out, WITH_REPORT.id) as store:
        store.keep_folder(inbox)
        for handin in find_students(inbox, course):
            submission = read_submission(handin, WITH_REPORT)
            evidence = _evidence(submission, WITH_REPORT, reader)
            evidence = change(evidence) if change else evidence
            sheet = score(findings, WITH_REPORT, submission.student)
            store.save(evidence, sheet, reusable=True)
    return Desk(course=course, assignment=WITH_REPORT, out=out, words=EN)


@contextmanager
def open_page(
    folder: Path,
    files: Files,
    *,
    findings: Sequence[Finding] = (),
    reader: ReadsDocuments | None = None,
    change: Change | None = None,
) -> Iterator[Page]:
    """Opens a page on a class that handed in these files; no server is needed."""
    desk = grade_class(folder, files, findings=findings, reader=reader, change=change)
    live = LiveGradebook(desk, b"secret")
    try:
        guard = Guard(hosts=frozenset({HOST}), port=4711)
        app = create_app(live, guard, Bilingual(load_wording("ja"), load_wording("en")), by="TA")
        client = app.test_client()
        client.set_cookie(guard.cookie, guard.token, domain="127.0.0.1")
        yield Page(client=client, live=live, submissions=folder / "in")
    finally:
        live.close()


def _evidence(
    submission: Submission, assignment: Assignment, reader: ReadsDocuments | None
) -> Evidence:
    main = submission.main
    evidence = replace(
        evidence_of(student=submission.student),
        digest=submission.digest,
        key=f"sha256:{submission.digest}",
        main=main.name if main else "",
        files=submission.files,
        cells=main.cells if main else (),
    )
    read = read_report(submission, assignment, reader) if reader else None
    return with_report(evidence, read) if read else evidence


TAGS = re.compile(
    "a|article|b|blockquote|body|br|button|caption|circle|clippath|code|dd|defs|del|desc|details|div|dl"
    "|dt|em|fieldset|figcaption|figure|footer|g|h[1-5]|head|header|html|img|input|ins|label|legend|li"
    "|line|link|main|mark|meta|nav|ol|p|path|polyline|pre|q|rect|script|section|small|span|strong"
    "|summary|svg|table|tbody|td|template|text|th|thead|title|tr|u|ul|use"
)
ADDRESSES = ("href", "src", "data-src", "data-again", "xlink:href")
OURS = ("/student/", "/static/", "/criterion/", "/checks/", "#", "data:image/png;base64,")


class _Inert(HTMLParser):
    """Collects what a browser would run, load or style."""

    def __init__(self) -> None:
        super().__init__()
        self.active: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if not TAGS.fullmatch(tag):
            self.active.append(f"<{tag}>")
        for name, value in attrs:
            foreign = name in ADDRESSES and value != "/" and not (value or "").startswith(OURS)
            if name.startswith("on") or name in ("style", "srcdoc", "action") or foreign:
                self.active.append(f'<{tag} {name}="{value}">')
            if tag == "script" and (name != "src" and value != "module"):
                self.active.append(f'<script {name}="{value}">')


def active_parts(html: str) -> list[str]:
    """Lists everything in a page that is not plain text, pictures and links of ours."""
    parser = _Inert()
    parser.feed(html)
    return parser.active
