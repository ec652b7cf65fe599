"""Decides which of several versions of a submission counts. Pure.

The rule, in this order:

1. Attempts that the LMS numbers or dates (Blackboard, versions in Teams, a second download): the
   newest counts, with all its files and no others. An attempt seen twice is one attempt. Where
   nothing tells which is newer, they count together, and step 2 goes on.
2. In one attempt, names that differ in copy marks alone (`-1`, ` (1)`, ` - コピー`, `+1`,
   `_最終版`; also of folders: 再提出/), where it matters, that is for the program and the report:
   a. the same bytes are one file, whatever it is called;
   b. where the LMS itself numbers uploads of one name (Canvas `-1`, Sakai `+1`), the highest;
   c. where the LMS dates each file (Moodle), the newest, if by more than times are exact to;
   d. else they are equal, all of them stay, and a person is asked.

`-1` and `_v2` are copy marks only where the name without them is there too, or where the LMS
numbers and never has two such files in one download: kadai1-1.py and kadai1-2.py are two exercises.
What is replaced is kept as an earlier version; nothing is deleted.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from grader.intake.choosing import choose_source
from grader.intake.collecting.attempts import newest_attempts
from grader.intake.collecting.copies import groups_of_copies, name_all, newest_copy
from grader.intake.collecting.filed import Filed
from grader.intake.names import is_clutter
from grader.intake.reports import choose_report
from grader.model.collection import Piece, Received

_NUMBERING = {"canvas": "-", "sakai": "+"}  # how these name the second upload of one name


@dataclass(frozen=True, slots=True, kw_only=True)
class Versions:
    """One student's files, told apart."""

    counted: tuple[Piece, ...]
    earlier: tuple[Piece, ...] = ()  # replaced by counted ones
    undecided: tuple[tuple[Piece, ...], ...] = ()  # of the counted: versions that are equal
    received: Received | None = None
    attempt: int = 0


def which_count(files: Sequence[Filed], student: str, source: str, lms: str) -> Versions:
    """Tells the files that count from earlier ones. `source` is the name that was asked for."""
    attempt, replaced = newest_attempts(files)
    counted = {one.content: one for one in attempt.files}
    earlier = list(replaced)
    undecided = []
    names = name_all(attempt.files, student, _NUMBERING.get(lms, ""))
    asked = _asked([one.piece.file for one in attempt.files], student, source)
    for group in groups_of_copies(attempt.files, names):
        if asked.isdisjoint(one.piece.file for one in group):
            continue
        newest = newest_copy(group, names)
        if not newest:
            undecided.append(tuple(one.piece for one in group))
            continue
        older = [one for one in group if one.piece.member.sha256 != newest]
        earlier += [counted.pop(one.content) for one in older]
    return Versions(
        counted=tuple(counted[content].piece for content in sorted(counted)),
        earlier=tuple(one.piece for one in sorted(earlier, key=lambda one: one.content)),
        undecided=tuple(undecided),
        received=attempt.received,
        attempt=attempt.number,
    )


def _asked(names: Sequence[str], student: str, source: str) -> set[str]:
    """Finds the names that grading would look at."""
    listed = sorted({name for name in names if not any(map(is_clutter, name.split("/")))})
    return {*choose_source(listed, source, student), *choose_report(listed, source, student)}
