"""`grader new --form` writes an assignment that is proved at once; `verify` says what is amiss."""

import tomllib
from pathlib import Path

import pytest
from msgspec.structs import replace

from grader.exercises.values import asking
from grader.exercises.values.drafting import CLASS, FUNCTION, PROGRAM
from grader.kinds import FormDraft, FormRequest
from grader.model.errors import CourseError
from tests.commands.conftest import Say, say
from tests.wording.worded import in_japanese

__all__ = ["say"]

SPIRAL = ("spiral(3) == [[1, 2, 3], [8, 9, 4], [7, 6, 5]]", "spiral(-1) raises ValueError")
ACCOUNT = (
    "a = Account(10); a.deposit(5); a.balance == 15",
    (
        'a = Account("x;y", 2); b = Account(1); a.pay(b, amount=2); b.balance == 3; len(a) == 1; '
        'str(b) == "b"; a.withdraw(99) raises Broke: not enough'
    ),
    "Account(-1) raises ValueError",
)
ADDER = (r"3 4\n=>7\n", "=>none")
EXAMPLES = ["right", "wrong-nothing", "wrong-off", "wrong-raises"]


def new(say: Say, form: str, *examples: str) -> Path:
    """Make an assignment; return its folder."""
    said = say("new", "kadai9", "--form", form, *(w for e in examples for w in ("--example", e)))
    assert said.code == 0, said.err
    assert "reference/kadai9.py: fill in every place marked FILL IN" in said.out
    return Path("assignments/kadai9")


def verdicts(say: Say, file: Path) -> dict[str, str]:
    """Check a file; return the verdicts of the plugin's checks."""
    findings = say("check", "kadai9", file, "--format", "json").document["findings"]
    return {one["check"]: one["verdict"] for one in findings if one["check"].startswith("VAL")}


def add_test(folder: Path, test: str) -> None:
    """Add a test before the others."""
    table = folder / "assignment.toml"
    text = table.read_text(encoding="utf-8")
    table.write_text(text.replace("tests = [", f'tests = [\n    "{test}",'), encoding="utf-8")


@pytest.mark.parametrize(
    ("form", "examples"),
    [
        ("function", SPIRAL),
        ("function", ("take(3, primes()) == [2, 3, 5]",)),
        ("function", ("list(up(2)) == [0, 1]", "list(up(-1)) raises ValueError: small")),
        ("function", ("solve(array([[2.0]]), [1]) == array([0.5])", "solve([], []) == nan")),
        ("class", ACCOUNT),
        ("program", ADDER),
    ],
    ids=["function", "generator", "all-of-it", "arrays", "class", "program"],
)
def test_each_form_is_proved_at_once(
    course: Path, say: Say, form: str, examples: tuple[str, ...]
) -> None:
    """The right example is right, the starter is not, and what is unfilled is told."""
    folder = new(say, form, *examples)
    assert sorted(path.name for path in (folder / "examples").iterdir()) == EXAMPLES
    proved = say("verify", "kadai9", "--lang", "en")
    assert proved.code == 0, proved.out + proved.err
    assert "kadai9: everything is as expected." in proved.out
    assert "starter and handout (kadai9)" in proved.out
    assert "reference/kadai9.py: line " in proved.out
    assert "FILL IN " in proved.out
    assert "handout.md still contains" in proved.out
    assert "passes every test" not in proved.out
    right = verdicts(say, folder / "examples" / "right" / "kadai9.py")
    assert set(right.values()) == {"passed"}
    starter = verdicts(say, folder / "starter" / "kadai9.py")
    assert starter["VAL003"] == "failed"
    assert starter["VAL005"] == "skipped"  # nothing was answered, so nothing is right
    ja, en = (folder / "handout.md").read_text(encoding="utf-8").split("\n---\n")
    assert ja.count("```") == en.count("```")


def draft_of(form: str, *examples: str) -> FormDraft:
    """Draft without a course."""
    forms = {"function": FUNCTION, "class": CLASS, "program": PROGRAM}
    return forms[form].draft(FormRequest(title="題 / Title", source="x.py", examples=examples))


