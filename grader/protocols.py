"""What the engine asks of plugins. Each Protocol fits a screen; PLUGIN names the implementation.

A Fragment is what a plugin gives a page to show: it needs no knowledge of its subject. Of plugins
whose exercises call something in their own way, `grader/cases/own_calls.py` asks more. What
an LMS knows is asked beside the data it is asked with: `DownloadLayout` in
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
        """The records of plugins about it; see `opened_record`."""
        return (self.exercise or self.evidence).records


class Classmate(Struct, frozen=True, kw_only=True):
    """One student of a class, as far as a page about the class may use them."""

    student: str
    href: str  # from the class page to the student's sheet; "" = no sheet
    timings: Mapping[str, Timing]  # by exercise; those measured


class Fragment(Struct, frozen=True, kw_only=True):
    """A piece of a page. Without a title it stands among the facts of its exercise."""

    title: BilingualText = BilingualText("", "")
    rows: tuple[tuple[BilingualText, BilingualText], ...] = ()  # names with their values
    sentences: tuple[BilingualText, ...] = ()
    template: str = ""
    """A template of the plugin's folder `templates`, as "timing/exercise.html" of the plugin
    timing: pictures, tables, code with marks. It sees `part`."""
    part: Any = None
    anchors: Mapping[str, str] = field(default_factory=dict)
    """By the code of a check, the id of the element of the template that it looked at."""
    pieces: Mapping[str, "Fragment"] = field(default_factory=dict)
    """The same in pieces by name, for a page that shows them beside something else."""


class Shows(Protocol):
    """Shows what a plugin observed, on a student's sheet and on the review page."""

    def show(self, about: About, words: Bilingual) -> Fragment | None:
        """Make a piece of a page about an exercise, or a submission. None: nothing to show."""


class SheetForm(Struct, frozen=True, kw_only=True):
    """A form for students on their own sheet: it makes a file, and sends nothing anywhere."""

    html: str  # as it is put into the page, so all that is shown in it is escaped
    script: str  # the page lets this one run, and no other


class SheetForms(Protocol):
    """Offers a form on the sheet of a student, where the assignment asks for one."""

    def __call__(self, sheet: ScoreSheet, assignment: Assignment) -> SheetForm | None:
        """Make the form in both languages. None: the sheet has none."""


def sheet_forms() -> SheetForms | None:
    """Find the plugin that offers a form; None without one."""
    found: SheetForms | None = _first(plugin.sheet_form for plugin in installed().values())
    return found


class ShowsClass(Protocol):
    """Shows what a plugin observed of a whole class."""

    def show_class(
        self, classmates: Sequence[Classmate], assignment: Assignment, words: Bilingual
    ) -> Sequence[Fragment]:
        """Make pieces of the page about a class."""


class Beside(Struct, frozen=True, kw_only=True):
    """A student to decide about, with people's notes for one plugin."""

    student: str
    evidence: Evidence
    assignment: Assignment
    results: Path  # the folder
    notes: Sequence[Note]  # that count, of the kind that the plugin names
    clock: Callable[[datetime], BilingualText]  # writes a time in the course's zone
    shown: Callable[[str], str] = str  # masks a text on a blind page


class ShowsBeside(Protocol):
    """Shows a pane of the review page beside some criteria, in which people leave notes.

    Its template puts what is sent into an element with `data-note`, the note's key, and
    `data-basis`, the time of the note that is shown: fields with names, and buttons with
    `data-field` and `data-value` (see `static/beside.js`).
    """

    @property
    def kind(self) -> str:
        """The kind of its notes: the plugin's name first."""

    def is_for(self, criterion: Criterion) -> bool:
        """Return whether the pane is beside a criterion."""

    def show_beside(self, beside: Beside, words: Bilingual) -> Fragment:
        """Make the pane."""

    def note(self, beside: Beside, key: str, said: Mapping[str, str]) -> str:
        """Return the text of a note from a pane's input. Raises GraderError."""

    def tell(self, note: Note, words: Bilingual) -> BilingualText:
        """Word a note in one line, for the history."""


def beside_panes() -> Mapping[str, ShowsBeside]:
    """Find the plugins with a pane beside some criteria, by name."""
    return {
        plugin.name: load(plugin.shows_beside)
        for plugin in installed().values()
        if plugin.shows_beside
    }


class Writes(Protocol):
    """Writes keys of a sheet's JSON: null where it went wrong, absent where it is not installed."""

    @property
    def sheet_keys(self) -> Mapping[str, Any]:
        """The keys of a sheet, each with its type."""

    @property
    def exercise_keys(self) -> Mapping[str, Any]:
        """The keys of each exercise of a sheet, each with its type."""

    def write(self, about: About) -> Mapping[str, object]:
        """Return the values of the one or the other, as plain as JSON."""


