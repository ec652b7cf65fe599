"""Which names hold numbers that were typed in, and nothing that was computed."""

import ast

import pytest

from grader.policy.scripts import pasted

TABLE = [
    ("z = [[1, 2], [3, 4]]", ("z",)),
    ("z = [[1, -2], [3.5, +4]]", ("z",)),
    ("self.answer = [[1, 2], [3, 4]]", ("answer",)),
    ("x = y = [[1, 2]]", ("x", "y")),
    ("z: list = [[1, 2]]", ("z",)),
    ("z = [[0, 0], [0, 0]]\nz[0][1] = 5", ()),
    ("z = [[0, 0], [0, 0]]\nz[0][1] += 5", ()),
    ("z = []\nz.append([1])", ()),
    ("z = [[0]]\nfor z[0][0] in range(3): pass", ()),
    ("z = [[1, 2]]\nz = mul(x, y)", ()),
    ("self.z = [[0, 0]]\nself.z[0][1] = 3", ()),
    ("z = [[a, b]]", ()),
    ("z = [[0] * 3 for _ in range(3)]", ()),
    ("n = 3", ()),
]


@pytest.mark.parametrize(("source", "names"), TABLE)
def test_pasted(source: str, names: tuple[str, ...]) -> None:
    """A table that is filled afterwards is computed."""
    assert pasted(ast.parse(source)) == names
