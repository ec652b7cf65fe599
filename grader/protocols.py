"""The interfaces that the engine asks plugins for. PLUGIN names a plugin's implementations.

A Fragment is a plugin's contribution to a page, which needs no knowledge of its subject. Plugins
whose exercises call something in their own way implement `grader/cases/own_calls.py` as well. The
interfaces of LMSs are next to their data: `DownloadLayout` in
`grader/intake/layouts/preparing.py`, `GradebookFormat` in `grader/export/gradebook/written.py`.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any, Protocol, TypeVar

from msgspec import Struct, field

from grader.model.course import Assignment, Criterion, Exercise, Limits, RequiredChapter
from grader.model.document import Box, Document, MarkedPdf, PdfMark, Pixels, WordPages
from grader.model.errors import Message, shield
from grader.model.evidence import Evidence, ExerciseEvidence, Records
from grader.model.finding import Finding
from grader.model.gradebook import Note
from grader.model.machine import Capabilities
from grader.model.oral import OralQuestion
from grader.model.program import ProgramRun
from grader.model.reference import Reference
from grader.model.report import Chapter, ReportEvidence
from grader.model.scoresheet import ScoreSheet
from grader.model.submission import Submission
from grader.model.timing import Curve, Timing
from grader.observing import Setup, Tools
from grader.observing.measuring import Measure, TimingPlace, TimingRequest
from grader.plugins import inspectors, installed, load
from grader.sandbox import IsolationLevel, Sandbox
from grader.wording import Wording
from grader.wording.bilingual import Bilingual, BilingualText

Answer = TypeVar("Answer")


class About(Struct, frozen=True, kw_only=True):
    """The subject of a page: one exercise of a submission, or the whole submission."""

    evidence: Evidence
    assignment: Assignment
    findings: Sequence[Finding] = ()
    exercise: ExerciseEvidence | None = None  # None: the submission

    @property
    def records(self) -> Records:
        """The records of plugins about the subject; see `opened_record`."""
        return (self.exercise or self.evidence).records


class Classmate(Struct, frozen=True, kw_only=True):
    """One student of a class, with the data that a page about the class may use."""

    student: str
    href: str  # from the class page to the student's sheet; "" = no sheet
    timings: Mapping[str, Timing]  # by exercise; only measured ones


class Fragment(Struct, frozen=True, kw_only=True):
    """A piece of a page. Without a title it is shown among the facts of its exercise."""

    title: BilingualText = BilingualText("", "")
    rows: tuple[tuple[BilingualText, BilingualText], ...] = ()  # names with their values
    sentences: tuple[BilingualText, ...] = ()
    template: str = ""
    """A template in the plugin's folder `templates`, for pictures, tables, code with marks: for the
    plugin timing, "timing/exercise.html". It sees `part`."""
    part: Any = None
    anchors: Mapping[str, str] = field(default_factory=dict)
    """By the code of a check, the id of the template's element that the check examined."""
    pieces: Mapping[str, "Fragment"] = field(default_factory=dict)
    """Parts of the same content by name, for a page that shows them next to something else."""


class Shows(Protocol):
    """Shows a plugin's observations on a student's sheet and on the review page."""

    def show(self, about: About, words: Bilingual) -> Fragment | None:
        """Make a piece of a page about an exercise or submission; None if it would be empty."""


class SheetForm(Struct, frozen=True, kw_only=True):
    """A form for students on their own sheet: it creates a file, and sends nothing."""

    html: str  # inserted into the page as it is, so its texts must be escaped already
    script: str  # the only script that the page permits


class SheetForms(Protocol):
    """Offers a form on a student's sheet if the assignment requests one."""

    def __call__(self, sheet: ScoreSheet, assignment: Assignment) -> SheetForm | None:
        """Make the form in both languages; None if the sheet has none."""


def sheet_forms() -> SheetForms | None:
    """Find the plugin that offers a form; None if there is none."""
    found: SheetForms | None = _first(plugin.sheet_form for plugin in installed().values())
    return found


