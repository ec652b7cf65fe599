"""POL004: what the calculation is done with."""

import pytest

from grader.model.course import Backend, Exercise, Scope
from grader.model.evidence import ExerciseEvidence
from grader.model.finding import Finding, Verdict
from grader.model.static import ParseStatus, Requirement, SourceFacts
from grader.policy.checks import required_library
from grader.policy.question import SourceQuestion
from grader.policy.reading import read_source
from tests.policy.sources import script

ALLOWED = ("cupy", "cupyx", "numpy", "scipy", "torch")
MATMUL = {
    "numpy": ("@", "numpy.dot", "numpy.matmul", "numpy.einsum", "numpy.sum"),
    "cupy": ("@", "cupy.dot", "cupy.matmul", "cupy.RawKernel"),
    "torch": ("@", "torch.matmul", "torch.mm", "torch.addmm", "torch.nn.functional.linear"),
}
CONV = {
    "numpy": ("scipy.signal", "scipy.ndimage", "numpy"),
    "cupy": ("cupyx.scipy.signal", "cupyx.scipy.ndimage", "cupy"),
    "torch": ("torch.nn.functional.conv2d", "torch.nn.Conv2d"),
}
S = "from scipy.signal import correlate2d\n"
NP, CP, T = "import numpy as np\n", "import cupy as cp\n", "import torch\n"
DEF = "def f(a, b):\n"
LOOP = (
    "    for i in range(3):\n        for j in range(3):\n"
    "            c[i][j] = a[i][j] * b[j][i]\n    return c\n"
)

