"""From the files of a submission to the facts about one exercise."""

import ast
from collections.abc import Iterable
from dataclasses import replace

from grader.model.static import (
    Certainty,
    Definition,
    ExtractedFunction,
    ParseStatus,
    SourceFacts,
    Use,
)
from grader.model.submission import SourceFile
from grader.policy.analysis import MOST_ROUNDS, Analysis
from grader.policy.definitions import counted, find_definitions
from grader.policy.hiding import is_hidden
from grader.policy.lifting import lift
from grader.policy.multiplying import first_product, multiplies
from grader.policy.parse import TooComplex
from grader.policy.pasting import pasted
from grader.policy.program import Files, files_of
from grader.policy.question import Question
from grader.policy.reach import Reach
from grader.policy.requirement import requirement_of
from grader.policy.scopes import statements_of
from grader.policy.slices import Slice
from grader.policy.statements import execute
from grader.policy.timers import find_timed


def read_source(main: SourceFile, helpers: Iterable[SourceFile], question: Question) -> SourceFacts:
    """Reads everything off a program's text; what is beyond reading is TOO_COMPLEX."""
    helpers = tuple(helpers)
    files = files_of(main, helpers)
    notes = tuple(one.text for one in helpers if one.name not in files.sources)
    try:
        return _read(files, question, notes)
    except TooComplex as error:
        return SourceFacts(status=ParseStatus.TOO_COMPLEX, detail=str(error))
    except (RecursionError, MemoryError) as error:
        return SourceFacts(status=ParseStatus.TOO_COMPLEX, detail=type(error).__name__)


def _read(files: Files, question: Question, notes: tuple[str, ...]) -> SourceFacts:
    """Reads the whole program first: it says which functions there are.

    `notes` are the texts of other files, which no program can import.
    """
    main = files.main.name
    whole = Analysis(allowed=frozenset(question.allowed), files=files)
    _evaluate(whole)
    fatal = [one for one in whole.broken if question.whole or one.location.file == main]
    if fatal:
        return SourceFacts(
            status=ParseStatus.SYNTAX_ERROR, syntax=fatal[0], local_modules=_local(whole)
        )
    reach = Reach(run=Analysis(allowed=whole.allowed, files=files))
    definitions = tuple(
        replace(one, libraries=reach.of([(main, one.name)], opened=False).libraries(files.sources))
        for one in find_definitions(whole, main)
    )
    guesses = _guesses(whole, question, definitions)
    unread = [one.text for name, one in files.sources.items() if name not in whole.modules]
    hidden = is_hidden(whole, question, (*unread, *notes))
    if question.whole:
        facts = _facts(whole, question, definitions, reach, reach.everything(whole.modules))
        tree = whole.modules[main][-1].node
        return replace(
            facts,
            guesses=guesses,
            hidden=hidden,
            multiplies=multiplies(tree),
            product_line=first_product(tree),
            pasted=pasted(tree),
        )
    roots = reach.roots(main, question, definitions)
    part = reach.of((main, name) for name in roots)
    shared = reach.shared(part, [(main, name) for name in roots])
    facts = _read_slice(reach, part, shared, question, definitions)
    return replace(facts, timed=find_timed(whole, main), guesses=guesses, hidden=hidden)


def _guesses(
    whole: Analysis, question: Question, definitions: tuple[Definition, ...]
) -> tuple[ExtractedFunction, ...]:
    """Lifts the work out of a program in which no function could be the exercise's."""
    scope = whole.modules[whole.files.main.name][-1]
    counts = counted(scope.node)
    ours = (one for one in definitions if one.name not in question.others)
    for one in ours:
        name = one.name.rpartition(".")[2]
        matrices = [each for each in one.parameters[: one.required] if (name, each) not in counts]
        if len(matrices) >= len(("a", "b")) and one.multiplies:
            return ()
    return lift(scope.node, scope.file, question) if isinstance(scope.node, ast.Module) else ()


def _read_slice(
    reach: Reach,
    part: Slice,
    shared: Slice,
    question: Question,
    definitions: tuple[Definition, ...],
) -> SourceFacts:
    """Reads the program once more, but only what the exercise's function reaches."""
    run = reach.run
    wanted = {run.files.main.name, *part.files}
    run.modules = {name: scopes for name, scopes in run.modules.items() if name in wanted}
    run.broken = [one for one in run.broken if one.location.file in wanted]
    run.skipped = reach.skipped(part)
    _evaluate(run)
    if run.broken:
        return SourceFacts(
            status=ParseStatus.SYNTAX_ERROR, syntax=run.broken[0], local_modules=_local(run)
        )
    facts = _facts(run, question, definitions, reach, part)
    return replace(facts, uses=_sorted(shared.weigh(run)))


def _facts(
    run: Analysis,
    question: Question,
    definitions: tuple[Definition, ...],
    reach: Reach,
    part: Slice,
) -> SourceFacts:
    requirement, instead = requirement_of(reach, part, question)
    return SourceFacts(
        status=ParseStatus.OK,
        names=_names(reach.run),
        uses=_sorted(run.uses.values() if question.whole else part.weigh(run)),
        definitions=definitions,
        local_modules=_local(run),
        libraries=part.needs(run.files.sources),
        requirement=requirement,
        instead=instead,
    )


def _names(run: Analysis) -> tuple[str, ...]:
    """Collects the names that statements at the top of the files reached bind."""
    scopes = [scope for listed in run.modules.values() for scope in listed]
    found = {name for scope in scopes for name in scope.bound}
    return tuple(sorted(found | ({"*"} if any(scope.stars for scope in scopes) else set())))


def _evaluate(run: Analysis) -> None:
    """Evaluates all files until nothing is new; stops where one cannot be parsed."""
    run.reach(run.files.main.name)
    for _ in range(MOST_ROUNDS):
        run.changed = False
        run.uses.clear()
        for name in tuple(run.modules):
            for scope in run.modules[name]:
                execute(run, scope, statements_of(scope.node))
        run.gather_operators()
        if run.broken or not run.changed:
            return
    raise TooComplex(f"{run.files.main.name}: still changing after {MOST_ROUNDS} rounds")


def _local(run: Analysis) -> tuple[str, ...]:
    return tuple(sorted(name for name in run.modules if name != run.files.main.name))


def _sorted(uses: Iterable[Use]) -> tuple[Use, ...]:
    """Orders the uses by place; a doubt beside certainty about the same thing goes."""
    uses = list(uses)
    sure = {(u.check, u.what, u.location) for u in uses if u.certainty is Certainty.SURE}
    kept = {
        use
        for use in uses
        if use.certainty is Certainty.SURE or (use.check, use.what, use.location) not in sure
    }
    return tuple(sorted(kept, key=_place))


def _place(use: Use) -> tuple[str, int, int, str, str, str]:
    place = use.location
    return (place.file, place.cell, place.line, use.check, use.what, use.reason)
