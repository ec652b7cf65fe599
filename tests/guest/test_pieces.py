"""Of a file with several exercises, everything is there that can be, and nothing is measured."""

import builtins
import re
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from grader.guest.loading import Importer, load
from grader.guest.protocol import Mode

ALLOWED = ("math", "functools", "typing", "dataclasses")


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    """Takes back what loading changes for a whole process."""
    real, modules = builtins.__import__, set(sys.modules)
    yield
    builtins.__import__ = real
    for name in set(sys.modules) - modules:
        del sys.modules[name]


def _load(text: str, *, strict: bool = False, **helpers: str) -> dict[str, Any]:
    files = {f"{name}.py": source for name, source in helpers.items()}
    importer = Importer("kadai2.py", files, ALLOWED)
    mode: Mode = "pieces, strictly" if strict else "pieces"
    return load("kadai2.py", text, mode, importer).__dict__


RIGHT = {
    "import cupy as cp\ndef f(): return 1": "an absent library",
    "from scipy.signal import correlate2d\ndef f(): return 1": "a name of an absent library",
    "from numpy import *\ndef f(): return 1": "everything of an absent library",
    "import torch.nn.functional as F, math\ndef f(): return int(math.cos(0))": "one of two",
    "import torch\ndevice = torch.device('cuda' if torch.cuda.is_available() else 'cpu')\n"
    "def f(device=device): return 1": "a default that failed",
    "import torch\nif torch.cuda.is_available():\n    D = 1\nelse:\n    D = 2\n"
    "def f(): return 1": "a condition on an absent library",
    "import torch.nn as nn\nclass Net(nn.Module):\n    conv = nn.Conv2d(1, 1, 3)\n"
    "    def forward(self, x): return x\ndef f(): return 1": "an absent base class",
    "import torch\n@torch.no_grad()\ndef g(x): return x\ndef f(): return 1": "a decorator",
    "import torch\nclass S:\n    @torch.no_grad()\n    def g(self): return 0\n"
    "    def h(self): return 1\ndef f(): return S().h()": "a decorator on a neighbour",
    "import numpy as np\ndef f(a: np.ndarray | None = None, b: 'np.x' = 1,"
    " *c: np.typing.NDArray[np.float64]) -> np.ndarray: return b": "annotations",
    "import numpy as np\ndef f(x=[1]):\n    return len(x.tolist() if isinstance(x, np.ndarray)"
    " else x)": "a question for its class",
    "try:\n    import cupy as cp\n    HAS = True\nexcept ImportError:\n    print('no')\n"
    "    HAS = False\ndef f(): return 1 - HAS": "a guarded import",
    "try:\n    import cupy\nexcept Exception:\n    cupy = None\n"
    "def f(): return int(cupy is None)": "a widely guarded import",
    "x = 1\nif x > 0:\n    y = 1\nelse:\n    y = 2\ndef f(): return y": "a condition that holds",
    "x = 1 / 0\ndef f(): return 1": "an assignment that fails",
    "raise SystemExit\ndef f(): return 1": "an end",
    "import sys\nsys.exit(3)\ndef f(): return 1": "an exit",
    "def main():\n    raise ValueError\nmain()\ndef f(): return 1": "a call of main",
    "for n in [10**9]:\n    print(f(n))\ndef f(): return 1": "a sweep",
    "if __name__ == '__main__':\n    x = 1 / 0\ndef f(): return 1": "the main block",
    "class Net(dict):\n    add_module = dict.__setitem__\nclass Layer:\n    size = 1\n"
    "net = Net()\nnet.add_module('one', Layer())\ndef f(): return net['one'].size": "layers added",
    "K = []\nK.append(measure())\ndef measure(): return 0\ndef f(): return 1": "what is measured",
    "K = []\nK.append([1])\ndef f(): return K[0][0]": "a table that is appended to",
    "K = [[0] * 3 for _ in range(3)]\nfor i in range(3):\n    for j in range(3):\n"
    "        K[i][j] = 1\ndef f(): return K[2][2]": "a table that a loop fills",
    "from __future__ import annotations\ndef f(x: nowhere = 1): return x": "the future",
    "from dataclasses import dataclass\n@dataclass\nclass P:\n    x: int = 1\n"
    "def f(): return P().x": "a dataclass",
    "from helper import g\ndef f(): return g()": "a helper that imports more",
}


@pytest.mark.parametrize("text", RIGHT, ids=RIGHT.values())
def test_what_does_not_need_it_works(text: str) -> None:
    """The function gives 1 although something else in the file cannot work here."""
    space = _load(text, helper="import torch\nX = torch.zeros(3)\ndef g(): return 1\n")
    assert space["f"]() == 1


USED = {
    "import cupy as cp\ndef f(): return cp.zeros(3)": (ImportError, "'cupy' may not be used"),
    "from cupy import zeros\ndef f(): return zeros(3)": (ImportError, "'cupy'"),
    "import numpy as np\ndef f(): return [x for x in np.pi]": (ImportError, "'numpy'"),
    "import numpy as np\ndef f(): return 2 * np.pi": (ImportError, "(numpy.pi)"),
    "import numpy as np\ndef f(): return np.pi or 3": (ImportError, "'numpy'"),
    "import torch\n@torch.no_grad()\ndef f(): return 1": (ImportError, "'torch'"),
    "import torch.nn as nn\nclass N(nn.Module): pass\ndef f(): return N()": (ImportError, "torch"),
    "import torch\nD = torch.device('cpu')\ndef f(): return D + 1": (ImportError, "line 2"),
    "import torch\nif torch.has():\n    D = 1\ndef f(): return D + 1": (ImportError, "line 2"),
    "D = 1 / 0\ndef f(): return D + 1": (NameError, "line 1 of kadai2.py failed (ZeroDivision"),
    "D = [0]\nD[0] = 1 / 0\ndef f(): return D[0]": (NameError, "line 2"),
    "def f():\n    import torch\n    return 1": (ModuleNotFoundError, "No module named 'torch'"),
    "import numpy\ndef f(a=numpy): return a()": (ImportError, "'numpy'"),
}


@pytest.mark.parametrize("text", USED)
def test_using_what_is_not_there_says_what_it_is(text: str) -> None:
    """The error names the module, or the line that failed and why."""
    error, words = USED[text]
    space = _load(text)
    with pytest.raises(error, match=re.escape(words)):
        space["f"]()


def test_an_allowed_module_that_is_not_installed_stands_in_too() -> None:
    """It says that it is not here, not that it is forbidden."""
    importer = Importer("kadai2.py", {}, ("no_such_library",))
    text = "import no_such_library as lib\nX = lib.zeros\ndef f(): return X(3)"
    space = load("kadai2.py", text, "pieces", importer).__dict__
    with pytest.raises(ImportError, match="is not here"):
        space["f"]()


def test_strictly_nothing_is_called() -> None:
    """When even the assignments take too long, those with a call are left out."""
    space = _load("A = [1, 2]\nB = len(A)\nimport cupy\ndef f(): return A[0]", strict=True)
    assert "B" not in space
    assert space["f"]() == 1


def test_a_folder_whose_name_goes_on_is_another_folder() -> None:
    """`work2/x.py` is not inside `work`."""
    files = {"work/a.py": "", "work2/x.py": "", "x.py": ""}
    assert set(Importer("work/kadai2.py", files, ()).sources) == {"a"}
    assert set(Importer("kadai2.py", {"x.py": ""}, ()).sources) == {"x"}
