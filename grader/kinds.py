"""The interface of a kind of exercise, the engine's own kind, and the lookup of kinds.

Most exercises are written in Python, which the engine reads and runs itself. Another kind is a
plugin that names an object with all of `ExerciseKind`; the rooms ask it here, and name no kind.
What a program is asked, and what is right, a plugin knows as well: `AsksPrograms`. Where a plugin
is not installed, its exercises wait: see `absent_plugin`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import cache
from typing import Any, Protocol

from msgspec import Struct

from grader.model.calling import Convention
from grader.model.course import ARRAYS, KINDS, Assignment, Backend, Course, Exercise, Limits
from grader.model.errors import Message
from grader.model.evidence import ExerciseEvidence, Records
from grader.model.finding import PLUGIN, Finding, LazyText
from grader.model.machine import Capabilities
from grader.model.run import RunRecord
from grader.model.running import Opener, Program, SandboxDoor
from grader.model.static import SourceFacts, Way
from grader.model.submission import Submission
from grader.plugins import Plugin, installed, load
from grader.records import packed_record


class SourceRead(Struct, frozen=True, kw_only=True):
    """What the text of a submission reveals about one exercise."""

    submission: Submission  # as it was read: some of its text may have been left out
    facts: SourceFacts
    record: object = None  # of the kind's own; it becomes a record of the exercise's evidence


class SourceReader(Protocol):
    """Reads hostile text in a process of its own, under limits."""

    def read(self, submission: Submission, exercise: Exercise) -> SourceFacts:
        """Return what the source says about one exercise."""

    def compare(
        self, submission: Submission, versions: Iterable[str]
    ) -> Mapping[str, Mapping[str, str]]:
        """Find the files that versions of Python cannot read; see source.SourceReader."""

    def read_with(self, function: str, request: object) -> tuple[SourceFacts, Any]:
        """Let a function of a plugin read, "our_fortran.reading:read"; see source.SourceReader."""


class ReadingTools(Protocol):
    """The tools of one worker; see observing.Tools."""

    @property
    def reader(self) -> SourceReader:
        """The reader of source text."""

    @property
    def sandbox(self) -> SandboxDoor:
        """The sandbox that runs programs."""

    @property
    def self_check(self) -> Callable[[Exercise, Any, SandboxDoor], str]:
        """The function that runs a right program of ours here; see observing.SelfChecks."""


class Workshop(Opener, Protocol):
    """How a sandbox runs programs of a kind that is not Python."""

    def origins(self, limits: Limits) -> Iterator[tuple[Any, Limits, Any]]:
        """Yield what its children are forked from: libraries, limits, mounts."""

    def close(self) -> None:
        """Remove what it left behind."""


class Drafting(Protocol):
    """How to write a new assignment with exercises of a kind."""

    passed: tuple[str, ...]  # the checks that a right example passes
    result: LazyText  # where a function puts its result
    allowed: LazyText  # what may be used

    @property
    def starter(self) -> str:
        """A template of jinja: what students begin with."""

    def renamed(self, program: str, function: str, entry: str) -> str | None:
        """Call a function of the program otherwise; None when it has none of that name."""

    def parameters(self, program: str, function: str) -> tuple[str, ...]:
        """Return a function's parameters as they are written; without a program, the usual ones."""

    def spoilt(self, program: str, entry: str, right: str) -> str | None:
        """Add an entry that spoils what `right` gives with zeros; None: it cannot be written."""


class FormRequest(Struct, frozen=True, kw_only=True):
    """An instructor's specification of a new exercise: `grader new --form`."""

    title: str  # in every language, for a comment
    source: str  # the file that students submit
    examples: tuple[str, ...]  # as they were typed


class FormExample(Struct, frozen=True, kw_only=True):
    """A program for the folder `examples` of a new assignment."""

    name: str
    program: str
    about: LazyText  # what it does
    failed: tuple[str, ...] = ()  # checks; none = it is right


