"""From the files of a submission to the facts about one exercise."""

from collections.abc import Iterable

from grader.model.static import Certainty, ParseStatus, SourceFacts, Use
from grader.model.submission import SourceFile
from grader.policy.analysis import MOST_ROUNDS, Analysis
from grader.policy.definitions import find_definitions
from grader.policy.parse import TooComplex
from grader.policy.program import files_of
from grader.policy.scopes import statements_of
from grader.policy.statements import execute


def read_source(
    main: SourceFile, helpers: Iterable[SourceFile], allowed: frozenset[str]
) -> SourceFacts:
    """Reads everything off a program's text; what is beyond reading is TOO_COMPLEX."""
    try:
        return _read(Analysis(allowed=allowed, files=files_of(main, helpers)), main)
    except TooComplex as error:
        return SourceFacts(status=ParseStatus.TOO_COMPLEX, detail=str(error))
    except (RecursionError, MemoryError) as error:
        return SourceFacts(status=ParseStatus.TOO_COMPLEX, detail=type(error).__name__)


def _read(run: Analysis, main: SourceFile) -> SourceFacts:
    run.reach(main.name)
    for _ in range(MOST_ROUNDS):
        run.changed = False
        run.uses.clear()
        for name in tuple(run.modules):
            for scope in run.modules[name]:
                execute(run, scope, statements_of(scope.node))
        run.gather_operators()
        if run.broken or not run.changed:
            break
    else:
        raise TooComplex(f"{main.name}: still changing after {MOST_ROUNDS} rounds")
    local = tuple(sorted(name for name in run.modules if name != main.name))
    if run.broken:
        return SourceFacts(
            status=ParseStatus.SYNTAX_ERROR, syntax=run.broken[0], local_modules=local
        )
    return SourceFacts(
        status=ParseStatus.OK,
        uses=_sorted(run.uses.values()),
        definitions=find_definitions(run, main.name),
        local_modules=local,
    )


def _sorted(uses: Iterable[Use]) -> tuple[Use, ...]:
    """Orders the uses by place; a doubt beside certainty about the same thing goes."""
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
