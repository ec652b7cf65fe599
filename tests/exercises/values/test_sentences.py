"""What a student is told fits what the program did: one program for each sentence."""

from pathlib import Path

import pytest

from tests.commands.conftest import Say, say
from tests.exercises.values.test_groups import CRITERION, HEAD, course, write

__all__ = ["course", "say"]

FARE = 'tests = ["fare(3) == 2.5", "fare(0) raises ValueError", "fare(4, night=True) == 4.0"]'
AGE = """tests = ["age('7') == 7", "age('-3') raises ValueError: negative"]"""
UP = 'tests = ["up(2)", "list(up(1)) == [1]"]'
SUMS = """values.tests = ["sums([['a', 1], ['b', 2], ['a', 3]])"]\nallowed_imports = ["pandas"]"""
PARK = """
[[exercise.values.test]]
steps = ["p = Park(2)", "p.enter('A')", "p.free == 1", "p.enter('B')"]
[[exercise.values.test]]
steps = ["p = Park(2)", "p.leave('X') raises KeyError"]
[[exercise.values.test]]
steps = ["p = Park(2)", "p.enter('C')", "p.free == 1"]
"""
MEAN = """
[[exercise.values.test]]
files = { "in.txt" = "3\\n1\\n" }
written = { "out.txt" = "1\\n3\\n" }
variables = { mean = "2.0" }
"""
VALUES = "[exercise.values]\n"
EXERCISES = {  # the head of a table, the entry, what it is, and a right program
    "fare": (VALUES + FARE, "fare", "value", "def fare(km, night=False):\n    {}\n"),
    "age": (VALUES + AGE, "age", "value", "def age(text):\n    {}\n"),
    "up": (VALUES + UP, "up", "value", "def up(n):\n    {}\n"),
    "sums": (SUMS, "sums", "value", "import pandas as pd\n\ndef sums(values):\n    {}\n"),
    "park": (PARK, "Park", "value", "class Park:\n{}\n"),
    "mean": (MEAN, "main", "program", "def main():\n{}\n"),
}
FRAME = 'frame = pd.DataFrame(values, columns=["k", "n"]).groupby("k")'
IN_PARK = """\
    def __init__(self, n):
        self.free, self.cars = n, []

    def enter(self, car):
        self.free -= 1
        self.cars.append(car)

    def leave(self, car):
        raise KeyError(car)
"""
FULL = "        if len(self.cars) > 1:\n            raise RuntimeError('full')\n"
SHARED_PARK = "    cars = []\n\n" + IN_PARK.replace("self.free, self.cars = n, []", "self.free = n")
SHARED_PARK = SHARED_PARK.replace("        self.free -= 1", f"{FULL}        self.free -= 1")
IN_MEAN = """\
    global mean
    numbers = [int(line) for line in open("in.txt")]
    mean = sum(numbers) / len(numbers)
    open("out.txt", "w").write("".join(f"{each}\\n" for each in sorted(numbers)))
"""
IN_FARE = "if km <= 0:\n        raise ValueError\n    return 4.0 if night else 2.5"
RIGHT = {
    "fare": IN_FARE,
    "age": "if '-' in text:\n        raise ValueError('It is NEGATIVE')\n    return int(text)",
    "up": "yield n",
    "sums": f"{FRAME}\n    return frame.sum()",
    "park": IN_PARK,
    "mean": IN_MEAN,
}
LEFT = "numbers = sorted(int(line) for line in open('in.txt'))\n"


def program(exercise: str, inside: str = "") -> str:
    """Write a program of an exercise, a right one if nothing else is said."""
    *_, frame = EXERCISES[exercise]
    return frame.replace("{}", inside or RIGHT[exercise])


@pytest.fixture
def asked(course: Path) -> Path:
    """Write the exercises into a course."""
    for name, (table, entry, calls, _) in EXERCISES.items():
        head = HEAD.format(name=name, entry=entry, calls=calls)
        criterion = CRITERION.format(id="a", points=1, groups="[]")
        write(course / "assignments" / name / "assignment.toml", f"{head}{table}\n{criterion}")
        write(course / "reference" / f"{name}.py", program(name))
    return course


def misfit(exercise: str, line: str) -> str:
    """Write a program whose first line has other parameters."""
    _, rest = program(exercise).split("\n", 1)
    return f"# a comment\n{line}\n{rest}"


