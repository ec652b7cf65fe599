"""What a sheet shows of the answers: the tests that went wrong, and how many are right."""

from grader.exercises.values.record import Outcome, TestResult, ValuesRecord, record_of
from grader.protocols import About, Fragment
from grader.wording.bilingual import Bilingual, BilingualText

MOST_ROWS = 10


class ValuesShown:
    """Shows tests among the facts of their exercise."""

    def show(self, about: About, words: Bilingual) -> Fragment | None:
        """Lists the tests that went wrong, the smallest first; see protocols.Shows."""
        record = record_of(about.records) if about.exercise is not None else None
        if record is None or not record.tests:
            return None
        return Fragment(rows=tuple(_rows(record, words)))


SHOWN = ValuesShown()


def _rows(record: ValuesRecord, words: Bilingual) -> list[tuple[BilingualText, BilingualText]]:
    wrong = [each for each in record.tests if each.outcome is not Outcome.RIGHT or not each.alone]
    right = len(record.tests) - len(wrong)
    rows = [(words.say("run.entry"), words.name(record.entry))] if record.entry else []
    rows += [
        (words.say("values.tests"), words.say("values.count", right=right, total=len(record.tests)))
    ]
    rows += [(words.say("values.wrong"), _row(each, words)) for each in wrong[:MOST_ROWS]]
    return rows


def _row(test: TestResult, words: Bilingual) -> BilingualText:
    if test.hidden:
        return words.of(test.name) if test.name else words.say("values.hidden")
    if not (shown := test.step or test.shown):
        return words.say("values.no_input")
    if test.expected and test.outcome in {Outcome.WRONG, Outcome.TYPE}:
        return words.say("values.row", asked=shown, expected=test.expected, got=test.got)
    return words.name(shown)