class Measures(Protocol):
    """Measures how long right programs take, when everything else has been observed."""

    def to_time(self, evidence: Evidence, setup: Setup) -> list[tuple[Exercise, ExerciseEvidence]]:
        """List the exercises of one submission that are to be measured, now or again."""

    def key(self, observation: str, exercise: Exercise) -> str:
        """Return a key of what the times depend on; `observation` is the key of the evidence."""

    def machine(self, setup: Setup) -> str:
        """Describe everything constant about this machine that times depend on."""

    def open(self, place: TimingPlace) -> Any:
        """Opens, in a process of its own, what `measure` works with."""

    def measure(self, request: TimingRequest, here: Any) -> tuple[Timing, Mapping[str, Curve]]:
        """Time one exercise with what `open` returned, and our own programs."""

    def quickly(
        self, setup: Setup, level: IsolationLevel, capabilities: Capabilities
    ) -> AbstractContextManager[tuple[Setup, Measure]]:
        """Open what measures in this process for seconds, with the setup of these sweeps."""


def measurer() -> Measures | None:
    """Find the plugin that measures; None without one."""
    found: Measures | None = _first(plugin.measures for plugin in installed().values())
    return found


def _first(offered: Iterable[str]) -> Any:
    """Load the first that is offered; None where nothing is."""
    return next((load(name) for name in offered if name), None)


class RunsScripts(Protocol):
    """Runs a program as its author does, and grades by it exercises that have no function."""

    def begin(
        self, submission: Submission, assignment: Assignment, tools: Tools, *, own_program: bool
    ) -> None:
        """Begin the children that `run` will need, while the exercises are observed."""

    def run(
        self,
        submission: Submission,
        observed: Mapping[str, ExerciseEvidence],
        setup: Setup,
        tools: Tools,
    ) -> tuple[dict[str, ExerciseEvidence], ProgramRun | None]:
        """Return the exercises as they are then, by id, and the run; None: it was not run."""


def script_runner() -> RunsScripts | None:
    """Find the plugin that runs scripts; None without one."""
    found: RunsScripts | None = _first(plugin.runs for plugin in installed().values())
    return found


class Reports(Protocol):
    """Gives other parts access to reports: their pages, pictures and chapters."""

    def observed(self, evidence: Evidence) -> ReportEvidence | None:
        """Open the report's observation; None if the assignment requires no report."""

    def replaced(self, evidence: Evidence, report: ReportEvidence) -> Evidence:
        """Return the evidence with another report's observation in its place."""

    def lines(self, evidence: Evidence, assignment: Assignment, words: Wording) -> Iterator[str]:
        """Yield the observations of the report, for a terminal; nothing if it was unreadable."""

    def graphs(self, evidence: Evidence, words: Wording) -> Sequence[str]:
        """Return the labels or pages of the graphs seen in the report."""

    def key(self, submission: Submission, assignment: Assignment) -> str:
        """Return a key of what reading a submission's report depends on."""

    def read(self, sandbox: Sandbox, data: bytes) -> Document:
        """Read a report in a process of its own. Raises SandboxUnavailable."""

    def draw(
        self, sandbox: Sandbox, data: bytes, numbers: Sequence[int]
    ) -> Iterator[tuple[int, Pixels | None]]:
        """Draw pages of a PDF, until something goes wrong; None: this one cannot be drawn."""

    def has_office(self) -> bool:
        """Return whether the program is here that writes Word files as pages."""

    def holds_office(self, level: IsolationLevel) -> bool:
        """Return whether that program has walls around it at a level of isolation."""

    def written(self, sandbox: Sandbox, data: bytes) -> WordPages:
        """Convert a Word file to PDF. Raises SandboxUnavailable where this cannot be tried."""

    def marked(
        self, sandbox: Sandbox, data: bytes, marks: Sequence[PdfMark], words: Wording
    ) -> MarkedPdf:
        """Return a copy of a PDF with comments at the marked places. Raises SandboxUnavailable."""

    def png(self, pixels: Pixels) -> bytes:
        """Write a page or a picture, as the sandbox drew it, as a PNG."""

    def painted_over(self, png: bytes, boxes: Sequence[Box]) -> bytes:
        """Paint parts of such a page grey; `boxes` are shares of its width and height."""

    def look(self, png: bytes) -> Any:
        """Prepare a figure of an outline for comparing; None: there is nothing to compare."""

    def is_same(self, look: Any, other: Any) -> bool:
        """Return whether two figures, as `look` prepared them, are one picture saved twice."""

    def headings(
        self, wanted: Iterable[RequiredChapter], chapters: Sequence[Chapter]
    ) -> Mapping[str, Chapter | None]:
        """Find the heading of every required chapter, by its id."""