MET = [
    ("numpy", MATMUL, "import operator\n" + DEF + "    return operator.matmul(a, b)\n"),
    ("numpy", MATMUL, "import operator\nmul = operator.matmul\n" + DEF + "    return mul(a, b)\n"),
    ("torch", MATMUL, DEF + "    return a.__matmul__(b)\n"),
    ("numpy", CONV, "from scipy import signal\n" + DEF
     + "    return getattr(signal, 'correlate2d')(a, b)\n"),
    ("torch", MATMUL, T + DEF + "    c = torch.mm(a, b)\n    out = c.cpu().numpy()\n"
     "    print(out.shape)\n    return out\n"),
    ("numpy", MATMUL, NP + DEF + "    c = np.dot(a, b).tolist()\n    for r in c:\n        r\n"
     "    return c\n"),
    ("numpy", MATMUL, NP + DEF + "    return np.dot(a, b)\n"),
    ("numpy", MATMUL, NP + DEF + "    return a @ b\n"),
    ("numpy", MATMUL, NP + DEF + "    a @= b\n    return a\n"),
    ("numpy", MATMUL, NP + DEF + "    return np.matrix(a) * np.matrix(b)\n"),
    ("numpy", MATMUL, NP + DEF + "    m = np.asmatrix(a)\n    return (m * b).A\n"),
    ("numpy", MATMUL, NP + DEF + "    x, y = np.mat(a).T, np.mat(b).T\n    return (y * x).T\n"),
    ("numpy", MATMUL, DEF + "    return a.dot(b)\n"),
    ("numpy", MATMUL, "from numpy import dot as d\n" + DEF + "    return d(a, b)\n"),
    ("numpy", MATMUL, "from numpy import *\n" + DEF + "    return matmul(a, b)\n"),
    ("numpy", MATMUL, NP + "dot = np.dot\n" + DEF + "    return dot(a, b)\n"),
    ("numpy", MATMUL, NP + DEF + "    return np.array(np.matmul(np.asarray(a), b)).tolist()\n"),
    ("numpy", MATMUL, NP + "def h(x, y):\n"
        "    return np.einsum('ij,jk', x, y)\n" + DEF + "    return h(a, b)\n"),
    ("numpy", MATMUL, NP + DEF + "    return (a[:, :, None] * b[None]).sum(axis=1)\n"),
    ("numpy", MATMUL, NP + "f = np.dot\n"),
    ("numpy", CONV, S + DEF + "    return correlate2d(a, b, 'valid')\n"),
    ("numpy", CONV, NP + DEF + "    y = np.zeros((2, 2))\n    y += a[0:2, 1:3] * b[0, 1]\n"
        "    return y\n"),
    ("numpy", CONV, NP + DEF + "    return np.sum(a[0:3, 0:3] * b)\n"),
    ("numpy", CONV, NP + DEF + "    return np.fft.ifft2(np.fft.fft2(a) * np.fft.fft2(b)).real\n"),
    ("cupy", MATMUL, CP + DEF + "    c = cp.dot(a, b)\n    return cp.asnumpy(c)\n"),
    ("cupy", MATMUL, CP + DEF + "    return cp.matmul(a, b).get()\n"),
    ("cupy", CONV, CP + DEF + "    y = a[0:2, 0:2] * {0: b}.get(0)[0, 0]\n    return y\n"),
    ("cupy", MATMUL, CP + DEF + "    xp = cp.get_array_module(a)\n    return xp.matmul(a, b)\n"),
    ("cupy", MATMUL, CP + "k = cp.RawKernel('', 'k')\n" + DEF + "    k(a, b)\n    return a\n"),
    ("torch", MATMUL, T + DEF + "    return torch.mm(a, b).cpu().numpy()\n"),
    ("torch", MATMUL, T + NP + DEF + "    a = np.array(a)\n"
        "    return torch.from_numpy(a) @ torch.tensor(b)\n"),
    ("torch", MATMUL, T + "from torch import nn\nclass N(nn.Module):\n"
        "    def forward(self, a, b):\n"
     "        return torch.matmul(a, b)\n" + DEF + "    return N()(a, b)\n"),
    ("torch", CONV, "import torch.nn.functional as F\n" + DEF + "    return F.conv2d(a, b)\n"),
    ("torch", CONV, "from torch.nn import functional as F\n"
     + DEF + "    return F.conv2d(a[None], b[None])\n"),
    ("torch", CONV, "from torch import nn\n" + DEF + "    m = nn.Conv2d(1, 1, 3)\n"
        "    return m(a)\n"),
    ("torch", MATMUL, T + DEF + "    torch.mm(a, b)\n    c = torch.mm(a, b)\n    return c\n"),
    ("torch", MATMUL, T + DEF + "    c = torch.empty(3, 3)\n    torch.mm(a, b, out=c)\n"
        "    return c\n"),
    ("numpy", MATMUL, NP + DEF + "    c = np.empty((3, 3))\n    np.dot(a, b, c)\n    return c\n"),
    ("torch", MATMUL, T + DEF + "    c = torch.empty(3, 3)\n    c.copy_(torch.mm(a, b))\n"
        "    return c\n"),
    ("torch", MATMUL, T + DEF + "    if False:\n        print(a)\n    else:\n"
        "        return torch.mm(a, b)\n"),
    ("torch", MATMUL, T + DEF + "    if a is None:\n        return\n    return torch.mm(a, b)\n"),
    ("torch", MATMUL, T + DEF + "    def product():\n        nonlocal c\n"
        "        c = torch.mm(a, b)\n    c = 0\n    product()\n    return c\n"),
    ("numpy", CONV, "from scipy import ndimage\n" + NP + DEF + "    y = np.zeros(a.shape)\n"
        "    ndimage.correlate(a, b, output=y)\n    return y[1:-1, 1:-1]\n"),
    ("numpy", CONV, "from scipy.ndimage import correlate\n" + DEF
        + "    y = a.astype(float)\n    correlate(a, b, mode='nearest', output=y)\n"
        "    k = len(b) // 2\n    return y[k:-k, k:-k]\n"),
    ("numpy", MATMUL, NP + "def f(a, b, c):\n    np.dot(a, b, out=c)\n"),
]  # fmt: skip
MISSING = [
    ("torch", CONV, T + "class Img:\n    def __init__(self, x):\n        self.x = x.numpy()\n"
     "    def conv2d(self, w):\n        return torch.from_numpy(self.x[0] * w.numpy())\n"
     + DEF + "    return Img(a).conv2d(b)\n", "converted"),
    ("numpy", MATMUL, NP + DEF + "    c = np.zeros((3, 3))\n" + LOOP, "loops"),
    ("numpy", MATMUL, DEF + "    c = [[0] * 3 for _ in range(3)]\n" + LOOP, "loops"),
    ("numpy", MATMUL, DEF + "    return a\n", "none"),
    ("numpy", CONV, NP + DEF + "    c = np.zeros((3, 3))\n" + LOOP, "loops"),
    ("cupy", MATMUL, CP + NP + DEF + "    return np.dot(cp.asnumpy(a), b)\n", "library"),
    ("cupy", MATMUL, CP + DEF + "    a = cp.asnumpy(a)\n    return a @ b\n", "converted"),
    ("torch", MATMUL, T + NP + DEF + "    return np.dot(a.numpy(), b.numpy())\n", "library"),
    ("torch", MATMUL, T + DEF + "    return torch.tensor(a.numpy() @ b)\n", "converted"),
    ("torch", MATMUL, T + DEF + "    x, y = a.cpu().numpy(), b.cpu().numpy()\n"
        "    return torch.tensor(x @ y)\n", "converted"),
    ("torch", MATMUL, T + DEF + "    x = a.numpy()\n    return x.dot(b.numpy())\n", "converted"),
    ("torch", MATMUL, T + NP + "def h(x, y):\n"
        "    return np.matmul(x, y)\n" + DEF + "    return h(a, b)\n", "library"),
    ("torch", CONV, S + DEF + "    return correlate2d(a, b)\n", "library"),
    ("cupy", MATMUL, CP + DEF + "    return cp.array(a.get() @ b.get())\n", "converted"),
    ("cupy", CONV, CP + NP + DEF + "    x = cp.asnumpy(a)\n    y = np.zeros((2, 2))\n"
        "    for i in range(2):\n        y[i, 0] = np.sum(x[i:i + 3, 0:3] * b)\n"
        "    return cp.asarray(y)\n", "library"),
    ("torch", CONV, T + DEF + "    c = torch.zeros(3, 3)\n" + LOOP, "loops"),
]  # fmt: skip
UNSURE = [
    (
        "torch",
        MATMUL,
        T + DEF + "    c = torch.zeros_like(a)\n    c.addmm_(a, b)\n    return c\n",
        "unsure",
    ),
    (
        "numpy",
        MATMUL,
        NP + DEF + "    c = np.zeros((3, 3))\n    for i in range(3):\n        for k in range(3):\n"
        "            c[i] += a[i, k] * b[k]\n    return c\n",
        "unsure",
    ),
    (
        "numpy",
        MATMUL,
        NP + DEF + "    c = np.zeros((3, 3))\n    for k in range(3):\n"
        "        c += a[:, [k]] * b[[k]]\n    return c\n",
        "unsure",
    ),
    (
        "numpy",
        CONV,
        "from scipy import ndimage\n" + NP + DEF + "    y = np.zeros(a.shape)\n"
        "    ndimage.correlate(a, b, output=y)\n    c = [[0] * 3 for _ in range(3)]\n" + LOOP,
        "unsure",
    ),
    (
        "numpy",
        MATMUL,
        NP + DEF + "    d = np.empty((3, 3))\n    np.dot(a, b, out=d)\n"
        "    c = [[0] * 3 for _ in range(3)]\n" + LOOP,
        "unsure",
    ),
    (
        "torch",
        CONV,
        "import torch.nn.functional as F\n" + DEF + "    F.conv2d\n"
        "    x, w = a.numpy(), b.numpy()\n    return torch.tensor(x[0:2] * w[0, 0])\n",
        "both",
    ),
    (
        "torch",
        CONV,
        "import torch.nn.functional as F\nimport torch\n"
        + DEF
        + "    x = a.cpu().numpy()[0, 0]\n    y = sum(x[p:p + 2] * b[p] for p in range(3))\n"
        "    return F.conv2d(torch.tensor(y), torch.ones(1))\n",
        "both",
    ),
    (
        "torch",
        MATMUL,
        NP + T + "class M:\n    def __init__(self, t):\n        self.v = np.asarray(t)\n"
        "    def __matmul__(self, o):\n        return np.multiply(self.v, o.v).sum(1)\n"
        + DEF
        + "    return M(a) @ M(b)\n",
        "both",
    ),
    (
        "numpy",
        MATMUL,
        NP + "import operator\n" + DEF + "    _ = np.dot(np.eye(2), np.eye(2))\n"
        "    t = list(zip(*b.tolist()))\n"
        "    return [[sum(map(operator.mul, r, c)) for c in t] for r in a.tolist()]\n",
        "both",
    ),
    (
        "numpy",
        CONV,
        "from scipy import signal\n" + DEF + "    if False:\n"
        "        signal.correlate2d(a, b)\n    x, w = a.tolist(), b.tolist()\n"
        "    return [[x[i][j] * w[i][j] for j in range(2)] for i in range(2)]\n",
        "both",
    ),
    ("torch", MATMUL, T + NP + DEF + "    np.dot(a, b)\n    return torch.mm(a, b)\n", "both"),
    (
        "torch",
        CONV,
        "import torch.nn.functional as F\n" + DEF + "    F.conv2d(a, b)\n"
        "    return a[0:2, 0:2] * b[0, 0]\n",
        "unsure",
    ),
    ("torch", MATMUL, T + DEF + "    c = torch.mm(a, b)\n    return a * b\n", "unsure"),
    ("numpy", MATMUL, DEF + "    a @ b\n    return a * b\n", "unsure"),
    (
        "torch",
        MATMUL,
        T + DEF + "    if 0:\n        return torch.mm(a, b)\n    return a\n",
        "unsure",
    ),
    ("torch", MATMUL, T + DEF + "    return a * b\n    return torch.mm(a, b)\n", "unsure"),
    ("torch", CONV, T + DEF + "    return torch.fft.ifft2(torch.fft.fft2(a))\n", "unsure"),
    ("torch", CONV, T + DEF + "    return a[0:2, 0:2] * b[0, 0]\n", "unsure"),
    ("numpy", MATMUL, NP + DEF + "    return np.apply_along_axis(len, 0, a)\n", "unsure"),
    ("numpy", MATMUL, NP + DEF + "    return np.matrix(a) * 2\n", "unsure"),
    ("numpy", MATMUL, NP + DEF + "    return np.matrix(a).A * b\n", "unsure"),
    ("numpy", MATMUL, NP + DEF + "    m = np.matrix(a)\n    return np.multiply(a, b)\n", "unsure"),
    ("numpy", MATMUL, "def f(a, b, product):\n    return product(a, b)\n", "unsure"),
]


