"""Corpora: labelled texts, and how many of them a room answers rightly at its door.

A corpus is tests/data/corpora/NAME.toml. Its head says where the texts are from (`source`), which
test measures it (`test`), the labels, and the recorded figure:

    figure = { right = 108, open = 9, wrong = 0, accused = 0 }
    known = ["a text that is not answered rightly yet"]

A row has a `label` and a `text` or `program`; perhaps a `name`, its own `source`, and what else the
room is given (`given`). An answer is right if it is the label; open if it is `unsaid`, the label of
a text that nothing is said about; and wrong else. It is wrong and `accused` if it is one of
`accuses`: a right text or program was called wrong.

Rules may change as long as `right` does not fall, and `wrong` and `accused` do not rise. `make anew
PARTS=corpora` records what got better. Whoever adds or drops rows corrects the figure by hand, to
what the rules are to reach with them: so a new row fails first.
"""

import json
import os
import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable
from enum import StrEnum
from pathlib import Path
from textwrap import indent
from typing import Any

from msgspec import Struct, convert, field
from msgspec.structs import replace

from tests.tree import ROOT

FOLDER = ROOT / "tests" / "data" / "corpora"
RECORD = "GRADER_TESTS_RECORD_CORPORA"
_FIGURE = re.compile(r"^figure = .*$", re.MULTILINE)
_KNOWN = re.compile(r"^known = \[.*?\]$", re.MULTILINE | re.DOTALL)


class Outcome(StrEnum):
    """How an answer compares with the label."""

    RIGHT = "right"
    OPEN = "open"
    WRONG = "wrong"
    ACCUSED = "accused"


class Figure(Struct, frozen=True):
    """How many answers are right, left open and wrong, and how many of the wrong ones accuse."""

    right: int
    open: int
    wrong: int
    accused: int = 0

    @property
    def rows(self) -> int:
        """How many texts were answered."""
        return self.right + self.open + self.wrong

    def holds(self, before: "Figure") -> bool:
        """Return whether nothing is worse than before."""
        return (
            self.right >= before.right
            and self.wrong <= before.wrong
            and self.accused <= before.accused
        )


class Row(Struct, frozen=True):
    """A text or program, and what is true of it."""

    label: str
    text: str = ""
    program: str = ""
    name: str = ""
    source: str = ""
    given: dict[str, Any] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """The row in messages and in `known`."""
        return self.name or self.text or self.program


class Corpus(Struct, frozen=True):
    """The rows of a file, and the figure recorded of them."""

    source: str
    test: str
    labels: frozenset[str]
    figure: Figure
    known: frozenset[str]
    unsaid: str = ""
    accuses: frozenset[str] = frozenset()
    texts: tuple[Row, ...] = ()


def load(path: Path, more: Iterable[Row] = ()) -> Corpus:
    """Read a corpus, with rows from elsewhere; all have its labels, and no two say the same."""
    corpus = convert(tomllib.loads(path.read_text(encoding="utf-8")), Corpus)
    rows = (*corpus.texts, *more)
    if corpus.labels and (unknown := {row.label for row in rows} - corpus.labels):
        raise ValueError(f"{path.name} has no label {unknown}")
    if twice := [key for key, count in Counter(row.key for row in rows).items() if count > 1]:
        raise ValueError(f"{path.name} has these twice: {twice}")
    return replace(corpus, texts=rows)


def hold(
    name: str,
    answer: Callable[[Row], str],
    *,
    rows: Iterable[Row] = (),
    outcome: Callable[[str, str], Outcome] | None = None,
    folder: Path = FOLDER,
) -> None:
    """Measure a corpus by what a room answers, and fail where it is worse than recorded.

    `rows` are those of a corpus whose texts are kept elsewhere; `outcome` compares a label with an
    answer where that is more than being equal.
    """
    path = folder / f"{name}.toml"
    corpus = load(path, rows)
    compare = outcome or _outcome(corpus)
    answers = [(row, answer(row)) for row in corpus.texts]
    compared = [(row, said, compare(row.label, said)) for row, said in answers]
    counts = Counter(found for *_, found in compared)
    accused = counts[Outcome.ACCUSED]
    wrong = counts[Outcome.WRONG] + accused
    figure = Figure(counts[Outcome.RIGHT], counts[Outcome.OPEN], wrong, accused)
    assert figure.rows == corpus.figure.rows, (
        f"{path.name} has {figure.rows} rows, and a figure of {corpus.figure.rows}: correct it "
        "by hand, to what is to be right, open and wrong with the rows of now"
    )
    if os.environ.get(RECORD) and figure.holds(corpus.figure):
        known = [row.key for row, _, found in compared if found is not Outcome.RIGHT]
        _write(path, figure, known)
        return
    worse = [
        f"  {found}{' (newly)' * (row.key not in corpus.known)}: {row.name or row.text}\n"
        f"      is {row.label or 'nothing'!r}, answered {said or 'nothing'!r}"
        f"{indent(_beside_the_name(row), ' ' * 6)}"
        for row, said, found in compared
        if found in {Outcome.WRONG, Outcome.ACCUSED}
        or (found is Outcome.OPEN and row.key not in corpus.known)
    ]
    assert figure.holds(corpus.figure), "\n".join(
        [f"corpus {name}: {figure}", f"recorded: {corpus.figure}", *worse]
    )


def _beside_the_name(row: Row) -> str:
    """The text or program of a row that is named by something else."""
    text = row.program or row.text * bool(row.name)
    return "\n" * bool(text) + text.rstrip()


def _outcome(corpus: Corpus) -> Callable[[str, str], Outcome]:
    def compare(label: str, said: str) -> Outcome:
        if said == label:
            return Outcome.RIGHT
        if said == corpus.unsaid:
            return Outcome.OPEN
        return Outcome.ACCUSED if said in corpus.accuses else Outcome.WRONG

    return compare


def _write(path: Path, figure: Figure, known: list[str]) -> None:
    """Write the figure and the rows that are not right into the head of a corpus."""
    text = path.read_text(encoding="utf-8")
    numbers = ", ".join(f"{key} = {getattr(figure, key)}" for key in figure.__struct_fields__)
    quoted = "".join(f"    {json.dumps(key, ensure_ascii=False)},\n" for key in known)
    listed = f"known = [\n{quoted}]" if known else "known = []"
    text = _FIGURE.sub(lambda _: f"figure = {{ {numbers} }}", text, count=1)
    text = _KNOWN.sub(lambda _: listed, text, count=1)
    path.write_text(text, encoding="utf-8")


def write() -> None:
    """Record the figures of all corpora where they are better than those recorded."""
    tests = sorted({load(path).test for path in FOLDER.glob("*.toml")})
    run = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests]
    subprocess.run(run, check=True, cwd=ROOT, env={**os.environ, RECORD: "1"})