class ShowsClass(Protocol):
    """Shows a plugin's observations of a whole class."""

    def show_class(
        self, classmates: Sequence[Classmate], assignment: Assignment, words: Bilingual
    ) -> Sequence[Fragment]:
        """Make pieces of the page about a class."""


class Beside(Struct, frozen=True, kw_only=True):
    """A student's work to decide on, with people's notes for one plugin."""

    student: str
    evidence: Evidence
    assignment: Assignment
    results: Path  # the results folder
    notes: Sequence[Note]  # the valid ones of the plugin's kind
    clock: Callable[[datetime], BilingualText]  # formats a time in the course's zone
    shown: Callable[[str], str] = str  # masks a text on a blind page


class ShowsBeside(Protocol):
    """Shows a pane of the review page beside some criteria, in which people leave notes.

    The data to send is in an element of its template with `data-note` (the note's key) and
    `data-basis` (the time of the note that is shown): named fields, and buttons with `data-field`
    and `data-value` (see `static/beside.js`).
    """

    @property
    def kind(self) -> str:
        """The kind of its notes; it begins with the plugin's name."""

    def is_for(self, criterion: Criterion) -> bool:
        """Return whether the pane belongs to a criterion."""

    def show_beside(self, beside: Beside, words: Bilingual) -> Fragment:
        """Make the pane."""

    def note(self, beside: Beside, key: str, said: Mapping[str, str]) -> str:
        """Return the text of a note from a pane's input. Raises GraderError."""

    def tell(self, note: Note, words: Bilingual) -> BilingualText:
        """Summarise a note in one line, for the history."""


def beside_panes() -> Mapping[str, ShowsBeside]:
    """Return the plugins with panes beside criteria, by name."""
    return {
        plugin.name: load(plugin.shows_beside)
        for plugin in installed().values()
        if plugin.shows_beside
    }


class Writes(Protocol):
    """Writes keys of a sheet's JSON: null if it failed, absent if the plugin is not installed."""

    @property
    def sheet_keys(self) -> Mapping[str, Any]:
        """The keys of a sheet, each with its type."""

    @property
    def exercise_keys(self) -> Mapping[str, Any]:
        """The keys of each exercise of a sheet, each with its type."""

    def write(self, about: About) -> Mapping[str, object]:
        """Return the values of these keys for a sheet or an exercise, as plain as JSON."""


class Measures(Protocol):
    """Measures how long right programs take, after everything else has been observed."""

    def to_time(self, evidence: Evidence, setup: Setup) -> list[tuple[Exercise, ExerciseEvidence]]:
        """List the exercises of one submission that are to be measured, now or again."""

    def key(self, observation: str, exercise: Exercise) -> str:
        """Return a key of what the times depend on; `observation` is the evidence's key."""

    def machine(self, setup: Setup) -> str:
        """Describe the constant properties of this machine that times depend on."""

    def open(self, place: TimingPlace) -> Any:
        """Open, in a separate process, the resources that `measure` uses."""

    def measure(self, request: TimingRequest, here: Any) -> tuple[Timing, Mapping[str, Curve]]:
        """Time one exercise, and our own programs, with the result of `open`."""

    def quickly(
        self, setup: Setup, level: IsolationLevel, capabilities: Capabilities
    ) -> AbstractContextManager[tuple[Setup, Measure]]:
        """Open a quick measurement in this process, with the set-up of its short sweeps."""


def measurer() -> Measures | None:
    """Find the plugin that measures; None if there is none."""
    found: Measures | None = _first(plugin.measures for plugin in installed().values())
    return found


def _first(offered: Iterable[str]) -> Any:
    """Load the first one offered; None if there is none."""
    return next((load(name) for name in offered if name), None)