class FormDraft(Struct, frozen=True, kw_only=True):
    """A new exercise in a form that a plugin has."""

    entry: str
    shown: str  # what has to be written, as the handout names it
    calls: str  # the plugin's word
    table: Mapping[str, Any]  # [exercise.PLUGIN]
    about_table: LazyText  # a comment above it
    checks: tuple[str, ...]  # what decides the points
    passed: tuple[str, ...]  # what the right example passes
    starter: str
    reference: str  # with FILL IN where the instructor goes on
    heading: LazyText  # of the part of the handout that follows
    promises: Mapping[str, str]  # Markdown, by language
    examples: tuple[FormExample, ...]
    imports: tuple[str, ...] = ()  # modules that it allows beside the usual ones
    backend: Backend = Backend.PYTHON  # the plainest that it can be written with


class DraftsForm(Protocol):
    """Writes a new exercise of one form from examples; see Plugin.forms."""

    example: str  # an example for an error message

    def draft(self, request: FormRequest) -> FormDraft:
        """Make all of it. Raises CourseError with the problems of the examples."""


class ExerciseKind(Protocol):
    """Everything that the engine asks about one kind of exercise."""

    name: str  # of its plugin; "" for the engine's own
    suffixes: tuple[str, ...]  # of a source's name, the likeliest first
    helper: str  # how files end that a source may take in
    is_python: bool  # sources are read, changed, probed and run as scripts as Python is
    way: Way | None  # how programs of ours are called, where types say how
    layouts: int  # how often a process calls a function that is called once
    limits: tuple[Limits, ...]  # of what runs for it beside the programs
    reads_with: tuple[str, ...]  # modules that reading its sources takes

    def drafting(self) -> Drafting | None:
        """Return what new assignments are written with; None: as for Python."""

    def libraries(self, exercise: Exercise) -> Iterable[str] | None:
        """Return the libraries to look for; None: those that the exercise and its backend use."""

    def versions(self, wanted: Iterable[str]) -> Mapping[str, str]:
        """Find what of that no package is, with its version."""

    def missing(
        self, exercise: Exercise, here: Capabilities, reached: tuple[str, ...]
    ) -> tuple[str, ...]:
        """Return what the exercise needs and this machine lacks; see Capabilities.missing."""

    def read(self, submission: Submission, exercise: Exercise, tools: ReadingTools) -> SourceRead:
        """Read a submission that has a source, and leave out what could only run elsewhere."""

    def as_read(self, submission: Submission, records: Records) -> Submission:
        """Leave out again what reading left out, by the records of an exercise."""

    def open_workshop(self, fork: Callable[..., Any], config: Any) -> Workshop | None:
        """Open what runs its programs in a sandbox; None: they are Python."""

    def empty(self, convention: Convention) -> tuple[str, Convention] | None:
        """Return a program whose `empty` does nothing, and how it is called; None: as in Python."""

    def is_open(self, facts: SourceFacts) -> bool:
        """Return whether a source without a callable function may be right all the same."""

    def entry_found(self, evidence: ExerciseEvidence, exercise: Exercise) -> Finding | None:
        """RUN002 in its own words; None: as for functions of Python."""

    def case(self, check: str, case: str, run: RunRecord | None = None) -> str:
        """Return the case of a check's wording that fits it; the same where it has no other."""

    def notes(self, evidence: ExerciseEvidence) -> Iterator[Finding]:
        """Yield notes about a source that was read. They cost no points."""

    def say_times(self, timing: Any, words: Any) -> Sequence[Any]:
        """Compare measured times with those of the kind's own baseline programs."""


class Asked(Struct, frozen=True, kw_only=True):
    """A source that was read, and what asking it depends on besides."""

    source: SourceFacts
    submission: Submission
    exercise: Exercise
    reference: Any  # what `load_reference` gave
    tools: ReadingTools
    here: Capabilities
    seed: bytes  # of this submission's own; no program may learn it


