"""A student's program line by line, with findings beside the lines."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256

from markupsafe import Markup, escape
from msgspec import Struct

from grader.export.cards import Card
from grader.model.evidence import Evidence
from grader.model.finding import Finding, Location, Verdict
from grader.model.submission import SourceFile
from grader.wording import visible

MOST_LINES = 2_000  # from the first line of a file on; more around findings further down
AROUND = 8
MOST_LETTERS = 500  # of one line
MOST_FILES = 12
WIDE = Markup('<span class="wide-space">□</span>')  # U+3000, invisible in code


class Beside(Struct, frozen=True, kw_only=True):
    """A finding in the margin of a line."""

    card: Card
    number: int


class CodeRow(Struct, frozen=True, kw_only=True):
    """One line; with number 0, it stands for omitted lines."""

    number: int  # in its file or cell
    text: Markup | None = None
    line: int = 0  # in the joined text of all cells
    cell: int = 0  # > 0: a notebook's cell begins here
    carets: str = ""  # the markers that a compiler would print below
    message: str = ""  # the message behind them
    beside: Sequence[Beside] = ()
    skipped: int = 0


class CodeFile(Struct, frozen=True, kw_only=True):
    """One file."""

    name: str
    rows: Sequence[CodeRow]
    lines: int
    cut: bool
    version: str  # hash of its text


Places = Mapping[tuple[str, int], Sequence[Beside]]


def view_code(
    sources: Sequence[SourceFile],
    findings: Iterable[tuple[Finding, Card]],
    evidence: Evidence,
    shown: Callable[[str], str] = str,
    named: Callable[[str], str] = str,
) -> tuple[list[CodeFile], list[Beside]]:
    """Return views of files with numbered findings beside their lines, the main file first.

    `shown` and `named` mask lines and file names on blind pages. The text of a card may be masked
    already, so the finding itself is passed with it.
    """
    pointing = [(finding, card) for finding, card in findings if _points(finding)]
    pointing_cards = [
        (finding.locations, Beside(card=card, number=number))
        for number, (finding, card) in enumerate(pointing, start=1)
    ]
    files = []
    for source in sources[:MOST_FILES]:
        places: dict[tuple[str, int], list[Beside]] = {}
        for locations, beside_code in pointing_cards:
            for location in locations:
                if location.file == source.name:
                    line = _line(location, source)
                    beside = places.setdefault((source.name, line), [])
                    if beside_code not in beside:
                        beside.append(beside_code)
        files.append(_view_file(source, places, _carets(source, evidence), shown, named))
    return files, [card for _, card in pointing_cards]


def _points(finding: Finding) -> bool:
    """Return whether a finding points at a line and is not praise."""
    quiet = finding.verdict is Verdict.SKIPPED or (
        finding.verdict is Verdict.PASSED and not finding.case
    )
    return not quiet and any(location.line and not location.page for location in finding.locations)


def _line(location: Location, source: SourceFile) -> int:
    """Convert a place in a notebook's cell to a line of the joined text."""
    first = next((first for first, cell in source.cells if cell == location.cell), 1)
    return first + location.line - 1


def _view_file(
    source: SourceFile,
    places: Places,
    carets: Mapping[int, tuple[int, int, str]],
    shown: Callable[[str], str],
    named: Callable[[str], str],
) -> CodeFile:
    lines = source.text.split("\n")
    if lines and not lines[-1]:
        lines.pop()
    marked = {line for _, line in places} | carets.keys()
    cells = dict(source.cells)
    rows: list[CodeRow] = []
    last = 0
    for number in _kept(len(lines), marked):
        if number != last + 1:
            rows.append(CodeRow(number=0, skipped=number - last - 1))
        last = number
        text = lines[number - 1]
        first = max((each for each in cells if each <= number), default=1)
        column, length, message = carets.get(number, (0, 0, ""))
        rows.append(
            CodeRow(
                number=number - first + 1,
                line=number,
                text=code_text(shown(text)),
                cell=cells.get(number, 0),
                carets=_below(text, column, length) if column else "",
                message=shown(message),
                beside=places.get((source.name, number), ()),
            )
        )
    if last < len(lines):
        rows.append(CodeRow(number=0, skipped=len(lines) - last))
    return CodeFile(
        name=visible(named(source.name)),
        rows=rows,
        lines=len(lines),
        cut=len(lines) > MOST_LINES,
        version=version_of(source),
    )


def version_of(source: SourceFile) -> str:
    """Return a hash of a source's text."""
    return sha256(source.text.encode("utf-8", "surrogatepass")).hexdigest()


def _kept(count: int, marked: Iterable[int]) -> Iterator[int]:
    """Yield the lines shown: the first ones, and those around findings."""
    wanted = set(range(1, min(count, MOST_LINES) + 1))
    for line in marked:
        wanted.update(range(max(1, line - AROUND), min(count, line + AROUND) + 1))
    yield from sorted(wanted)


def code_text(text: str) -> Markup:
    """Escape a line, make invisible characters visible, and cut what is too long."""
    cut = visible(text[: MOST_LETTERS + 1], limit=MOST_LETTERS, keep="\t")
    return WIDE.join(escape(part) for part in cut.split("\u3000"))


def _carets(source: SourceFile, evidence: Evidence) -> dict[int, tuple[int, int, str]]:
    """Map lines to where a compiler points: column from 1, length, message."""
    carets: dict[int, tuple[int, int, str]] = {}
    for exercise in evidence.exercises:
        trouble = exercise.source.syntax if exercise.source else None
        if trouble is None or trouble.location.file != source.name or trouble.column < 1:
            continue
        line = _line(trouble.location, source)
        lines = source.text.split("\n")
        if not 0 < line <= len(lines):
            continue
        word = re.match(r"\w+|.", lines[line - 1][trouble.column - 1 :])
        length = 1 if trouble.character or word is None else len(word.group())
        carets[line] = trouble.column, length, trouble.message
    return carets


def _below(text: str, column: int, length: int) -> str:
    """Return ^^^^ of a length, after gaps as wide as the letters above."""
    before, under = text[: column - 1], text[column - 1 : column - 1 + length] or " "
    if column > MOST_LETTERS:
        return ""
    gap = "".join(
        "\t" if letter == "\t" else "\u3000" if _is_wide(letter) else " " for letter in before
    )
    return gap + "".join("^^" if _is_wide(letter) else "^" for letter in under)


def _is_wide(letter: str) -> bool:
    return unicodedata.east_asian_width(letter) in "WF"
