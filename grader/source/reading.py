"""From the files of a submission to the facts about one exercise.

The story: the program's own files are found and parsed; `definitions` lists what they offer; `rule`
finds uses in the whole program, or in the part that `reach` extracts for one function of a file
with several; `requirement` checks the same part for what the exercise requires.
"""

import ast
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import chain

from msgspec.structs import replace

from grader.model.static import (
    Certainty,
    Definition,
    ExtractedFunction,
    ParseStatus,
    SourceFacts,
    SyntaxTrouble,
    Use,
)
from grader.model.submission import SourceFile
from grader.plugins import load
from grader.source.definitions import candidates, counted, find_definitions, find_replaced
from grader.source.frames import CPU_SECONDS
from grader.source.marks import find_clues, find_marks, first_uses
from grader.source.names import Names, read_names
from grader.source.nodes import nodes_of
from grader.source.parse import TooComplex
from grader.source.program import ParsedProgram
from grader.source.question import OPERATIONS, SourceQuestion
from grader.source.reach import Reach, Slice
from grader.source.requirement import requirement_of
from grader.source.rule import Uses, find_uses, located
from grader.source.scopes import bound_names, local_names
from grader.source.scripts import (
    apart_from_products,
    first_product,
    is_hidden,
    multiplies,
    pasted,
    top_level,
    works_elsewhere,
)
from grader.source.syntax import OWN, OtherSyntax, Syntax

Trees = Mapping[str, tuple[ast.Module, ...]]
Unread = dict[str, str]
"""Files that a version cannot read, and the version that can; "" if none can."""


class SourceReading:
    """Reads programs, one question after another.

    Everything common to all questions about a program is kept until another program is read: a file
    with eight exercises is parsed once.
    """

    def __init__(self, cpu_seconds: float = CPU_SECONDS) -> None:
        """Start; other Pythons, which parse for it, have `cpu_seconds` for each text."""
        self._cpu_seconds = cpu_seconds
        self._others: dict[str, OtherSyntax] = {}  # by path
        self._source: tuple[SourceFile, tuple[SourceFile, ...], Syntax] | None = None
        self._program: _ReadProgram | None = None

    def close(self) -> None:
        """End the processes of other Pythons. Idempotent."""
        for other in self._others.values():
            other.close()

    def _syntax(self, version: str, path: str) -> Syntax:
        """Return the parser of a version; the reader's own without a path."""
        if not path:
            return OWN
        if path not in self._others:
            self._others[path] = OtherSyntax(version, path, self._cpu_seconds)
        return self._others[path]

    def compare(
        self, main: SourceFile, helpers: Iterable[SourceFile], pythons: Iterable[tuple[str, str]]
    ) -> tuple[SourceFacts, dict[str, Unread]]:
        """Return the files of a program that each version cannot read."""
        unread: dict[str, Unread] = {}
        helpers = tuple(helpers)
        try:
            for version, path in pythons:
                program = ParsedProgram.of(main, helpers, self._syntax(version, path))
                program.open_all()
                needs = {trouble.location.file: trouble.needs for trouble in program.broken}
                unread[version] = needs
                if not needs:
                    break  # the others cannot read more
        except (TooComplex, RecursionError, MemoryError) as error:
            return SourceFacts(status=ParseStatus.TOO_COMPLEX, detail=str(error)), unread
        return SourceFacts(status=ParseStatus.OK), unread

    def read(
        self,
        main: SourceFile,
        helpers: Iterable[SourceFile],
        question: SourceQuestion,
        path: str = "",
    ) -> SourceFacts:
        """Read everything from a program's text; beyond the limits, return TOO_COMPLEX.

        `path` is the Python that the question names.
        """
        source = (main, tuple(helpers), self._syntax(question.python, path))
        known = self._program if source == self._source else None
        self._program = None  # an interrupted reading is not continued
        try:
            program = known or _ReadProgram(*source)
            facts = program.read(question)
        except TooComplex as error:
            return SourceFacts(status=ParseStatus.TOO_COMPLEX, detail=str(error))
        except (RecursionError, MemoryError) as error:
            return SourceFacts(status=ParseStatus.TOO_COMPLEX, detail=type(error).__name__)
        self._source, self._program = source, program
        return facts


