"""The engine's interface to exercises in C. See kinds.ExerciseKind."""

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

COMPILER = "gcc"  # its name among the libraries, if it is installed
READERS = ("tree_sitter", "tree_sitter_c")  # used to read sources
READ = "grader.exercises.c.reading:read"
EMPTY_CALL = "void empty(void) {}\n"  # accepts any arguments
WAY = Way(form=Form.C_DOUBLE, convention=Convention.NABC)
COMPILER_LIMITS = Limits(
    cpu_seconds=30.0,
    memory_mib=1_024,
    disk_mib=128,  # assembler output, object and library
    threads=24,  # processes, for a child that may start some
    output_bytes=65_536,
)


class CKind:
    """Exercises in C."""

    name: str = "c"
    suffixes: tuple[str, ...] = (".c",)
    helper: str = ".h"
    is_python: bool = False
    way: Way | None = WAY
    # a function is called once per layout; at most two if it may write into its inputs
    layouts: int = 3
    limits: tuple[Limits, ...] = (COMPILER_LIMITS,)
    reads_with: tuple[str, ...] = READERS

    def drafting(self) -> Drafting | None:
        """Return what drafts new assignments in C."""
        from grader.exercises.c.drafting import DRAFTING

        return DRAFTING

    def libraries(self, exercise: Exercise) -> Iterable[str] | None:
        """Return the compiler and the libraries that read sources."""
        del exercise
        return (COMPILER, *READERS)

    def versions(self, wanted: Iterable[str]) -> Mapping[str, str]:
        """Return the compiler's version, if requested and if a safe sandbox is available."""
        from grader.exercises.c.compiling import compiler_version
        from grader.sandbox import SAFE, probe

        if COMPILER not in wanted or not any(probe(level).holds for level in SAFE):
            return {}
        version = compiler_version()
        return {} if version is None else {COMPILER: version}

    def missing(
        self, exercise: Exercise, here: Capabilities, reached: tuple[str, ...]
    ) -> tuple[str, ...]:
        """Return the compiler and readers that are missing."""
        del reached
        absent = [name for name in (COMPILER, *READERS) if name not in here.libraries]
        return (*(("gpu",) if here.lacks_device(exercise) else ()), *absent)

    def read(self, submission: Submission, exercise: Exercise, tools: ReadingTools) -> SourceRead:
        """Compile a source, and read it with the compiler's results."""
        from grader.exercises.c.foreign import read_without_foreign
        from grader.exercises.c.record import CSource

        def read(submission: Submission) -> tuple[SourceRead, tuple[str, ...]]:
            main = submission.main
            assert main is not None
            workshop = tools.sandbox.workshop(exercise)
            compiled: Compiled = workshop.compile_program(main.name, submission.texts, exercise)
            request = (compiled, main, submission.helpers, exercise.allowed_imports)
            facts, told = tools.reader.read_with(READ, to_builtins(request))
            record = None if told is None else convert(told, CSource)
            source = SourceRead(submission=submission, facts=facts, record=record)
            return source, compiled.unresolved

        return read_without_foreign(submission, read)

    def as_read(self, submission: Submission, records: Records) -> Submission:
        """Remove what only another compiler has."""
        from grader.exercises.c.foreign import left_out_again

        return left_out_again(submission, records)

    def open_workshop(self, fork: Callable[..., Any], config: Any) -> Workshop | None:
        """Open what compiles and loads programs."""
        from grader.exercises.c.program import CWorkshop

        return CWorkshop(fork, config)

    def empty(self, convention: Convention) -> tuple[str, Convention] | None:
        """Return a function that does nothing, with a calling convention for it."""
        return EMPTY_CALL, convention if convention in IN_PLACE else Convention.NABC

    def is_open(self, facts: SourceFacts) -> bool:
        """Return whether there may be a solution of the exercise that we cannot call."""
        return facts.multiplies or any(definition.fixed for definition in facts.definitions)

    def entry_found(self, evidence: ExerciseEvidence, exercise: Exercise) -> Finding | None:
        """Report which function was graded, or what exists instead."""
        from grader.exercises.c.findings import entry_found

        return entry_found(evidence, exercise)

    def case(self, check: str, case: str, run: RunRecord | None = None) -> str:
        """Return the C-specific case."""
        from grader.exercises.c.findings import case_of

        return case_of(check, case, run)

    def notes(self, evidence: ExerciseEvidence) -> Iterator[Finding]:
        """Yield notes on the compiler's warnings, and on what was left out."""
        from grader.exercises.c.findings import notes

        return notes(evidence)

    def say_times(self, timing: Any, words: Any) -> Sequence[Any]:
        """Word how much of the gap to a library's time was closed."""
        from grader.exercises.c.view import say_gap

        return say_gap(timing, words)


KIND = CKind()