@pytest.mark.parametrize(
    ("examples", "line"),
    [
        (("f(1) == 2",), "def f(n):"),
        (("f(1, 2) == 2",), "def f(a, b):"),
        (('f([1], "x", 2.5) == {}',), "def f(values, text, x):"),
        (("f(3, base=2) == '11'", "f(3, 10) == '3'", "f(3) == '3'"), "def f(n, base=None):"),
        (("f() == 1",), "def f():"),
    ],
)
def test_parameters_are_named_by_what_is_given(examples: tuple[str, ...], line: str) -> None:
    """By the keywords of calls, else by the kinds of values, else by letters."""
    assert f"{line}\n" in draft_of("function", *examples).starter


@pytest.mark.parametrize(
    ("form", "examples", "told", "ja"),
    [
        ("function", (), "--form requires at least one --example", "--example が 1 つ以上"),
        ("function", ("f(1)",), "must be a call with its answer", "答えの付いた呼び出し"),
        ("function", ("len(f(1)) == 2",), "must be a call with its answer", "答えの付いた"),
        ("function", ("f(1) == 2", "f(1) == 3"), "contradicts an earlier example", "食い違って"),
        ("function", ("f(1) == 2", "g(1) == 3"), "got f, g", "f, g"),
        ("function", ("f(1) ==",), "is no test", "テストとして読めません"),
        ("function", ("f(x) == 2",), "f(x) is more than grader new can write", "書けません"),
        ("class", ("deposit(5) == 1",), "must begin with an object", "オブジェクトを作る手順"),
        ("class", ("a = A(1); a + a == 2",), "a + a == 2 is more than", "書けません"),
        ("class", ("a = A(1)",), "must begin with an object", "オブジェクトを作る手順"),
        ("class", ("a = A(1); a.x == 1", "b = B(1); b.x == 1"), "got A, B", "A, B"),
        ("class", ("a = A(); a.x",), "must have a step with an answer", "答えのある手順"),
        ("program", ("3 4",), "must be an input and an output", "入力と出力"),
        ("program", ("1=>2=>3",), "with one => between them", "1 つの =>"),
    ],
)
def test_what_no_example_can_be_is_told(
    form: str, examples: tuple[str, ...], told: str, ja: str
) -> None:
    """In both languages."""
    with pytest.raises(CourseError) as caught:
        draft_of(form, *examples)
    assert told in str(caught.value)
    assert ja in in_japanese(caught.value)


def test_a_program_that_prints_nothing_is_proved_too(course: Path, say: Say) -> None:
    """As one of which the instructor goes on to ask for files and variables."""
    folder = new(say, "program", "=>")
    assert say("verify", "kadai9", "--lang", "en").code == 0
    names = [path.name for path in (folder / "examples").iterdir()]
    assert sorted(names) == ["right", "wrong-off", "wrong-raises"]
    assert "```text" not in (folder / "handout.md").read_text(encoding="utf-8")


def test_handouts_say_all_that_the_tests_ask_for() -> None:
    """What is unsaid in it, students are judged by all the same."""
    by_text = draft_of("function", "age('-1') raises ValueError: negative").promises["en"]
    assert "age('-1')  # ValueError: negative" in by_text
    assert "the text has to hold what follows the colon" in by_text
    assert "colon" not in draft_of("function", "f(-1) raises ValueError").promises["en"]
    of_class = draft_of("class", "a = A(); a.pay(9) raises ValueError: poor").promises["ja"]
    assert "コロンの後にある語" in of_class
    fares = ("fare(3) == 2.5", "fare(4, night=True) == 9.5")
    assert "`fare(n, night=None)`" in draft_of("function", *fares).promises["en"]
    generator = draft_of("function", "take(3, primes()) == [2, 3, 5]").promises
    assert "list(itertools.islice(…, 3))" in generator["en"]
    assert "`yield`" in generator["ja"]
    assert "`return`" not in generator["ja"]
    assert "take" not in draft_of("function", "list(up(1)) == [1]").promises["en"]
    ended_by_a_line = draft_of("program", r"tea 1\n\n=>1").promises["en"]
    assert "```text\ntea 1\n\n```" in ended_by_a_line


def test_tests_are_written_as_an_instructor_writes_them(course: Path, say: Say) -> None:
    """Without backslashes, where TOML needs none."""
    folder = new(say, "function", 'f("a") == 1', "f('b') == 2")
    text = (folder / "assignment.toml").read_text(encoding="utf-8")
    assert """'f("a") == 1',""" in text
    assert "\"f('b') == 2\"," in text


def test_handouts_show_answers_as_they_were_typed() -> None:
    """And say how floats are compared, where there are some."""
    promised = draft_of("function", "roots(1, 0, 1) == [1j, -1j]").promises["en"]
    assert "roots(1, 0, 1)  # [1j, -1j]" in promised
    assert "a billionth (1e-9)" in promised
    assert "billionth" not in draft_of("function", "f(1) == 2").promises["en"]