def read_source(
    main: SourceFile, helpers: Iterable[SourceFile], question: SourceQuestion
) -> SourceFacts:
    """Read a program for one question; see SourceReading."""
    return SourceReading().read(main, helpers, question)


class _ReadProgram:
    """One program, and what was read from all of it."""

    def __init__(self, main: SourceFile, helpers: tuple[SourceFile, ...], syntax: Syntax) -> None:
        """Parse the whole program first: it determines which functions exist."""
        self._helpers = helpers
        self._program = ParsedProgram.of(main, helpers, syntax)
        self._program.open_all()
        self._reach = Reach(program=self._program)
        self._uses: dict[frozenset[str], Uses] = {}  # by what is allowed

    @cached_property
    def _trees(self) -> Trees:
        return {name: parsed.trees for name, parsed in self._program.parsed.items()}

    @cached_property
    def _names(self) -> Mapping[str, Names]:
        return read_names(self._program, self._trees)

    @cached_property
    def _definitions(self) -> tuple[Definition, ...]:
        main = self._program.main.name
        return tuple(
            replace(
                definition,
                libraries=self._reach.of([(main, definition.name)], opened=False).libraries(
                    self._program
                ),
            )
            for definition in find_definitions(self._program, main)
        )

    @cached_property
    def _facts(self) -> SourceFacts:
        """Return the facts that do not depend on the question."""
        name = self._program.main.name
        main = self._program.parsed[name]
        modules = (module for file in self._trees for module in self._trees[file])
        return SourceFacts(
            status=ParseStatus.OK,
            definitions=self._definitions,
            replaced=find_replaced(self._program, name),
            marks=find_marks(main),
            clues=find_clues(main),
            bound=bound_names(main.trees[-1]),
            top_level=top_level(main.trees[-1], modules),
        )

    def _uses_allowing(self, allowed: frozenset[str]) -> Uses:
        if allowed not in self._uses:
            self._uses[allowed] = find_uses(self._names, allowed)
        return self._uses[allowed]

    def read(self, question: SourceQuestion) -> SourceFacts:
        """Read what one exercise asks."""
        program, reach, main = self._program, self._reach, self._program.main.name
        fatal = [
            trouble
            for trouble in program.broken
            if question.whole_program or trouble.location.file == main
        ]
        if fatal:
            return _unreadable(program, fatal)
        tree = program.parsed[main].trees[-1]
        allowed = frozenset(question.allowed)
        uses = self._uses_allowing(allowed)
        hidden = any(noted.check == "POL002" for noted in uses)
        hidden = hidden or _is_unsearched(tree, question, self._definitions)
        unread = [helper.text for helper in self._helpers if helper.name not in program.parsed]
        facts = replace(
            self._facts,
            guesses=_guesses(program, question, self._definitions),
            hidden=hidden or is_hidden(chain(*self._trees.values()), question, unread),
        )
        bound = {name for statement in reach.open(main) for name in statement.binds}
        roots = [(main, name) for name in candidates(tree, self._definitions, bound, question)]
        part = reach.of_any(roots)
        # Libraries used only beside the function, such as to open an image, are not required.
        facts = replace(facts, libraries=part.needs(program))
        if question.whole_program:
            part = reach.everything(self._trees)
            facts = replace(
                facts,
                multiplies=multiplies(tree),
                product_line=first_product(tree),
                pasted=tuple(sorted({*pasted(tree), *apart_from_products(tree)})),
                uses=_sorted(located(uses, program)),
            )
            return _about_part(facts, reach, part, self._names, question)
        trees = part.trees(program)
        if broken := [
            trouble
            for trouble in program.broken
            if trouble.location.file in _executed(program, trees)
        ]:
            return _unreadable(program, broken)
        names = read_names(program, trees)
        uses = find_uses(names, allowed)
        facts = replace(facts, uses=_sorted(part.weigh(uses, program)))
        return _about_part(facts, reach, part, names, question)