class RunsScripts(Protocol):
    """Runs a program as its author does, and grades exercises by it that have no function."""

    def begin(
        self, submission: Submission, assignment: Assignment, tools: Tools, *, own_program: bool
    ) -> None:
        """Start the children that `run` will need, while the exercises are observed."""

    def run(
        self,
        submission: Submission,
        observed: Mapping[str, ExerciseEvidence],
        setup: Setup,
        tools: Tools,
    ) -> tuple[dict[str, ExerciseEvidence], ProgramRun | None]:
        """Return the updated exercises by id, and the run; None if it was not run."""


def script_runner() -> RunsScripts | None:
    """Find the plugin that runs scripts; None if there is none."""
    found: RunsScripts | None = _first(plugin.runs for plugin in installed().values())
    return found


class Reports(Protocol):
    """Gives other parts access to reports: their pages, pictures and chapters."""

    def observed(self, evidence: Evidence) -> ReportEvidence | None:
        """Open the report's observation; None if the assignment requires no report."""

    def replaced(self, evidence: Evidence, report: ReportEvidence) -> Evidence:
        """Return the evidence with another report's observation in its place."""

    def lines(self, evidence: Evidence, assignment: Assignment, words: Wording) -> Iterator[str]:
        """Yield the report's observations for a terminal; nothing if it was unreadable."""

    def graphs(self, evidence: Evidence, words: Wording) -> Sequence[str]:
        """Return the labels or pages of the graphs seen in the report."""

    def key(self, submission: Submission, assignment: Assignment) -> str:
        """Return a key of what reading a submission's report depends on."""

    def read(self, sandbox: Sandbox, data: bytes) -> Document:
        """Read a report in a separate process. Raises SandboxUnavailable."""

    def draw(
        self, sandbox: Sandbox, data: bytes, numbers: Sequence[int]
    ) -> Iterator[tuple[int, Pixels | None]]:
        """Draw pages of a PDF until something fails; None for a page that cannot be drawn."""

    def has_office(self) -> bool:
        """Return whether the program that converts Word files to pages is installed."""

    def holds_office(self, level: IsolationLevel) -> bool:
        """Return whether a level of isolation can contain that program."""

    def written(self, sandbox: Sandbox, data: bytes) -> WordPages:
        """Convert a Word file to PDF. Raises SandboxUnavailable if that cannot be tried."""

    def marked(
        self, sandbox: Sandbox, data: bytes, marks: Sequence[PdfMark], words: Wording
    ) -> MarkedPdf:
        """Return a copy of a PDF with comments at the marked places. Raises SandboxUnavailable."""

    def png(self, pixels: Pixels) -> bytes:
        """Encode a page or picture that the sandbox drew as a PNG."""

    def painted_over(self, png: bytes, boxes: Sequence[Box]) -> bytes:
        """Paint parts of such a PNG grey; `boxes` are shares of its width and height."""

    def look(self, png: bytes) -> Any:
        """Prepare a figure of an outline for comparison; None if it cannot be compared."""

    def is_same(self, look: Any, other: Any) -> bool:
        """Return whether two prepared figures are the same picture, perhaps saved twice."""

    def headings(
        self, wanted: Iterable[RequiredChapter], chapters: Sequence[Chapter]
    ) -> Mapping[str, Chapter | None]:
        """Return the heading of every required chapter, by the chapter's id."""


def reports() -> Reports | None:
    """Return the plugin that reads reports; None if there is none."""
    found: Reports | None = _first(plugin.reports for plugin in installed().values())
    return found


def report_of(evidence: Evidence) -> ReportEvidence | None:
    """Open the report's observation; None if no report is required or no plugin reads them."""
    knows = reports()
    return knows.observed(evidence) if knows else None


def graphs_of(evidence: Evidence, words: Wording) -> Sequence[str]:
    """Return the graphs seen in a report; none if no plugin reads reports."""
    knows = reports()
    return knows.graphs(evidence, words) if knows else ()


class Work(Struct, frozen=True, kw_only=True):
    """One exercise of a submission, for questions to its author."""

    submission: Submission
    evidence: Evidence
    exercise: Exercise
    observed: ExerciseEvidence
    reference: Any  # as loaded by the exercise's kind
    tools: Tools
    rng: Random  # seeded by the files, so that a student gets the same questions again
    is_first: bool = True  # questions about all files are asked only with the first exercise


