"""The interface of a kind of exercise, the engine's own kind, and the lookup of kinds.

Most exercises are written in Python, which the engine reads and runs itself. Any other kind is a
plugin that names an object with all of `ExerciseKind`; the engine asks it through this module, and
names no kind itself. Plugins also define how programs are tested, and what is right:
`AsksPrograms`. Exercises of a plugin that is not installed wait: see `absent_plugin`.
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

    submission: Submission  # as read: parts of its text may have been removed
    facts: SourceFacts
    record: object = None  # the kind's own data, which becomes a record of the exercise's evidence


class SourceReader(Protocol):
    """Reads hostile text in a separate process, under limits."""

    def read(self, submission: Submission, exercise: Exercise) -> SourceFacts:
        """Return what the source says about one exercise."""

    def compare(
        self, submission: Submission, versions: Iterable[str]
    ) -> Mapping[str, Mapping[str, str]]:
        """Find the files that versions of Python cannot read; see source.SourceReader."""

    def read_with(self, function: str, request: object) -> tuple[SourceFacts, Any]:
        """Let a plugin's function read the source; see source.SourceReader."""


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
    """Runs programs of a kind other than Python in a sandbox."""

    def origins(self, limits: Limits) -> Iterator[tuple[Any, Limits, Any]]:
        """Yield what its children are forked from: libraries, limits, mounts."""

    def close(self) -> None:
        """Remove its files."""


class Drafting(Protocol):
    """The parts of a new assignment with exercises of a kind."""

    passed: tuple[str, ...]  # checks that a right example passes
    result: LazyText  # where a function stores its result
    allowed: LazyText  # what may be used

    @property
    def starter(self) -> str:
        """A jinja template of the file that students begin with."""

    def renamed(self, program: str, function: str, entry: str) -> str | None:
        """Rename a function of the program; return None if there is no such function."""

    def parameters(self, program: str, function: str) -> tuple[str, ...]:
        """Return a function's parameters as written; without a program, the usual ones."""

    def spoilt(self, program: str, entry: str, right: str) -> str | None:
        """Add an entry that replaces the result of `right` by zeros; None if it is impossible."""


class FormRequest(Struct, frozen=True, kw_only=True):
    """An instructor's specification of a new exercise: `grader new --form`."""

    title: str  # in all languages, for a comment
    source: str  # the file that students submit
    examples: tuple[str, ...]  # as typed


class FormExample(Struct, frozen=True, kw_only=True):
    """A program for the folder `examples` of a new assignment."""

    name: str
    program: str
    about: LazyText  # what it does
    failed: tuple[str, ...] = ()  # checks that it fails; empty: it is right


class FormDraft(Struct, frozen=True, kw_only=True):
    """A new exercise in a plugin's form."""

    entry: str
    shown: str  # what students have to write, as the handout names it
    calls: str  # the plugin's word for `calls`
    table: Mapping[str, Any]  # [exercise.PLUGIN]
    about_table: LazyText  # a comment above it
    checks: tuple[str, ...]  # checks that decide the points
    passed: tuple[str, ...]  # checks that the right example passes
    starter: str
    reference: str  # with FILL IN where the instructor continues
    heading: LazyText  # of the following part of the handout
    promises: Mapping[str, str]  # Markdown, by language
    examples: tuple[FormExample, ...]
    imports: tuple[str, ...] = ()  # allowed modules besides the usual ones
    backend: Backend = Backend.PYTHON  # the simplest one that it can be written with


class DraftsForm(Protocol):
    """Drafts a new exercise of one form from examples; see Plugin.forms."""

    example: str  # for an error message

    def draft(self, request: FormRequest) -> FormDraft:
        """Draft the exercise. Raises CourseError with the problems of the examples."""


