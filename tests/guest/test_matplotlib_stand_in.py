"""The stand-in for matplotlib runs ordinary programs, and fails where the library fails.

Every program of both tables was run with the real matplotlib 3.11.2 too, with the same outcome:
`python tests/guest/run_matplotlib_programs.py tests/data/guest/matplotlib_works.py`.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.guest.run_matplotlib_programs import programs

ROOT = Path(__file__).parents[2]
STAND_INS = ROOT / "grader" / "guest" / "stand_ins"
DATA = ROOT / "tests" / "data" / "guest"
WORKS = programs((DATA / "matplotlib_works.py").read_text(encoding="utf-8"))
RAISES = programs((DATA / "matplotlib_raises.py").read_text(encoding="utf-8"))


def python(*arguments: str) -> str:
    """Runs the interpreter as the sandbox does, and returns what it prints."""
    ended = subprocess.run(
        [sys.executable, "-sSP", *arguments], capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def guest(program: str) -> str:
    """Runs a program with the stand-ins first on the path."""
    return python("-c", f"import sys; sys.path.insert(0, {str(STAND_INS)!r})\n{program}")


@pytest.fixture(scope="module")
def outcomes() -> dict[str, str]:
    """Runs both tables, each in one process."""
    driver = str(Path(__file__).with_name("run_matplotlib_programs.py"))
    found: dict[str, str] = {}
    for name in ("matplotlib_works.py", "matplotlib_raises.py"):
        found |= json.loads(python(driver, str(DATA / name), str(STAND_INS)))
    return found


@pytest.mark.parametrize("title", [title for title, _ in WORKS])
def test_an_ordinary_program_ends_well(title: str, outcomes: dict[str, str]) -> None:
    """Programs as students write them run unchanged, including their assertions."""
    assert outcomes[title] == ""


@pytest.mark.parametrize("title", [title for title, _ in RAISES])
def test_a_mistaken_program_raises_what_the_library_raises(
    title: str, outcomes: dict[str, str]
) -> None:
    """The type of the exception stands in front of the title."""
    assert outcomes[title].partition(":")[0] == title.partition(":")[0]


def test_titles_are_unique() -> None:
    """No program hides another one of the same title."""
    titles = [title for title, _ in WORKS + RAISES]
    assert len(titles) == len(set(titles))
    assert len(WORKS) >= 60


@pytest.mark.parametrize(
    "statement",
    [
        "import matplotlib",
        "import matplotlib.pyplot",
        "import matplotlib.pylab",
        "import pylab",
        "from pylab import *",
        "from matplotlib.pyplot import *",
        "from matplotlib.ticker import *",
        "from mpl_toolkits.mplot3d import Axes3D",
        "from mpl_toolkits.mplot3d import *",
        "from mpl_toolkits.mplot3d.art3d import Poly3DCollection",
        "from matplotlib.backends.backend_pdf import PdfPages",
        "import matplotlib.backends.backend_agg",
        "import matplotlib.ticker as mticker, matplotlib.dates as mdates",
        "import matplotlib as mpl; mpl.use('Agg'); mpl.rc('font', size=9)",
    ],
)
def test_it_can_be_imported_first(statement: str) -> None:
    """Every usual import works as the first statement of a process."""
    guest(statement)


def test_programs_of_older_releases_still_run() -> None:
    """What 3.11 has removed but course machines still offer is accepted."""
    guest(
        "import matplotlib.pyplot as plt\n"
        "plt.plot_date([1, 2], [1, 2])\n"
        "assert len(plt.cm.get_cmap('jet')(0.5)) == 4\n"
        "plt.style.use('seaborn-whitegrid')\n"
        "plt.boxplot([[1, 2], [3, 4]], labels=['a', 'b'])\n"
    )


@pytest.mark.parametrize(
    "expression",
    [
        "plt.np",
        "plt.sys",
        "plt.os",
        "plt.importlib",
        "plt.inspect",
        "plt.functools",
        "plt.matplotlib.np",
        "plt.matplotlib.os",
        "plt.matplotlib.sys",
        "plt.matplotlib.cbook.np",
        "plt.matplotlib.subprocess",
        "matplotlib.pylab.np",
        "matplotlib.pylab.numpy",
        "matplotlib.ticker.np",
        "matplotlib._data.sys",
    ],
)
def test_no_module_is_reached_through_it(expression: str) -> None:
    """The real library hands out NumPy and the standard library; the stand-in has neither."""
    guest(
        "import matplotlib, matplotlib.pylab, matplotlib.pyplot as plt\n"
        f"try:\n    {expression}\nexcept AttributeError:\n    pass\nelse:\n    raise SystemExit(1)"
    )


def test_its_namespaces_hold_only_its_own_modules() -> None:
    """No attribute of any of its modules is a module of someone else."""
    found = guest(
        "import matplotlib, matplotlib.pylab, pylab, mpl_toolkits.mplot3d.axes3d\n"
        "from matplotlib.pyplot import *\n"
        "own = ('matplotlib', 'mpl_toolkits', 'pylab')\n"
        "for name, module in list(sys.modules.items()):\n"
        "    if name.partition('.')[0] in own:\n"
        "        for key, value in vars(module).items():\n"
        "            if type(value) is type(sys) and value.__name__.partition('.')[0] not in own:\n"
        "                print(name, key)\n"
        "print('numpy' in sys.modules)\n"
    )
    assert found == "False\n"


@pytest.mark.parametrize(
    "expression",
    [
        "plt.imshow([[1, 2], [3, 4]]).get_array() @ [[1, 2], [3, 4]]",
        "plt.pcolormesh([[1, 2], [3, 4]]).get_array() @ [[1, 2], [3, 4]]",
        "plt.plot([1, 2])[0].get_ydata() @ [1, 2]",
        "plt.hist([1, 2])[0] @ plt.hist([1, 2])[0]",
        "plt.subplots(2, 2)[1] @ plt.subplots(2, 2)[1]",
        "plt.gca().transData @ [1, 2]",
        "plt.viridis() @ [1]",
    ],
)
def test_nothing_multiplies_matrices(expression: str) -> None:
    """What the library returns as arrays are lists here."""
    guest(
        "import matplotlib.pyplot as plt\n"
        f"try:\n    {expression}\nexcept TypeError:\n    pass\nelse:\n    raise SystemExit(1)"
    )


def test_nothing_is_written(tmp_path: Path) -> None:
    """Pictures saved to a path leave no file, not even in a missing folder."""
    guest(
        "import matplotlib.pyplot as plt\n"
        f"plt.savefig({str(tmp_path / 'a.png')!r})\n"
        f"plt.savefig({str(tmp_path / 'missing' / 'a.png')!r})\n"
        f"plt.imsave({str(tmp_path / 'b.png')!r}, [[1]])"
    )
    assert list(tmp_path.iterdir()) == []


def test_it_needs_no_large_module() -> None:
    """Importing it loads nothing that would slow down every start of the sandbox."""
    found = guest(
        "import matplotlib.pyplot\n"
        "print(*[n for n in ('typing', 're', 'json', 'os', 'collections') if n in sys.modules])"
    )
    assert found.split() == []