@pytest.mark.parametrize(
    ("form", "examples", "failed"),
    [
        ("function", ("f(1) == None", "f(2) == 1"), [["VAL005"], ["VAL005"], ["VAL003"]]),
        ("function", ("f(1) raises ValueError",), [["VAL007"], ["VAL007"], ["VAL007"]]),
        ("function", ("f(1) raises RuntimeError",), [["VAL007"], ["VAL007"]]),
        ("class", ("a = A(); a.add(1); a.n == 1",), [["VAL005"], ["VAL005"], ["VAL003"]]),
    ],
)
def test_wrong_examples_fail_what_they_say(
    form: str, examples: tuple[str, ...], failed: list[list[str]]
) -> None:
    """What would be right is no wrong example."""
    wrong = [one for one in draft_of(form, *examples).examples if one.failed]
    assert [list(one.failed) for one in wrong] == failed


def test_a_reference_that_is_not_written_is_nobodys_mistake(course: Path, say: Say) -> None:
    """A test that only the reference could answer: `verify` says where, and nothing is judged."""
    folder = new(say, "function", *SPIRAL)
    add_test(folder, "spiral(5)")
    proved = say("verify", "kadai9", "--lang", "en")
    assert proved.code == 1
    assert "FILL IN spiral(): return the right answer" in proved.out
    assert "example right" not in proved.out
    assert "spiral() の中を書いてください" in say("verify", "kadai9", "--lang", "ja").out
    found = verdicts(say, folder / "examples" / "right" / "kadai9.py")
    assert set(found.values()) == {"broken"}


REFERENCE = """\
def spiral(n):
    print("n is", n)
    return fill(n)


def fill(n):
    if n < 0:
        raise ValueError("no")
    return [[1, 2, 3], [8, 9, 4], [7, 6, 5]]{more}
"""


def test_what_students_cannot_guess_has_to_be_in_the_handout(course: Path, say: Say) -> None:
    """Forbidden names, files, variables and texts of exceptions; a note, no failure."""
    folder = new(say, "function", "f(1) == 2", "f(-1) raises ValueError: negative")
    table = folder / "assignment.toml"
    text = table.read_text(encoding="utf-8")
    rule = 'forbidden = ["sorted", "list.sort"]\ntests = ['
    table.write_text(text.replace("tests = [", rule), encoding="utf-8")
    told = "handout.md: does not say sorted, list.sort, though programs are judged by it"
    proved = say("verify", "kadai9", "--lang", "en")
    assert (proved.code, told in proved.out) == (0, True), proved.out
    handout = folder / "handout.md"
    shown = handout.read_text(encoding="utf-8")
    handout.write_text(f"{shown}\nNeither `sorted` nor `sort`.\n", encoding="utf-8")
    assert "does not say" not in say("verify", "kadai9", "--lang", "en").out
    handout.write_text(shown.replace("negative", "no").replace("sort", ""), encoding="utf-8")
    assert (
        "sorted, list.sort, negative が書いてありません"
        in say("verify", "kadai9", "--lang", "ja").out
    )


