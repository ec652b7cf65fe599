"""A whole program that means harm costs its author the evidence, and nobody else anything."""

from collections.abc import Iterator

import pytest

from grader.model.course import Limits
from grader.model.run import RunStatus
from grader.model.running import ScriptResult
from grader.sandbox import IsolationLevel, Sandbox
from tests.sandbox.places import levels
from tests.sandbox.running import run_script

SECONDS, OVER = 0.5, 4.5
LIMITS = Limits(load_seconds=2.0, memory_mib=256, output_bytes=1_000_000)
OK, RAISED, GONE = RunStatus.OK, RunStatus.RUNTIME_ERROR, RunStatus.SIGNAL
LATE, TAMPERED, FLOOD = RunStatus.TIMEOUT, RunStatus.PROTOCOL, RunStatus.OUTPUT
SHORT_OF_MEMORY = RunStatus.MEMORY


@pytest.fixture(
    scope="module", params=levels(IsolationLevel.A_PLUS, IsolationLevel.B, IsolationLevel.D)
)
def place(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    """A warm sandbox with a folder and one without, and a cold one."""
    with Sandbox(request.param.choose()) as sandbox:
        yield sandbox


def attack(place: Sandbox, source: str, *answers: str) -> ScriptResult:
    """Runs it, and sees that the host waits no longer than it says, and works on."""
    before = "x = [[1, 2], [3, 4]]\nprint('before')\n"
    whole = run_script(place, before + source, *answers, seconds=SECONDS, limits=LIMITS)
    assert whole.run.run.wall_seconds < SECONDS + OVER
    assert whole.run.run.status is not RunStatus.SANDBOX_ERROR
    after = run_script(place, "y = [[5]]\n", seconds=5.0)
    assert (after.run.run.status, set(after.values)) == (OK, {"y"})
    return whole


# The guest's modules are in no table, but below the program's frames.
FIND_RECORDER = """import sys
frame = sys._getframe()
while "recorder" not in frame.f_globals:
    frame = frame.f_back
recorder = frame.f_globals["recorder"]
"""
ENDS: dict[str, tuple[str, set[RunStatus]]] = {
    "leaves hard": ("import os; os._exit(3)", {GONE}),
    "aborts": ("import os; os.abort()", {GONE}),
    "floods": ("while True: print('x' * 999)", {FLOOD}),
    "catches everything": (
        (
            "import time\nwhile True:\n    try:\n        while True: pass\n"
            "    except BaseException: pass"
        ),
        {OK},
    ),
    "stops the clock": (
        "import signal\nsignal.setitimer(signal.ITIMER_REAL, 0)\nwhile True: pass",
        {OK},
    ),
    "ignores the clock": (
        "import signal\nsignal.signal(signal.SIGALRM, signal.SIG_IGN)\nwhile True: pass",
        {OK},
    ),
    "takes the clock away": (
        (
            "import sys, signal\nsignal.setitimer = signal.signal = None\n"
            "del sys.modules['signal']\nwhile True: pass"
        ),
        {OK},
    ),
    "holds the interpreter": ("print('held')\ny = sum(range(10**11))", {LATE}),
    "never switches": ("import sys\nsys.setswitchinterval(1e9)\nwhile True: pass", {OK, LATE}),
    "makes copies of itself": (
        "import os\ntry:\n    os.fork()\nexcept OSError:\n    pass",
        {OK, TAMPERED},
    ),
    "replaces what speaks": (
        (
            "import builtins, io, sys\nsys.stdout = io.StringIO()\nbuiltins.print = None\n"
            "builtins.input = lambda *_: '9'\nn = int(input())"
        ),
        {OK},
    ),
    "closes what speaks": ("import sys\nsys.stdout.close(); sys.stderr.close()", {OK}),
    "closes what hears": ("import sys\nsys.stdin.close()\ninput()", {RAISED}),
    "goes on in a thread": (
        (
            "import threading\ndef go():\n    while True: print('y')\n"
            "threading.Thread(target=go, daemon=True).start()"
        ),
        {OK, FLOOD},
    ),
    "goes on at the end": (
        "import atexit\n@atexit.register\ndef go():\n    while True: pass",
        {OK},
    ),
    "is not describable": (
        "class E(Exception):\n    def __str__(self):\n        while True: pass\nraise E",
        {RAISED, LATE},
    ),
    "runs out of memory": ("y = [0] * 10**9", {SHORT_OF_MEMORY}),
    "plots too much": (
        (
            "import matplotlib.pyplot as plt\nfor i in range(70):\n"
            "    plt.plot([1 / 3] * 10_000, [2 / 3] * 10_000)"
        ),
        {OK},
    ),
    "replaces the recorder": (
        f"{FIND_RECORDER}recorder.recorded = lambda: [object()]",
        {OK},
    ),
    "replaces the recorder with an endless one": (
        f"import matplotlib\n{FIND_RECORDER}recorder.recorded = lambda: iter(dict, 1)",
        {OK},
    ),
    "is no program": ("def", {RAISED}),
    "is deep": ("y = " + "[" * 300 + "]" * 300, {RAISED}),
}


@pytest.mark.parametrize("name", ENDS)
def test_it_ends_in_time_with_the_right_word(place: Sandbox, name: str) -> None:
    """Whatever a program does to its own process, the record is right and the next run clean."""
    source, expected = ENDS[name]
    whole = attack(place, source)
    if place.facts()["rung"] == "D" and name == "runs out of memory":
        return  # which claims no memory limit on every platform
    assert whole.run.run.status in expected, whole.run
    if name not in {"is no program", "is deep"}:
        assert whole.run.output.startswith("before")
    assert whole.run.cut or whole.run.run.status is not LATE


def test_a_flood_keeps_both_ends(place: Sandbox) -> None:
    """What was printed first is still there when the rest was too much."""
    whole = attack(place, "for i in range(10**9): print(i, 'line' * 99)")
    assert whole.run.run.status is FLOOD
    assert whole.run.output.startswith("before\n0 line")
    assert len(whole.run.output) < 50_000


HARD = """
import os, struct
for fd in range(3, 64):
    try:
        os.write(fd, {data})
    except OSError:
        pass
"""
FORGED = {
    "nonsense": "b'nonsense, and more nonsense'",
    "a frame": "struct.pack('<4sIQ', b'GRD1', 2, 0) + b'{}'",
    "an answer": "struct.pack('<4sIQ', b'GRD1', 15, 0) + b'{\"ok\":true    }'",
    "endless data": "struct.pack('<4sIQ', b'GRD1', 2, 2**62) + b'{}'",
}


@pytest.mark.parametrize("name", FORGED)
def test_bytes_on_the_channel_are_tampering(place: Sandbox, name: str) -> None:
    """An answer that the runner did not give is none."""
    whole = attack(place, HARD.format(data=FORGED[name]))
    assert whole.run.run.status is TAMPERED, whole.run
    assert whole.values == {}


LIES = """
class Liar:
    def __getattribute__(self, name):
        while True: pass
    @property
    def __class__(self): raise ValueError
    def __len__(self): raise ValueError
    def __iter__(self): return iter(int, 1)
    def __eq__(self, other): raise SystemExit
    def __hash__(self): raise SystemExit
class Meta(type):
    def __eq__(self, other): raise SystemExit
    def __hash__(self): raise SystemExit
    def __instancecheck__(self, other): raise SystemExit
class Odd(metaclass=Meta):
    __module__ = Liar()
class Rows(list):
    def __iter__(self):
        while True: yield 1
    def __len__(self): return 2
class Name(str):
    def __hash__(self): return 1
    def __eq__(self, other): return False
class Dict:
    __dict__ = property(lambda self: 1 / 0)
class Lies:
    __slots__ = ('data',)
a, b, c, d, e = Liar(), Odd(), Rows([[1, 2], [3, 4]]), Dict(), Lies()
f = [Liar(), Liar()]
g = [[Liar()]]
h = [[1, 2], Rows([3, 4])]
i = []
i.append(i)
i.append(i)
j = [[i, i], [i, i]]
k = Liar
l = [Odd(), Odd()]
m = [[Odd()]]
n = [[1, Odd()]]
o = [[2 ** 5000, 1]]
p = [[float('nan'), 1]]
globals()[Name('q')] = [[1]]
globals()['\\ud800' * 10_000] = [[1]]
globals()['0x123456789a'] = [[1, 2, 3]]
globals()[7] = [[1]]
"""


def test_variables_that_lie_are_left_out(place: Sandbox) -> None:
    """Objects of the student's own kinds are not asked; the honest matrices still come home."""
    whole = attack(place, LIES)
    assert whole.run.run.status is OK, whole.run
    assert {"x", "o", "p"} <= set(whole.values)
    assert not {"a", "b", "c", "d", "e", "f", "g", "i", "j"} & set(whole.values)


def test_too_many_and_too_large_matrices_are_left_out(place: Sandbox) -> None:
    """The smallest come home, in bounds of number and bytes."""
    source = """
small = [[1]]
for i in range(10_000):
    globals()[f'm{i}'] = [[i, 1], [2, 3]]
large = [[0] * 2_000] * 2_000
long = [[0] * 10**7]
tall = [[0]] * 10**6
"""
    whole = attack(place, source)
    assert whole.run.run.status is OK, whole.run
    assert len(whole.values) == 40
    assert {"small", "x"} <= set(whole.values)
    assert not {"large", "long", "tall"} & set(whole.values)


def test_many_files_with_long_names_are_listed_in_bounds(place: Sandbox) -> None:
    """Names are cut, and a hundred are enough."""
    source = """
for i in range(300):
    try:
        open(f'{i:03}' + chr(0x3042) * 80 + '\\udcff', 'w').close()
    except OSError:
        break
"""
    whole = attack(place, source)
    assert whole.run.run.status is OK, whole.run
    assert len(whole.run.files) == (0 if place.facts()["rung"] == "B" else 100)
    assert all(len(name) <= 200 for name, _ in whole.run.files)