class ExerciseKind(Protocol):
    """Everything that the engine asks about one kind of exercise."""

    name: str  # the plugin's name; "" for the engine's own kind
    suffixes: tuple[str, ...]  # of source files, the likeliest first
    helper: str  # suffix of files that a source may include
    is_python: bool  # whether sources are read, changed, probed and run as scripts like Python's
    way: Way | None  # how our own programs are called, if types prescribe it
    layouts: int  # number of calls in the process for one call of a function
    limits: tuple[Limits, ...]  # of other processes that run for it, besides the programs
    reads_with: tuple[str, ...]  # modules that reading a source imports

    def drafting(self) -> Drafting | None:
        """Return the parts of new assignments; None: the same as for Python."""

    def libraries(self, exercise: Exercise) -> Iterable[str] | None:
        """Return the libraries to look for; None: those that the exercise and its backend use."""

    def versions(self, wanted: Iterable[str]) -> Mapping[str, str]:
        """Return the versions of those of the wanted libraries that are not packages."""

    def missing(
        self, exercise: Exercise, here: Capabilities, reached: tuple[str, ...]
    ) -> tuple[str, ...]:
        """Return what the exercise needs and this machine lacks; see Capabilities.missing."""

    def read(self, submission: Submission, exercise: Exercise, tools: ReadingTools) -> SourceRead:
        """Read a submission that has a source; remove code that can only run elsewhere."""

    def as_read(self, submission: Submission, records: Records) -> Submission:
        """Remove again what reading removed, according to the records of an exercise."""

    def open_workshop(self, fork: Callable[..., Any], config: Any) -> Workshop | None:
        """Open what runs the kind's programs in a sandbox; None if they are Python."""

    def empty(self, convention: Convention) -> tuple[str, Convention] | None:
        """Return a program whose `empty` does nothing, and its convention; None: as in Python."""

    def is_open(self, facts: SourceFacts) -> bool:
        """Return whether a source without a callable function may still be right."""

    def entry_found(self, evidence: ExerciseEvidence, exercise: Exercise) -> Finding | None:
        """Return the kind's own finding for RUN002; None: as for functions of Python."""

    def case(self, check: str, case: str, run: RunRecord | None = None) -> str:
        """Return the kind's own case for a check's sentence, or `case` if it has none."""

    def notes(self, evidence: ExerciseEvidence) -> Iterator[Finding]:
        """Yield notes about a source that was read. They affect no points."""

    def say_times(self, timing: Any, words: Any) -> Sequence[Any]:
        """Compare measured times with those of the kind's own baseline programs."""


class Asked(Struct, frozen=True, kw_only=True):
    """A source that was read, and everything else on which its observation depends."""

    source: SourceFacts
    submission: Submission
    exercise: Exercise
    reference: Any  # returned by `load_reference`
    tools: ReadingTools
    here: Capabilities
    seed: bytes  # differs by submission; must be hidden from programs


class OddKey(Struct, frozen=True, kw_only=True):
    """A key of assignment.toml with an unusual value, and the exercise with the usual one."""

    key: str
    plain: str  # the usual value, as written in the file
    exercise: Exercise


class ProofRequest(Struct, frozen=True, kw_only=True):
    """An assignment whose exercises are to be proved, and the means for that."""

    assignment: Assignment
    references: Mapping[str, Any]  # by exercise id
    here: Capabilities
    open_tools: Callable[[Sequence[Exercise]], AbstractContextManager[ReadingTools]] | None
    """None: no program can be run here."""


class Proof(Struct, frozen=True, kw_only=True):
    """Problems in the definition of one exercise, as `grader verify` reports them."""

    reference: tuple[Message, ...] = ()  # it does not work, or contradicts stated answers
    warnings: tuple[Message, ...] = ()  # possible problems that may be intended
    prints: tuple[str, ...] = ()  # places where the reference prints; the output is not shown
    lookalikes: tuple[Message, ...] = ()  # known mistakes that no question reveals
    given: tuple[Message, ...] | None = None
    """Contradictions in starter and handout; None: these are not compared."""
    given_warnings: tuple[Message, ...] = ()  # those that may be intended


