"""Show what changed: who decided what about a cell, and new versions of submissions.

Both are stored elsewhere (the decision log, `collect`'s folder .earlier) and only shown here. With
`blind=1`, nothing reveals the student.
"""

import math
import re
from collections.abc import Callable, Iterator, Sequence
from difflib import SequenceMatcher
from pathlib import Path

from flask import Blueprint, abort, render_template, request
from markupsafe import Markup
from msgspec import Struct

from grader.gradebook.desk import inbox
from grader.intake import UnreadSubmission, read_submission
from grader.intake.collecting.folders import EARLIER
from grader.model.course import Criterion
from grader.model.document import Document, FileKind, Hidden, Place
from grader.model.gradebook import Confirmation
from grader.model.scoresheet import Decision
from grader.model.submission import SourceFile, Submission
from grader.prose.splitting import split
from grader.protocols import report_of
from grader.review.page.beside import BesidePanes
from grader.review.page.code_view import MOST_FILES, code_text
from grader.review.page.live import ClassState
from grader.review.page.report_marks import squeezed, tells_of_somebody
from grader.review.page.report_pages import NotReady
from grader.review.page.report_pane import ReportPane
from grader.review.page.student import OpenedWork, StudentPages
from grader.store import same_files
from grader.wording.bilingual import NOTHING, BilingualText

MOST_VERSIONS = 6  # newest versions compared
MOST_UNITS = 4_000  # lines or sentences of one file that are compared
AROUND = 3  # unchanged lines shown around changed ones
DATE = re.compile(r"(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)")
MASKED = "…"


class PastDecision(Struct, frozen=True, kw_only=True):
    """A decision about one criterion of one student, or a confirmation."""

    at: BilingualText
    by: str
    kind: str  # "decided", "taken_back", "damaged", "confirmed" or "noted"
    before: float | None  # points that another person had given; None: by checks, or none
    points: float | None
    reason: str | BilingualText = ""
    title: BilingualText = NOTHING  # of the pane with the note
    other_files: bool = False  # the person saw other files than at the decision before


class ChangedRow(Struct, frozen=True, kw_only=True):
    """One line or sentence, or a number of unchanged ones."""

    kind: str  # "same", "added", "removed", "skipped"
    text: Markup = Markup()
    old: int = 0  # from 1
    new: int = 0
    skipped: int = 0


class ChangedFile(Struct, frozen=True, kw_only=True):
    """A file of a submission compared with its previous version."""

    name: str
    rows: Sequence[ChangedRow]
    added: int
    removed: int
    cut: bool = False


class EarlierVersion(Struct, frozen=True, kw_only=True):
    """Files replaced by newer ones, compared with those that count now."""

    name: str
    files: Sequence[ChangedFile]  # programs
    report: ChangedFile | None = None
    why: str = ""  # why the report is not compared: "reading", "unreadable"
    compared: bool = True  # whether anything was compared


