"""What rots by itself, held against the newest release of each library: `make canaries`.

A canary that fails means that the next user who installs that release loses something. Its message
says what to do on that day; until then `constraints.txt` keeps everybody on the releases that work.

The register is in docs/architecture.md. In `make test` the quick ones run as well, against the
pinned releases.
"""

import json
import multiprocessing
import os
import re
import subprocess
import sys
import time
from datetime import timedelta
from importlib.util import find_spec
from pathlib import Path

import pytest
from msgspec.structs import replace

from grader.batch.pool import processes
from grader.clocks.inspector import GUEST
from grader.clocks.log import decode_clocks
from grader.course.backtracking import may_not_end
from grader.model.course import Limits, Scope
from grader.model.machine import Capabilities
from grader.model.static import Certainty
from grader.sandbox import IsolationLevel, Sandbox
from tests.guest.run_matplotlib_programs import guest
from tests.sandbox.places import exercise, skip_unless_holds
from tests.tree import ROOT

pytestmark = pytest.mark.canary
UNASKED = "GRADER_CANARIES" not in os.environ
asked_for = pytest.mark.skipif(UNASKED, reason="`make canaries` asks for it")
needs_torch = pytest.mark.skipif(find_spec("torch") is None, reason="PyTorch is not installed here")
DRIVER = ROOT / "tests/guest/run_matplotlib_programs.py"
UNWAITED = """
import time
import torch
x = torch.rand(100, 100, device="cuda")
def matmul_torch(a, b):
    return torch.matmul(a, b)
start = time.time()
matmul_torch(x, x)
print(time.time() - start)
"""
LANDLOCK_ABI = 7
OLD = timedelta(days=2 * 365)


def run(code: str) -> str:
    """Run a program of ours in a fresh process; its output, or what went wrong."""
    command = [sys.executable, "-c", code]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return ended.stdout.strip() or ended.stderr[-1000:]


@needs_torch
def test_clocks_of_pytorch_are_watched() -> None:
    """A program that does not wait for its GPU is found."""
    level = next(iter(IsolationLevel))
    skip_unless_holds(level)
    asked = exercise("numpy", "torch", "time", limits=Limits(memory_mib=4096, cpu_seconds=60))
    files = {"kadai2.py": UNWAITED}
    here = Capabilities(libraries=dict.fromkeys(("numpy", "torch"), "1"))
    with Sandbox(level, capabilities=here) as sandbox:
        program = sandbox.open_program("kadai2.py", files, replace(asked, scope=Scope.FUNCTION))
        frame = program.run_under(GUEST, 30.0)
    assert frame is not None
    found = decode_clocks(frame, files)
    assert [(one.synchronized, one.certainty) for one in found] == [(False, Certainty.SURE)], (
        "follow torch/_subclasses/fake_tensor.py in clocks/guest/clock_torch.py; "
        "TIM002 and TIM006 say nothing until then, and cost nobody a point"
    )


@needs_torch
def test_fake_tensors_do_not_need_pytorchs_compiler() -> None:
    """The stand-in has all that FakeTensorMode asks for."""
    said = run(
        "import sys, torch\n"
        "from tests.guest.run_matplotlib_programs import guest\n"
        "guest('clock_dynamo').stand_in()\n"
        "from torch._subclasses.fake_tensor import FakeTensorMode\n"
        "with FakeTensorMode(allow_non_fake_inputs=True):\n"
        "    torch.ones(3, 3) @ torch.ones(3, 3)\n"
        "    torch.nn.functional.conv2d(torch.ones(1, 1, 8, 8), torch.ones(1, 1, 3, 3))\n"
        "print([hasattr(sys.modules[name], '__file__') for name in ('torch._dynamo', 'sympy')])"
    )
    assert said == "[False, False]", (
        "add the name that is asked for to clocks/guest/clock_dynamo.py, or a watched run waits "
        f"some seconds for the whole of torch._dynamo, or a fifth of one for SymPy: {said}"
    )


@pytest.mark.skipif(find_spec("matplotlib") is None, reason="matplotlib is not installed here")
def test_scripts_draw_with_no_font_of_the_machine() -> None:
    """The library begins with an empty list of fonts, and gets its own."""
    said = run(
        "import os\n"
        "from tests.guest.run_matplotlib_programs import guest\n"
        "drawing = guest('drawing')\n"
        "import matplotlib.artist\n"
        "assert matplotlib.artist.kwdoc and drawing.load(''), 'not whole'\n"
        "from matplotlib import font_manager, get_data_path, pyplot\n"
        "manager = font_manager.fontManager\n"
        "assert manager._find_fonts_by_props\n"
        "assert all(entry.fname.startswith(get_data_path()) for entry in manager.ttflist)\n"
        "assert 0 < len(manager.ttflist) < 60\n"
        "pyplot.plot([1, 2], label='x'); pyplot.legend(); pyplot.savefig(os.devnull)\n"
        "print('drawn')"
    )
    assert said == "drawn", (
        f"compare matplotlib/font_manager.py (_load_fontmanager, _json_decode) and artist.kwdoc "
        f"with guest/drawing.py; scripts have no picture until then: {said}"
    )


