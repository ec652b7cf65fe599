"""Collect what everyone was given: the starter, the handout's code and sentences, examples."""

import re
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from grader.intake.refusal import FileRefused
from grader.intake.sources import read_source
from grader.kinds import kinds
from grader.model.course import Assignment
from grader.review.alike.programs import read_program
from grader.review.alike.sentences import given_grams

MOST_FILES = 500
_CODE = re.compile(r"^```[^\n]*\n(.*?)^```", re.MULTILINE | re.DOTALL)
_MARKUP = re.compile(r"^[ \t]*(?:[-*#>|]+|\d+\.)[ \t]*|[*`]", re.MULTILINE)


class Given(Struct, frozen=True, kw_only=True):
    """Parts of programs and reports that are alike because everyone was given them."""

    prints: frozenset[int]
    sentences: tuple[frozenset[int], ...]


def given_by(assignment: Assignment) -> Given:
    """Read the files that an assignment gives to students; skip unreadable ones."""
    handout = "\n\n".join(_texts(assignment.folder, "*.md"))
    suffix = Path(assignment.source).suffix
    programs = [(match[1], f"handout{suffix}") for match in _CODE.finditer(handout)]
    for folder in ("starter", "examples"):
        programs += _sources(assignment.folder / folder, assignment.file_bytes)
    report = assignment.report
    phrases = (*report.task, *report.template) if report else ()
    prose = _MARKUP.sub("", _CODE.sub("\n", handout))
    return Given(
        prints=frozenset(
            each for text, name in programs for each in read_program(text, name).prints
        ),
        sentences=tuple(given_grams([*prose.splitlines(), *phrases])),
    )


def _texts(folder: Path, pattern: str) -> Iterator[str]:
    for path in sorted(folder.glob(pattern))[:MOST_FILES]:
        try:
            yield path.read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue


def _sources(folder: Path, cap: int) -> Iterator[tuple[str, str]]:
    endings = {ending for kind in kinds() for ending in (*kind.suffixes, kind.helper)}
    paths = (path for path in sorted(folder.rglob("*")) if path.suffix.lower() in endings)
    for path, _ in zip(paths, range(MOST_FILES), strict=False):
        try:
            source, _notes = read_source(path.name, path.read_bytes(), cap)
        except (OSError, FileRefused):
            continue
        yield source.text, path.name
