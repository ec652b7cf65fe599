"""Sentences about programs that do not parse."""

import ast

import pytest

from grader.intake.syntax import unreadable_text
from grader.model.evidence import ExerciseEvidence
from grader.model.finding import Finding, Location, Verdict
from grader.model.static import ParseStatus, SourceFacts, SyntaxTrouble
from grader.wording import in_each_language, load_wording
from tests.wording.worded import assert_worded


def finding_of(facts: SourceFacts | None, trouble: str = "") -> list[Finding]:
    """Asks about one exercise's source."""
    found = list(
        unreadable_text([ExerciseEvidence(exercise="matmul", source=facts, trouble=trouble)])
    )
    for one in found:
        assert_worded(one)
    return found


def broken(source: str, character: str = "", cell: int = 0) -> Finding:
    """Parses a source that is wrong, with the interpreter's own words."""
    with pytest.raises(SyntaxError) as caught:
        ast.parse(source)
    trouble = SyntaxTrouble(
        location=Location(file="a.py", line=caught.value.lineno or 0, text="…", cell=cell),
        column=caught.value.offset or 0,
        message=caught.value.msg,
        character=character,
    )
    (found,) = finding_of(SourceFacts(status=ParseStatus.SYNTAX_ERROR, syntax=trouble))
    assert found.verdict is Verdict.FAILED
    assert found.locations == (trouble.location,)
    return found


@pytest.mark.parametrize(
    ("source", "case"),
    [
        ("x = (1,\ny = 2\n", "never-closed"),
        ("x = 1)\n", "unmatched"),
        ("x = (1]\n", "unmatched"),
        ("for i in range(3)\n    pass\n", "colon"),
        ("if x:\n        y\n\tz\n", "tabs"),
        ("def f():\nreturn 1\n", "no-block"),
        ("x = 1\n    y = 2\n", "indent"),
        ("if x:\n        y\n    z\n", "indent"),
        ("x = 'a\n", "string"),
        ("x = '''a\n", "string"),
        ("print x\n", "print"),
        ("if x = 1:\n    pass\n", "assign"),
        ("1 = x\n", "assign"),
        ("x = = 1\n", "syntax"),
        ("class\n", "syntax"),
        ("return\nx y", "syntax"),
    ],
)
def test_common_mistakes_have_their_own_lesson(source: str, case: str) -> None:
    """The interpreter's words lead to a sentence that teaches."""
    assert broken(source).case == case


@pytest.mark.parametrize(
    ("character", "case", "name", "right"),
    [
        ("\u3000", "fullwidth", "全角スペース", "半角スペース"),
        ("（", "fullwidth", "全角の「（」", "("),
        ("＝", "fullwidth", "全角の「＝」", "="),
        ("”", "fullwidth", "曲がった引用符", '"'),
        ("、", "fullwidth", "読点", ","),
        ("×", "fullwidth", "かける記号", "*"),
        ("\u200b", "character", "幅のない空白", ""),
        ("「", "character", "「「」", ""),
        ("∑", "character", "「∑」", ""),
    ],
)
def test_characters_that_only_look_right(character: str, case: str, name: str, right: str) -> None:
    """The character is named, with its code point and what to type instead."""
    found = broken(f"x {character} 1\n", character)
    assert found.case == case
    words = load_wording("ja")
    assert words.in_full(found.params["name"]) == name
    assert words.in_full(found.params["right"]) == right
    assert found.params["code"] == f"U+{ord(character):04X}"


@pytest.mark.parametrize(
    ("line", "case"),
    [
        ("!pip install torch", "magic"),
        ("  ! ls", "magic"),
        ("%matplotlib inline", "magic"),
        ("%%time", "magic"),
        ("%d", "syntax"),
        ("!= 3", "syntax"),
        ("% (3, 4))", "syntax"),
        ("%5", "syntax"),
    ],
)
def test_commands_to_a_notebook_are_told_as_such(line: str, case: str) -> None:
    """A line may begin with an operator, too: then something else is wrong."""
    trouble = SyntaxTrouble(
        location=Location(file="a.py", line=1, text=line), column=1, message="invalid syntax"
    )
    (found,) = finding_of(SourceFacts(status=ParseStatus.SYNTAX_ERROR, syntax=trouble))
    assert (found.verdict, found.case) == (Verdict.FAILED, case)


def test_a_notebook_is_told_by_cell() -> None:
    """Line numbers are those within the cell."""
    assert in_each_language(broken("x = (", cell=3).params["place"]) == {
        "ja": "セル 3 の 1 行目の 5 文字目",
        "en": "cell 3, line 1, column 5",
    }


def test_what_parses_is_not_mentioned() -> None:
    """A good source, and no source at all, give no finding."""
    assert finding_of(SourceFacts(status=ParseStatus.OK)) == []
    assert finding_of(None) == []


@pytest.mark.parametrize(
    ("facts", "trouble", "verdict"),
    [
        (SourceFacts(status=ParseStatus.TOO_COMPLEX, detail="5 MB"), "", Verdict.UNDECIDED),
        (SourceFacts(status=ParseStatus.CRASHED, detail="x"), "", Verdict.BROKEN),
        (None, "Traceback\nValueError: x", Verdict.BROKEN),
    ],
)
def test_what_is_not_the_students_costs_nothing(
    facts: SourceFacts | None, trouble: str, verdict: Verdict
) -> None:
    """Limits and faults of ours are never a failure."""
    (found,) = finding_of(facts, trouble)
    assert found.verdict is verdict


BESIDE = {
    "c += a[i][k] b[k][j]": "operator",
    "c += a[i] b[k]": "operator",
    "c = f(a[i] b[k])": "syntax",  # a comma may be missing
    "c += a b": "syntax",
    "for x in a[i] b": "syntax",
}


@pytest.mark.parametrize("line", BESIDE)
def test_two_elements_beside_each_other_lack_an_operator(line: str) -> None:
    """As in a formula; of anything else it is not known what is missing."""
    trouble = SyntaxTrouble(
        location=Location(file="a.py", line=1, text=line), column=1, message="invalid syntax"
    )
    (found,) = finding_of(SourceFacts(status=ParseStatus.SYNTAX_ERROR, syntax=trouble))
    assert found.case == BESIDE[line]
