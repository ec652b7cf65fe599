"""The state of following a program's timings: the log, and the calls that it is inside of."""

import ast
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from grader.policy.parse import Parsed
from grader.policy.timer_apis import CONVOLVES
from grader.policy.timer_values import Event, Kind, Names, Own, Place, Value

MOST_STEPS = 60_000
MOST_DEPTH = 12
SHOWN = 60  # characters of a piece of work in a message


class Enough(Exception):
    """The program is too long to follow further."""


@dataclass(kw_only=True, eq=False)
class Play:
    """One program being followed."""

    files: dict[str, Parsed]
    evaluate: Callable[["Play", Names, ast.expr | None], Value]
    execute: Callable[["Play", Names, list[ast.stmt]], None]
    find: Callable[[str], str | None]  # the file of a local module, by its dotted path
    log: list[Event] = field(default_factory=list)
    pairs: dict[tuple[int, int], None] = field(default_factory=dict)  # of indexes of reads
    chain: list[str] = field(default_factory=list)  # the calls around, as they are written
    inside: list[Own] = field(default_factory=list)
    entered: set[ast.AST] = field(default_factory=set)
    modules: dict[str, Names] = field(default_factory=dict)  # by file
    yields: list[Callable[[], None] | None] = field(default_factory=list)
    results: list[list[Value]] = field(default_factory=list)  # of the calls around
    default: Place = Place.CPU  # where tensors are made
    muted: int = 0
    steps: int = 0
    file: str = ""

    def step(self) -> None:
        """Counts, so that nothing takes for ever."""
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise Enough

    def note(
        self,
        kind: Kind,
        node: ast.expr | ast.stmt,
        *,
        library: str = "",
        api: str = "",
        sure: bool = True,
    ) -> int:
        """Writes down what happens at a place; returns its index."""
        if self.muted:
            return max(len(self.log) - 1, 0)
        names = tuple(one.node.name for one in self.inside if not isinstance(one.node, ast.Lambda))
        self.log.append(
            Event(
                kind=kind,
                place=self.files[self.file].place(node.lineno),
                chain=(*self.chain, shown(node)),
                inside=names,
                library=library,
                api=api,
                sure=sure,
            )
        )
        return len(self.log) - 1

    def work(self, node: ast.expr | ast.stmt, library: str, api: str, *, sure: bool = True) -> None:
        """Writes down work for a device."""
        self.note(Kind.WORK, node, library=library, api=api, sure=sure)

    def pair(self, start: int, end: int) -> None:
        """Writes down that a program takes the difference of two reads."""
        if not self.muted:
            self.pairs[(start, end)] = None

    @contextmanager
    def quietly(self) -> Iterator[None]:
        """Follows what probably does not happen, without writing it down."""
        self.muted += 1
        try:
            yield
        finally:
            self.muted -= 1


def shown(node: ast.AST) -> str:
    """Writes a piece of the program on one line."""
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"


def convolves(api: str) -> bool:
    """Says whether a library's function is one for convolutions."""
    return api.rpartition(".")[2] in CONVOLVES