class Examines(Protocol):
    """Generates questions for a talk with the author of a program.

    The answers were executed or measured, with the same result when repeated.
    """

    def ask(self, work: Work) -> Iterator[OralQuestion]:
        """Yield questions, the best of each kind first; none if there is nothing to ask."""


def examiners() -> Iterator[Examines]:
    """Yield all plugins that generate questions."""
    for plugin in installed().values():
        if plugin.examines:
            yield load(plugin.examines)


class Inspector(Protocol):
    """Examines a submission after its exercises were observed and its script ran.

    Subclasses override only what differs. If a method raises, the batch continues as if the plugin
    had no answer; if `inspect` raises, the plugin's checks are `broken`.
    """

    def limits(self, assignment: Assignment) -> Sequence[Limits]:
        """List the limits of its runs: their memory determines the number of jobs."""
        del assignment
        return ()

    def begin(self, submission: Submission, assignment: Assignment, tools: Tools) -> None:
        """Start what it will need, so that it is ready when the exercises have been observed."""
        del submission, assignment, tools

    def holds(self, stored: Evidence, submission: Submission, setup: Setup, *, rerun: bool) -> bool:
        """Return whether it would still observe the same.

        `rerun`: the script, or some exercises, will be observed again.
        """
        del stored, submission, setup
        return not rerun

    def uses_times(self, evidence: Evidence) -> bool:
        """Return whether one of its checks compares its observations with measured times."""
        del evidence
        return False

    def inspect(
        self,
        submission: Submission,
        observed: Mapping[str, ExerciseEvidence],
        setup: Setup,
        tools: Tools,
    ) -> Mapping[str, object]:
        """Return records by exercise id; "" is the whole submission. No record means nothing found.

        A record is anything that `grader.records.to_plain` accepts. Programs are run through
        `tools.sandbox` only.
        """


def ask_inspectors(
    question: Callable[[Inspector], Answer], but_for: Collection[str] = ()
) -> list[Answer]:
    """Ask the inspectors of all plugins except `but_for`; one that raises gives no answer."""
    answers: list[Answer] = []
    for plugin in inspectors():
        if plugin.name not in but_for:
            with shield():
                answers.append(question(load(plugin.inspector)))
    return answers


def speaks_of_times(evidence: Evidence, words: Wording) -> bool:
    """Return whether a plugin found statements or graphs of growing times, worth a sweep."""
    asked = ask_inspectors(lambda inspector: inspector.uses_times(evidence))
    return any(asked) or bool(graphs_of(evidence, words))


class CheckPlace(Protocol):
    """Where `grader check` learns the task: a course, or a plugin's substitute."""

    @property
    def note(self) -> str:
        """The text of the UI below the findings; "" for none."""

    def assignments(self) -> Sequence[Assignment]:
        """Return the assignments that can be checked here."""

    def assignment(self, name: str) -> Assignment:
        """Find one by its id; raise GraderError, saying where it may be, if it is not here."""

    def assignment_of(self, path: Path) -> Assignment | None:
        """Return the assignment for an argument that is its file; None if it is not one."""

    def references(self, assignment: Assignment) -> Mapping[str, Reference]:
        """Load the reference of each exercise of arrays, by the exercise's id."""

    def setup(
        self, assignment: Assignment, machine: Mapping[str, str], here: Capabilities
    ) -> Setup:
        """Prepare everything that an observation depends on besides the submission."""


class CheckPlaces(Protocol):
    """Finds places for `grader check` other than courses."""

    @property
    def absent(self) -> Message:
        """Advice for the error if neither a place nor a course was found."""

    def find(self, start: Path) -> Path | None:
        """Walk up to the nearest such place or course; None if that is not one of this plugin's."""

    def open(self, path: Path) -> CheckPlace:
        """Open the result of `find`. Raises CourseError if it is invalid."""
