"""Show the answers on a sheet: the tests that failed, and how many are right."""

from collections.abc import Sequence

from grader.exercises.values.record import Outcome, TestResult, ValuesRecord, record_of
from grader.exercises.values.table import GroupTable, ValuesTable
from grader.model.finding import LazyText
from grader.protocols import About, Fragment
from grader.wording.bilingual import Bilingual, BilingualText

MOST_ROWS = 10
Row = tuple[BilingualText, BilingualText]


class ValuesShown:
    """Shows tests among the facts of their exercise."""

    def show(self, about: About, words: Bilingual) -> Fragment | None:
        """List the failed tests, the smallest first; see protocols.Shows."""
        record = record_of(about.records) if about.exercise is not None else None
        if record is None or not record.tests:
            return None
        groups = _groups(about)
        return Fragment(rows=tuple(_rows(record, groups, words)))


SHOWN = ValuesShown()


def _groups(about: About) -> Sequence[GroupTable]:
    asked = about.exercise.exercise if about.exercise is not None else ""
    own = (each.own for each in about.assignment.exercises if each.id == asked)
    return next((table.group for table in own if isinstance(table, ValuesTable)), ())


def _rows(record: ValuesRecord, groups: Sequence[GroupTable], words: Bilingual) -> list[Row]:
    wrong = [each for each in record.tests if each.outcome is not Outcome.RIGHT or not each.alone]
    right = len(record.tests) - len(wrong)
    rows = [(words.say("run.entry"), words.name(record.entry))] if record.entry else []
    rows += [
        (words.say("values.tests"), words.say("values.count", right=right, total=len(record.tests)))
    ]
    rows += [_row_of_group(group, record, words) for group in groups]
    rows += [(words.say("values.wrong"), _row(each, words)) for each in wrong[:MOST_ROWS]]
    return rows


def _row_of_group(group: GroupTable, record: ValuesRecord, words: Bilingual) -> Row:
    """Return a row with the number of passed tests of a group, and its hint if some failed."""
    own = [each for each in record.tests if each.group == group.id]
    right = sum(each.outcome is Outcome.RIGHT and each.alone for each in own)
    hint = group.hint if group.hint and right < len(own) else LazyText("values.no_hint")
    counted = words.say("values.count_of_group", right=right, total=len(own), hint=hint)
    return words.of(group.name), counted


def _row(test: TestResult, words: Bilingual) -> BilingualText:
    if test.hidden:
        return words.of(test.name) if test.name else words.say("values.hidden")
    if not (shown := test.step or test.shown):
        return words.say("values.no_input")
    if test.expected and test.outcome in {Outcome.WRONG, Outcome.TYPE}:
        return words.say("values.row", asked=shown, expected=test.expected, got=test.got)
    return words.name(shown)
