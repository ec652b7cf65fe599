"""Surveys an imported module: which names are its own, which belong to somebody else.

Run by maintainers, in an environment that has the library, to write its table:
`python -m grader.policy.survey matplotlib > grader/policy/apis/matplotlib.json`, and for one that
exercises are written with, of which only the modules count that stand behind its names:
`python -m grader.policy.survey --modules torch > grader/policy/apis/torch.modules.json`.
The standard library needs no table: the reader surveys its modules when it meets them.
"""

import contextlib
import importlib
import json
import pkgutil
import re
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import FunctionType, ModuleType

from msgspec import Struct, field

# Submodules that are internal, hand out NumPy, or import modules by name.
NOT_DOCUMENTED = re.compile(
    r"_|pylab$|tests?$|testing$|sphinxext$|registry$|qt_|backend_(?!agg|pdf)"
)
NOT_USED = re.compile(r"_|tests?$|testing$|conftest$|distutils$")
# Small distributions whose classes and functions a library passes on as its own.
KIN = frozenset({"mpl_toolkits", "matplotlib", "cycler", "dateutil"})
HARMLESS = frozenset({"__future__", "abc", "enum", "numbers", "types", "typing", "builtins"})


class Api(Struct, frozen=True, kw_only=True):
    """The names one module offers without an underscore."""

    public: frozenset[str]  # functions, classes and values of its own
    modules: Mapping[str, str] = field(default_factory=dict)  # name -> its own submodule
    leaks: Mapping[str, str] = field(default_factory=dict)  # name -> the stranger's module


def survey(module: ModuleType, *, kin: frozenset[str] | None = None) -> Api:
    """Sorts the names of a module; with `kin`, other people's functions count as leaks too."""
    top = module.__name__.partition(".")[0]
    listed = set(getattr(module, "__all__", ()))
    public, modules, leaks = set(listed), dict[str, str](), dict[str, str]()
    for name, value in vars(module).items():
        if name.startswith("_"):
            continue
        if isinstance(value, ModuleType):
            own = name in listed or _top(value.__name__) == top
            (modules if own else leaks)[name] = value.__name__
        elif kin is not None and name not in listed and _strange(value, kin | {top}):
            leaks[name] = _origin(value)
        else:
            public.add(name)
    return Api(public=frozenset(public - modules.keys()), modules=modules, leaks=leaks)


def _top(path: str) -> str:
    return path.partition(".")[0]


def _origin(value: object) -> str:
    return str(getattr(value, "__module__", None) or type(value).__module__)


def _strange(value: object, kin: frozenset[str]) -> bool:
    origin = _origin(value)
    if origin.endswith("registry"):
        return True
    defined = isinstance(value, type | FunctionType)
    return defined and _top(origin) not in kin | HARMLESS


def survey_package(name: str, say: Callable[[str], object]) -> dict[str, dict[str, object]]:
    """Surveys a package and its documented submodules, as far as they can be imported here."""
    tables: dict[str, dict[str, object]] = {}
    for path in _submodules(name):
        try:
            module = importlib.import_module(path)
        except ImportError as error:
            say(f"{path}: {error}\n")
            continue
        api = survey(module, kin=KIN)
        tables[path] = {
            "public": " ".join(sorted(api.public)),
            "modules": dict(sorted(api.modules.items())),
            "leaks": dict(sorted(api.leaks.items())),
        }
    return tables


def _submodules(name: str) -> Iterator[str]:
    yield name
    package = importlib.import_module(name)
    modules = pkgutil.walk_packages(getattr(package, "__path__", ()), f"{name}.", lambda _: None)
    for info in modules:
        if not any(NOT_DOCUMENTED.match(part) for part in info.name.split(".")[1:]):
            yield info.name


def survey_modules(name: str, say: Callable[[str], object]) -> dict[str, str]:
    """Asks a library which of its names are modules: `{"torch.nn.init": "math warnings"}`.

    Behind an equals sign stands what the module is called itself, where that is not the name or,
    of an own one, its path. Starts from all that can be imported, and follows the names.
    """
    package = importlib.import_module(name)
    waiting = [name, *_importable(list(getattr(package, "__path__", ())), f"{name}.", say)]
    table: dict[str, str] = {}
    visited: set[str] = set()
    while waiting:
        path = waiting.pop()
        module = sys.modules.get(path)
        if path in visited or module is None:
            continue
        visited.add(path)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of names that are going
            named = _modules_in(module)
        waiting += [real for real in named.values() if _top(real) == name]
        words = [
            other if other == real else f"{other}={real}"
            for other, real in named.items()
            if real not in {f"{path}.{other}", name}
        ]
        if words:
            table[path] = " ".join(sorted(words))
    return dict(sorted(table.items()))


def _modules_in(module: ModuleType) -> dict[str, str]:
    """Lists the public names of a module that are modules, those made when asked for included."""
    modules = {}
    for name in {*vars(module), *dir(module)}:
        try:
            value = None if name[0] == "_" else getattr(module, name, None)
        except Exception:  # noqa: BLE001, S112 - a name that needs what is not installed
            continue
        if isinstance(value, ModuleType):
            modules[name] = value.__name__
    return modules


def _importable(folders: list[str], prefix: str, say: Callable[[str], object]) -> Iterator[str]:
    """Imports whatever in a package may be imported by its name."""
    for info in pkgutil.iter_modules(folders, prefix):
        last = info.name.removeprefix(prefix)
        if NOT_USED.match(last):
            continue
        try:
            importlib.import_module(info.name)
        except Exception as error:  # noqa: BLE001 - needs what is not installed, or another system
            say(f"{info.name}: {error}\n")
            continue
        yield info.name
        if info.ispkg:
            inner = [str(Path(folder) / last) for folder in folders]
            yield from _importable(inner, f"{info.name}.", say)


def main(names: list[str]) -> None:
    """Prints the tables of the packages named on the command line as one JSON document."""
    tables: dict[str, object] = {}
    ask = survey_modules if names[:1] == ["--modules"] else survey_package
    with contextlib.redirect_stdout(sys.stderr):  # some modules print when they are imported
        for name in names[1:] if ask is survey_modules else names:
            tables |= ask(name, sys.stderr.write)
    sys.stdout.write(json.dumps(tables, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
