"""How a program is asked: what surrounds it is as Python has it, and what it leaves is seen."""

import pytest

from grader.exercises.values import record
from grader.exercises.values.checks import forgets_calls, right_answers
from grader.exercises.values.plugin import PLUGIN
from grader.model.evidence import ExerciseEvidence
from grader.model.static import ParseStatus, SourceFacts
from grader.records import packed_record
from tests.exercises.values.line import Line, assignment_of
from tests.wording.worded import assert_worded

TAIL = """
numbers = [float(word) for word in words]
if numbers:
    print("sum", sum(numbers), "\\nmean", sum(numbers) / len(numbers))
else:
    print("no numbers")
"""
READING = {
    "by its number": "words = open(0).read().split()",
    "as bytes": "import sys\nwords = sys.stdin.buffer.read().split()",
    "as a file": "words = [w for line in open('/dev/stdin') for w in line.split()]",
    "with fileinput": "import fileinput\nwords = ' '.join(fileinput.input()).split()",
    "configured": "import sys\nsys.stdin.reconfigure()\nwords = sys.stdin.read().split()",
}


@pytest.mark.parametrize("how", READING)
def test_standard_input_is_read_in_any_way(line: Line, how: str) -> None:
    """As by a program that is started in a terminal."""
    graded = line.grade("summary", READING[how] + TAIL)
    assert graded.is_right, graded.said


def test_bytes_are_printed_too(line: Line) -> None:
    """In their order among texts."""
    text = TAIL.replace("print(", "say(").replace(
        "numbers =",
        "import sys\ndef say(*words):\n"
        "    sys.stdout.buffer.write(' '.join(map(str, words)).encode() + b'\\n')\n"
        "    sys.stdout.flush()\nnumbers =",
    )
    graded = line.grade("summary", f"import sys\nwords = sys.stdin.read().split()\n{text}")
    assert graded.is_right, graded.said


def test_names_of_a_test_mean_what_they_mean_in_python(line: Line) -> None:
    """A program's variable of the same name does not stand for them."""
    program = """
take, list = 5, [2, 3]
def primes():
    n = 2
    while True:
        if all(n % d for d in range(2, int(n ** 0.5) + 1)):
            yield n
        n += 1
"""
    assert line.grade("primes", program).is_right


def test_a_program_may_end_with_any_exit_code(line: Line) -> None:
    """Where the test does not say which one, as that of the introductory course."""
    ending = "import sys\nwords = sys.stdin.read().split()" + TAIL
    for code in ("3", "'a text'", "-1", "10 ** 30", "type('N', (int,), {})(7)"):
        assert line.grade("summary", f"{ending}sys.exit({code})").is_right, code


def test_what_compiled_functions_import_is_not_the_programs(line: Line) -> None:
    """It is imported in the name of whoever calls them."""
    text = """
import datetime, time
THEN = time.strptime("2026-11-29", "%Y-%m-%d")
DAY = datetime.datetime.strptime("2026-11-29", "%Y-%m-%d").strftime("%a")
def run_length(text):
    from itertools import groupby
    return [(letter, len(list(run))) for letter, run in groupby(text)]
"""
    graded = line.grade("run_length", text, ("datetime", "itertools", "time"))
    assert graded.is_right, graded.said


def test_a_test_without_input_is_told_by_its_files(line: Line) -> None:
    """Whoever is told a test is wrong can do it again."""
    graded = line.grade("scores", "best, average = '', 0.0")
    assert "name,score" in graded.said["VAL005"]
    graded = line.grade("summary", "print('sum 1')")
    assert "nothing" in graded.said["VAL005"]
    assert "not shown" not in graded.said["VAL005"]


def test_what_is_hidden_stays_so() -> None:
    """Neither what was asked nor what is right."""
    exercise = assignment_of("run_length").exercises[0]
    for check, alone in ((forgets_calls, False), (right_answers, True)):
        test = record.TestResult(
            shown="",
            hidden=True,
            outcome=record.Outcome.WRONG,
            expected="SECRET",
            got="x",
            alone=alone,
            name={"ja": "名", "en": "name"},
        )
        observed = record.ValuesRecord(entry="run_length", tests=(test,))
        evidence = ExerciseEvidence(
            exercise=exercise.id,
            source=SourceFacts(status=ParseStatus.OK),
            records={PLUGIN.name: packed_record(PLUGIN.name, observed)},
        )
        (finding,) = check(evidence, exercise)
        assert finding.case == "hidden"
        assert_worded(finding)
