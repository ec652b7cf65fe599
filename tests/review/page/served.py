"""A class to decide about, a page that serves it, and whoever asks the page for something."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from msgspec import Struct
from msgspec.structs import replace

from grader.course import load_assignment, load_course
from grader.gradebook.desk import Desk
from grader.intake.manifest import write_manifest
from grader.judging import judge
from grader.model.collection import Collection
from grader.model.evidence import Evidence
from grader.model.report import Caption, Quote
from grader.reports.record import with_report
from grader.scoring import score
from grader.store import Store
from grader.wording import load_wording
from tests.batch.classes import RIGHT, make_course
from tests.export.samples import evidence_of, observed
from tests.export.test_pages import NASTY, nasty_evidence
from tests.reports.reports import GRAPH, headings, outline, report

EVIL = (
    f"{NASTY}<svg/onload=alert(2)><style>*{{background:url(//evil.example/c)}}</style>"
    "<a href='javascript:alert(3)'>\u2067x\u2069</a></textarea></title><!--]]>"
)
SECRET = bytes(32)
STUDENTS = tuple(f"24A12{number:02}" for number in range(1, 9))
HOSTILE = (
    EVIL,
    "../../../etc/passwd",
    "..\\..\\x\x00.html",
    "24A1209' onmouseover='alert(4)",
    "constructor",
    "__proto__",
)
NAMES = {"24A1201": "山田 太郎", "24A1202": EVIL.replace("\ud800", ""), "24A1250": "提出 なし"}
ADDRESS = re.compile(r"http://\S+/\?token=\S+")


def good_evidence(student: str) -> Evidence:
    """A right program with a good report."""
    evidence = replace(evidence_of(observed(), student=student), key=f"sha256:{student}")
    return with_report(evidence, report())


def hostile_evidence(student: str) -> Evidence:
    """Everything that a student can write, at its worst, the report's words too."""
    said = Quote(text=EVIL, page=1)
    caption = Caption(label=EVIL, number="1", title=EVIL, page=1, line=2)
    words = outline(
        producer=EVIL,
        chapters=headings(EVIL, "考察"),
        captions=(caption,),
        figures=(replace(GRAPH, caption=caption, axis_labels=(EVIL, EVIL)),),
        explanations=(said,),
        left_over=(said,),
        students=(EVIL,),
    )
    return with_report(replace(nasty_evidence(), student=student), report(words, file=EVIL))


def make_desk(folder: Path, *, hostile: bool = True) -> Desk:
    """Writes a course with a class in `folder`: graded, and nothing decided."""
    course = make_course(folder / "course")
    assignment = load_assignment(course, "kadai1")
    inbox = course.root / "submissions" / "kadai1"
    for student in STUDENTS:
        (inbox / student).mkdir(parents=True)
        (inbox / student / "kadai1.py").write_text(RIGHT, encoding="utf-8")
    collection = Collection(
        assignment="kadai1", lms="moodle", students=(), not_submitted=("24A1250",), names=NAMES
    )
    write_manifest(inbox, collection, assignment)
    desk = open_desk(folder)
    desk.out.mkdir()
    with Store(desk.out, "kadai1") as store:
        for student in (*STUDENTS, *(HOSTILE if hostile else ())):
            evidence = (hostile_evidence if student in HOSTILE else good_evidence)(student)
            sheet = score(tuple(judge(evidence, assignment)), assignment, student, ())
            store.save(evidence, sheet, reusable=True)
        store.keep_folder(inbox)
    return desk


def open_desk(folder: Path) -> Desk:
    """Says where the course of `make_desk` lies."""
    course = load_course(folder / "course")
    assignment = load_assignment(course, "kadai1")
    out = folder / "out"
    return Desk(course=course, assignment=assignment, out=out, words=load_wording("en"))


class Answer(Struct, frozen=True, kw_only=True):
    """What the page answered."""

    status: int
    headers: Mapping[str, str]  # by name in lower case
    body: bytes

    @property
    def text(self) -> str:
        """The body as text."""
        return self.body.decode()

    @property
    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)


