"""Trees are walked as ast walks them; a program is read for several questions as for each alone."""

import ast
from pathlib import Path

import pytest

from grader.course import load_assignment, load_course
from grader.model.static import ParseStatus
from grader.source.nodes import children, copied, nodes_in
from grader.source.question import question_about
from grader.source.reading import SourceReading, read_source
from tests.source.sources import script

ROOT = Path(__file__).parent.parent.parent
PROGRAMS = [
    *sorted((ROOT / "reference").rglob("*.py")),
    *sorted((ROOT / "tests" / "data" / "clocks").glob("*.py")),
]
EVERY_KIND = """
async def f(a, /, b: int = 1, *c, d=2, e, **g) -> "x":
    global y
    async with a as b, c: await d
    async for i in {1: 2, **g}: yield -i
    return [*c, lambda z=1: z]
match y:
    case {"a": 1, **rest} | [1, *others] | C(x, k=None) if not z: pass
    case _: ...
try: del y[1:2, ...]
except (A, B) as error: raise C from error
else: x = y if z else f"{y!r:>{z}}"
finally: assert (n := 1) < 2 <= 3, "text"
"""
# Two exercises are written, one is not, and what multiplies besides belongs to none.
SEVERAL = """
import time
import numpy as np

def loops(a, b):
    return [[sum(x * y for x, y in zip(r, c)) for c in zip(*b)] for r in a]

matmul_python = loops

def matmul_numpy(a, b):
    global last
    last = np.dot(a, b)
    return last

if __name__ == "__main__":
    x = np.ones((3, 3))
    start = time.time()
    y = x @ x
"""


def test_nodes_come_in_the_order_of_ast() -> None:
    """What takes the first of several takes the same one."""
    for code in [EVERY_KIND, *(path.read_text(encoding="utf-8") for path in PROGRAMS)]:
        nodes = list(ast.walk(tree := ast.parse(code)))
        assert nodes_in(tree) == nodes
        for node in nodes:
            assert children(node) == list(ast.iter_child_nodes(node))


def test_a_copy_is_another_tree() -> None:
    """It says the same, and what is changed in it is not changed in the tree."""
    tree = ast.parse(EVERY_KIND)
    copy = copied(tree)
    assert ast.dump(copy, include_attributes=True) == ast.dump(tree, include_attributes=True)
    assert not {*map(id, nodes_in(copy))} & {*map(id, nodes_in(tree))}
    copy.body.clear()
    assert len(tree.body) == len(ast.parse(EVERY_KIND).body)


@pytest.mark.parametrize("order", [1, -1])
def test_questions_do_not_disturb_each_other(order: int) -> None:
    """Whatever was asked about a program before, or about another one in between."""
    exercises = load_assignment(load_course(ROOT), "kadai2").exercises
    questions = [question_about(exercise) for exercise in exercises][::order]
    main, other = script(SEVERAL, "kadai2.py"), script("import numpy", "kadai2.py")
    reading = SourceReading()
    for question in (*questions, *questions):
        assert reading.read(main, (), question) == read_source(main, (), question)
        if question.library:
            assert reading.read(other, (), question) == read_source(other, (), question)


def test_what_is_too_complex_is_so_for_every_question() -> None:
    """And the next program is read."""
    reading = SourceReading()
    question = question_about(load_assignment(load_course(ROOT), "kadai2").exercises[0])
    deep = script("x = " + "-" * 200_000 + "1")
    for _ in range(2):
        assert reading.read(deep, (), question).status is ParseStatus.TOO_COMPLEX
    assert reading.read(script("x = 1"), (), question).status is ParseStatus.OK
