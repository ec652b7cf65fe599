"""Convolutions and products of arrays and tensors: found in whatever form, judged by precision."""

import pytest
from msgspec.structs import replace

from grader.model.calling import Convention
from grader.model.course import Exercise, Form
from grader.model.evidence import Outcome
from grader.model.finding import Verdict
from tests.exercises.arrays.course import CONV, CONV_TORCH, failed, judge, watch

LOOPS = """
def conv(x, k):
    y = [[0] * (len(x[0]) - 2) for _ in range(len(x) - 2)]
    for i in range(len(y)):
        for j in range(len(y[0])):
            for p in range(3):
                for q in range(3):
                    y[i][j] += x[i + p][j + q] * k[p][q]
    return y
"""
SCIPY = "from scipy import signal\n"
F = "import torch\nimport torch.nn.functional as F\n"
NUMPY = "import numpy as np\n"

RIGHT = {
    "loops": LOOPS,
    "lists only": f"{LOOPS.replace('def conv', 'def loops')}\n"
    "def conv(x, k):\n    x[0] + []\n    return loops(x, k)\n",
    "correlate2d": f"{SCIPY}def conv(x, k):\n    return signal.correlate2d(x, k, mode='valid')\n",
    "flipped twice": f"{SCIPY}def conv(x, k):\n"
    "    return signal.convolve2d(x, k[::-1, ::-1], mode='valid')\n",
    "by Fourier transforms": f"{SCIPY}def conv(x, k):\n"
    "    return signal.fftconvolve(x, k[::-1, ::-1], mode='valid')\n",
    "windows": f"{NUMPY}def conv(x, k):\n"
    "    w = np.lib.stride_tricks.sliding_window_view(x, (3, 3))\n"
    "    return np.einsum('ijpq,pq->ij', w, k)\n",
    "kernel first": f"{SCIPY}def conv(kernel, image):\n"
    "    return signal.correlate2d(image, kernel, mode='valid')\n",
    "kernel first, by other names": f"{SCIPY}def convolve(p, q):\n"
    "    assert p.shape == (3, 3) and (q.shape != (3, 3) or True) and p.size < q.size\n"
    "    return signal.correlate2d(q, p, mode='valid')\n",
    "with a size": f"{SCIPY}def conv(x, k, n):\n"
    "    return signal.correlate2d(x[:n, :n], k, mode='valid')\n",
    "with both sizes": f"{SCIPY}def conv(x, k, n, ksize):\n"
    "    return signal.correlate2d(x[:n], k[:ksize], mode='valid')\n",
    "with a stride": f"{SCIPY}def conv(x, k, stride):\n"
    "    return signal.correlate2d(x, k, mode='valid')[::stride, ::stride]\n",
    "with a padding": f"{SCIPY}{NUMPY}def conv(x, k, pad):\n"
    "    return signal.correlate2d(np.pad(x, pad), k, mode='valid')\n",
    "in place": f"{SCIPY}def conv(x, k, out):\n"
    "    out[:] = signal.correlate2d(x, k, mode='valid')\n",
    "alias": LOOPS.replace("def conv", "def convolve"),
    "four dimensions": f"{SCIPY}def conv(x, k):\n"
    "    return signal.correlate2d(x, k, mode='valid')[None, None]\n",
}
ON_TORCH = {
    "four dimensions made": f"{F}def conv(x, k):\n"
    "    return F.conv2d(x[None, None], k[None, None])\n",
    "four dimensions taken": f"{F}def conv(x, k):\n    return F.conv2d(x, k)\n",
    "squeezed": f"{F}def conv(x, k):\n    return F.conv2d(x, k)[0, 0]\n",
    "double": f"{F}def conv(x, k):\n"
    "    return F.conv2d(x.double()[None, None], k.double()[None, None])\n",
    "from NumPy": f"{F}def conv(x, k):\n    x, k = torch.from_numpy(x), torch.from_numpy(k)\n"
    "    return F.conv2d(x[None, None], k[None, None])\n",
    "with a gradient": f"{F}def conv(x, k):\n"
    "    return F.conv2d(x[None, None], k[None, None].requires_grad_())\n",
}


