"""Hostile answers, and odd ones: none gets points that it does not deserve, none harms the host."""

from collections.abc import Mapping

import msgspec
import pytest
from msgspec import Struct

from grader.model.finding import Verdict
from tests.exercises.values.line import Graded, Line

WRONG = "def run_length(text):\n    return "
ROMAN = "def to_roman(n):\n    "


class Bout(Struct, frozen=True, kw_only=True):
    """One program; what it must come out as."""

    exercise: str
    text: str
    ends: tuple[str, ...] = ()  # checks of which one fails or is left to a person; () = it is right
    says: str = ""  # what a sentence holds
    more: tuple[str, ...] = ()  # modules that it may import, so that it gets that far


MORE = ("_thread", "builtins", "itertools", "json", "os", "pandas", "sys", "threading")


def returning(value: str, says: str = "", *, before: str = "", ends: str = "VAL005") -> Bout:
    """Gives a program that returns something else than runs of a text."""
    text = f"{before}\n{WRONG}{value}\n"
    ends_at = tuple(ends.split())
    return Bout(exercise="run_length", text=text, ends=ends_at, says=says, more=MORE)


FORGE = """
import json, sys, threading

def of(value, name):  # so that the text does not show it
    return getattr(value, name[::-1])

def found():
    frame, last = of(sys, "emarfteg_")(), None
    while frame is not None:
        seen = of(frame, "slacol_f")
        if isinstance(seen.get("head"), dict) and "nonce" in seen["head"]:
            last = frame
        frame = of(frame, "kcab_f")
    return last

def reply(answer):
    frame = found()
    seen, names = of(frame, "slacol_f"), of(frame, "slabolg_f")
    data = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
    names["send"](seen["self"]._wire, {"ok": True, "nonce": seen["head"]["nonce"]}, data)
"""


def forging(answer: str, ends: str = "VAL003") -> Bout:
    """Gives a program that sends an answer by hand, with the nonce that it found."""
    text = f"{FORGE}\ndef run_length(text):\n    reply({answer})\n    while True: pass\n"
    return Bout(exercise="run_length", text=text, ends=tuple(ends.split()), more=MORE)


LIE = """
class Liar({base}):
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    def __hash__(self): return 1
    def __len__(self): return 3
    def __iter__(self): return iter(())
    def __repr__(self): return "[('a', 3)]"
    def __bool__(self): return True
    def __getitem__(self, key): return ("a", 3)
    __class__ = {claims}
"""