class Client:
    """Whoever knows the address; sends what a browser would, unless told otherwise."""

    def __init__(self, address: str) -> None:
        """Takes the address as it was printed, with its token."""
        parts = urlsplit(address)
        self.address = address
        self.host, self.port = str(parts.hostname), parts.port or 80
        self.netloc = parts.netloc
        self.origin = f"http://{parts.netloc}"
        self.token = parts.query.removeprefix("token=")
        self.cookie = f"grader-{self.port}={self.token}"

    def ask(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        **headers: str | None,
    ) -> Answer:
        """Asks; a header that is None is left out. `Content_Type` stands for Content-Type."""
        sent: dict[str, str | None] = {"Host": self.netloc, "Cookie": self.cookie}
        if method not in ("GET", "HEAD"):
            sent |= {"Origin": self.origin, "Content-Type": "application/json"}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        connection = HTTPConnection(self.host, self.port, timeout=60)
        try:
            connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            for name, value in sent.items():
                if value is not None:
                    connection.putheader(name, value)
            if body is not None:
                connection.putheader("Content-Length", str(len(body)))
            connection.endheaders(body)
            answer = connection.getresponse()
            given = {name.lower(): value for name, value in answer.getheaders()}
            return Answer(status=answer.status, headers=given, body=answer.read())
        finally:
            connection.close()

    def get(self, path: str, **headers: str | None) -> Answer:
        """Asks for a page."""
        return self.ask("GET", path, None, **headers)

    def post(self, path: str, body: object, **headers: str | None) -> Answer:
        """Sends JSON, or bytes that may be none."""
        text = body if isinstance(body, bytes) else json.dumps(body).encode()
        return self.ask("POST", path, text, **headers)

    def state(self) -> Any:
        """The class as the page's script sees it."""
        return self.get("/state").json

    def award(self, handle: str, criterion: str = "discussion") -> Any:
        """One student's award as the page's script sees it."""
        return self.state()["students"][handle]["awards"][criterion]

    def decide(self, *decisions: Mapping[str, Any], by: str = "TA1") -> Answer:
        """Decides; what is not said is about the criterion that is a person's, decided first."""
        plain = {"criterion": "discussion", "basis": "", "reason": ""}
        return self.post(
            "/decide", {"by": by, "decisions": [{**plain, **one} for one in decisions]}
        )

    def handles(self) -> list[str]:
        """Those whose discussion is open, in the order of the state."""
        students = self.state()["students"]
        return [one for one, grade in students.items() if "discussion" in grade["awards"]]


def stored(out: Path) -> list[tuple[str, float, str, str]]:
    """Whom the decisions are about, points, reasons and names, as another program reads them."""
    code = (
        "import json,sqlite3,sys; "
        "print(json.dumps(sqlite3.connect(sys.argv[1]).execute('SELECT hex(student), points, "
        "reason, decided_by FROM decided ORDER BY id').fetchall()))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(out / "grader.sqlite")],
        capture_output=True,
        check=True,
    )
    return [tuple(row) for row in json.loads(done.stdout)]


class Page(Struct, frozen=True, kw_only=True):
    """`grader review` in a process of its own."""

    process: "subprocess.Popen[str]"
    client: Client


def review(desk: Desk, *options: str) -> "subprocess.Popen[str]":
    """Starts `grader review` as a user would."""
    command = [sys.executable, "-m", "grader", "review", "kadai1", "--course"]
    command += [str(desk.course.root), "-o", str(desk.out), "--lang", "en", *options]
    return subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )


@contextmanager
def page_process(desk: Desk, options: Sequence[str] = ()) -> Iterator[Page]:
    """Serves the page by `grader review`, and kills it in the end if it still runs."""
    process = review(desk, "--no-browser", *options)
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = ADDRESS.search(line)
        if found is None:
            said = process.communicate()
            raise AssertionError(f"{line}{said}")
        yield Page(process=process, client=Client(found[0]))
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


def copy_class(made: Path, folder: Path) -> Desk:
    """Copies a class, so that it may be changed."""
    shutil.copytree(made, folder, dirs_exist_ok=True)
    return open_desk(folder)