def reports() -> Reports | None:
    """Return the plugin that reads reports; None without one."""
    found: Reports | None = _first(plugin.reports for plugin in installed().values())
    return found


def report_of(evidence: Evidence) -> ReportEvidence | None:
    """Open the report's observation; None if no report is required or no plugin reads them."""
    knows = reports()
    return knows.observed(evidence) if knows else None


def graphs_of(evidence: Evidence, words: Wording) -> Sequence[str]:
    """Return the graphs seen in a report; none where no plugin reads reports."""
    knows = reports()
    return knows.graphs(evidence, words) if knows else ()


class Work(Struct, frozen=True, kw_only=True):
    """One exercise of a submission, to ask its author about."""

    submission: Submission
    evidence: Evidence
    exercise: Exercise
    observed: ExerciseEvidence
    reference: Any  # what its kind loads
    tools: Tools
    rng: Random  # the same for the same files: a student is asked the same again
    is_first: bool = True  # of the exercises: what is about all files is asked with this one


class Examines(Protocol):
    """Makes questions for a talk with the author of a program.

    The answers were executed or measured, and were the same when that was repeated.
    """

    def ask(self, work: Work) -> Iterator[OralQuestion]:
        """Yield questions, the best of each kind first; none where nothing can be asked."""


def examiners() -> Iterator[Examines]:
    """Find all who ask."""
    for plugin in installed().values():
        if plugin.examines:
            yield load(plugin.examines)


class Inspector(Protocol):
    """Looks at a submission once more when its exercises have been observed and its script ran.

    Who derives from it says only what is otherwise. A method that raises ends nothing: it is taken
    for one that says nothing, and what `inspect` raises makes this plugin's checks `broken`.
    """

    def limits(self, assignment: Assignment) -> Sequence[Limits]:
        """List the limits of its runs: their memory determines the number of jobs."""
        del assignment
        return ()

    def begin(self, submission: Submission, assignment: Assignment, tools: Tools) -> None:
        """Start what it will need, to be ready while the exercises are observed."""
        del submission, assignment, tools

    def holds(self, stored: Evidence, submission: Submission, setup: Setup, *, rerun: bool) -> bool:
        """Return whether it would now observe the same as it did then.

        `rerun`: the script, or some of the exercises, are observed again.
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
        """Return records by exercise id; "" is the submission as a whole. Nothing: no record.

        A record is anything that `grader.records.to_plain` takes. It runs what it wants to run
        through `tools.sandbox`.
        """


def ask_inspectors(
    question: Callable[[Inspector], Answer], but_for: Collection[str] = ()
) -> list[Answer]:
    """Ask the inspectors of all plugins but some; one that raises gives no answer."""
    answers: list[Answer] = []
    for plugin in inspectors():
        if plugin.name not in but_for:
            with shield():
                answers.append(question(load(plugin.inspector)))
    return answers


def speaks_of_times(evidence: Evidence, words: Wording) -> bool:
    """Return whether a plugin read or saw how times grow: then a sweep is worth its seconds."""
    asked = ask_inspectors(lambda inspector: inspector.uses_times(evidence))
    return any(asked) or bool(graphs_of(evidence, words))


class CheckPlace(Protocol):
    """Where `grader check` learns the task: a course, or a plugin's substitute."""

    @property
    def note(self) -> str:
        """The text of the UI that is shown after the findings; "" for none."""

    def assignments(self) -> Sequence[Assignment]:
        """List what can be checked here."""

    def assignment(self, name: str) -> Assignment:
        """Find one by its id; a GraderError says that it is not here, and where it may be."""

    def assignment_of(self, path: Path) -> Assignment | None:
        """Return the assignment for a file named in its place; None if it is not a file."""

    def references(self, assignment: Assignment) -> Mapping[str, Reference]:
        """Load what each exercise of arrays is compared with, by the exercise's id."""

    def setup(
        self, assignment: Assignment, machine: Mapping[str, str], here: Capabilities
    ) -> Setup:
        """Prepare what an observation depends on besides the submission."""


class CheckPlaces(Protocol):
    """Finds places for `grader check` other than courses."""

    @property
    def absent(self) -> Message:
        """What to do if a place was intended, for the error when there is no course either."""

    def find(self, start: Path) -> Path | None:
        """Walk up to the nearest such place or course; None if that is not one of this plugin's."""

    def open(self, path: Path) -> CheckPlace:
        """Open the result of `find`. Raises CourseError if something is wrong with it."""
