"""What the libraries an exercise allows document: the tables, and the answer for one name."""

import importlib
import importlib.util
import json
import sys
from collections.abc import Mapping
from difflib import get_close_matches
from enum import Enum, auto
from functools import cache
from pathlib import Path

from msgspec import Struct

from grader.model.machine import DRAWING, JAPANESE_LETTERS
from grader.policy.dynamic import TEXTS, words
from grader.policy.survey import Api, survey

TABLES = Path(__file__).with_name("apis")
# What is allowed with another one; see model/machine.py of the last ones.
ONE_DISTRIBUTION = dict.fromkeys(("mpl_toolkits", *JAPANESE_LETTERS), DRAWING)
# Importing these shows something, opens a browser or runs a program.
NEVER_IMPORTED = frozenset({"antigravity", "this", "idlelib", "__main__", "turtledemo"})
# Old names of pyplot that a textbook may still show; they do nothing that matters here.
RETIRED = frozenset({"hold", "ishold", "over", "plot_date", "plotfile", "thetagrid", "get_cmap"})
# What libraries let slip of which no table says so: CuPy, and other versions of those with one.
SLIPS = words("""
    builtins contextlib ctypes functools gc glob importlib inspect itertools np
    numpy operator os pathlib pickle pkgutil platform runpy shutil socket subprocess sys sysconfig
    tempfile threading traceback warnings weakref
""")


class MemberKind(Enum):
    """What a name of a library is."""

    PUBLIC = auto()
    MODULE = auto()  # one of its documented modules; `path` says which
    LEAK = auto()  # somebody else's module or function; `path` says whose
    PRIVATE = auto()  # begins with an underscore
    UNKNOWN = auto()  # not documented
    ABSENT = auto()  # a slip of the pen: nothing of that name is there


class ModuleMember(Struct, frozen=True):
    """The answer for one name, with the dotted path it leads to."""

    kind: MemberKind
    path: str


def top_of(path: str) -> str:
    """Names the distribution that a dotted path belongs to."""
    top = path.partition(".")[0]
    return ONE_DISTRIBUTION.get(top, top)


def look_up(module: str, name: str) -> ModuleMember:
    """Says what `module.name` is; the module is one that an exercise allows."""
    path = f"{module}.{name}"
    if module in JAPANESE_LETTERS and name[0] != "_":
        return ModuleMember(MemberKind.PUBLIC, path)
    api = _api(module)
    is_module = path in _modules_of(top_of(module)) or _is_submodule(module, name)
    module_path = api.modules.get(name) or (path if is_module else "")
    retired = top_of(module) == "matplotlib" and name in RETIRED
    if name in api.leaks:
        return ModuleMember(MemberKind.LEAK, api.leaks[name])
    if module_path:
        return ModuleMember(MemberKind.MODULE, module_path)
    if name in api.public or retired or name in TEXTS:
        return ModuleMember(MemberKind.PUBLIC, path)
    return (
        ModuleMember(MemberKind.PRIVATE, path)
        if name[0] == "_"
        else _undocumented(module, name, api)
    )


def _undocumented(module: str, name: str, api: Api) -> ModuleMember:
    path, top = f"{module}.{name}", top_of(module)
    if not _known(module):
        real = top if name == top else _modules_named(top).get(module, {}).get(name)
        if real:
            return ModuleMember(MemberKind.MODULE if top_of(real) == top else MemberKind.LEAK, real)
        slips = name in SLIPS and not _is_class(module)
        return ModuleMember(MemberKind.LEAK if slips else MemberKind.PUBLIC, path)
    if name == "pylab" or name in sys.stdlib_module_names or name in SLIPS:
        return ModuleMember(MemberKind.LEAK, path)
    if is_standard(module) or get_close_matches(name, api.public, n=1, cutoff=0.75):
        return ModuleMember(MemberKind.ABSENT, path)
    return ModuleMember(MemberKind.UNKNOWN, path)


def _is_class(path: str) -> bool:
    """Whether a name is written as classes are, and is none of the library's modules.

    A class lets no module slip: `torch.Tensor.numpy` is a method.
    """
    last = path.rpartition(".")[2]
    return last[:1].isupper() and path not in _modules_named(top_of(path))


def may_be_module(path: str) -> bool:
    """Whether a name of a library may be one of its modules, for all that is known of it."""
    return not _known(path)


def is_standard(module: str) -> bool:
    """Whether a dotted path begins in the standard library."""
    return module.partition(".")[0] in sys.stdlib_module_names


def _is_submodule(module: str, name: str) -> bool:
    """Whether it is a module of a standard package: such are not there until they are imported."""
    if name[0] == "_" or not is_standard(module) or module.partition(".")[0] in NEVER_IMPORTED:
        return False
    try:
        return importlib.util.find_spec(f"{module}.{name}") is not None
    except (ImportError, ValueError):  # not a package
        return False


def _known(module: str) -> bool:
    return bool(_modules_of(top_of(module))) or is_standard(module)


@cache
def _modules_of(top: str) -> Mapping[str, Api]:
    """Reads the table of a library; empty when there is none."""
    file = TABLES / f"{top}.json"
    if not file.is_file():
        return {}
    tables = json.loads(file.read_bytes())
    return {
        path: Api(
            public=frozenset(names["public"].split()),
            modules=names["modules"],
            leaks=names["leaks"],
        )
        for path, names in tables.items()
    }


@cache
def _modules_named(top: str) -> Mapping[str, Mapping[str, str]]:
    """Reads which names of a library are modules, other people's above all; by module and name."""
    file = TABLES / f"{top}.modules.json"
    tables = json.loads(file.read_bytes()) if file.is_file() else {}
    pairs = {
        path: (word.partition("=") for word in names.split()) for path, names in tables.items()
    }
    return {path: {name: real or name for name, _, real in words} for path, words in pairs.items()}


@cache
def _api(module: str) -> Api:
    tables = _modules_of(top_of(module))
    if module in tables:
        return tables[module]
    if is_standard(module) and module.partition(".")[0] not in NEVER_IMPORTED:
        try:
            return survey(importlib.import_module(module))
        except Exception:  # noqa: BLE001 - tkinter without a display, a module of another system
            return Api(public=frozenset())
    return Api(public=frozenset())
