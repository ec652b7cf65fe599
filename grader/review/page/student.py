"""One student: report, evidence and program side by side, and the points.

Each pane is a separate fragment, so that other pages can show it too. With `blind=1`, no answer
reveals the student.
"""

from collections import OrderedDict
from collections.abc import Sequence
from datetime import datetime
from threading import Lock
from zoneinfo import ZoneInfo

from flask import Blueprint, abort, render_template, request
from msgspec import Struct

from grader.export.cards import make_card
from grader.export.sheet_view import SheetView, view_sheet
from grader.model.evidence import Evidence
from grader.model.finding import Finding
from grader.model.gradebook import Grade
from grader.model.scoresheet import ScoreSheet
from grader.protocols import report_of
from grader.review.page.blinding import Blind
from grader.review.page.code_view import MOST_FILES, view_code
from grader.review.page.criterion import buttons
from grader.review.page.live import ClassState, LiveGradebook
from grader.review.page.saving import grade_state
from grader.review.page.submissions import Handed, Submissions
from grader.wording.bilingual import Bilingual, BilingualText

REMEMBERED = 60  # cached fragments of evidence


class OpenedWork(Struct, frozen=True, kw_only=True):
    """One student's work, as visible to a reader who may be blind."""

    handle: str
    evidence: Evidence
    sheet: ScoreSheet
    raw: Evidence  # unmasked: for lookups, never shown on a page
    findings: Sequence[Finding]  # unmasked, in the sheet's order
    handed: Handed
    blind: Blind | None

    def shown(self, text: str) -> str:
        """Mask a text on a blind page."""
        return text if self.blind is None else self.blind.text(text)

    def named(self, name: str) -> str:
        """Return a file's name, neutral on a blind page."""
        return name if self.blind is None else self.blind.file(name)


class StudentPages:
    """Serves the panes of a student's page."""

    def __init__(self, live: LiveGradebook, words: Bilingual) -> None:
        """Start without having read anything."""
        self.live, self.words = live, words
        self.submissions = Submissions(live.desk)
        self._drawing = Lock()  # plots are drawn by one thread at a time
        self._remembered: OrderedDict[tuple[str, bool], tuple[object, str]] = OrderedDict()

    def blueprint(self) -> Blueprint:
        """Register the addresses."""
        pages = Blueprint("student", __name__)
        pages.get("/student/<handle>")(self.view)
        pages.get("/student/<handle>/evidence")(self.evidence)
        pages.get("/student/<handle>/program")(self.program)
        return pages

    def view(self, handle: str) -> str:
        """Show the panes and the points."""
        state = self.live.shown()
        grade = _grade(state, handle)
        order = [state.handles[grade.student] for grade in state.book.grades]
        at = order.index(handle)
        return render_template(
            "student.html",
            handle=handle,
            blind=_is_blind(),
            grade=grade,
            place=at + 1,
            count=len(order),
            before=order[at - 1] if at else None,
            after=order[at + 1] if at + 1 < len(order) else None,
            now=grade_state(grade, state),
            confirmed=self._confirmed(grade),
            buttons={
                criterion.id: list(buttons(criterion.points))
                for criterion in state.book.assignment.rubric
            },
        )

    def clock(self, at: datetime) -> BilingualText:
        """Format a time to the minute, in the course's zone."""
        here = at.astimezone(ZoneInfo(self.live.desk.course.zone))
        texts = [
            words.text(
                "page.time",
                year=str(here.year),
                month=words.text(f"page.months.{here.month}"),
                day=str(here.day),
                clock=f"{here:%H:%M}",
            )
            for words in (self.words.ja, self.words.en)
        ]
        return BilingualText(*texts)

    def _confirmed(self, grade: Grade) -> BilingualText | None:
        """Word who confirmed the points, and when."""
        if grade.confirmed is None:
            return None
        at, by = self.clock(grade.confirmed.at), grade.confirmed.by
        return BilingualText(
            self.words.ja.text("page.student.confirmed", by=by, at=at.ja),
            self.words.en.text("page.student.confirmed", by=by, at=at.en),
        )

    def evidence(self, handle: str) -> str:
        """Show what was observed: claims beside measurements, graphs beside plots, findings."""
        work = self.work(handle)
        if work is None:
            return self.nothing(handle)
        blind = work.blind is not None
        known = work.evidence.key, work.sheet.findings, work.handed.report_why
        with self._drawing:
            before = self._remembered.get((handle, blind))
            if before is not None and before[0] == known:
                return before[1]
            view = self.sheet_view(work)
            report = report_of(work.evidence)
            outline = report.outline if report else None
            fragment = render_template(
                "pane_evidence.html",
                handle=handle,
                blind=blind,
                view=view,
                runs=[
                    *(("", run) for run in view.runs),
                    *((exercise.name, exercise.run) for exercise in view.exercises),
                ],
                ids=[] if blind or outline is None else outline.students,
            )
            self._remembered[handle, blind] = known, fragment
            if len(self._remembered) > REMEMBERED:
                self._remembered.popitem(last=False)
            return fragment

    def program(self, handle: str) -> str:
        """Show the program with findings at their lines."""
        work = self.work(handle)
        if work is None:
            return self.nothing(handle)
        cards = [make_card(finding, work.evidence, self.words) for finding in work.sheet.findings]
        files, cards_elsewhere = view_code(
            work.handed.sources,
            zip(work.findings, cards, strict=True),
            work.raw,
            work.shown,
            work.named,
        )
        return render_template(
            "pane_program.html",
            handle=handle,
            blind=work.blind is not None,
            why=work.handed.sources_why,
            files=files,
            found=cards_elsewhere,
            more=max(0, len(work.handed.sources) - MOST_FILES),
            view=self.sheet_view(work),
        )

    def work(self, handle: str) -> OpenedWork | None:
        """Return a student's work; None if nothing was graded."""
        state = self.live.shown()
        grade = _grade(state, handle)
        evidence = self.live.evidence(grade.student)
        if evidence is None or grade.sheet is None:
            return None
        blind = Blind(state.book, evidence) if _is_blind() else None
        return OpenedWork(
            handle=handle,
            evidence=evidence if blind is None else blind.evidence(evidence),
            sheet=grade.sheet if blind is None else blind.sheet(grade.sheet),
            raw=evidence,
            findings=grade.sheet.findings,
            handed=self.submissions.of(grade.student, state, evidence),
            blind=blind,
        )

    def sheet_view(self, work: OpenedWork) -> SheetView:
        """Return the view of a sheet."""
        return view_sheet(work.sheet, work.evidence, self.live.desk.assignment, self.words)

    def nothing(self, handle: str) -> str:
        """Render a pane that says why there is nothing to show."""
        graded = _grade(self.live.state(), handle).sheet is not None
        return because("no_evidence" if graded else "not_graded")


def _grade(state: ClassState, handle: str) -> Grade:
    grade = state.grade(handle)
    if grade is None:
        abort(404)
    return grade


def because(why: str) -> str:
    """Render a pane that says why it is empty."""
    return render_template("pane_nothing.html", why=why)


def _is_blind() -> bool:
    """Return whether the page is to be blind; any value but "0" counts as yes."""
    return request.args.get("blind", "0") != "0"