class AsksPrograms(Protocol):
    """Grades exercises of one form, from the reference to the evidence.

    If a kind's plugin has none, its exercises are graded like functions of arrays. Of the checks
    that read a run, only those of the grading plugin apply to its exercises. Subclasses override
    only what differs.
    """

    draws_cases: bool = False
    """Whether cases are drawn and answered by functions of the reference, called in this process:
    then a kit has a table of them, and a script's variables may contain an answer."""

    def load_reference(
        self, course: Course, exercise: Exercise, where: Callable[..., Message]
    ) -> Any:
        """Load reference/<operation>.py. Raises CourseError if it cannot be used.

        It is loaded again in each process. `where` makes a message name a key of the exercise.
        """

    def try_references(
        self,
        course: Course,
        assignment: Assignment,
        digests: Mapping[str, str],
        environ: Mapping[str, str],
    ) -> None:
        """Try what `load_reference` is about to execute here for exercises of an assignment.

        Raises CourseError if it cannot be loaded. References that run only in a sandbox need no
        trial.
        """
        del course, assignment, digests, environ

    def odd_keys(self, exercise: Exercise) -> Iterable[OddKey]:
        """List keys that may demand the impossible, each exercise plainer than the one before."""
        del exercise
        return ()

    def libraries(self, reference: Any) -> tuple[str, ...]:
        """Return the libraries that testing needs besides those of the program."""
        del reference
        return ()

    def wait(self, asked: Asked, lacks: tuple[str, ...]) -> ExerciseEvidence:
        """Return the evidence of a program that is not run because something is missing here."""
        return ExerciseEvidence(exercise=asked.exercise.id, source=asked.source, waiting=lacks)

    def observe(self, asked: Asked) -> ExerciseEvidence:
        """Run the program; return the evidence, with `load` if it was executed."""

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
        """Run every case with an opened program that was not submitted in this form.

        It is a right program of ours, or a function extracted from a script's loops. Only called if
        `draws_cases`.
        """
        del facts, reference, program, seed
        raise LookupError(exercise.id)

    def publish(
        self, exercise: Exercise, reference: Any, tools: ReadingTools, seed: bytes
    ) -> Exercise:
        """Return the exercise as stored in a kit; unchanged if its cases are drawn."""
        del reference, tools, seed
        return exercise

    def reference_of(self, published: Exercise) -> Any:
        """Return what `observe` uses as the reference of a published exercise."""
        raise LookupError(published.id)

    def prove(self, exercises: Sequence[Exercise], request: ProofRequest) -> Mapping[str, Proof]:
        """Try the references, the questions and the known mistakes of exercises, by id.

        Also compares what students are given. An exercise that cannot be tried here has no proof.
        """


class _AsksNothing(AsksPrograms):
    """Stands in for a plugin that is not installed: its exercises wait."""

    def load_reference(
        self, course: Course, exercise: Exercise, where: Callable[..., Message]
    ) -> None:
        """Ignore the file, which no installed plugin can read."""
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
    """Programs in Python, which the engine handles itself. See ExerciseKind."""

    name: str = ""
    suffixes: tuple[str, ...] = (".py", ".ipynb")
    helper: str = ".py"
    is_python: bool = True
    way: Way | None = None
    layouts: int = 1
    limits: tuple[Limits, ...] = ()
    reads_with: tuple[str, ...] = ()

    def drafting(self) -> Drafting | None:
        """Return None: new assignments are written for Python."""
        return None

    def libraries(self, exercise: Exercise) -> Iterable[str] | None:
        """Return None: the libraries of the exercise and its backend."""
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
        """Parse the source."""
        return SourceRead(submission=submission, facts=tools.reader.read(submission, exercise))

    def as_read(self, submission: Submission, records: Records) -> Submission:
        """Return the submission unchanged: reading removes nothing."""
        del records
        return submission

    def open_workshop(self, fork: Callable[..., Any], config: Any) -> Workshop | None:
        """Return None: the sandbox runs Python itself."""
        del fork, config
        return None

    def empty(self, convention: Convention) -> tuple[str, Convention] | None:
        """Return None: the empty function is one of Python."""
        del convention
        return None

    def is_open(self, facts: SourceFacts) -> bool:
        """Return False: the probes of the search decide that for Python."""
        del facts
        return False

    def entry_found(self, evidence: ExerciseEvidence, exercise: Exercise) -> Finding | None:
        """Return None: the engine has a finding of its own."""
        del evidence, exercise
        return None

    def case(self, check: str, case: str, run: RunRecord | None = None) -> str:
        """Return the case unchanged."""
        del check, run
        return case

    def notes(self, evidence: ExerciseEvidence) -> Iterator[Finding]:
        """Yield nothing."""
        del evidence
        yield from ()

    def say_times(self, timing: Any, words: Any) -> Sequence[Any]:
        """Return nothing."""
        del timing, words
        return ()


