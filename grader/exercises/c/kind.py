"""What the engine asks about exercises in C. See kinds.ExerciseKind."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import convert, to_builtins

from grader.kinds import Drafting, ReadingTools, SourceRead, Workshop
from grader.model.calling import IN_PLACE, Convention
from grader.model.course import Exercise, Form, Limits
from grader.model.evidence import ExerciseEvidence, Records
from grader.model.finding import Finding
from grader.model.machine import Capabilities
from grader.model.run import RunRecord
from grader.model.static import SourceFacts, Way
from grader.model.submission import Submission

if TYPE_CHECKING:
    from grader.exercises.c.record import Compiled

COMPILER = "gcc"  # stands among the libraries, where it is here
READERS = ("tree_sitter", "tree_sitter_c")  # with which sources are read
READ = "grader.exercises.c.reading:read"
EMPTY_CALL = "void empty(void) {}\n"  # it may be given anything
WAY = Way(form=Form.C_DOUBLE, convention=Convention.NABC)
COMPILER_LIMITS = Limits(
    cpu_seconds=30.0,
    memory_mib=1_024,
    disk_mib=128,  # assembler, object and library
    threads=24,  # processes, for a child that starts some
    output_bytes=65_536,
)


class CKind:
    """Exercises in C."""

    name: str = "c"
    suffixes: tuple[str, ...] = (".c",)
    helper: str = ".h"
    is_python: bool = False
    way: Way | None = WAY
    layouts: int = 3  # each calls a function once; where it may write into its inputs, two do
    limits: tuple[Limits, ...] = (COMPILER_LIMITS,)
    reads_with: tuple[str, ...] = READERS

    def drafting(self) -> Drafting | None:
        """Writes new assignments in C."""
        from grader.exercises.c.drafting import DRAFTING

        return DRAFTING

    def libraries(self, exercise: Exercise) -> Iterable[str] | None:
        """The compiler, and what reads sources."""
        del exercise
        return (COMPILER, *READERS)

    def versions(self, wanted: Iterable[str]) -> Mapping[str, str]:
        """Finds the compiler, if it is wanted and a safe sandbox may hold it."""
        from grader.exercises.c.compiling import compiler_version
        from grader.sandbox import SAFE, probe

        if COMPILER not in wanted or not any(probe(level).holds for level in SAFE):
            return {}
        version = compiler_version()
        return {} if version is None else {COMPILER: version}

    def missing(
        self, exercise: Exercise, here: Capabilities, reached: tuple[str, ...]
    ) -> tuple[str, ...]:
        """Names the compiler and the readers where they are not here."""
        del reached
        absent = [name for name in (COMPILER, *READERS) if name not in here.libraries]
        return (*(("gpu",) if here.lacks_device(exercise) else ()), *absent)

    def read(self, submission: Submission, exercise: Exercise, tools: ReadingTools) -> SourceRead:
        """Has it compiled, and reads what that showed."""
        from grader.exercises.c.foreign import read_without_foreign
        from grader.exercises.c.record import CSource

        def read(submission: Submission) -> SourceRead:
            main = submission.main
            assert main is not None
            workshop = tools.sandbox.workshop(exercise)
            compiled: Compiled = workshop.compile_program(main.name, submission.texts, exercise)
            request = (compiled, main, submission.helpers, exercise.allowed_imports)
            facts, told = tools.reader.read_with(READ, to_builtins(request))
            record = None if told is None else convert(told, CSource)
            return SourceRead(submission=submission, facts=facts, record=record)

        return read_without_foreign(submission, read)

    def as_read(self, submission: Submission, records: Records) -> Submission:
        """Leaves out what only another compiler has."""
        from grader.exercises.c.foreign import left_out_again

        return left_out_again(submission, records)

    def open_workshop(self, fork: Callable[..., Any], config: Any) -> Workshop | None:
        """Opens what compiles programs and loads them."""
        from grader.exercises.c.program import CWorkshop

        return CWorkshop(fork, config)

    def empty(self, convention: Convention) -> tuple[str, Convention] | None:
        """Gives a function that returns nothing, with a matrix to leave as it is."""
        return EMPTY_CALL, convention if convention in IN_PLACE else Convention.NABC

    def is_open(self, facts: SourceFacts) -> bool:
        """Whether something could be the exercise, only not called by us."""
        return facts.multiplies or any(definition.fixed for definition in facts.definitions)

    def entry_found(self, evidence: ExerciseEvidence, exercise: Exercise) -> Finding | None:
        """Says which function was graded, or what there is instead."""
        from grader.exercises.c.findings import entry_found

        return entry_found(evidence, exercise)

    def case(self, check: str, case: str, run: RunRecord | None = None) -> str:
        """Gives the case that speaks of C."""
        from grader.exercises.c.findings import case_of

        return case_of(check, case, run)

    def notes(self, evidence: ExerciseEvidence) -> Iterator[Finding]:
        """Yields what the compiler warned of, and what was left out."""
        from grader.exercises.c.findings import notes

        return notes(evidence)

    def say_times(self, timing: Any, words: Any) -> Sequence[Any]:
        """Says how much of the way to a library's time was made."""
        from grader.exercises.c.view import say_gap

        return say_gap(timing, words)


KIND = CKind()
