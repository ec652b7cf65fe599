"""What an edited table could not be taken for, and what its author should know."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from grader.model.finding import Param
from grader.wording import Wording


class Problem(StrEnum):
    """Why a row, or a column, was not taken."""

    SAME_HEADING = "same-heading"  # {heading} stands over two columns
    OTHER_POINTS = "other-points"  # {heading}: the criterion has {max} points by now
    LOST_ZEROS = "lost-zeros"  # {id} is {student} without its zeros
    CHANGED_ID = "changed-id"  # {id} is what a spreadsheet made of an id
    NO_ID = "no-id"  # the row of {name} has no id that is known
    SAME_ID = "same-id"  # more rows than one: {rows}
    OTHER_NAME = "other-name"  # {name}, not {known}
    OTHER_MAX = "other-max"  # {found} is not the assignment's {max}
    BAD_POINTS = "bad-points"  # {text} for {criterion}
    TOO_MANY = "too-many"  # {text} for {criterion}: 0 to {max}
    TOTAL = "total"  # {found}, not {total}: changed without the criteria
    DECIDED_SINCE = "decided-since"  # {criterion}: {by} decided {now} after the export
    COMMENTED_SINCE = "commented-since"


class Warn(StrEnum):
    """What was taken or left with something to know about it."""

    UNKNOWN_CRITERION = "unknown-criterion"  # {heading}
    STRANGER = "stranger"  # {id} is nobody here
    GRADED_SINCE = "graded-since"  # {criterion}: was {before}, is {now}; the table's counts
    NOT_EDITED = (
        "not-edited"  # {criterion}: {text} as it was exported; it is {now} by now and stays
    )
    NOT_HANDED_IN = "not-handed-in"
    STATE = "state"  # {rows}: a table confirms nobody
    OTHER_TABLE = "other-table"  # most points differ from those exported: another assignment's?
    NO_EXPORT = "no-export"  # nothing tells what was edited: every difference counts


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """One problem or warning about one place of the table."""

    kind: Problem | Warn
    row: int = 0  # 1-based; 0 = the whole table
    student: str = ""
    params: Mapping[str, Param] = field(default_factory=dict)

    def say(self, words: Wording) -> str:
        """Says it, with the row and the student."""
        said = words.text(f"review.table.{self.kind}", student=self.student, **self.params)
        if not self.row:
            return said
        key = "review.at_student" if self.student else "review.at_row"
        return words.text(key, row=self.row, student=self.student, said=said)