def facts_of(backend: str, apis: dict[str, tuple[str, ...]], code: str) -> SourceFacts:
    """What the reader says about the function f."""
    question = SourceQuestion(
        allowed=ALLOWED, whole_program=False, entry="f", library=backend, requires=apis[backend]
    )
    return read_source(script(code), [], question)


def judged(facts: SourceFacts, requires: tuple[str, ...] = ("numpy.dot",)) -> list[Finding]:
    """What POL004 says."""
    exercise = Exercise(
        id="f", operation="matmul", backend=Backend.NUMPY, entry="f", requires=requires,
        scope=Scope.FUNCTION,
    )  # fmt: skip
    return list(required_library(ExerciseEvidence(exercise="f", source=facts), exercise))


@pytest.mark.parametrize(("backend", "apis", "code"), MET)
def test_use_is_recognised(backend: str, apis: dict[str, tuple[str, ...]], code: str) -> None:
    """Another name, a method, a helper, a class: used is used."""
    facts = facts_of(backend, apis, code)
    assert (facts.requirement, facts.instead) == (Requirement.MET, ())
    (finding,) = judged(facts)
    assert finding.verdict is Verdict.PASSED


@pytest.mark.parametrize(("backend", "apis", "code", "case"), MISSING)
def test_missing_use_fails(
    backend: str, apis: dict[str, tuple[str, ...]], code: str, case: str
) -> None:
    """NumPy in disguise, loops, and nothing at all are told apart, with the place."""
    (finding,) = judged(facts_of(backend, apis, code))
    assert (finding.verdict, finding.case) == (Verdict.FAILED, case)
    assert bool(finding.locations) is (case != "none")