def test_the_recorder_knows_how_many_names_are_wanted(tmp_path: Path) -> None:
    """`a, b, c = …` takes three of whatever is asked for."""
    program = tmp_path / "unpacking.py"
    program.write_text(
        "#: unpacking\n"
        "import matplotlib.pyplot as plt\n"
        "fig, (a, b, c) = plt.subplots(1, 3)\n"
        "counts, edges, patches = plt.hist([1, 2])\n"
        "first, *others = plt.plot([1, 2])\n"
        "def inside():\n"
        "    left, right = plt.xlim()\n"
        "inside()\n",
        encoding="utf-8",
    )
    command = [sys.executable, str(DRIVER), str(program), "recorder"]
    said = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    assert json.loads(said)["unpacking"]["outcome"] == "", (
        f"compare `dis` of `a, b = f()` in Python {sys.version_info[:2]} with UNPACKING in "
        f"guest/recorder.py; raise requires-python only when this passes: {said}"
    )


def test_a_pool_that_is_left_early_ends_its_processes() -> None:
    """Whatever they are at."""
    pool = processes(2, frozenset())
    executor = pool.__enter__()
    pid = executor.submit(os.getpid).result()
    executor.submit(time.sleep, 600)
    interrupt = KeyboardInterrupt()
    assert not pool.__exit__(KeyboardInterrupt, interrupt, None)
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    assert not multiprocessing.active_children(), (
        "follow concurrent/futures/process.py in batch/pool.py (_processes, _broken); from Python "
        "3.14 on there is terminate_workers"
    )


def test_a_daemon_may_have_children_when_it_is_none() -> None:
    """As a worker of Dask under its nanny, which starts what measures."""
    said = run(
        "import multiprocessing, os\n"
        "if __name__ == '__main__':\n"
        "    for daemon in (True, False):\n"
        "        multiprocessing.current_process()._config['daemon'] = daemon\n"
        "        try:\n"
        "            child = multiprocessing.get_context('fork').Process(target=os.getpid)\n"
        "            child.start(); child.join()\n"
        "        except AssertionError: print('refused', end=' ')\n"
        "        else: print('started')\n"
    )
    assert said == "refused started", (
        f"cluster/workers.py (enter): workers started by a nanny cannot measure times; set "
        f"distributed.worker.daemon in their configuration instead: {said}"
    )


@pytest.mark.parametrize(("pattern", "endless"), [("(a+)+b", True), (r"(\d+)_(\w+)", False)])
def test_patterns_that_may_not_end_are_known(pattern: str, *, endless: bool) -> None:
    """By the standard library's own parser, which is private."""
    assert (may_not_end(pattern) is not None) is endless, (
        "follow re/_parser.py in course/backtracking.py; a pattern in course.toml could keep "
        "`grader collect` busy for ever"
    )


@asked_for
@pytest.mark.parametrize("address", ["local:2", "slurm:1"])
def test_a_cluster_grades_and_times(tmp_path: Path, address: str) -> None:
    """Workers of this machine, and a job that a stand-in for SLURM starts here."""
    pytest.importorskip("distributed", reason="Dask is not installed here")
    job = tmp_path / "job"
    commands = {
        "sbatch": f'cp "$1" {job}; setsid sh {job} >{job}.log 2>&1 & echo "batch job $!"',
        "scancel": 'kill -- "-$1"',
    }
    for name, text in commands.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    site = {"DASK_JOBQUEUE__SLURM__CORES": "2", "DASK_JOBQUEUE__SLURM__MEMORY": "4GiB"}
    words = ["grade", "kadai1", "submissions/demo/kadai1", "--only", "24A1201", "--timing"]
    ended = subprocess.run(
        [sys.executable, "-m", "grader", *words, "-o", str(tmp_path / "out"), "--cluster", address],
        cwd=ROOT,
        env={**os.environ, **site, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert (ended.returncode, [*tmp_path.glob("out/.dask*")]) == (0, []), (
        f"follow the changes of distributed and dask-jobqueue in cluster/workers.py; shards and "
        f"`grader merge` do without Dask meanwhile: {ended.stderr[-2000:]}"
    )


@asked_for
def test_the_kernel_has_nothing_that_we_do_not_know() -> None:
    """Its calls by the headers here, and what Landlock can forbid."""
    syscalls, landlock, libc = guest("syscalls"), guest("landlock"), guest("libc")
    header = Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h")
    if header.is_file():
        pairs = re.findall(r"#define __NR_(\w+) (\d+)", header.read_text(encoding="utf-8"))
        known = {name: int(number) for name, number in pairs}
        wrong = {name for name in known if syscalls.X86_64.get(name, known[name]) != known[name]}
        newer = {name for name in known if known[name] >= syscalls.FIRST_UNKNOWN}
        assert not wrong | newer, (
            "decide for each new call whether a guest may have it, then raise FIRST_UNKNOWN in "
            "guest/syscalls.py; until then it does not exist for a guest"
        )
    assert landlock.abi(libc.LibC()) <= LANDLOCK_ABI, (
        "read in the kernel's landlock.rst which rights the new ABI adds, add them to "
        "guest/landlock.py, and raise LANDLOCK_ABI here; until then a guest keeps those rights"
    )