class ChangesPages:
    """The history of cells, and differences between submissions."""

    def __init__(
        self, students: StudentPages, reports: ReportPane | None, beside: BesidePanes
    ) -> None:
        """Start without having read anything; without `reports` only programs are compared."""
        self._students, self._live, self._reports = students, students.live, reports
        self._beside = beside

    def blueprint(self) -> Blueprint:
        """Register the addresses."""
        pages = Blueprint("changes", __name__)
        pages.get("/student/<handle>/history")(self.history)
        pages.get("/student/<handle>/changes")(self.changes)
        return pages

    def history(self, handle: str) -> str:
        """Show who decided what about a criterion, when, from what and why."""
        whole = self._live.state()
        state = self._live.veil(whole)
        student = state.students.get(handle)
        if student is None:
            abort(404)
        confirmed = self._live.ask(lambda store, _: store.confirmations())
        kept_back = state.book.by_student[student] is not whole.book.by_student[student]
        own = [each for each in confirmed if each.student == student and not kept_back]
        wanted = request.args.get("criterion", "")
        cells = [
            (
                criterion,
                [
                    *self._past(student, criterion.id, state, own),
                    *self._noted(handle, student, criterion),
                ],
            )
            for criterion in state.book.assignment.rubric
            if wanted in ("", criterion.id)
        ]
        return render_template("pane_history.html", cells=cells)

    def _past(
        self, student: str, criterion: str, state: ClassState, confirmed: Sequence[Confirmation]
    ) -> Iterator[PastDecision]:
        decisions = [
            each for each in state.log if (each.student, each.criterion) == (student, criterion)
        ]
        records: list[Decision | Confirmation] = [*decisions, *confirmed]
        before: Decision | None = None
        for record in sorted(records, key=lambda each: each.at):  # stable
            at = self._students.clock(record.at)
            if isinstance(record, Confirmation):
                points = record.points.get(criterion)
                yield PastDecision(
                    at=at, by=record.by, kind="confirmed", before=None, points=points
                )
                continue
            damaged = record.points is not None and math.isnan(record.points)
            taken = record.points is None
            yield PastDecision(
                at=at,
                by=record.by,
                kind="damaged" if damaged else "taken_back" if taken else "decided",
                before=before.points if before else None,
                points=None if damaged else record.points,
                reason=record.reason,
                other_files=before is not None and not same_files(before.evidence, record.evidence),
            )
            before = None if damaged else record

    def _noted(self, handle: str, student: str, criterion: Criterion) -> Iterator[PastDecision]:
        """Yield what people noted beside the criterion, as far as the viewer may see it."""
        past = self._beside.past(criterion, student)
        work = self._students.work(handle) if past else None
        for title, note, told in past:
            shown = work.shown if work is not None else str
            yield PastDecision(
                at=self._students.clock(note.at),
                by=note.by,
                kind="noted",
                before=None,
                points=None,
                reason=BilingualText(shown(told.ja), shown(told.en)),
                title=title,
            )

    def changes(self, handle: str) -> str:
        """Show the differences from earlier submissions: lines of programs, sentences."""
        work = self._students.work(handle)
        if work is None:
            return self._students.nothing(handle)
        versions = list(self._versions(work))
        return render_template(
            "pane_changes.html",
            handle=handle,
            blind=work.blind is not None,
            versions=versions,
            sources_why=work.handed.sources_why,
            report_why=work.handed.report_why,
            reading=any(version.why == "reading" for version in versions),
        )

    def _versions(self, work: OpenedWork) -> Iterator[EarlierVersion]:
        assignment = self._live.desk.assignment
        for folder in self._folders(work.raw.student):
            unread = UnreadSubmission(student=work.raw.student, root=folder)
            old = read_submission(unread, assignment)
            programs, (report, why) = list(_programs(old, work)), self._report(old, work)
            yield EarlierVersion(
                name=_dated(folder.name),
                files=[each for each in programs if _differs(each)],
                report=report if report and _differs(report) else None,
                why=why,
                compared=bool(programs or report),
            )

    def _folders(self, student: str) -> Sequence[Path]:
        """List a student's earlier submissions, newest first. Links are not followed."""
        state = self._live.state()
        root = state.folder or inbox(self._live.desk.course, self._live.desk.assignment.id)
        name = self._students.submissions.folder_of(student, state)
        place = next((each for each in _folders_in(root / EARLIER) if each.name == name), None)
        found = sorted(_folders_in(place), key=_order, reverse=True) if place else []
        return found[:MOST_VERSIONS]

    def _report(self, old: Submission, work: OpenedWork) -> tuple[ChangedFile | None, str]:
        now = work.handed.report
        if self._reports is None or old.report is None or now is None:
            return None, ""
        name = work.named(report.file if (report := report_of(work.raw)) else "")
        if old.report.digest == now.digest:
            return ChangedFile(name=name, rows=(), added=0, removed=0), ""
        before, after = (self._reports.document(each) for each in (old.report, now))
        if isinstance(before, NotReady) or isinstance(after, NotReady):
            return None, "reading"
        if before is None or after is None:
            return None, "unreadable"
        texts = [_sentences(each, work) for each in (before, after)]
        return compare(name, *texts, key=squeezed, around=1), ""


def _programs(old: Submission, work: OpenedWork) -> Iterator[ChangedFile]:
    """Compare files of the same name; the main files even if their names differ."""
    now = {source.name: source for source in work.handed.sources}
    if not now:
        return
    before = {source.name: source for source in _sources(old)}
    main = next(iter(work.handed.sources))
    if old.main is not None and old.main.name not in now and main.name not in before:
        before[main.name] = before.pop(old.main.name)
    # A folder of earlier files contains only replaced ones: a missing file is no difference.
    for name, source in list(before.items())[:MOST_FILES]:
        lines = now[name].text.split("\n") if name in now else []
        yield compare(work.named(name), source.text.split("\n"), lines, shown=work.shown)