@pytest.mark.parametrize("name", RIGHT)
def test_right_convolutions_pass(name: str) -> None:
    """Nobody is accused for writing it in another way."""
    if SCIPY in RIGHT[name]:
        pytest.importorskip("scipy")
    assert failed(watch(RIGHT[name], asked=CONV), CONV) == set()
    assert watch(RIGHT[name], asked=CONV).entry is not None


@pytest.mark.parametrize("name", ON_TORCH)
def test_right_convolutions_on_tensors_pass(name: str) -> None:
    """Two or four dimensions, single or double precision, tensors made or given."""
    pytest.importorskip("torch")
    evidence = watch(ON_TORCH[name], asked=CONV_TORCH)
    found = judge(evidence, CONV_TORCH)
    assert {one.verdict for one in found.values()} == {Verdict.PASSED}
    assert found["COR007"].case == ""  # as many digits as were given


FOUND = {
    "loops": (Form.NUMPY, Convention.AB),
    "lists only": (Form.LISTS, Convention.AB),
    "kernel first": (Form.NUMPY, Convention.BA),
    "kernel first, by other names": (Form.NUMPY, Convention.BA),
    "with a size": (Form.NUMPY, Convention.ABN),
    "with both sizes": (Form.NUMPY, Convention.ABNK),
    "with a stride": (Form.NUMPY, Convention.AB1),
    "with a padding": (Form.NUMPY, Convention.AB0),
    "in place": (Form.NUMPY, Convention.ABC),
}


@pytest.mark.parametrize("name", FOUND)
def test_form_and_convention_are_found_by_trying(name: str) -> None:
    """What the handout says comes first."""
    pytest.importorskip("scipy")
    entry = watch(RIGHT[name], asked=CONV).entry
    assert entry is not None
    assert (entry.target.form, entry.target.convention) == FOUND[name]
    assert entry.target.shape == ()


def same(boundary: str = "fill", how: str = "correlate2d") -> str:
    """A program that keeps the image's size."""
    return f"{SCIPY}def conv(x, k):\n    return signal.{how}(x, k, 'same', '{boundary}')\n"


WRONG = {
    "flipped": f"{SCIPY}def conv(x, k):\n    return signal.convolve2d(x, k, mode='valid')\n",
    "full": f"{SCIPY}def conv(x, k):\n    return signal.correlate2d(x, k)\n",
    "full-flipped": f"{SCIPY}def conv(x, k):\n    return signal.convolve2d(x, k)\n",
    "same-zeros-flipped": same(how="convolve2d"),
    "kernel-transposed": f"{SCIPY}def conv(x, k):\n"
    "    return signal.correlate2d(x, k.T, mode='valid')\n",
    "transposed": f"{SCIPY}def conv(x, k):\n    return signal.correlate2d(x, k, mode='valid').T\n",
    "turned": f"{SCIPY}def conv(x, k):\n    return signal.correlate2d(k, x, mode='valid')\n",
    "stride-2": f"{SCIPY}def conv(x, k):\n"
    "    return signal.correlate2d(x, k, mode='valid')[::2, ::2]\n",
    "row-short": LOOPS.replace("len(x) - 2)", "len(x) - 3)"),
    "divided-by-9": LOOPS.replace("return y", "return [[e / 9 for e in r] for r in y]"),
    "terms-short": LOOPS.replace("range(3)", "range(2)"),
    "clipped": f"{SCIPY}def conv(x, k):\n"
    "    return signal.correlate2d(x, k, mode='valid').clip(0, 255)\n",
}


@pytest.mark.parametrize("name", WRONG)
def test_known_mistakes_are_named(name: str) -> None:
    """Of another size, too."""
    if SCIPY in WRONG[name]:
        pytest.importorskip("scipy")
    found = judge(watch(WRONG[name], asked=CONV), CONV)
    assert found["COR002"].verdict is Verdict.FAILED
    assert found["COR002"].params["lookalike"] == name


