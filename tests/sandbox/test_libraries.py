"""A guest sees the libraries of its exercise, and nothing else of the installation."""

import sys
from collections.abc import Iterator
from importlib.util import cache_from_source
from pathlib import Path

import pytest

from grader.backends.torch_backend import CONVOLVING
from grader.model.machine import Capabilities
from grader.model.run import RunStatus
from grader.sandbox import IsolationLevel, Sandbox
from grader.sandbox.view import GUEST, compile_guest, environment, find_libraries
from tests.sandbox.places import levels, skip_unless_holds
from tests.sandbox.scientific import INSTALLED, A, exercise, loaded, target


@pytest.fixture(scope="module", params=levels(*IsolationLevel))
def place(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    """A sandbox with every library of this machine, on each level that holds."""
    with Sandbox(request.param.choose(), capabilities=INSTALLED) as sandbox:
        yield sandbox


def test_the_files_of_a_library_and_of_what_it_needs_are_found() -> None:
    """SciPy brings NumPy, and no test runner."""
    pytest.importorskip("scipy")
    names = {entry.name for entry in find_libraries(("scipy",)).entries}
    assert {"scipy", "numpy"} <= names
    assert not names & {"pytest", "pip", "grader", "bin", "__pycache__"}


def test_nothing_is_found_of_what_is_not_there() -> None:
    """A name without a package adds nothing."""
    assert find_libraries(("no_such_library",)).entries == ()
    assert find_libraries(()).search_path(contained=True) == []


def test_a_guest_finds_itself_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may write nothing, and would compile its own modules anew each time."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    compile_guest.__wrapped__()
    assert all(Path(cache_from_source(str(path))).is_file() for path in GUEST.rglob("*.py"))


METADATA = {
    # AMD's own wheels, and NVIDIA's of CUDA 13: the libraries come with extras.
    "made_torch": """Name: made_torch
Requires-Dist: rocm[libraries,device-gfx942]==7.12.0
Requires-Dist: made-toolkit[cublas, cudnn] (==13.0.2) ; platform_system == "Linux"
Requires-Dist: made-optree; extra == "optree"
""",
    "rocm": """Name: rocm
Requires-Dist: rocm-sdk-core==7.12.0
Requires-Dist: rocm-sdk-libraries-gfx94X-dcgpu==7.12.0; extra == "libraries"
Requires-Dist: rocm-sdk-devel==7.12.0; extra == 'devel'
Requires-Dist: made-kernels==1.0; 'device-gfx942' == extra
""",
    "rocm_sdk_core": "Name: rocm-sdk-core\n",
    "rocm_sdk_libraries_gfx94X_dcgpu": "Name: rocm-sdk-libraries-gfx94X-dcgpu\n",
    "rocm_sdk_devel": "Name: rocm-sdk-devel\n",
    "made_kernels": "Name: made-kernels\nRequires-Dist: rocm[libraries]\n",
    "made_optree": "Name: made-optree\n",
    "made_toolkit": """Name: made-toolkit
Requires-Dist: made-cublas==13.*; sys_platform == "linux" and extra == "cublas"
Requires-Dist: made-cudnn==9.*; (sys_platform == "linux") and extra == "CUDNN"
Requires-Dist: made-nvtx==13.*; extra == "nvtx"
Requires-Dist: made-everything; extra == "all"

extra == "README"
""",
    "made_cublas": "Name: made-cublas\n",
    "made_cudnn": "Name: made-cudnn\n",
    "made_nvtx": "Name: made-nvtx\n",
}
SHOWN = {"made_torch", "rocm", "rocm_sdk_core", "rocm_sdk_libraries_gfx94X_dcgpu", "made_kernels"}


def test_libraries_that_come_with_an_extra_are_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Extras that a requirement asks for are followed, at any depth; no others are.

    AMD's code finds the folder of its libraries by the family of GPUs, which the guest is given.
    """
    for name, metadata in METADATA.items():
        about = tmp_path / f"{name}-1.0.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(f"Metadata-Version: 2.4\n{metadata}", encoding="utf-8")
        (about / "RECORD").write_text(f"_{name}/__init__.py,,\n", encoding="utf-8")
        (tmp_path / f"_{name}").mkdir()
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    find_libraries.cache_clear()
    found = find_libraries(("made_torch",))
    shown = {entry.name.removeprefix("_") for entry in found.entries if entry.parent == tmp_path}
    assert shown == {*SHOWN, "made_toolkit", "made_cublas", "made_cudnn"}
    assert environment("/w", 1, found)["ROCM_SDK_TARGET_FAMILY"] == "gfx94X-dcgpu"
    assert "ROCM_SDK_TARGET_FAMILY" not in environment("/w", 1, find_libraries(("numpy",)))


SOURCES = {
    ("numpy", "scipy"): (
        "import numpy as np\nfrom scipy.signal import correlate2d\n"
        "assert correlate2d(np.eye(3), np.eye(3), mode='valid')[0][0] == 3\n"
        "assert np.linalg.svd(np.random.rand(50, 50))[1].shape == (50,)\n"
        "import scipy.optimize.cython_optimize  # not imported beforehand\n"
    ),
    ("torch",): (
        "import torch, torch.nn.functional as F\n"
        "torch.set_num_threads(2)\n"
        "assert (torch.rand(400, 400) @ torch.rand(400, 400)).shape == (400, 400)\n"
        "x = torch.ones(1, 1, 64, 64, requires_grad=True)\n"
        "F.conv2d(x, torch.ones(1, 1, 3, 3)).sum().backward()\n"
        "net = torch.nn.Linear(2, 2)\n"
        "torch.optim.SGD(net.parameters(), lr=0.1).step()\n"
    ),
}


@pytest.mark.parametrize("allowed", SOURCES)
def test_allowed_libraries_work_with_threads_after_the_fork(
    place: Sandbox, allowed: tuple[str, ...]
) -> None:
    """They compute, on more than one thread and with an optimizer, in every child."""
    body = "".join(f"    {line}\n" for line in SOURCES[allowed].splitlines())
    source = f"def f(a, b):\n{body}    return a\n"
    asked = exercise(*allowed)
    for _ in range(2):
        with loaded(place, source, asked) as (_, session):
            assert session.load.status is RunStatus.OK, session.load
            run = session.call(target(), [A, A]).run
            assert run.status is RunStatus.OK, run


def test_other_packages_are_not_there(place: Sandbox) -> None:
    """With NumPy allowed, by force neither PyTorch nor a test runner can be found."""
    if place.facts()["rung"] == "D":
        pytest.skip("level D hides no file; it is for one's own code")
    body = "".join(
        f"    try:\n        open(f'{{site}}/{name}/__init__.py')\n"
        f"    except OSError:\n        pass\n    else:\n        return [[1]]\n"
        for name in ("torch", "pytest", "click")
    )
    source = (
        "import os\nimport numpy\n\ndef f(a, b):\n"
        "    site = os.path.dirname(os.path.dirname(numpy.__file__))\n"
        f"{body}    return [[0]]\n"
    )
    with loaded(place, source, exercise("numpy", "os")) as (_, session):
        called = session.call(target(), [A, A])
    assert called.run.status is RunStatus.OK, called.run
    assert called.result is not None
    assert called.result.data == bytes(8)


def test_other_packages_cannot_be_imported(place: Sandbox) -> None:
    """Whoever asks, and on level D as well, where their files are seen."""
    source = (
        "import sys\nimport numpy\n\ndef f(a, b):\n    sys.path += sys.path_importer_cache\n"
        "    for name in ('torch', 'pytest', 'click'):\n"
        "        try:\n            exec('import ' + name, {})\n"
        "        except ModuleNotFoundError:\n            continue\n"
        "        return [[1]]\n    return [[0]]\n"
    )
    with loaded(place, source, exercise("numpy", "sys")) as (_, session):
        called = session.call(target(), [A, A])
    assert called.run.status is RunStatus.OK, called.run
    assert called.result is not None
    assert called.result.data == bytes(8)


def test_exercises_with_other_libraries_do_not_share_a_zygote() -> None:
    """What one exercise allows is not loaded where another forbids it; limits do not matter."""
    skip_unless_holds(IsolationLevel.B)
    source = "import sys\n\ndef f(a, b):\n    return [[int('numpy' in sys.modules)]]\n"
    with Sandbox(IsolationLevel.B, capabilities=INSTALLED) as place:
        for allowed, expected in ((("sys", "numpy"), 1), (("sys",), 0), (("math", "sys"), 0)):
            with loaded(place, source, exercise(*allowed)) as (_, session):
                called = session.call(target(), [A, A])
            assert called.result is not None
            assert called.result.data[0] == expected
        assert len(place._zygotes) == 2


TAKES = """
import os, sys

def reached(name):
    try:
        exec(f"import {name}", {})
    except ModuleNotFoundError:
        pass
    else:
        return True
    if any(loaded.partition(".")[0] == name for loaded in sys.modules):
        return True
    for place in sys.path:
        try:
            os.listdir(f"{place}/{name}")
        except OSError:
            pass
        else:
            return True
        try:
            open(f"{place}/{name}/__init__.py").close()
        except OSError:
            continue
        return True
    return False

def f(a, b):
    import matplotlib.pyplot
    real = hasattr(matplotlib.pyplot.plot, "__code__")
    names = ("numpy", "scipy", "torch", "sympy")
    return [[*map(int, map(reached, names)), int(real)]]
"""


@pytest.mark.parametrize(
    "place", levels(IsolationLevel.A_PLUS, IsolationLevel.A, IsolationLevel.B), indirect=True
)
def test_exercises_share_slow_libraries_and_reach_none_but_their_own(place: Sandbox) -> None:
    """What a zygote holds for other exercises is neither imported, nor loaded, nor read."""
    if (
        not {"scipy", "torch"} <= {*INSTALLED.libraries}
        or not find_libraries(("matplotlib",)).entries
    ):
        pytest.skip("SciPy, PyTorch or matplotlib is not installed")
    here = Capabilities(libraries={**INSTALLED.libraries, "matplotlib": "installed"})
    level = IsolationLevel(place.facts()["rung"])
    ours = ("matplotlib", "os", "sys")
    asked = {
        (0, 0, 0, 0, 0): exercise(*ours),
        (1, 0, 0, 0, 0): exercise(*ours, "numpy"),
        (1, 1, 0, 0, 0): exercise(*ours, "numpy", "scipy"),
        (1, 0, 1, 1, 0): exercise(*ours, "numpy", "torch"),
    }
    with Sandbox(level, capabilities=here, exercises=asked.values()) as shared:
        shared.expect([TAKES, "import scipy, torch"])
        for expected, one in asked.items():
            with loaded(shared, TAKES, one) as (_, session):
                called = session.call(target(), [A, A])
            assert called.result is not None, called
            assert (called.result.shape, tuple(called.result.data[::8])) == ((1, 5), expected)
        assert len(shared._zygotes) == len(("Python alone", "NumPy", "all others"))


def test_slow_libraries_are_imported_beforehand_for_those_who_name_them() -> None:
    """Others do not wait for them, and can import them all the same."""
    skip_unless_holds(IsolationLevel.B)
    there = "    return [[int('sci' 'py' in sys.modules)]]\n"
    quiet = f"import sys\n\ndef f(a, b):\n{there}"
    secret = f"import sys\n\ndef f(a, b):\n    exec('import sci' 'py.signal', {{}})\n{there}"
    with Sandbox(IsolationLevel.B, capabilities=INSTALLED) as place:
        for source, expected, zygotes in (
            (quiet, 0, 1),
            (secret, 1, 1),
            (f"{quiet}# with scipy\n", 1, 2),
            (quiet, 0, 2),
            (f"{quiet}# torch has an optimizer\n", 0, 2),
        ):
            with loaded(place, source, exercise("sys", "numpy", "scipy")) as (_, session):
                called = session.call(target(), [A, A])
            assert called.result is not None, called
            assert called.result.data[0] == expected
            assert len(place._zygotes) == zygotes


def test_beside_pytorch_a_class_has_scipy_and_one_program_has_what_it_mentions() -> None:
    """A class gets by with one zygote; who checks one program does not wait for more than it."""
    both = find_libraries(("scipy", "torch"))
    assert "scipy" not in both.mentioned_in(["import torch"]).idle
    assert "scipy" in both.mentioned_in(["import torch"], alone=True).idle
    assert "scipy" not in both.mentioned_in(["import torch, scipy"], alone=True).idle


def test_pytorchs_compiler_is_imported_where_it_is_worth_it() -> None:
    """For who has an optimizer. Who reads clocks gets by with what stands in for it."""
    torch = find_libraries(("torch",))
    for text, alone, there in (
        ("import torch, time", False, False),
        ("import torch, time", True, False),
        ("import torch, time; torch.optim.SGD", True, True),
        ("import torch", False, False),
    ):
        assert ("torch._dynamo" in torch.mentioned_in([text], alone=alone).preloads) is there


def test_a_class_that_convolves_has_the_first_convolution_behind_it() -> None:
    """Not for one program alone, nor without PyTorch; and nobody starts another for lack of it."""
    both = find_libraries(("scipy", "torch"))
    for texts, alone, convolves in (
        (["import torch\nF.conv2d(x, w)"], False, True),
        (["import torch\ntorch.nn.Conv2d(1, 1, 3)"], False, True),
        (["import torch\nF.conv2d(x, w)"], True, False),
        (["import torch"], False, False),
        (["def conv2d(x, w): pass"], False, False),
    ):
        assert (CONVOLVING in both.mentioned_in(texts, alone=alone).preloads) is convolves
    without = both.mentioned_in(["import torch"])
    assert without.covers(both.mentioned_in(["import torch\nF.conv2d(x, w)"]))


@pytest.mark.parametrize(
    ("library", "draw"), [("numpy", "numpy.random.rand()"), ("torch", "torch.rand(1)")]
)
def test_children_draw_random_numbers_of_their_own(place: Sandbox, library: str, draw: str) -> None:
    """What was imported before the fork does not give all of them the same."""
    source = f"import {library}\ndef f(a, b):\n    return [[float({draw}), 0.0], [0.0, 0.0]]\n"
    drawn = set()
    for _ in range(2):
        with loaded(place, source, exercise(library)) as (_, session):
            result = session.call(target(), [A, A]).result
            assert result is not None
            drawn.add(result.data)
    assert len(drawn) == 2