WRONG = [
    (
        f"import os\n{program('fare')}",
        "fare",
        ("not allowed in this exercise: os. Allowed: nothing.",),
        ("os。使ってよいのは なし です",),
    ),
    (
        misfit("fare", "def fare(km, night):"),
        "fare",
        ("`fare(3)` does not fit `def fare(km, night):`", "line 2", "which may be left out"),
        ("`fare(3)` は `def fare(km, night):` に合いません", "2 行目", "省けるもの"),
    ),
    (
        misfit("fare", "def fare(km):").replace("night", "False"),
        "fare",
        ("`fare(4, night=True)` does not fit `def fare(km):`",),
        ("`fare(4, night=True)` は `def fare(km):` に合いません",),
    ),
    (
        program("park", IN_PARK.replace("self, car", "self", 1).replace("(car)", "(0)", 1)),
        "park",
        ("`p = Park(2); p.enter('A')` does not fit `def enter(self):`", "line 5"),
        ("に合いません", "5 行目"),
    ),
    (
        program("park", IN_PARK.replace("__init__(self, n)", "begin(self)")),
        "park",
        ("`p = Park(2)` does not fit `class Park:`",),
        ("`p = Park(2)` は `class Park:` に合いません",),
    ),
    (
        program("park", IN_PARK.replace("self, car", "self")),
        "park",
        ("has to raise KeyError, but does not fit `def leave(self):`",),
        ("KeyError を出すはずですが、`def leave(self):` に合いません",),
    ),
    (
        program("park", IN_PARK.replace("self.free", "self.places")),
        "park",
        ("no attribute 'free'", "what methods and attributes are called"),
        ("メソッドや属性の名前は何か",),
    ),
    (
        program("park", IN_PARK.replace("self.free", "self.n") + "    def free(self):\n        1"),
        "park",
        ("p.free` is a method, and the value of an attribute is asked for", "`@property`"),
        ("p.free` はメソッドになっています", "`@property`"),
    ),
    (
        program("park", SHARED_PARK),
        "park",
        ("p.enter('C')` raises RuntimeError: full", "It does so after other calls only"),
        ("ほかの呼び出しの後でだけ出ます",),
    ),
    (
        program("age", RIGHT["age"].replace("NEGATIVE", "less than 0")),
        "age",
        ("raises ValueError: It is less than 0. The exception is right, its text is not",),
        ("例外は正しく、文が違います",),
    ),
    (
        program("age", "assert '-' not in text\n    return int(text)"),
        "age",
        ("but raises AssertionError. 1 of 2",),
        ("AssertionError を出します",),
    ),
    (
        program("age", RIGHT["age"].replace("int(text)", "text")),
        "age",
        ("gives '7'; the right answer is 7", "is a text, and no number: `int(…)`"),
        ("文字列で、数ではありません。`int(…)`",),
    ),
    (
        program("up", "return [n]"),
        "up",
        ("is of type list instead of iterator", "with `yield`"),
        ("`yield` で渡します",),
    ),
    (
        program("sums", f"{FRAME}\n    return frame.n.sum()"),
        "sums",
        ("is of type Series instead of DataFrame", "Make it what the handout asks for"),
        ("型が DataFrame ではなく Series です", "課題文で求められているもの"),
    ),
    (
        program("sums", f"{FRAME}\n    return frame.n.max()"),
        "sums",
        ("gives Series([3, 2]); the right answer is DataFrame",),
        ("正しい答えは DataFrame",),
    ),
    (
        program("sums", f"{FRAME}\n    return frame.max()"),
        "sums",
        ("is wrong at ['n'][0]: it has 3, and 4 is right",),
        ("['n'][0] が違います",),
    ),
    (
        f"{LEFT}mean = str(sum(numbers) / 2)\nopen('out.txt', 'w').write('1\\n3')",
        "mean",
        ("mean is '2.0'; 2.0 is right", "is a text, and no number"),
        ("mean は 2.0 のはずですが、'2.0' です", "文字列で、数ではありません"),
    ),
    (
        f"{LEFT}def mean():\n    return 2.0\nopen('out.txt', 'w').write('1\\n3')",
        "mean",
        ("the variable `mean` holds no value that could be compared: <function mean",),
        ("変数 `mean` は、比べられる値ではありません",),
    ),
    (
        f"{LEFT}def main():\n    mean = 2.0\nmain()\nopen('out.txt', 'w').write('1\\n3')",
        "mean",
        ("there is no variable `mean`; it has to be 2.0", "is gone when the function ends"),
        ("変数 `mean` がありません", "関数が終わるとなくなります"),
    ),
    (
        f"{LEFT}mean = 2.0\nprint(1, 3)",
        "mean",
        ("there is no file `out.txt`", "What `print` shows on the screen is in no file"),
        ("ファイル `out.txt` がありません", "ファイルには入りません"),
    ),
    (
        f"{LEFT}mean = 2.0\nopen('out.txt', 'w').write('1\\n4')",
        "mean",
        ("line 2 of `out.txt` is `4`; `3` is right",),
        ("`out.txt` の 2 行目が `4`", "正しくは `3`"),
    ),
]


@pytest.mark.parametrize(("text", "exercise", "en", "ja"), WRONG)
def test_a_sentence_fits(
    asked: Path, say: Say, text: str, exercise: str, en: tuple[str, ...], ja: tuple[str, ...]
) -> None:
    """In both languages."""
    write(asked / "wrong.py", text)
    for lang, sentences in (("en", en), ("ja", ja)):
        said = say("check", exercise, "wrong.py", "--lang", lang)
        assert said.code == 1, said.out + said.err
        missing = [each for each in sentences if each not in said.out]
        assert missing == [], said.out


@pytest.mark.parametrize("exercise", EXERCISES)
def test_a_right_program_is_told_nothing(asked: Path, say: Say, exercise: str) -> None:
    """Also one whose method gives something that no test asks for."""
    right = program(exercise).replace(
        "cars.append(car)\n", "cars.append(car)\n        return self\n"
    )
    right += "main()\n" if exercise == "mean" else ""
    write(asked / "right.py", right)
    said = say("check", exercise, "right.py", "--lang", "en")
    assert said.code == 0, said.out + said.err
