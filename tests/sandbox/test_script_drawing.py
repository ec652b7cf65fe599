"""A script run with the real matplotlib: what it draws comes home, whatever it does to that."""

import importlib.util
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from grader.guest.protocol import MAX_PICTURE_BYTES
from grader.model.machine import Capabilities
from grader.model.program import ProgramRun
from grader.model.run import RunStatus
from grader.sandbox import IsolationLevel, Sandbox
from grader.sandbox.replies import PICTURE_SIDE, PNG_SIGNATURE, clean_picture
from tests.sandbox.places import LIMITS, exercise, levels
from tests.sandbox.running import MODULES, run_script

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("matplotlib") is None, reason="matplotlib is not installed"
)
INSTALLED = Capabilities(libraries={"matplotlib": "any"})
ROOMY = replace(LIMITS, cpu_seconds=20.0, memory_mib=512)


@pytest.fixture(scope="module", params=levels(*IsolationLevel))
def place(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    """A sandbox of a machine with matplotlib, on each level that holds here."""
    with Sandbox(request.param.choose(), capabilities=INSTALLED) as sandbox:
        yield sandbox


@pytest.fixture(scope="module")
def best() -> Iterator[Sandbox]:
    """A sandbox on the level that batches use as a rule."""
    level = levels(*IsolationLevel)[0].values[0].choose()
    with Sandbox(level, capabilities=INSTALLED) as sandbox:
        yield sandbox


def draw(
    sandbox: Sandbox, source: str, seconds: float = 5.0, *, pictures: bool = True
) -> ProgramRun:
    """Runs a script as its author does, with the real library."""
    program = sandbox.open_program("k.py", {"k.py": source}, exercise(*MODULES, limits=ROOMY))
    return program.run_script((), seconds, draws=True, pictures=pictures).run


PLOTS = """
import matplotlib
matplotlib.use('TkAgg')
import matplotlib.pyplot as plt
plt.rcParams['font.family'] = 'Hiragino Sans'
plt.rcParams['text.usetex'] = True
plt.plot([10, 20, 40], [0.1, 0.8, 6.4], 'o-', label='行列積')
plt.axhline(1)
plt.xlabel('n')
plt.legend()
plt.savefig('/content/drive/graph.png')
plt.savefig('/content/drive/graph.pdf')
plt.show()
plt.loglog([1, 2], [3, 4])
plt.close()
print('done')
a = [[1, 2], [3, 4]]
"""


def test_what_is_drawn_comes_home(place: Sandbox) -> None:
    """Curves, and a picture of each figure; what only the author's computer has is not missed."""
    run = draw(place, PLOTS)
    assert run.run.status is RunStatus.OK, run
    assert run.drawn
    assert run.output == "done\n"
    first, second = run.plots
    assert (first.kind, first.x, first.y) == ("plot", (10, 20, 40), (0.1, 0.8, 6.4))
    assert (first.label, first.xlabel, first.figure) == ("行列積", "n", 1)
    assert (second.kind, second.xscale, second.figure) == ("loglog", "log", 2)
    assert len(run.pictures) == 2
    assert all(clean_picture(picture) == picture for picture in run.pictures)
    assert [matrix.name for matrix in run.matrices] == ["a"]


def test_where_nobody_looks_no_picture_is_made(best: Sandbox) -> None:
    """All else that the run shows is as with pictures; a figure is cleared here, too."""
    source = PLOTS + "plt.plot([1, 2])\nplt.savefig('a.png')\nplt.clf()\n"
    shown, checked = draw(best, source), draw(best, source, pictures=False)
    assert len(shown.pictures) == 3
    assert checked.pictures == ()
    assert (checked.plots, checked.output, checked.drawn) == (shown.plots, shown.output, True)
    assert checked.run.status is RunStatus.OK


def test_japanese_letters_are_there_without_what_brings_them(place: Sandbox) -> None:
    """The two modules that students import for them have nothing left to do."""
    source = "import matplotlib.pyplot as plt, japanize_matplotlib, matplotlib_fontja\n"
    source += "japanize_matplotlib.japanize(); matplotlib_fontja.japanize()\n"
    source += "plt.rcParams['font.family'] = japanize_matplotlib.FONT_NAME\n"
    run = draw(place, source + "plt.plot([1, 2])\nplt.xlabel('サイズ')\nplt.show()\n")
    assert run.run.status is RunStatus.OK, run
    assert run.drawn
    assert [plot.xlabel for plot in run.plots] == ["サイズ"]


def test_their_font_is_a_file_that_the_library_reads(place: Sandbox) -> None:
    """Many tutorials hand its path on, which is no fault of a program."""
    source = "import matplotlib.pyplot as plt, japanize_matplotlib as j, os\n"
    source += "from matplotlib import font_manager as fm\n"
    source += "from matplotlib_fontja import get_font_path, get_font_ttf_path\n"
    source += "from japanize_matplotlib.japanize_matplotlib import FONT_TTF\n"
    source += "assert os.path.join(get_font_path(), FONT_TTF) == "
    source += "get_font_ttf_path()\n"
    source += "fm.fontManager.addfont(j.get_font_ttf_path())\n"
    source += "plt.plot([1, 2])\nplt.xlabel('サイズ', "
    source += "fontproperties=fm.FontProperties(fname=get_font_ttf_path()))\nplt.show()\n"
    run = draw(place, source)
    assert run.run.status is RunStatus.OK, run
    assert [plot.xlabel for plot in run.plots] == ["サイズ"]
    assert len(run.pictures) == 1


@pytest.mark.parametrize("colours", ["none", "one line without letters"])
def test_a_figure_of_few_colours_comes_home(best: Sandbox, colours: str) -> None:
    """Its pixels take a byte each, as those of all others."""
    line = "plt.axhline(1, color='k', antialiased=False)" if colours != "none" else ""
    source = f"import matplotlib.pyplot as plt\nplt.figure()\n{line}\nplt.axis('off')\nplt.show()\n"
    (picture,) = draw(best, source).pictures
    assert clean_picture(picture) == picture != b""


def test_a_real_error_is_told(place: Sandbox) -> None:
    """With the line of the program that it came from; what was drawn before is there."""
    source = "import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.plot([1, 2], [1, 2, 3])\n"
    run = draw(place, source)
    assert run.run.traceback is not None
    assert run.run.traceback.type == "ValueError"
    assert run.run.traceback.lines == ("plt.plot([1, 2], [1, 2, 3])",)
    assert (len(run.plots), len(run.pictures)) == (1, 1)


def test_without_it_there_is_the_recorder() -> None:
    """A machine without the library knows what was plotted, and that it drew nothing."""
    level = levels(*IsolationLevel)[0].values[0].choose()
    with Sandbox(level) as sandbox:
        run = draw(sandbox, PLOTS)
    assert (run.run.status, len(run.plots), run.pictures) == (RunStatus.OK, 2, ())
    assert not run.drawn


def test_a_graded_child_has_neither_library_nor_numpy(place: Sandbox) -> None:
    """Where a function is graded, in the same sandbox, there is nothing but the recorder."""
    source = (
        "import sys, matplotlib.pyplot as plt\nplt.plot([1])\n"
        "seen = [name for name in sys.modules if name.partition('.')[0] in ('numpy', 'PIL')]\n"
        "print(seen, hasattr(plt.plot, '__code__'))\n"
    )
    draw(place, source)
    assert run_script(place, source).run.output == "[] False\n"
    uses = "import numpy\nnumpy.zeros(1)\n"
    assert run_script(place, uses).run.run.status is RunStatus.RUNTIME_ERROR
    assert draw(place, uses).run.status is RunStatus.RUNTIME_ERROR


def test_a_program_that_is_cut_shows_what_it_drew(best: Sandbox) -> None:
    """A sweep that takes a minute is stopped; its figure is as far as it came."""
    source = (
        "import time\nimport matplotlib.pyplot as plt\nplt.plot([1, 2], [3, 4])\n"
        "while True: time.sleep(0.01)\n"
    )
    run = draw(best, source, seconds=1.0)
    assert run.cut
    assert (run.run.status, len(run.plots), len(run.pictures)) == (RunStatus.OK, 1, 1)


BEGIN = "import sys\nimport matplotlib.pyplot as plt\n"
HARM = {
    "thousands of figures": "for i in range(10_000):\n    plt.figure(); plt.plot([i]); plt.close()",
    "figures that stay open": "for i in range(300):\n    plt.figure(); plt.plot([i])",
    "a huge figure": (
        "plt.figure(figsize=(1000, 1000), dpi=100); plt.plot([1])\n"
        "try: plt.savefig('a.png')\nexcept (ValueError, MemoryError): pass"
    ),
    "a figure of no size": "plt.figure(figsize=(1e-9, 1e-9)); plt.plot([1])",
    "a figure of noise": (
        "import random\nplt.figure(figsize=(8, 8))\n"
        "plt.imshow([[random.random() for _ in range(600)] for _ in range(600)], cmap='prism')"
    ),
    "very many points": "plt.plot(range(2_500_000))",
    "a replaced savefig": (
        "from matplotlib.figure import Figure\n"
        "Figure.savefig = lambda self, file, **k: file.write(b'GIF89a' * 1000)\nplt.plot([1])"
    ),
    "a savefig that hangs": (
        "from matplotlib.figure import Figure\n"
        "def savefig(*a, **k):\n    while True: pass\n"
        "Figure.savefig = savefig\nplt.plot([1])"
    ),
    "a savefig that raises": (
        "from matplotlib.figure import Figure\n"
        "def savefig(*a, **k): raise SystemExit\n"
        "Figure.savefig = savefig\nplt.plot([1])"
    ),
    "a formatter that never ends": (
        "from matplotlib.ticker import FuncFormatter\n"
        "def hang(v, p):\n    while True: pass\n"
        "plt.plot([1]); plt.gca().xaxis.set_major_formatter(FuncFormatter(hang))"
    ),
    "garbage instead of pictures": (
        "sys.modules['_grader_guest.drawing'].draw = lambda to: to.extend([b'x' * 100] * 3)"
    ),
    "pictures that are bombs": (
        "import struct\nzlib = sys.modules['zlib']\n"
        "def part(n, b): return struct.pack('>I', len(b)) + n + b + "
        "struct.pack('>I', zlib.crc32(n + b))\n"
        "bomb = b'\\x89PNG\\r\\n\\x1a\\n' + part(b'IHDR', struct.pack('>IIBBBBB', 10**5, 10**5, "
        "8, 0, 0, 0, 0)) + part(b'IDAT', zlib.compress(bytes(10**6))) + part(b'IEND', b'')\n"
        "sys.modules['_grader_guest.drawing'].draw = lambda to: to.append(bomb)"
    ),
    "curves that nobody drew": (
        "sys.modules['_grader_guest.drawing'].recorded = lambda: "
        "[{'kind': 'plot', 'x': [1] * 99_999, 'y': [2] * 99_999, 'label': 'x' * 999}] * 99"
    ),
    "a list of curves without an end": (
        "sys.modules['_grader_guest.drawing'].recorded = lambda: iter(dict, 1)"
    ),
    "a library in ruins": (
        "plt.plot([1])\nfor name in list(sys.modules):\n"
        "    if name.startswith('matplotlib.'): vars(sys.modules[name]).clear()"
    ),
}


@pytest.mark.parametrize("name", HARM)
def test_whatever_it_draws_stays_within_bounds(best: Sandbox, name: str) -> None:
    """Four pictures at most, small ones; nobody is accused, and the next run is clean."""
    run = draw(best, BEGIN + HARM[name] + "\n", seconds=2.0)
    assert run.run.status in {RunStatus.OK, RunStatus.TIMEOUT, RunStatus.MEMORY}, run
    assert len(run.pictures) <= 4
    for picture in run.pictures:
        assert len(picture) <= MAX_PICTURE_BYTES
        assert picture.startswith(PNG_SIGNATURE)
        assert max(int.from_bytes(picture[16:20]), int.from_bytes(picture[20:24])) <= PICTURE_SIDE
    assert len(run.plots) <= 64
    assert all(len(plot.x) <= 10_000 and len(plot.label) <= 300 for plot in run.plots)
    after = draw(best, BEGIN + "plt.plot([5])\n")
    assert [plot.y for plot in after.plots] == [(5.0,)]
    assert len(after.pictures) == 1


FORGED = """
import sys, matplotlib
whole = sys.modules['_grader_guest.whole']
joined = whole._joined
def forge(told, packed):
    reply, data = joined({**told, 'plots': []}, packed)
    return FORGED, data
whole._joined = forge
"""


@pytest.mark.parametrize(
    "told",
    [
        "{**reply, 'pictures': [10**12]}",
        "{**reply, 'pictures': [-1]}",
        "{**reply, 'pictures': ['x']}",
        "{**reply, 'pictures': [100] * 100}",
        "{**reply, 'pictures': [100]}",
        "{**reply, 'drawn': 7}",
    ],
)
def test_sizes_that_are_none_are_no_answer(best: Sandbox, told: str) -> None:
    """The frame is then read as what it is: bytes that the guest never sends."""
    assert draw(best, FORGED.replace("FORGED", told)).run.status is RunStatus.PROTOCOL
