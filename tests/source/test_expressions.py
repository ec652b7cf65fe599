"""Corners of the language: aliases, texts, containers, operators, classes, patterns."""

import pytest

from tests.source.sources import names, read

PLT = "import matplotlib.pyplot as plt\n"
NP = "POL003 matplotlib.pyplot.np"
GETATTR = "POL003? getattr(matplotlib.pyplot, …)"
LOOSE = "POL003? np"  # plt went where only a person can follow it
EDGES = [
    ("plt.gca()._children", "POL003? _children"),
    ("plt.np2.x", "Okay"),
    ("globals()['eval']", "POL002? eval"),
    ("globals()['__x'] = 1", "Okay"),
    ("globals()['__x__'] = 1", "POL002? globals, locals, vars"),
    ("globals()[input()] = 1", "POL002? globals, locals, vars"),
    ("open('x.py', 'w')", "Okay"),  # nothing imports it
    ("open(*[input(), 'w'])", "Okay"),
    ("plt.switch_backend(input())", "POL002? switch_backend"),
    ("plt.switch_backend('agg')", "Okay"),
    ("(x,) = [1]\n[x := 2 for _ in x]\nprint(x[0:1], x[:], 'abc'['k'])", "Okay"),
    ("x = [[plt]]\nx[0:1][0][0].np", LOOSE),
    ("f = [lambda k: getattr(plt, k)]\nf[0]('np')", GETATTR),
    (
        "class A:\n    def __init__(self, p): p.np\nlist(map(A, [plt]))",
        LOOSE,
    ),
    ("def f():\n    eval = 1\n    return eval", "Okay"),
    ("(lambda eval: eval)(1)", "Okay"),
    ("type = 3\nif 1:\n    len = 4\nprint(len([]), type)", "Okay"),
    ("if 1:\n    getattr = 4\ngetattr(plt, 'np')", NP),
    (
        (
            "class A:\n    def __matmul__(self, o): return 1\nx = [plt.gca(), A()]\ny = []\n"
            "y.append(x[0])\ny[0] @ y[1]"
        ),
        "Okay",
    ),
    ("y = []\ny.append(plt.gca())\ny[0] @ y[1]", "POL003? @"),
    ("match [plt, plt]:\n    case [a, *b]: b[0].np", LOOSE),
    ("match 1:\n    case int(x) | complex(real=x) | [x] | {1: x}: print(x)", "Okay"),
    ("match 1:\n    case 1 if True: pass\n    case time.x: pass", "Okay"),
    ("x = [1]\ndel x[0], x\ndel plt.np", NP),
    (
        (
            "async def f():\n    async with f() as x, f(): await f()\n"
            "    async for y in x: print([z async for z in y])"
        ),
        "Okay",
    ),
    ("getattr(plt, 'np'.split(maxsplit=1)[0])", GETATTR),
    ("getattr(plt, 'np'.upper('x'))", GETATTR),
    ("getattr(plt, 'NP'.lower())", GETATTR),
    ("getattr(plt, 'np'[input()])", GETATTR),
    ("getattr(plt, 'xnp'[-2:int(3)])", GETATTR),
    ("getattr(plt, 'pn'[-1] + 'np'[1])", GETATTR),
    ("getattr(plt, 'np'[9])", GETATTR),
    ("getattr(plt, ''.join(('n', 'p')))", GETATTR),
    ("getattr(plt, input().join(('n', 'p')))", GETATTR),
    ("getattr(plt, ''.join(['n', input()]))", GETATTR),
    ("getattr(plt, chr(110) + chr(int(112)))", GETATTR),
    ("getattr(plt, 'n' 'p', None)", NP),
    ("getattr(plt)", GETATTR),
    ("getattr([], input())", "POL002? getattr"),
    (
        "a = [" + ",".join(f"'p{i}'" for i in range(20)) + "]\nfor x in a: getattr(plt, x + 'q')",
        GETATTR,
    ),
    (
        (
            "a, b = 'abcde', 'fghij'\nfor x in ['a', 'b', 'c', 'd']:\n"
            "    for y in ['e', 'f', 'g', 'h']: getattr(plt, x + y)"
        ),
        GETATTR,
    ),
    ("setattr(plt, input(), 1)", "POL002? setattr"),
    ("type('A', (), {'x': 1})().x", "Okay"),
    ("print(f'{1:>{2}}', f'{plt.np}')", NP),
    ("x: int\ny: 'plt.np' = 1\nx = y = lambda *, a, b=1: (yield a)", "Okay"),
    ("'{0.a.__class__}'.format(1)", "POL002? {….__class__}"),
    ("'{0.a.__class__.__name__} {{x.__globals__}}'.format(1)", "POL002 {….__globals__}"),
    ("'{0.size:>3} {name}'.format(1, name=2)", "Okay"),
    ("x = lambda: 0\nx.f_back = 1\nx.f_back", "POL002? f_back, POL002? f_back"),
    ("x = lambda: 0\nx.__odd__", "POL002? __odd__"),
    ("class A:\n    __odd__ = 1\nA.__odd__", "Okay"),
    ("n, b, p = plt.hist([1])\nn.sum()", "Okay"),
    (
        (
            "i = plt.imshow([[1]]).get_array()\n"
            "i * len([]); i * 2; i.tolist() * 3; i.shape[0] * i.size"
        ),
        "Okay",
    ),
    ("def f(n): return n if n else f(n - 1)\nf('np')", "Okay"),
    ("while True:\n    break\nelse:\n    pass\nassert 1, 2\npass\nglobal q", "Okay"),
    ("raise SystemExit", "Okay"),
    ("from time import __doc__ as d, __name__ as n\nprint(d, n)", "Okay"),
    (
        "class F(plt.Figure):\n    def show(self): self._n = 1\n    def go(self): return self._n",
        "Okay",
    ),
    ("import kadai1\ndef eval(x): pass\ndel kadai1.eval\neval(1)", "POL002? eval"),
    ("plt.rcParams['backend'] = input()", "POL002? backend"),
    ("class A:\n    def dot(self): return self\na = [A()]\na[0].dot()", "Okay"),
    (
        "class A:\n    def __enter__(self): pass\n    def __exit__(self, t, e, b): e.obj.np",
        "POL003? AttributeError.obj, POL003? np",
    ),
    (
        "try:\n    pass\nexcept OSError as e:\n    e.__context__.obj.np",
        "POL003? AttributeError.obj, POL003? np",
    ),
    (
        "try:\n    pass\nexcept* ValueError as g:\n    g.exceptions[0].obj",
        "POL003? AttributeError.obj",
    ),
    ("class A(B, metaclass=C, key=1): pass\nclass B(A): pass\nA(); B()", "Okay"),
    ("class A(plt.Figure):\n    def draw(self, r): return r @ r", "POL003? @"),
    ("class A:\n    x = lambda self: self\n    y = [z for z in [1]]\nA().x()", "Okay"),
    ("def f(*a, **k): return g(*a, **k)\ndef g(a, *, b=1, **c): return a\nf(1, b=2, d=3)", "Okay"),
    ("import matplotlib.pyplot\nmatplotlib.use = 3\nx = matplotlib.use", "Okay"),
]


@pytest.mark.parametrize(("program", "found"), EDGES, ids=[program[:40] for program, _ in EDGES])
def test_edges(program: str, found: str) -> None:
    """Corners of the language: what is found, and how surely."""
    assert (", ".join(names(read(PLT + program))) or "Okay") == found