@pytest.mark.parametrize(("backend", "apis", "code", "case"), UNSURE)
def test_doubt_waits_for_a_person(
    backend: str, apis: dict[str, tuple[str, ...]], code: str, case: str
) -> None:
    """Both, another part of the library, or a function nobody knows."""
    (finding,) = judged(facts_of(backend, apis, code))
    assert (finding.verdict, finding.case) == (Verdict.UNDECIDED, case)


def test_an_own_file_is_no_library() -> None:
    """What a star import of an own file brings is looked up there."""
    question = SourceQuestion(
        allowed=ALLOWED, whole_program=False, entry="f", library="cupy", requires=MATMUL["cupy"]
    )
    main = "from ops.plain import *\nfrom ops import fast\nf = fast.matmul\n"
    helpers = {
        "ops/__init__.py": "",
        "ops/plain.py": "def g(a):\n    return a\n",
        "ops/fast.py": CP + "def matmul(a, b):\n    return cp.matmul(a, b)\n",
    }
    others = [script(text, name) for name, text in helpers.items()]
    facts = read_source(script(main), others, question)
    assert (facts.requirement, facts.instead) == (Requirement.MET, ())


@pytest.mark.parametrize("body", ["raise NotImplementedError", "pass", "...", '"""Not yet."""'])
def test_what_is_not_written_yet_is_not_accused(body: str) -> None:
    """A starter file's function uses nothing, and that is told elsewhere."""
    facts = facts_of("torch", MATMUL, T + DEF + f"    {body}\n")
    (finding,) = judged(facts)
    assert (finding.verdict, dict(finding.params)) == (Verdict.SKIPPED, {"because": "RUN003"})


def test_nothing_to_look_at_is_not_passed() -> None:
    """Without a function there is nothing to judge; without a demand there is no finding."""
    (finding,) = judged(facts_of("numpy", MATMUL, "x = 1\n"))
    assert (finding.verdict, dict(finding.params)) == (Verdict.SKIPPED, {"because": "RUN002"})
    assert judged(SourceFacts(status=ParseStatus.OK), requires=()) == []