PYTHON = PythonKind()


def is_here(name: str) -> bool:
    """Return whether a kind is the engine's own, or its plugin is installed."""
    return not name or name in installed()


def absent_plugin(exercise: Exercise) -> str:
    """Return the name of the missing plugin that an exercise waits for; "" if none is missing.

    If no plugin grades functions of arrays, it is the word for them under `calls`.
    """
    if not is_here(exercise.kind):
        return exercise.kind
    return ARRAYS if asking(exercise.kind) is None else ""


def kind_of(exercise: Exercise) -> ExerciseKind:
    """Return the kind of an exercise; the engine's own if the plugin is missing (see `is_here`)."""
    return _others().get(exercise.kind, PYTHON)


def kinds() -> tuple[ExerciseKind, ...]:
    """List every kind, the engine's own first."""
    return (PYTHON, *_others().values())


@cache
def _others() -> Mapping[str, ExerciseKind]:
    return {plugin.name: load(plugin.kind) for plugin in installed().values() if plugin.kind}


def kind_of_file(name: str) -> ExerciseKind | None:
    """Return the kind whose sources have such a name; None if no kind here does."""
    named = name.casefold().removesuffix(".txt")
    return next((kind for kind in kinds() if named.endswith(kind.suffixes)), None)


def all_sources() -> tuple[str, ...]:
    """List the suffixes of the sources of all kinds."""
    return tuple(suffix for kind in kinds() for suffix in kind.suffixes)


def suffixes() -> frozenset[str]:
    """Return the suffixes of our own programs, of all kinds."""
    return frozenset(kind.suffixes[0] for kind in kinds())


def kind_of_backend(backend: str) -> ExerciseKind:
    """Return the kind of functions of arrays that are written with a backend."""
    return _others().get(KINDS.get(backend, ""), PYTHON)


def suffix_of(backend: str) -> str:
    """Return the suffix of our own programs for a backend."""
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
    """Return the plugin that grades exercises of a kind: its own, else that of functions of arrays.

    None if it is not installed.
    """
    plugin = installed().get(kind)
    return plugin if plugin is not None and plugin.asks else _asking_arrays()


@cache
def _asking_arrays() -> Plugin | None:
    asking = (plugin for plugin in installed().values() if plugin.asks and ARRAYS in plugin.calls)
    return next(asking, None)


def asker_of(exercise: Exercise) -> AsksPrograms:
    """Return what grades an exercise; a stand-in that grades nothing if the plugin is missing."""
    plugin = asking(exercise.kind)
    found: AsksPrograms = NOBODY if plugin is None else load(plugin.asks)
    return found


def by_asker(
    exercises: Iterable[Exercise],
) -> Iterator[tuple[AsksPrograms, tuple[Exercise, ...]]]:
    """Group exercises by what grades them, functions of arrays first."""
    groups: dict[str, list[Exercise]] = {_name(asking("")): []}
    for exercise in exercises:
        groups.setdefault(_name(asking(exercise.kind)), []).append(exercise)
    for group in groups.values():
        if group:
            yield asker_of(group[0]), tuple(group)


def _name(plugin: Plugin | None) -> str:
    return plugin.name if plugin is not None else ""


def form_of(word: str) -> DraftsForm:
    """Return what drafts new exercises of a form; raise KeyError if no plugin here has it."""
    forms = {form: name for plugin in installed().values() for form, name in plugin.forms.items()}
    found: DraftsForm = load(forms[word])
    return found


def schema_of(exercise: Exercise) -> int | None:
    """Return the schema number of the plugin that observes an exercise, if there is one."""
    plugin = installed().get(exercise.kind) if exercise.kind else None
    return plugin.schema if plugin is not None else None


def records_of(exercise: Exercise, record: object) -> Records:
    """Pack the kind's own data as records of the exercise's evidence."""
    if record is None or schema_of(exercise) is None:
        return {}
    return {exercise.kind: packed_record(exercise.kind, record)}