class OddKey(Struct, frozen=True, kw_only=True):
    """A key of assignment.toml that asks for something odd, and the exercise without that."""

    key: str
    plain: str  # what would be usual, as it is written
    exercise: Exercise


class ProofRequest(Struct, frozen=True, kw_only=True):
    """An assignment whose exercises are to be proved, and what proving takes."""

    assignment: Assignment
    references: Mapping[str, Any]  # by exercise id
    here: Capabilities
    open_tools: Callable[[Sequence[Exercise]], AbstractContextManager[ReadingTools]] | None
    """None: nothing can be run here."""


class Proof(Struct, frozen=True, kw_only=True):
    """Problems in the definition of one exercise, as `grader verify` reports them."""

    reference: tuple[Message, ...] = ()  # it cannot be asked, or contradicts what it is to answer
    warnings: tuple[Message, ...] = ()  # what may be meant so
    prints: tuple[str, ...] = ()  # places where the reference prints, which is shown nowhere
    lookalikes: tuple[Message, ...] = ()  # known mistakes that no question reveals
    given: tuple[Message, ...] | None = None
    """What starter and handout say otherwise; None: they are not compared."""
    given_warnings: tuple[Message, ...] = ()  # the same, where it may be meant so


class AsksPrograms(Protocol):
    """Grades exercises of one form, from the reference to the evidence.

    Where a kind's plugin has none, what asks functions of arrays does. Of the checks that read a
    run, only those of the asking plugin are asked about an exercise of a plugin. Who derives from
    it says only what is otherwise.
    """

    draws_cases: bool = False
    """Its cases are drawn and answered by functions of the reference, which this process calls: a
    kit has a table of them, and what a script leaves may be one of the answers."""

    def load_reference(
        self, course: Course, exercise: Exercise, where: Callable[..., Message]
    ) -> Any:
        """Load reference/<operation>.py. Raises CourseError if it cannot be used.

        It is loaded again in each process. `where` names a key of the exercise in assignment.toml.
        """

    def try_references(
        self,
        course: Course,
        assignment: Assignment,
        digests: Mapping[str, str],
        environ: Mapping[str, str],
    ) -> None:
        """Try what `load_reference` is about to execute here, of an assignment of its exercises.

        CourseError: it cannot be loaded. What runs in a sandbox alone needs no trial.
        """
        del course, assignment, digests, environ

    def odd_keys(self, exercise: Exercise) -> Iterable[OddKey]:
        """List keys that may ask for what no program can do, each plainer than the one before."""
        del exercise
        return ()

    def libraries(self, reference: Any) -> tuple[str, ...]:
        """Return the libraries needed for asking, besides those that the program itself uses."""
        del reference
        return ()

    def wait(self, asked: Asked, lacks: tuple[str, ...]) -> ExerciseEvidence:
        """Return the evidence of a program that is not run, for what is missing here."""
        return ExerciseEvidence(exercise=asked.exercise.id, source=asked.source, waiting=lacks)

    def observe(self, asked: Asked) -> ExerciseEvidence:
        """Run the program; return `load` where it was executed, and its records."""

    def otherwise(self, asked: Asked) -> ExerciseEvidence | None:
        """Run a program that breaks the import rule, to see what is right; None if pointless."""
        del asked
        return None

    def put_cases(
        self,
        facts: SourceFacts,
        exercise: Exercise,
        reference: Any,
        program: Program,
        seed: bytes,
    ) -> ExerciseEvidence:
        """Put every case to an opened program that was not submitted in this form.

        It is a right program of ours, or a function made of a script's loops. Only who
        `draws_cases` is asked.
        """
        del facts, reference, program, seed
        raise LookupError(exercise.id)

    def publish(
        self, exercise: Exercise, reference: Any, tools: ReadingTools, seed: bytes
    ) -> Exercise:
        """Return the exercise as a kit holds it; what draws cases is left as it is."""
        del reference, tools, seed
        return exercise

    def reference_of(self, published: Exercise) -> Any:
        """Return what `observe` takes in place of the reference of a published exercise."""
        raise LookupError(published.id)

    def prove(self, exercises: Sequence[Exercise], request: ProofRequest) -> Mapping[str, Proof]:
        """Try the references, the questions and the known mistakes of exercises, by id.

        Compares what is given to students. An exercise that cannot be tried here has no proof.
        """