@pytest.mark.parametrize("boundary", ["fill", "wrap", "symm"])
def test_the_images_size_kept_is_for_a_person(boundary: str) -> None:
    """With a reason in the report it is right: nothing fails, nothing passes."""
    pytest.importorskip("scipy")
    found = judge(watch(same(boundary), asked=CONV), CONV)
    assert found["COR002"].verdict is Verdict.UNDECIDED
    assert found["COR002"].case == "excusable"
    assert found["COR003"].verdict is Verdict.UNDECIDED
    assert not [one for one in found.values() if one.verdict is Verdict.FAILED]


NARROW = {
    "float16": f"{F}def conv(x, k):\n"
    "    return F.conv2d(x[None, None].half(), k[None, None].half())\n",
    "bfloat16": f"{F}def conv(x, k):\n"
    "    return F.conv2d(x[None, None].bfloat16(), k[None, None].bfloat16())\n",
    "tf32": f"{F}def cut(x):\n"
    "    bits = x.view(torch.int32)\n"
    "    bits = bits + 0xfff + (bits >> 13 & 1)\n"
    "    return (bits >> 13 << 13).view(torch.float32)\n"
    "def conv(x, k):\n    return F.conv2d(cut(x)[None, None], cut(k)[None, None])\n",
}


@pytest.mark.parametrize("name", NARROW)
def test_too_few_digits_are_named(name: str) -> None:
    """Half precision, bfloat16 and TF32 are told from single precision, and by name."""
    pytest.importorskip("torch")
    found = judge(watch(NARROW[name], asked=CONV_TORCH), CONV_TORCH)
    assert found["COR007"].verdict is Verdict.FAILED
    assert found["COR007"].params["lookalike"] == name
    assert found["COR001"].verdict is not Verdict.FAILED


ROUNDED = f"{NUMPY}{LOOPS.replace('return y', 'return np.float32(y)')}"
SINGLE = replace(CONV, precision=CONV_TORCH.precision)


def test_single_precision_is_too_little_where_double_is_asked_for() -> None:
    """The exercise says which it is."""
    assert judge(watch(ROUNDED, asked=CONV), CONV)["COR007"].params["lookalike"] == "float32"
    found = judge(watch(ROUNDED, asked=SINGLE), SINGLE)["COR007"]
    assert (found.verdict, found.case) == (Verdict.PASSED, "single")


def test_a_mistake_in_large_images_alone_shows() -> None:
    """The large case is for what small ones do not reach: blocks, tails, limits of a type."""
    source = LOOPS.replace("return y", "y[-1][-1] += 50 * (len(x) > 30)\n    return y")
    evidence = watch(source, asked=CONV)
    assert [one.outcome for one in evidence.comparisons[-2:]] == [
        Outcome.EQUAL,
        Outcome.WRONG_VALUE,
    ]
    found = judge(evidence, CONV)
    assert found["COR001"].verdict is Verdict.FAILED
    assert found["COR002"].verdict is Verdict.PASSED


@pytest.mark.parametrize(
    ("exercise", "source"),
    [
        (CONV, LOOPS.replace("def conv", "def matmul")),
        (replace(CONV, others=("convolve", "other")), LOOPS.replace("def conv", "def convolve")),
        (CONV, LOOPS.replace("def conv", "def somehow")),  # no library of the backend
    ],
)
def test_functions_of_other_exercises_are_left_alone(exercise: Exercise, source: str) -> None:
    """By name, or by what they are written with."""
    assert watch(source, asked=exercise).entry is None


def test_what_no_statement_defines_is_found() -> None:
    """np.matmul under another name is a function, too."""
    source = f"{LOOPS.replace('def conv', 'def inner')}\nconv = inner\n"
    entry = watch(source, asked=CONV).entry
    assert entry is not None
    assert entry.line == 0
    assert judge(watch(source, asked=CONV), CONV)["RUN002"].locations == ()


@pytest.mark.parametrize("parameters", ["x, k", "kernel, image"])
def test_a_function_that_fails_is_the_one_all_the_same(parameters: str) -> None:
    """By its name; what it fails with is told instead of that nothing was found."""
    evidence = watch(f"def conv({parameters}):\n    return undefined\n", asked=CONV)
    assert evidence.entry is not None
    assert judge(evidence, CONV)["RUN002"].verdict is Verdict.PASSED
    assert judge(evidence, CONV)["COR001"].params == {"because": "RUN003"}
