"""What the whole suite shares: long tests come first, and what is graded once is graded for all."""

import gc
import os
import shutil
import signal
from collections.abc import Callable, Iterator
from itertools import cycle, groupby
from pathlib import Path

import pytest
from filelock import FileLock
from hypothesis import settings
from msgspec import Struct

from tests.chromium import chromium
from tests.clones import copy_tree, install_as_before, make_environment, type_in
from tests.tree import ROOT

__all__ = ["chromium"]

# A shell starts what is to run in the background deaf to Ctrl-C, nohup deaf to a terminal that is
# closed; and so would be all that we start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

# What is collected stays, and the collector would look through it again and again.
gc.disable()
gc.set_threshold(50_000, 20, 20)

# How long an example takes says nothing about what is right, beside other workers least of all.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

Once = Callable[[str, Callable[[Path], None]], Path]
# Begun first, so that no worker is left alone with one of them in the end; the longest before all.
LONG = (
    *("batch/test_faults.py", "batch/test_kill.py", "test_demo.py", "guest/test_plotting.py"),
    *("commands/test_verify.py", "test_demo_kadai2.py", "hostile/test_ordinary_user.py", "batch"),
    *("cluster", "commands", "kit", "machine", "totals", "observing", "exercises/scripts"),
    *("exercises/scripts/test_extracting.py", "exercises/nets/test_demo.py"),
    *("test_right_elsewhere.py", "test_own_assignment.py", "test_tutorials.py"),
    *("hostile", "sandbox"),
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Puts long files first in the share of each worker; a file stays together.

    xdist gives every worker as many tests, one run of the list each, and moves some later.
    """
    for item in items:
        repetition = item.get_closest_marker("repetition")
        if repetition is not None and not repetition.args:
            raise pytest.UsageError(f"{item.nodeid}: a repetition of what, in make test?")
    files = {path: [*tests] for path, tests in groupby(items, key=lambda item: item.path)}
    long = sorted((path for path in files if _place(path) < len(LONG)), key=_place)
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    shares: list[list[pytest.Item]] = [[] for _ in range(workers)]
    for path, share in zip(long, cycle(shares)):
        share.extend(files[path])
    short = [item for path in files if path not in long for item in files[path]]
    for number, share in enumerate(shares):
        left = len(items) * (number + 1) // workers - len(items) * number // workers - len(share)
        share.extend(short[: max(0, left)])
        del short[: max(0, left)]
    items[:] = [*(item for share in shares for item in share), *short]


def pytest_collection_finish() -> None:
    """Takes what was collected out of the garbage collector's rounds: it stays until the end."""
    gc.freeze()
    gc.enable()


def _place(path: Path) -> int:
    """Says where a file stands among the long ones, or behind them."""
    name = path.relative_to(ROOT / "tests").as_posix()
    return next((n for n, long in enumerate(LONG) if name.startswith(long)), len(LONG))


@pytest.fixture(scope="session")
def run_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The temporary folder of this run, the same for all workers."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


@pytest.fixture(scope="session", autouse=True)
def state(run_folder: Path) -> Iterator[None]:
    """Keeps what grader remembers of this machine, for this run, away from the user's own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(run_folder / "state"))
        yield


@pytest.fixture(scope="session")
def once(run_folder: Path) -> Once:
    """Has a folder filled by the first test of any worker that asks for it; nobody changes it."""

    def ask(name: str, fill: Callable[[Path], None]) -> Path:
        folder, done = run_folder / name, run_folder / f"{name}-is-there"
        with FileLock(run_folder / f"{name}.lock"):
            if not done.exists():
                shutil.rmtree(folder, ignore_errors=True)
                folder.mkdir()
                fill(folder)
                done.touch()
        return folder

    return ask


class Demo(Struct, frozen=True):
    """A clone in which `make demo` was typed."""

    clone: Path
    printed: str

    def results(self, assignment: str) -> Path:
        """The results folder, which nobody changes."""
        return self.clone / "results" / assignment


@pytest.fixture(scope="session")
def demo(once: Once) -> Demo:
    """The demo class, graded by `make demo` in an environment that only lacked grader itself."""
    if shutil.which("make") is None:
        pytest.skip("make is not installed")

    def fill(folder: Path) -> None:
        clone = copy_tree(folder / "clone")
        make_environment(clone / ".venv")
        install_as_before(clone / ".venv")
        run = type_in(clone, "make demo")
        assert run.returncode == 0, run.stdout + run.stderr
        (folder / "printed.txt").write_text(run.stdout, encoding="utf-8")

    folder = once("demo", fill)
    return Demo(folder / "clone", (folder / "printed.txt").read_text(encoding="utf-8"))


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of this course, as the current folder."""
    from tests.batch.classes import make_course

    root = make_course(tmp_path / "course").root
    monkeypatch.chdir(root)
    monkeypatch.setenv("LC_ALL", "en_US.UTF-8")
    return root
