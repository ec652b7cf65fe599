"""What plain scripts tell: that they multiply, and which names hold numbers that were typed in."""

import ast

import pytest

from grader.source.scripts import apart_from_products, multiplies, pasted

DOES = [
    "for k in range(n):\n    s += a[i][k] * b[k][j]",
    "c = [[sum(x * y for x, y in zip(r, s)) for s in t] for r in a]",
    "while k < n:\n    s = s + a[k] * b[k]\n    k += 1",
    "c11 = a11 * b11 + a12 * b21",
    "def kake(p, q):\n    return p * q",
    "s *= x",
    "c = list(map(mul, a, b))",
    "c = a @ b",
    "c = np.dot(a, b)",
    "def main():\n    for i in range(n):\n        z[i] = x[i] * y[i]",
]
DOES_NOT = [
    "",
    "print(2 * 3)",
    "for i in range(n):\n    print(1000 * 3)",
    "for i in range(n):\n    t = elapsed * 1000",
    "c = [[a[i][j] + b[i][j] for j in r] for i in r]",
    "a = [0] * n",
    "for i in range(n):\n    print('-' * 20)",
    "z = [[4 * 1, 23 * 1]]",
    "z = [0] * (n + 1)",
]


@pytest.mark.parametrize("source", DOES)
def test_multiplies(source: str) -> None:
    """Elements in loops or not, or by name."""
    assert multiplies(ast.parse(source))


@pytest.mark.parametrize("source", DOES_NOT)
def test_does_not(source: str) -> None:
    """Numbers, strings and tables of zeros are no matrices."""
    assert not multiplies(ast.parse(source))


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


LED_TO = [
    "c = []\nfor r in a:\n    c.append([sum(map(mul, r, t)) for t in b])",
    "for i in range(n):\n    s = a[i] * b[i]\n    c[i] = s",
    "def kake(p, q):\n    return p * q\nc = kake(a, b)",
    "def fill(z, x, y):\n    z[0] = x * y\nc = [0]\nfill(c, a, b)",
    "class M:\n    def __matmul__(self, o):\n        self.d = self.x * o.x\nm = M()\nc = m.d",
    "p = x * y\nwith open(p) as c:\n    pass",
    "import numpy as np\nc = np.tensordot(a, b, 1)\nd = x * y",
    "from own import kake\nc = kake(a, b)\nd = x * y",
    "c = [[1]]\nglobals()['c'] = 3\nd = x * y",
]
NOT_LED_TO = [
    "d = x * y\nc = [[int(v) for v in r.split()] for r in '1 2;3 4'.split(';')]",
    "k = x[0] * y[0]\nc = []\nfor r in [[2, 3]]:\n    c.append([v - 1 for v in r])",
    "d = a * b\nc = []\nfor i in range(len(a)):\n    c.append([[1, 2], [3, 4]][i])\nprint(a, b, c)",
    "import json\nd = a * b\nc = json.loads('[[1]]')",
]


@pytest.mark.parametrize("source", LED_TO)
def test_a_product_leads_to_it(source: str) -> None:
    """Through loops, functions, methods, and whatever may multiply unseen."""
    assert "c" not in apart_from_products(ast.parse(source))


@pytest.mark.parametrize("source", NOT_LED_TO)
def test_no_product_leads_to_it(source: str) -> None:
    """Numbers that were typed in another way, beside a product of something else."""
    assert "c" in apart_from_products(ast.parse(source))
