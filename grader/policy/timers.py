"""Finds pairs of clock reads with work for a GPU between them.

The program is followed once, in the order in which it runs, with guesses for values: where an array
is, what a clock said. Nothing is executed. Functions that nobody calls are followed with unknown
arguments. Whatever is not certain is taken to wait for the device: a doubt accuses nobody.
"""

import ast
from itertools import count

from grader.model.static import Certainty, TimedPair
from grader.policy.program import Program
from grader.policy.timer_calls import bound, construct, enter
from grader.policy.timer_expressions import evaluate
from grader.policy.timer_run import Enough, Play
from grader.policy.timer_statements import execute
from grader.policy.timer_values import Event, Instance, Kind, Names, Own, OwnClass, Plain

LIBRARIES = ("cupy", "torch")


def find_timed(program: Program, main: str) -> tuple[TimedPair, ...]:
    """Lists the timed pairs of a program that was read; none when it is too long to follow."""
    files = program.parsed
    if not any(_mentions(line) for parsed in files.values() for line in parsed.lines):
        return ()

    def find(path: str) -> str | None:
        found = program.find(path) if path else ()
        return next((name for name in found if name in files and name != main), None)

    play = Play(files=files, evaluate=evaluate, execute=execute, find=find, file=main)
    try:
        _follow(play, main)
    except (Enough, RecursionError):
        return ()
    return _pairs(play)


def _mentions(line: str) -> bool:
    return any(library in line for library in LIBRARIES)


def _follow(play: Play, main: str) -> None:
    names = play.modules[main] = Names(held={"__name__": Plain("__main__")})
    execute(play, names, list(play.files[main].trees[-1].body))
    for name, block in tuple(play.modules.items()):
        play.file = name
        for value in tuple(block.held.values()):
            _rest(play, value)


def _rest(play: Play, value: object) -> None:
    """Follows functions that nothing called."""
    match value:
        case Own(node=node) if node not in play.entered and not isinstance(node, ast.Lambda):
            enter(play, _name(node), value, [], {})
        case OwnClass(names=names):
            methods = [one for one in names.held.values() if isinstance(one, Own)]
            if any(one.node not in play.entered for one in methods) and methods:
                made = construct(play, _name(methods[0].node), value, [], {})
                for one in methods:
                    if one.node not in play.entered and isinstance(made, Instance):
                        enter(play, _name(one.node), bound(one, made), [], {})
        case _:
            pass


def _name(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> ast.expr:
    text = "" if isinstance(node, ast.Lambda) else node.name
    return ast.copy_location(ast.Name(id=text, ctx=ast.Load()), node)


def _pairs(play: Play) -> tuple[TimedPair, ...]:
    found: dict[tuple[object, ...], TimedPair] = {}
    for start, end in play.pairs:
        if not 0 <= start < end < len(play.log):
            continue
        between = play.log[start + 1 : end]
        for library in LIBRARIES:
            works = [one for one in between if one.kind is Kind.WORK and one.library == library]
            if works:
                pair = _pair(play.log[start], play.log[end], between, works)
                key = (pair.start, pair.end, library, pair.work, pair.reaches)
                if key not in found or found[key].synchronized:
                    found[key] = pair
    return tuple(found.values())


def _pair(start: Event, end: Event, between: list[Event], works: list[Event]) -> TimedPair:
    position = {id(one): index for index, one in zip(count(), between, strict=False)}
    waits = [position[id(one)] for one in between if one.kind is Kind.WAIT]
    late = [one for one in works if position[id(one)] > max(waits, default=-1)]
    sure = any(one.sure for one in (late or works))
    depth = len(end.chain) - 1
    first = max(works, key=lambda one: one.sure)
    reached = {name for one in works for name in one.inside}
    return TimedPair(
        start=start.place,
        end=end.place,
        library=works[0].library,
        work=first.chain[min(depth, len(first.chain) - 1)],
        synchronized=not late,
        certainty=Certainty.SURE if sure else Certainty.UNSURE,
        setup=tuple(dict.fromkeys(one.place for one in between if one.kind is Kind.SETUP)),
        reaches=tuple(sorted(reached | {*end.inside})),
        apis=tuple(sorted({one.api for one in works if one.api})),
    )