def _differs(changed: ChangedFile) -> bool:
    return bool(changed.added or changed.removed)


def _sources(submission: Submission) -> Sequence[SourceFile]:
    return (*((submission.main,) if submission.main else ()), *submission.helpers)


def compare(  # noqa: PLR0913  two texts, how they are compared and how they are shown
    name: str,
    old: Sequence[str],
    new: Sequence[str],
    *,
    shown: Callable[[str], str] = str,
    key: Callable[[str], str] = str.rstrip,
    around: int = AROUND,
) -> ChangedFile:
    """Compare two texts unit by unit, up to a limit."""
    cut = max(len(old), len(new)) > MOST_UNITS
    old, new = old[:MOST_UNITS], new[:MOST_UNITS]
    matcher = SequenceMatcher(None, [key(each) for each in old], [key(each) for each in new])
    rows: list[ChangedRow] = []
    opcodes = matcher.get_opcodes()
    for place, (tag, first, last, start, end) in enumerate(opcodes):
        if tag == "equal":
            ahead = around if place else 0
            behind = around if place < len(opcodes) - 1 else 0
            for at in range(last - first):
                if at < ahead or at >= last - first - behind:
                    text = code_text(shown(new[start + at]))
                    rows.append(
                        ChangedRow(kind="same", text=text, old=first + at + 1, new=start + at + 1)
                    )
                elif rows and rows[-1].kind == "skipped":
                    rows[-1] = ChangedRow(kind="skipped", skipped=rows[-1].skipped + 1)
                else:
                    rows.append(ChangedRow(kind="skipped", skipped=1))
            continue
        rows += [
            ChangedRow(kind="removed", text=code_text(shown(old[at])), old=at + 1)
            for at in range(first, last)
        ]
        rows += [
            ChangedRow(kind="added", text=code_text(shown(new[at])), new=at + 1)
            for at in range(start, end)
        ]
    kinds = [row.kind for row in rows]
    added, removed = kinds.count("added"), kinds.count("removed")
    return ChangedFile(name=name, rows=rows, added=added, removed=removed, cut=cut)


def _sentences(document: Document, work: OpenedWork) -> list[str]:
    """Split a report into sentences; they may span lines of a PDF, but not Word's paragraphs.

    On a blind page the cover is left out, and lines that reveal an identity are masked.
    """
    lines = [
        line
        for line in document.lines
        if line.hidden is Hidden.NO and line.place not in (Place.HEADER, Place.FOOTER)
    ]
    texts = [line.text.strip() for line in lines]
    if work.blind is not None:
        report = report_of(work.raw)
        chapters = report.outline.chapters if report and report.outline else ()
        heading = squeezed(chapters[0].text) if chapters else ""
        begins = (at for at, text in enumerate(texts) if heading and heading in squeezed(text))
        lines = lines[(first := next(begins, 0)) :]
        texts = [MASKED if tells_of_somebody(text, work.blind) else text for text in texts[first:]]
    if document.kind is not FileKind.PDF:
        return [sentence for text in texts for sentence in split(text)]
    blocks: list[str] = []
    alone = True
    for line, text in zip(lines, texts, strict=True):
        if alone or line.level:
            blocks.append(text)
        else:
            gap = " " if blocks[-1][-1:].isascii() and text[:1].isascii() else ""
            blocks[-1] += gap + text
        alone = bool(line.level)
    return [sentence for block in blocks for sentence in split(block)]


def _folders_in(folder: Path) -> list[Path]:
    try:
        return [each for each in folder.iterdir() if each.is_dir() and not each.is_symlink()]
    except OSError:
        return []


def _order(folder: Path) -> list[int]:
    """Return a sort key: attempt number, else the time; a folder without either comes first."""
    return [int(digits) for digits in re.findall(r"\d+", folder.name)]


def _dated(name: str) -> str:
    found = DATE.fullmatch(name)
    return "{}-{}-{} {}:{}:{}".format(*found.groups()) if found else name