def _about_part(
    facts: SourceFacts,
    reach: Reach,
    part: Slice,
    names: Mapping[str, Names],
    question: SourceQuestion,
) -> SourceFacts:
    """Add facts about the relevant part: the whole program, or what one function reaches."""
    program = reach.program
    files = _executed(program, {file: file_names.trees for file, file_names in names.items()})
    requirement, instead = requirement_of(reach, part, names, question)
    bound = (local_names(tree) for name in files for tree in program.parsed[name].trees)
    forbidden = {use.what.partition(".")[0] for use in facts.uses if use.check == "POL001"}
    used = first_uses(program.parsed[program.main.name], forbidden) if forbidden else ()
    return replace(
        facts,
        clues=(*facts.clues, *used),
        names=tuple(sorted(frozenset().union(*bound))),
        local_modules=tuple(sorted(files - {program.main.name})),
        requirement=requirement,
        instead=instead,
    )


def _executed(program: ParsedProgram, trees: Trees) -> set[str]:
    """Return the files that are read, and those that they import."""
    imports = [
        (node, file)
        for file, parts in trees.items()
        for tree in parts
        for node in nodes_of(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    return {*trees}.union(*(program.executed(node, file) for node, file in imports))


def _unreadable(program: ParsedProgram, broken: Sequence[SyntaxTrouble]) -> SourceFacts:
    local = sorted(
        {*program.parsed, *(trouble.location.file for trouble in program.broken)}
        - {program.main.name}
    )
    mistake = next((trouble for trouble in broken if not trouble.needs), None)
    return SourceFacts(
        status=ParseStatus.FOREIGN if mistake is None else ParseStatus.SYNTAX_ERROR,
        syntax=mistake or broken[0],
        local_modules=tuple(local),
    )


def _guesses(
    program: ParsedProgram, question: SourceQuestion, definitions: tuple[Definition, ...]
) -> tuple[ExtractedFunction, ...]:
    """Extract the computation of a program in which no function could be the exercise's."""
    parsed = program.parsed[program.main.name]
    tree = parsed.trees[-1]
    if not question.extracts or not _is_functionless(tree, question, definitions):
        return ()
    guesses: tuple[ExtractedFunction, ...] = load(question.extracts)(tree, parsed, question)
    return guesses


def _is_unsearched(
    tree: ast.Module, question: SourceQuestion, definitions: tuple[Definition, ...]
) -> bool:
    """Return whether an absent plugin might find the exercise's computation outside functions."""
    searchable = not question.extracts and question.operation in OPERATIONS
    functionless = searchable and _is_functionless(tree, question, definitions)
    return functionless and works_elsewhere(tree, question.others)


def _is_functionless(
    tree: ast.Module, question: SourceQuestion, definitions: tuple[Definition, ...]
) -> bool:
    """Return whether no function multiplies two matrices, except those of other exercises."""
    counts = counted(tree)
    ours = (definition for definition in definitions if definition.name not in question.others)
    for definition in ours:
        name = definition.name.rpartition(".")[2]
        matrices = [
            parameter
            for parameter in definition.parameters[: definition.required]
            if (name, parameter) not in counts
        ]
        if len(matrices) >= len(("a", "b")) and definition.multiplies:
            return False
    return True


def _sorted(uses: Iterable[Use]) -> tuple[Use, ...]:
    """Sort uses by place; drop uncertain ones if a certain one exists about the same thing."""
    uses = list(uses)
    sure = {(u.check, u.what, u.location) for u in uses if u.certainty is Certainty.SURE}
    certain_or_alone = {
        use
        for use in uses
        if use.certainty is Certainty.SURE or (use.check, use.what, use.location) not in sure
    }
    return tuple(sorted(certain_or_alone, key=_place))


def _place(use: Use) -> tuple[str, int, int, str, str, str]:
    place = use.location
    return (place.file, place.cell, place.line, use.check, use.what, use.reason)