BOUTS: Mapping[str, Bout] = {
    "a list that equals everything": returning(
        "Liar()", before=LIE.format(base="list", claims="list")
    ),
    "a text that equals everything": returning(
        "Liar('x')", "'x'", before=LIE.format(base="str", claims="list")
    ),
    "a number that equals everything": returning(
        "Liar(7)", "7", before=LIE.format(base="int", claims="list")
    ),
    "an object that equals everything": returning(
        "Liar()", "Liar", before=LIE.format(base="object", claims="list")
    ),
    "a dict that equals everything": Bout(
        exercise="text_stats",
        text=LIE.format(base="dict", claims="dict") + "def text_stats(text):\n    return Liar()\n",
        ends=("VAL005",),
    ),
    "an object that says it is an array": Bout(
        exercise="softmax",
        text="""
import numpy as np
class Liar:
    __class__ = np.ndarray
    dtype = np.dtype("f8")
    shape = (2,)
    def tolist(self): return [0.5, 0.5]
def softmax(values):
    return Liar()
""",
        ends=("VAL005",),
        says="Liar",
    ),
    "a metaclass that equals every class": returning(
        "Thing()",
        before="""
class Meta(type):
    def __eq__(cls, other): return True
    def __hash__(cls): return hash(list)
    def mro(cls): return [cls, object]
    __name__ = "list"
    def __instancecheck__(cls, x): return True
class Thing(metaclass=Meta):
    def __iter__(self): return iter([("a", 3), ("b", 1), ("c", 2)])
""",
        ends="VAL005 VAL003",
    ),
    "a name that is no text": returning(
        "Thing()",
        before="""
class Meta(type):
    @property
    def __name__(cls): raise KeyError("name")
    @property
    def __mro__(cls): return 3
class Thing(metaclass=Meta):
    pass
""",
    ),
    "a whole number of a million digits": returning("10 ** 1000000"),
    "whole numbers of many digits in a list": returning("[10 ** 5000, (-(7 ** 9000), 1)]", "0x"),
    "whole numbers of many digits as keys": returning("{10 ** 5000: 10 ** 6000}"),
    "a float beyond all, and none": returning("[float('inf'), float('nan'), 10 ** 400]"),
    "a nest of a thousand lists": returning(
        "nest()",
        before="""
def nest():
    value = []
    for _ in range(1000):
        value = [value]
    return value
""",
    ),
    "a list in itself": returning(
        "loop()", before="def loop():\n    a = []\n    a.append(a)\n    return a"
    ),
    "a generator without end": returning("(x for x in iter(int, 1))"),
    "a generator that raises": returning(
        "(1 / 0 for x in 'a')", "ZeroDivisionError", ends="VAL003"
    ),
    "a generator that does not go on": returning(
        "stuck()", before="def stuck():\n    while True: pass\n    yield 1", ends="VAL003"
    ),
    "a flood of output": returning(
        "flood()", before="def flood():\n    while True: print('x' * 100000)", ends="VAL003"
    ),
    "a flood of output of a program": Bout(
        exercise="summary", text="while True: print('sum 6')", ends=("VAL003",)
    ),
    "millions of members": returning("list(range(3_000_000))"),
    "a text of three million letters": returning("'あ' * 3_000_000"),
    "a set in place of a list, of millions": Bout(
        exercise="anagrams",
        text="def anagrams(words):\n    return [{n} for n in range(20_000)]",
        ends=("VAL005",),
    ),
    "an exception that cannot be shown": Bout(
        exercise="to_roman",
        text="""
class Bad(Exception):
    def __str__(self): raise Bad()
    __repr__ = __str__
    def __getattribute__(self, name): raise Bad()
def to_roman(n):
    raise Bad()
""",
        ends=("VAL003",),
        says="Bad",
    ),
    "an own class with the name of the wanted one": Bout(
        exercise="to_roman",
        text="""
class ValueError(Exception):
    pass
S = {1000: 'M', 900: 'CM', 500: 'D', 400: 'CD', 100: 'C', 90: 'XC', 50: 'L', 40: 'XL', 10: 'X',
     9: 'IX', 5: 'V', 4: 'IV', 1: 'I'}
def to_roman(n):
    if not 1 <= n <= 3999:
        raise ValueError(n)
    out = ''
    for v in S:
        out += S[v] * (n // v)
        n %= v
    return out
""",
        ends=("VAL007",),
        says="__main__.ValueError",
    ),
    "an exception that lies about its classes": Bout(
        exercise="to_roman",
        text="""
class Meta(type):
    def mro(cls): return [cls, KeyError, LookupError, Exception, BaseException, object]
    __name__ = 'ValueError'
class Bad(KeyError, metaclass=Meta):
    pass
def to_roman(n):
    raise Bad('x')
""",
        ends=("VAL003", "VAL007"),
    ),
    "always the wanted exception": Bout(
        exercise="to_roman", text=f"{ROMAN}raise ValueError", ends=("VAL003",)
    ),
    "standard output replaced": Bout(
        exercise="summary",
        text="""
import sys
class Out:
    def write(self, text): raise SystemExit
    def flush(self): raise KeyboardInterrupt
sys.stdout = Out()
print('sum 6')
""",
        ends=("VAL003", "VAL005"),
    ),
    "standard input read beyond its end, and closed": Bout(
        exercise="summary",
        text="import sys\nsys.stdin.read(); sys.stdin.read(); sys.stdin.close()\nprint('sum 6')",
        ends=("VAL005",),
    ),
    "builtins patched": returning(
        "[]",
        before="""
import builtins, json, itertools
for name in ("len", "isinstance", "type", "repr", "getattr", "list", "sorted", "dict"):
    setattr(builtins, name, lambda *a, **k: [("a", 3)])
json.dumps = lambda *a, **k: '{"value": null}'
itertools.islice = lambda *a: iter(())
""",
        ends="VAL003 VAL005",
    ),
    "the guest's modules patched": returning(
        "[]",
        before="""
import sys
for name, module in list(sys.modules.items()):
    if "guest" in name:
        for key in list(vars(module)):
            if not key.startswith("__"):
                setattr(module, key, None)
""",
        ends="VAL003 VAL005",
    ),
    "the guest's modules forgotten": returning(
        "[]",
        before="import sys\nsys.modules.clear()",
        ends="VAL003 VAL005",
    ),
    "frames walked, and what is asked for shown": returning(
        "seen()",
        "'run_length'",  # the call, and nothing of what is right
        before="""
import sys
def of(value, name):
    return getattr(value, name[::-1])

def seen():
    frame, asked = of(sys, "emarfteg_")(), []
    while frame is not None:
        here = of(frame, "slacol_f")
        if isinstance(here.get("request"), dict) and "do" in here["request"]:
            asked.append(here["request"]["do"]["call"][0]["name"])
        for value in here.values():
            if isinstance(value, dict) and ("expected" in value or "answer" in value):
                return value.get("expected", value.get("answer"))
        frame = of(frame, "kcab_f")
    return asked
""",
    ),
    "a wrong answer by hand": forging('{"value": [{"tuple": ["a", 99]}]}', "VAL003 VAL005"),
    "an answer and then another": returning(
        "[reply({'value': []}), 3]", before=FORGE, ends="VAL003 VAL005"
    ),
    "verdicts by hand": forging(
        '{"value": [], "outcome": "right", "expected": [], "ok": True}', "VAL003 VAL005"
    ),
    "an exception of no class by hand": forging('{"raised": {"names": [], "error": {}}}'),
    "an exception that is not described by hand": forging(
        '{"raised": {"names": ["ValueError", 3, None], "error": {"type": 3}}}'
    ),
    "a run by hand": forging(
        '{"printed": "x", "cut": False, "written": {}, "named": {}}', "VAL003 VAL005"
    ),
    "an array of a kind that is none by hand": forging('{"value": {"array": ["(((f8", [1], ""]}}'),
    "an array of a kind with members by hand": forging(
        '{"value": {"array": ["f8,(2,)i4", [1], ""]}}'
    ),
    "an array of endless rows by hand": forging('{"value": {"array": ["<f8", [10 ** 15, 0], ""]}}'),
    "a number of a million digits by hand": forging('b\'{"value": \' + b"9" * 1000000 + b"}"'),
    "a nest of a million lists by hand": forging("b'{\"value\": ' + b'[' * 1000000"),
    "keys of one hash by hand": forging(
        '{"value": {"set": [{"int": hex(n * (2 ** 61 - 1))} for n in range(5000)]}}'
    ),
    "no JSON by hand": forging(r"b'\xff\x00'"),
    "a frame without an end by hand": forging('b"[" * 300_000_000'),
    "threads left running": returning(
        "begin()",
        before="""
import os, sys
def begin():
    import threading
    for _ in range(8):
        threading.Thread(target=lambda: [None for _ in iter(int, 1)], daemon=False).start()
    return []
""",
        ends="VAL003 VAL005",
    ),
    "the process ended as if all were well": returning(
        "end()",
        before="""
import os, sys
def end():
    os._exit(0)
""",
        ends="VAL003",
    ),
    "a fork that answers as well": returning(
        "forked()",
        before="""
import os, sys
def forked():
    os.fork()
    return []
""",
        ends="VAL003 VAL005",
    ),
    "signals": returning(
        "signalled()",
        before="""
import os, sys
def signalled():
    for pid in (os.getppid(), 1, -1, 0):
        try:
            os.kill(pid, 9)
        except OSError:
            pass
    return []
""",
        ends="VAL003 VAL005",
    ),
    "files written outside": Bout(
        exercise="scores",
        text="""
for place in ('/tmp/x', '/etc/x', '../x', '/proc/self/mem', '/srv/x'):
    try:
        open(place, 'w').write('x')
    except OSError:
        pass
""",
        ends=("VAL005",),
    ),
    "a link in place of the file": Bout(
        exercise="scores",
        text="import os\nos.symlink('/etc/passwd', 'passed.txt')\nbest, average = 'Tanaka', 69.0",
        ends=("VAL005", "VAL003"),
    ),
    "a folder in place of the file": Bout(
        exercise="scores",
        text="import os\nos.mkdir('passed.txt')\nbest, average = 'Tanaka', 69.0",
        ends=("VAL003", "VAL005"),
    ),
    "a pipe in place of the file": Bout(
        exercise="scores",
        text="import os\nos.mkfifo('passed.txt')\nbest, average = 'Tanaka', 69.0",
        ends=("VAL005", "VAL003"),
    ),
    "answers looked for in the process": returning(
        "found()",
        before="""
def found():
    seen = []
    for name in ("environ", "maps", "cmdline", "mem", "status"):
        try:
            data = open("/proc/self/" + name, "rb").read(200000)
        except (OSError, ValueError) as error:
            data = str(error).encode()
        if b"aaabcc" in data and b"reference" in data:
            seen.append(("a", 3))
    return seen
""",
        ends="VAL005 VAL003",
    ),
    "keys of one hash": returning(
        "{n * (2 ** 61 - 1): n for n in range(400)}",
        ends="VAL003",  # to a person: no program has such keys
    ),
    "arrays of odd kinds": Bout(
        exercise="softmax",
        text="""
import numpy as np
ODD = [np.array(3.0), np.array(["a"], dtype=object), np.array(["x"]), np.zeros(2, dtype="f8,i4"),
       np.array(["2020-01-01"], dtype="M8[D]"), np.zeros((3, 0)), np.zeros((10 ** 9, 0)),
       np.array([1 + 2j]), np.ma.masked_array([1.0], [True]), np.matrix([[1.0]])]
count = [0]
def softmax(values):
    count[0] += 1
    return ODD[count[0] % len(ODD)]
""",
        ends=("VAL005",),
    ),
    "millions of empty rows": Bout(
        exercise="softmax",
        text="import numpy as np\ndef softmax(values):\n    return np.zeros((10 ** 9, 0))",
        ends=("VAL005",),
    ),
    "surrogates and NUL in a text": returning(
        r"['\ud800\x00\u202e', b'\xff']", r"\ud800\x00\u202e"
    ),
    "surrogates in what an object prints": returning(
        "Thing()",
        r"\ud800\x00",
        before="class Thing:\n    def __repr__(self): return '\\ud800\\x00\\u202e\\n'",
    ),
    "surrogates in an exception": Bout(
        exercise="to_roman", text=f"{ROMAN}raise KeyError('\\ud800\\x00')", ends=("VAL003",)
    ),
    "surrogates printed": Bout(
        exercise="summary", text="print('\\ud800\\x00\\u202e')", ends=("VAL005", "VAL003")
    ),
    "a property checked of text": Bout(
        exercise="solve", text="def solve(a, b):\n    return 'abc'", ends=("VAL005",), says="abc"
    ),
    "a property checked of an object": Bout(
        exercise="solve",
        text="def solve(a, b):\n    return [object(), {}]",
        ends=("VAL005",),
        says="object",
    ),
    "a property checked of what is too large": Bout(
        exercise="solve",
        text="import numpy as np\ndef solve(a, b):\n    return np.zeros(10 ** 7)",
        ends=("VAL005",),
    ),
    "a frame in place of a list": returning(
        "pandas.DataFrame({'a': [3]})", "DataFrame([('a', [3])])", before="import pandas"
    ),
    "a number that lies where it is an index": returning(
        "[('a', N(2))]",
        before="""
class N(int):
    def __index__(self): return 3
    __int__ = __trunc__ = __float__ = __index__
    def __format__(self, spec): return "3"
    def __add__(self, other): return 3
    __radd__ = __and__ = __add__
""",
    ),
    "generators without end in a dict": returning(
        "[{n: (n for n in iter(int, 1)) for n in range(9)}]"
    ),
    "an iterator of its own without end": returning(
        "[Endless()]",
        before="""
class Endless:
    def __iter__(self): return self
    def __next__(self): return self
    def __length_hint__(self): return 10 ** 12
""",
    ),
    "a huge representation": returning(
        "[Huge()]", before="class Huge:\n    def __repr__(self): return 'x' * 40_000_000"
    ),
    "a representation that never ends": returning(
        "[Stuck()]",
        before="class Stuck:\n    def __repr__(self):\n        while True: pass",
        ends="VAL003 VAL005",
    ),
    "print replaced, and right lines at the end": Bout(
        exercise="summary",
        text="""
import atexit, os, sys
print = lambda *words, **more: None
sys.stdout.close = sys.stdout.flush = sys.stdout.write
atexit.register(lambda: os.write(1, b"sum 6"))
print("sum 6")
""",
        ends=("VAL003", "VAL005"),
        more=("atexit", "os"),
    ),
    "standard input written to": Bout(
        exercise="summary",
        text="import os\nos.write(0, b'9 ' * 100_000), os.lseek(0, 0, 0)\nprint(os.read(0, 9))",
        ends=("VAL003", "VAL005"),
        more=("os",),
    ),
    "exit codes of an odd kind": Bout(
        exercise="summary",
        text="""
import sys
class Code(int):
    def __and__(self, other): raise SystemExit(self)
    __rand__ = __index__ = __int__ = __and__
sys.exit(Code(10 ** 40))
""",
        ends=("VAL005",),
    ),
    "generators as members of a set": returning("{(x for x in 'ab')}", "generator"),
    "members that are equal only here": Bout(
        exercise="anagrams",
        text="""
class S(str):
    __hash__ = object.__hash__
    def __eq__(self, other): return self is other
def anagrams(words):
    return [{S('stop'), S('stop'), S('post')}]
""",
        ends=("VAL003", "VAL005"),
    ),
}
"""By what it does."""


def told(graded: Graded) -> str:
    """What is said of a program."""
    return "\n".join(
        graded.said[code]
        for code in graded.codes(Verdict.FAILED, Verdict.UNDECIDED, Verdict.BROKEN)
    )


@pytest.mark.parametrize("name", BOUTS)
def test_nothing_undeserved_and_no_harm(line: Line, name: str) -> None:
    """It is told so, in a sentence, and can be stored; never `broken`."""
    bout = BOUTS[name]
    graded = line.grade(bout.exercise, bout.text, bout.more)
    assert graded.evidence.trouble == ""
    assert graded.codes(Verdict.BROKEN) == set()
    lost = graded.codes(Verdict.FAILED, Verdict.UNDECIDED)
    assert lost.intersection(bout.ends), (lost, told(graded))
    assert bout.says in told(graded), told(graded)
    msgspec.json.encode(graded.evidence)
    told(graded).encode("utf-8")