class _AsksNothing(AsksPrograms):
    """Stands for a plugin that is not installed: its exercises wait."""

    def load_reference(
        self, course: Course, exercise: Exercise, where: Callable[..., Message]
    ) -> None:
        """Ignore a file that no installed plugin can read."""
        del course, exercise, where

    def observe(self, asked: Asked) -> ExerciseEvidence:
        """Run nothing."""
        return self.wait(asked, missing(asked.exercise, asked.here))

    def prove(self, exercises: Sequence[Exercise], request: ProofRequest) -> Mapping[str, Proof]:
        """Prove nothing."""
        del exercises, request
        return {}


NOBODY: AsksPrograms = _AsksNothing()


class PythonKind:
    """Programs in Python: what the engine answers for itself. See ExerciseKind."""

    name: str = ""
    suffixes: tuple[str, ...] = (".py", ".ipynb")
    helper: str = ".py"
    is_python: bool = True
    way: Way | None = None
    layouts: int = 1
    limits: tuple[Limits, ...] = ()
    reads_with: tuple[str, ...] = ()

    def drafting(self) -> Drafting | None:
        """Course writes them itself."""
        return None

    def libraries(self, exercise: Exercise) -> Iterable[str] | None:
        """What the exercise allows."""
        del exercise
        return None

    def versions(self, wanted: Iterable[str]) -> Mapping[str, str]:
        """Return nothing: only packages have versions here."""
        del wanted
        return {}

    def missing(
        self, exercise: Exercise, here: Capabilities, reached: tuple[str, ...]
    ) -> tuple[str, ...]:
        """Return the libraries and the device that are missing."""
        return here.missing(exercise, reached)

    def read(self, submission: Submission, exercise: Exercise, tools: ReadingTools) -> SourceRead:
        """Parse it."""
        return SourceRead(submission=submission, facts=tools.reader.read(submission, exercise))

    def as_read(self, submission: Submission, records: Records) -> Submission:
        """Reading leaves out nothing."""
        del records
        return submission

    def open_workshop(self, fork: Callable[..., Any], config: Any) -> Workshop | None:
        """The sandbox runs Python itself."""
        del fork, config
        return None

    def empty(self, convention: Convention) -> tuple[str, Convention] | None:
        """A function of Python."""
        del convention
        return None

    def is_open(self, facts: SourceFacts) -> bool:
        """The probes of the search tell that for Python."""
        del facts
        return False

    def entry_found(self, evidence: ExerciseEvidence, exercise: Exercise) -> Finding | None:
        """The engine's own words."""
        del evidence, exercise
        return None

    def case(self, check: str, case: str, run: RunRecord | None = None) -> str:
        """The engine's own words."""
        del check, run
        return case

    def notes(self, evidence: ExerciseEvidence) -> Iterator[Finding]:
        """None."""
        del evidence
        yield from ()

    def say_times(self, timing: Any, words: Any) -> Sequence[Any]:
        """Nothing."""
        del timing, words
        return ()


PYTHON = PythonKind()


def is_here(name: str) -> bool:
    """Return whether a kind can be asked: it is the engine's own, or its plugin is installed."""
    return not name or name in installed()


def absent_plugin(exercise: Exercise) -> str:
    """Name the plugin that an exercise waits for, its kind's or the one that asks it; "" for none.

    Where no plugin asks functions of arrays, it is named like their word under `calls`.
    """
    if not is_here(exercise.kind):
        return exercise.kind
    return ARRAYS if asking(exercise.kind) is None else ""


