"""A script whose plots are only recorded: what the real library may answer otherwise is a doubt."""

import importlib.util
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from grader.model.machine import Capabilities
from grader.model.run import RunStatus
from grader.model.running import Plotting, ScriptResult
from grader.observing.script_run import PLAINLY
from grader.sandbox import IsolationLevel, Sandbox
from tests.guest.run_matplotlib_programs import guest, programs
from tests.sandbox.places import LIMITS, exercise, levels
from tests.sandbox.running import MODULES

DATA = Path(__file__).parents[1] / "data" / "guest"
ROOMY = replace(LIMITS, cpu_seconds=20.0, memory_mib=512)
HEAD = "import matplotlib.pyplot as plt\nx, y = [1, 2, 4], [0.1, 0.8, 6.4]\n"


@pytest.fixture(scope="module")
def place() -> Iterator[Sandbox]:
    """A sandbox of a machine with matplotlib, on the level that checks use as a rule."""
    if importlib.util.find_spec("matplotlib") is None:
        pytest.skip("matplotlib is not installed")
    level = levels(*IsolationLevel)[0].values[0].choose()
    with Sandbox(level, capabilities=Capabilities(libraries={"matplotlib": "any"})) as sandbox:
        yield sandbox


def run(sandbox: Sandbox, source: str, plotting: Plotting) -> ScriptResult:
    """Runs a script as its author does."""
    allowed = exercise(*MODULES, limits=ROOMY)
    return sandbox.open_program("k.py", {"k.py": source}, allowed).run_script((), 5.0, plotting)


PLAIN = (
    "plt.plot(x, y)\nplt.show()",
    """
plt.plot(x, y, 'o-', label='測定')
plt.xlabel('n')
plt.ylabel('秒', fontsize=12)
plt.legend()
""",
    """
plt.plot(y, '-o')
plt.plot(x, y, 'r--', lw=2)
plt.grid(True, which='both', linestyle=':')
""",
    """
plt.loglog(x, y, color='tab:red', marker='s', ls='--')
plt.legend(['a'], loc='upper left')
""",
    "plt.figure(figsize=(8, 6))\nplt.scatter(x, y, s=20)",
    """
fig, ax = plt.subplots(figsize=(6, 4))
ax.plot(x, y)
ax.set_xscale('log')
ax.set_title('t')
ax.grid()
ax.legend()
fig.tight_layout()
fig.savefig('a.png', dpi=150)
""",
    """
plt.subplot(1, 2, 1)
plt.plot(x, y)
plt.subplot(1, 2, 2)
plt.semilogy(x, y)
plt.close()
""",
    """
plt.rcParams['font.family'] = 'MS Gothic'
plt.title('題')
plt.xlim(0, 5)
plt.xticks(x)
plt.plot(x, y)
plt.savefig('/nowhere/graph.pdf', bbox_inches='tight')
plt.show()
""",
    """
import matplotlib
matplotlib.use('TkAgg')
from matplotlib import pyplot
pyplot.plot(x, y)
""",
    """
fig = plt.figure()
ax = fig.add_subplot(1, 1, 1)
if ax:
    ax.plot(x, y, alpha=0.5)
""",
    """
try:
    plt.plot(x, y)
except Exception:
    pass
print(len(x))
""",
)


@pytest.mark.parametrize("source", PLAIN)
def test_what_is_plain_ends_as_with_the_library(place: Sandbox, source: str) -> None:
    """No doubt, no error with either, and the same curves."""
    plain, real = (run(place, HEAD + source, how) for how in (Plotting.PLAIN, Plotting.LIBRARY))
    assert not plain.doubtful
    assert (plain.run.run.status, real.run.run.status) == (RunStatus.OK, RunStatus.OK), real
    assert [(plot.x, plot.y, plot.label, plot.xlabel) for plot in plain.run.plots] == [
        (plot.x, plot.y, plot.label, plot.xlabel) for plot in real.run.plots
    ]
    assert plain.run.output == real.run.output
    assert (real.run.drawn, real.run.pictures) == (True, ())


MISTAKES = (
    *("plt.plot(x, y[:2])", "plt.plot(x, y, 'oo')", "plt.plot(x, y, marker='q')", "plt.polt(x, y)"),
    *(
        "plt.plot(x, y, lable='a')",
        "plt.plot(x, y, c='r', color='b')",
        "plt.plot(x, y, color='rd')",
    ),
    *("plt.plot(x, y, 'r', linewidth='a')", "plt.plot(x, [1, 2, {}])", "plt.scatter(x, y[:2])"),
    *(
        "plt.xlabel()",
        "plt.legend(loc='top')",
        "plt.subplot(1, 1, 2)",
    ),
    *("plt.xscale('loga')", "plt.savefig('x.pngg')", "plt.rcParams['font.famly'] = 'a'"),
    *("plt.rcParams.update({'font.size': 'a'})", "plt.xlim(1, 2, 3)", "plt.grid(witch='both')"),
    *("fig, ax = plt.subplots()\nax.xlabel('n')", "fig, ax = plt.subplots()\nfig.plot(x, y)"),
    *("fig, ax, b = plt.subplots(1, 2)", "plt.title(1)()"),
    *("import matplotlib.pylot", "plt.show(3 + plt.gca())"),
    *(
        "plt.title('$\\\\frac{$')\nplt.savefig('a.png')",
        "plt.plot(x, 10**400)",
        "len(plt.figure())",
    ),
    *(
        "from matplotlib.pyplot import plt",
        "plt.xticks(['a', 'b'])",
        "plt.figure().legend(3, 4, 5, 6)",
    ),
    "try:\n    plt.polt(x, y)\nexcept:\n    raise ValueError",
)


@pytest.mark.parametrize("source", MISTAKES)
def test_what_may_raise_is_a_doubt(place: Sandbox, source: str) -> None:
    """The real library raises; a run that is only recorded says that it does not know."""
    assert run(place, HEAD + source, Plotting.LIBRARY).run.run.status is RunStatus.RUNTIME_ERROR
    assert run(place, HEAD + source, Plotting.PLAIN).doubtful


@pytest.mark.parametrize(
    "title",
    [title for title, _ in programs((DATA / "plotting.py").read_text(encoding="utf-8"))],
)
def test_right_programs_are_plain_or_a_doubt(place: Sandbox, title: str) -> None:
    """None ends in an error that the stand-in without doubts does not give."""
    source = dict(programs((DATA / "plotting.py").read_text(encoding="utf-8")))[title]
    plain, taking_all = (run(place, source, how) for how in (Plotting.PLAIN, Plotting.CURVES))
    assert plain.doubtful or plain.run.run.traceback == taking_all.run.run.traceback
    assert not taking_all.doubtful


def test_the_names_asked_before_are_those_that_are_answered() -> None:
    """A name that only one side knows would cost a second run, or the library where none is due."""
    plainly = guest("plainly")
    known = {*plainly.PYPLOT, *plainly.AXES, *plainly.FIGURE, *plainly.OF_MODULES}
    assert known | {"pyplot", "rcParams"} == PLAINLY
