"""Resolve a name of an allowed library: another library, something internal, or its own.

The standard library is imported and inspected. For other libraries, only a few names are known to
be other libraries; anything else that leaks is stopped at run time, when that library is missing.
"""

import importlib
import importlib.util
import sys
from functools import cache
from types import ModuleType

from grader.backends import PACKAGES, own_modules
from grader.model.machine import DRAWING, JAPANESE_LETTERS
from grader.source.dynamic import TEXTS, words

# Allowed together with another one; see model/machine.py.
ONE_DISTRIBUTION = dict.fromkeys(("mpl_toolkits", *JAPANESE_LETTERS), DRAWING)
# Importing these displays something, opens a browser or runs a program.
NEVER_IMPORTED = frozenset({"antigravity", "this", "idlelib", "__main__", "turtledemo"})
# Names under which libraries keep other modules, and which programs do not use for their own.
SHORT_NAMES = {short: name for name, package in PACKAGES.items() for short in package.short_names}
STRANGERS = frozenset({*PACKAGES, *SHORT_NAMES}) | words("""
    sys os builtins importlib subprocess inspect ctypes
""")
SELDOM_KEPT = {name for name, package in PACKAGES.items() if not package.kept_by_others}
OTHER_LIBRARIES = (STRANGERS - SELDOM_KEPT) | words("""
    PIL pylab
    contextlib functools gc glob itertools mp operator pathlib pickle pkgutil runpy shutil socket
    sysconfig tarfile tempfile threading traceback warnings weakref zipfile
""")
# A module neither here nor in Python is likely a file of the student's own.
KNOWN_LIBRARIES = frozenset(PACKAGES) | words("""
    scipy pandas sklearn skimage cv2 PIL sympy numba jax tensorflow keras torchvision torchaudio
    seaborn plotly tqdm IPython google requests networkx mpl_toolkits imageio pygame psutil cython
    Cython statsmodels openpyxl japanize_matplotlib matplotlib_fontja memory_profiler line_profiler
    pylab joblib mpmath gmpy2 h5py xarray polars pyarrow dask cvxpy pulp ortools xgboost lightgbm
    transformers datasets timm einops pytorch_lightning lightning albumentations librosa soundfile
    bs4 lxml yaml flask django fastapi pytest attr pydantic selenium nltk gensim spacy MeCab janome
    bokeh altair streamlit gradio docx xlrd xlsxwriter
""")
FULL_NAMES = SHORT_NAMES | {"mp": "multiprocessing"}
# The library's own, although named like another library.
DOCUMENTED = own_modules() | frozenset(
    {"autograd.numpy", "jax.numpy", "os._exit", "tensorflow.experimental.numpy"}
)


def top_of(path: str) -> str:
    """Return the distribution that a dotted path belongs to."""
    top = path.partition(".")[0]
    return ONE_DISTRIBUTION.get(top, top)


def is_library(path: str) -> bool:
    """Return whether a dotted path begins in a library commonly used in such programs."""
    return path.partition(".")[0] in KNOWN_LIBRARIES


def is_standard(module: str) -> bool:
    """Return whether a dotted path begins in the standard library."""
    return module.partition(".")[0] in sys.stdlib_module_names


def is_private(module: str, name: str) -> bool:
    """Return whether `module.name` is internal."""
    return name[0] == "_" and name not in TEXTS and f"{module}.{name}" not in DOCUMENTED


def other_library(module: str, name: str) -> str:
    """Return the path of the other library that `module.name` is, or ""."""
    if is_standard(module):
        other = _standard_module(module, name)
        listed = name in getattr(_imported(module), "__all__", ())
        return "" if listed or top_of(other) == top_of(module) else other
    # Classes expose no modules: `torch.Tensor.numpy` is a method.
    known = name in OTHER_LIBRARIES and may_be_module(module) and name != top_of(module)
    known &= f"{module}.{name}" not in DOCUMENTED
    return FULL_NAMES.get(name, name) if known else ""


def inside(module: str, name: str) -> str:
    """Return the path of `module.name` if it may be a module or class of the same library."""
    path = f"{module}.{name}"
    if not is_standard(module):
        return top_of(module) if name == top_of(module) else path
    return _standard_module(module, name) or (path if _is_submodule(path) else "")


def may_be_module(path: str) -> bool:
    """Return whether a path is spelled like a module rather than a class."""
    return path == path.lower()


@cache
def _imported(module: str) -> ModuleType | None:
    """Import a module of the standard library; None if that fails."""
    if module.partition(".")[0] in NEVER_IMPORTED:
        return None
    try:
        return importlib.import_module(module)
    except Exception:  # noqa: BLE001 - tkinter without a display, a module of another system
        return None


def _standard_module(module: str, name: str) -> str:
    value = getattr(_imported(module), name, None) if name[0] != "_" else None
    return value.__name__ if isinstance(value, ModuleType) else ""


def _is_submodule(path: str) -> bool:
    """Return whether a path is a submodule, which is no attribute until it is imported."""
    if path.rpartition(".")[2][0] == "_" or path.partition(".")[0] in NEVER_IMPORTED:
        return False
    try:
        return importlib.util.find_spec(path) is not None
    except (ImportError, ValueError):  # not a package
        return False


def has(module: str, name: str) -> bool:
    """Return whether a module of the standard library has a name."""
    return hasattr(_imported(module), name)