def kind_of(exercise: Exercise) -> ExerciseKind:
    """Find the kind of an exercise; the engine's own if its plugin is absent (ask `is_here`)."""
    return _others().get(exercise.kind, PYTHON)


def kinds() -> tuple[ExerciseKind, ...]:
    """List every kind, the engine's own first."""
    return (PYTHON, *_others().values())


@cache
def _others() -> Mapping[str, ExerciseKind]:
    return {plugin.name: load(plugin.kind) for plugin in installed().values() if plugin.kind}


def kind_of_file(name: str) -> ExerciseKind | None:
    """Find the kind whose sources are called so; None: no kind here has such."""
    named = name.casefold().removesuffix(".txt")
    return next((kind for kind in kinds() if named.endswith(kind.suffixes)), None)


def all_sources() -> tuple[str, ...]:
    """List how the sources of every kind end."""
    return tuple(suffix for kind in kinds() for suffix in kind.suffixes)


def suffixes() -> frozenset[str]:
    """List the endings of our own programs, of every kind."""
    return frozenset(kind.suffixes[0] for kind in kinds())


def kind_of_backend(backend: str) -> ExerciseKind:
    """Find the kind of functions of arrays that are written with a backend."""
    return _others().get(KINDS.get(backend, ""), PYTHON)


def suffix_of(backend: str) -> str:
    """Return the ending of our own programs for a backend."""
    return kind_of_backend(backend).suffixes[0]


def missing(
    exercise: Exercise, here: Capabilities, reached: tuple[str, ...] = ()
) -> tuple[str, ...]:
    """Return what an exercise needs and this machine lacks: its plugin, "gpu", or libraries.

    `reached` are the libraries that the student's function uses.
    """
    if absent := absent_plugin(exercise):
        return (f"{PLUGIN}{absent}",)
    return kind_of(exercise).missing(exercise, here, reached)


def asking(kind: str) -> Plugin | None:
    """Find the plugin that asks exercises of a kind: its own, else that of functions of arrays.

    None: it is not installed.
    """
    plugin = installed().get(kind)
    return plugin if plugin is not None and plugin.asks else _asking_arrays()


@cache
def _asking_arrays() -> Plugin | None:
    asking = (plugin for plugin in installed().values() if plugin.asks and ARRAYS in plugin.calls)
    return next(asking, None)


def asker_of(exercise: Exercise) -> AsksPrograms:
    """Find what grades an exercise; what asks nothing where its plugin is absent."""
    plugin = asking(exercise.kind)
    found: AsksPrograms = NOBODY if plugin is None else load(plugin.asks)
    return found


def by_asker(
    exercises: Iterable[Exercise],
) -> Iterator[tuple[AsksPrograms, tuple[Exercise, ...]]]:
    """Group exercises by their asker, functions of arrays first."""
    groups: dict[str, list[Exercise]] = {_name(asking("")): []}
    for exercise in exercises:
        groups.setdefault(_name(asking(exercise.kind)), []).append(exercise)
    for group in groups.values():
        if group:
            yield asker_of(group[0]), tuple(group)


def _name(plugin: Plugin | None) -> str:
    return plugin.name if plugin is not None else ""


def form_of(word: str) -> DraftsForm:
    """Find what writes new exercises of a form; KeyError: no plugin here has it."""
    forms = {form: name for plugin in installed().values() for form, name in plugin.forms.items()}
    found: DraftsForm = load(forms[word])
    return found


def schema_of(exercise: Exercise) -> int | None:
    """Return the number of the schema by which an exercise is observed, where a plugin has one."""
    plugin = installed().get(exercise.kind) if exercise.kind else None
    return plugin.schema if plugin is not None else None


def records_of(exercise: Exercise, record: object) -> Records:
    """Pack what a kind read as records of the exercise's evidence."""
    if record is None or schema_of(exercise) is None:
        return {}
    return {exercise.kind: packed_record(exercise.kind, record)}
