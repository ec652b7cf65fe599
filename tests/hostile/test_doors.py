"""Hooks of the standard library lead to no other library where an exercise allows none."""

from collections.abc import Iterator

import pytest

from grader.model.calling import Convention, Target
from grader.model.course import Backend, Exercise, Scope
from grader.sandbox import IsolationLevel, Sandbox
from tests.hostile.bout import LIMITS, A, B, judge
from tests.sandbox.places import levels

pytestmark = pytest.mark.hostile
EXERCISE = Exercise(
    id="f",
    operation="matmul",
    backend=Backend.PYTHON,
    entry="f",
    allowed_imports=(
        *("contextlib", "dataclasses", "enum", "functools", "matplotlib", "operator", "string"),
        *("sys", "types", "typing"),
    ),
    scope=Scope.FUNCTION,
    limits=LIMITS,
)
# Each asks `take` with a table of modules, and `use` with a module that could calculate.
HEAD = """
import contextlib, dataclasses, enum, functools, operator, string, sys, types, typing
import matplotlib.pyplot as plt

class Through(Exception): pass

def use(numpy, a, b):
    c = numpy.dot(numpy.array(a), numpy.array(b)).tolist()
    if isinstance(c, list) and isinstance(c[0], list): raise Through("numpy calculates")
    return c

def take(modules, a, b):
    for name in ("numpy", "ctypes", "_ctypes"):
        if name in modules: raise Through(name)
    bring = modules["builtins"].__import__
    for name in ("numpy", "ctypes", "_ctypes", "torch"):
        try: bring(name)
        except ImportError: continue
        raise Through(name)
    return "nothing"
"""
DOORS = {
    "the stream that is redirected": """
class Door(contextlib.redirect_stdout): _stream = "modules"
def f(a, b):
    door, old = Door(sys.modules), sys.modules
    with door: return take(door._old_targets[0] if door._old_targets else old, a, b)
""",
    "a field of a text": """
kept = []
class Door(string.Formatter):
    def format_field(self, value, spec): kept.append(value); return ""
def f(a, b):
    Door().format("{0.__globals__}", contextlib.suppress.__init__)
    return take(kept[0]["sys"].modules if "sys" in kept[0] else sys.modules, a, b)
""",
    "an enumeration of a module": """
def f(a, b):
    Kind = enum.IntEnum._convert_("Kind", "sys", lambda name: name == "maxsize")
    return take(enum.sys.modules, a, b)
""",
    "a pattern": """
class M(type):
    def __instancecheck__(cls, x): return True
P = M("P", (), {"__match" + "_args__": ("__se" + "lf__",)})
def f(a, b):
    match print:
        case P(tool): return take({**sys.modules, "builtins": tool}, a, b)
""",
    "an annotation": """
@functools.singledispatch
def f(a, b): return a
@f.register
def _(a: "take(__import__('sys').modules, 1, 1) or list", b): return a
""",
    "an annotation, read": """
class A: x: "__import__('numpy')"
def f(a, b): return use(typing.get_type_hints(A)["x"], a, b)
""",
    "an attribute by its text": """
def f(a, b):
    space = operator.attrgetter("__globals__")(contextlib.suppress.__init__)
    return take(space["sys"].modules, a, b)
""",
    "code of a class": """
def f(a, b):
    space = {"__annotations__": {"__class__ and __import__('numpy')": object}}
    shown = repr(dataclasses.dataclass(type("B", (), space), init=False)())
    if "module 'numpy'" in shown: raise Through(shown)
    return shown
""",
    "a module of the recorder": """
def f(a, b): return use(plt.cbook.numpy, a, b)
""",
    "a name that is put together": """
def f(a, b): return use(getattr(plt.lines, "n" + "p"), a, b)
""",
    "a misspelt module": """
import matplotlib.pylot as p
def f(a, b): return use(p.np, a, b)
""",
    "a new class": """
def f(a, b):
    made = types.new_class("P", (), {}, lambda space: space.update(x=sys.modules))
    return take(made.x, a, b)
""",
}


@pytest.fixture(scope="module", params=levels(IsolationLevel.A_PLUS, IsolationLevel.B))
def place(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    """One sandbox for all."""
    with Sandbox(request.param.choose()) as sandbox:
        yield sandbox


@pytest.mark.parametrize("name", DOORS)
def test_there_is_nothing_behind_it(place: Sandbox, name: str) -> None:
    """No library is found, and no product is calculated."""
    program = place.open_program("kadai2.py", {"kadai2.py": HEAD + DOORS[name]}, EXERCISE)
    session = program.start()
    try:
        call = session.call(Target(name="f", convention=Convention.AB), [A, B])
    finally:
        session.close()
    end, detail = judge(call, A @ B)
    assert end != "ok:right", detail
    assert "Through" not in f"{detail} {call.run.traceback}"
