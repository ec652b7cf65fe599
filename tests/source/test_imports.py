"""Import statements, wherever they stand and whatever they lead to."""

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.source.sources import names, read

TIMES = "import time\n"
NUMPY = "import numpy\n"
PLT = "import matplotlib.pyplot as p"
PLT_NP = "POL003 matplotlib.pyplot.np"
BLOCKS = [
    "if x:\n{}",
    "if x:\n    pass\nelse:\n{}",
    "try:\n{}\nexcept ImportError:\n    pass",
    "try:\n    pass\nexcept ImportError as e:\n{}",
    "try:\n    pass\nfinally:\n{}",
    "while x:\n{}",
    "for i in x:\n{}",
    "with open(x) as f:\n{}",
    "def f(a, *b, c=1, **d):\n{}",
    "async def f():\n{}",
    "class A:\n{}",
    "match x:\n    case 1:\n{}",
]
FORMS = [
    "import {0}",
    "import {0} as time",
    "import time, {0} as y",
    "from {0} import x",
    "from {0} import x as np, y",
    "from {0}.z import (x,\n    y)",
    "import {0}.z.w",
]
strangers = st.sampled_from([*sorted(sys.stdlib_module_names - {"time"}), "numpy", "scipy"])


@given(
    module=strangers,
    form=st.sampled_from(FORMS),
    blocks=st.lists(st.sampled_from(BLOCKS), max_size=5),
    before=st.lists(st.sampled_from(["x = 1", "# import time", "'numpy'", "import time"])),
)
def test_no_import_hides(module: str, form: str, blocks: list[str], before: list[str]) -> None:
    """A module outside the list is found in every form and at every depth, and nothing else."""
    statement = form.format(module)
    for block in reversed(blocks):
        body = "\n".join("    " + line for line in statement.splitlines())
        if "case" in block:
            body = "\n".join("    " + line for line in body.splitlines())
        statement = block.format(body)
    found = names(read("\n".join([*before, statement])))
    imported = [one.split()[1].partition(".")[0] for one in found if one.startswith("POL001 ")]
    if module == "__future__":
        assert imported in ([], [module])
    else:
        assert imported == [module]


@given(st.text(alphabet=st.characters(codec="utf-8", exclude_characters="\0\\'\r\n"), max_size=40))
def test_texts_are_innocent(text: str) -> None:
    """What stands in a text or a comment is no import."""
    assert names(read(f"x = 'import numpy {text}'\n# import numpy {text}\n")) == []


@pytest.mark.parametrize(
    ("program", "helpers", "found"),
    [
        ("import h", {"h.py": NUMPY}, ["POL001 numpy"]),
        ("import h", {"h.py": "import k", "k.py": NUMPY}, ["POL001 numpy"]),
        ("import h", {"h/__init__.py": NUMPY}, ["POL001 numpy"]),
        ("import h", {"h.py": TIMES, "h/__init__.py": NUMPY}, ["POL001 numpy"]),
        ("from h import x", {"h/x.py": NUMPY}, ["POL001 numpy"]),
        ("import h.x as y", {"h/x.py": NUMPY, "h/__init__.py": ""}, ["POL001 numpy"]),
        ("from h.a.b import c", {"h/a/b.py": NUMPY}, ["POL001 numpy"]),
        ("import h.a", {"h/a.py": "from .b import x", "h/b.py": NUMPY}, ["POL001 numpy"]),
        ("import h.a", {"h/a.py": "from .. import b", "b.py": NUMPY}, ["POL001 numpy"]),
        ("import h.a", {"h/a.py": "from ... import b"}, ["POL001 ..."]),
        ("from . import h", {"h.py": NUMPY}, ["POL001 numpy"]),
        ("from . import h", {}, ["POL001 .h"]),
        ("from .h import x", {}, ["POL001 .h"]),
        ("import h.a", {"h/__init__.py": "x = 1", "h/a.py": "from . import x"}, []),
        ("import time", {"time.py": NUMPY}, ["POL001 numpy"]),
        ("import matplotlib.pyplot", {"matplotlib/pyplot.py": NUMPY}, ["POL001 numpy"]),
        ("import h", {"sub/h.py": NUMPY}, ["POL001 h"]),
        ("import H", {"h.py": TIMES}, ["POL001 H"]),
        ("from h import *\np.np", {"h.py": PLT}, [PLT_NP]),
        ("from h import *\np.np", {"h.py": "from k import *", "k.py": PLT}, [PLT_NP]),
        ("import h\nh.p.np", {"h.py": PLT}, [PLT_NP]),
        ("import h\nh.__dict__['p'].np", {"h.py": PLT}, ["POL003? np"]),
        ("from h import *\n_p.np", {"h.py": "x = 1"}, []),
        ("from matplotlib.pyplot import *\nnothing", {}, []),
        ("import h, kadai1\nfrom h import *", {"h.py": "import kadai1\nfrom kadai1 import f"}, []),
        ("from h import f as g\ng([[1]], [[2]])", {"h.py": "def f(a, b): return a"}, []),
        ("from __future__ import annotations", {}, []),
        ("from matplotlib import pylab", {}, ["POL003 matplotlib.pylab"]),
        ("import matplotlib.pylab", {}, ["POL003 matplotlib.pylab"]),
        ("import matplotlib._api", {}, ["POL003 matplotlib._api"]),
        ("import matplotlib.nothing_of_this_name", {}, []),
        ("from matplotlib.rcParams import x\nimport matplotlib.rcParams.y", {}, []),
        ("import matplotlib.pyplot.np.linalg", {}, [PLT_NP]),
    ],
)
def test_files_of_the_student(program: str, helpers: dict[str, str], found: list[str]) -> None:
    """Imports are followed through the student's own files and packages."""
    assert names(read(program, helpers)) == found