def test_what_students_are_given_agrees_with_the_reference(course: Path, say: Say) -> None:
    """File and line of another name or other parameters; where a reference prints."""
    folder = new(say, "function", SPIRAL[0])
    starter, handout = folder / "starter" / "kadai9.py", folder / "handout.md"
    Path("reference/kadai9.py").write_text(REFERENCE.format(more=""), encoding="utf-8")
    begun = starter.read_text(encoding="utf-8")
    told = handout.read_text(encoding="utf-8")

    starter.write_text(begun.replace("spiral(n)", "spirals(n)"), encoding="utf-8")
    handout.write_text(told.replace("spiral", "spirale"), encoding="utf-8")
    said = say("verify", "kadai9", "--lang", "en")
    assert said.code == 1
    assert "reference/kadai9.py: line 2: prints something." in said.out
    assert "starter/kadai9.py: line 4: defines spirals, but the exercise asks for" in said.out
    assert "handout.md: line 7: names spirale, but the exercise asks for spiral" in said.out

    starter.write_text(begun.replace("spiral(n)", "spiral(n, m)"), encoding="utf-8")
    handout.write_text(told, encoding="utf-8")
    said = say("verify", "kadai9", "--lang", "ja")
    assert said.code == 1
    assert "starter/kadai9.py: 4 行目: spiral(n, m) を定義していますが、" in said.out

    starter.write_text("\n", encoding="utf-8")
    stale = told.replace("`spiral(n)`", "`spiral(n, m)`").replace("`cmath`, ", "")
    handout.write_text(stale, encoding="utf-8")
    said = say("verify", "kadai9", "--lang", "en")
    assert said.code == 1
    assert "starter/kadai9.py: is empty" in said.out
    assert "handout.md: line 13: shows spiral(n, m), but the reference has spiral(n)" in said.out
    assert "lists other modules than allowed_imports: — too many, cmath missing" in said.out
    handout.write_text(told, encoding="utf-8")

    harmless = begun.replace("spiral(n)", "spiral(size)")
    body = "return [[1, 2, 3], [8, 9, 4], [7, 6, 5]]"
    starter.write_text(harmless.replace("raise NotImplementedError", body), encoding="utf-8")
    said = say("verify", "kadai9", "--json")
    assert said.code == 0
    proofs = said.document["assignments"][0]["proofs"]
    (given,) = (proof for proof in proofs if proof["subject"] == "given")
    assert given["problems"] == []
    assert "spiral(size)" in given["warnings"][0]
    assert len(given["warnings"]) == 2  # it passes every test as it is


@pytest.mark.parametrize(
    ("more", "code", "told"),
    [
        (
            " + [1 / 0]",
            1,
            "line 9: ZeroDivisionError: division by zero (in fill(), test spiral(3))",
        ),
        (" if n != 5 else [][n]", 0, "line 9: IndexError: list index out of range (in fill(), "),
    ],
)
def test_a_reference_that_raises_is_named(
    course: Path, say: Say, more: str, code: int, told: str
) -> None:
    """File, line, function and test; what no test says otherwise is no failure, and is told."""
    folder = new(say, "function", *SPIRAL)
    add_test(folder, "spiral(5)")
    for name in EXAMPLES:
        (folder / "examples" / name / "expected.toml").unlink()
    Path("reference/kadai9.py").write_text(REFERENCE.format(more=more), encoding="utf-8")
    said = say("verify", "kadai9", "--lang", "en")
    assert said.code == code, said.out
    assert told in said.out
    assert "spiral(-1)" not in said.out  # it raises what it says


def test_a_reference_that_never_ends_is_named(
    course: Path, say: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    """File, line, function and test, once; no other test is asked."""
    quick = replace(asking.REFERENCE_LIMITS, call_seconds=1.0)
    monkeypatch.setattr(asking, "REFERENCE_LIMITS", quick)
    new(say, "function", *SPIRAL)
    loops = REFERENCE.replace("    return [[", "    while n:\n        pass\n    return [[")
    Path("reference/kadai9.py").write_text(loops.format(more=""), encoding="utf-8")
    said = say("verify", "kadai9", "--lang", "en")
    assert said.code == 1
    assert said.out.count("did not finish within") == 1
    assert "(in fill(), test spiral(3))" in said.out
    assert "reference/kadai9.py: line " in said.out


def test_the_methods_of_a_class_are_compared_too(course: Path, say: Say) -> None:
    """With the line of the method."""
    folder = new(say, "class", ACCOUNT[0])
    starter = folder / "starter" / "kadai9.py"
    text = starter.read_text(encoding="utf-8").replace("deposit(self, n)", "deposit(self)")
    starter.write_text(text, encoding="utf-8")
    said = say("verify", "kadai9", "--lang", "en")
    assert said.code == 1
    assert "line 9: defines deposit(self), but the reference has deposit(self, n)" in said.out


def test_options_are_those_of_other_assignments(course: Path, say: Say) -> None:
    """Title, deadline, points and the file's name; arrays are for NumPy."""
    words = ("--title-en", "Twice", "--due", "2027-01-15", "--points", "3", "--source", "twice.py")
    example = ("--example", "double(array([1])) == array([2])")
    said = say("new", "kadai9", "--form", "function", *words, *example)
    assert said.code == 0, said.err
    document = tomllib.loads(Path("assignments/kadai9/assignment.toml").read_text("utf-8"))
    assert document["title"]["en"] == "Twice"
    assert document["source"] == "twice.py"
    assert document["exercise"][0]["backend"] == "numpy"
    assert document["rubric"][0]["points"] == 3
