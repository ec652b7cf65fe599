"""Which names of a module are its own."""

import contextlib
import importlib.util
import io
import json
import runpy
import subprocess
import sys
from pathlib import Path
from types import FunctionType, ModuleType

import pytest

import grader
from grader.policy.libraries import MemberKind, look_up
from grader.policy.survey import KIN, main, survey

PACKAGE = {
    "__init__.py": "import sys\nfrom pathlib import Path\nfrom enum import Enum\n"
    "from . import part\n"
    "from .registry import entry\ndef own(): pass\nVALUE = 1\n_hidden = 2\n",
    "part.py": "import json as j\nfrom json import dumps\n__all__ = ['dumps', 'own']\n"
    "def own(): pass\n",
    "registry.py": "class Entry: pass\nentry = Entry()\n",
    "broken.py": "import no_such_module_anywhere\n",
    "_secret.py": "x = 1\n",
    "tests.py": "x = 1\n",
}


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A small library on the path."""
    folder = tmp_path / "fictional"
    folder.mkdir()
    for name, text in PACKAGE.items():
        (folder / name).write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    return folder.name


def test_table_of_a_package(package: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Own names are public; modules, classes and registries of strangers are leaks."""
    main([package])
    shown = capsys.readouterr()
    tables = json.loads(shown.out)
    assert tables == {
        "fictional": {
            "public": "Enum VALUE own",
            "modules": {"part": "fictional.part", "registry": "fictional.registry"},
            "leaks": {"Path": Path.__module__, "entry": "fictional.registry", "sys": "sys"},
        },
        "fictional.part": {"public": "dumps own", "modules": {}, "leaks": {"j": "json"}},
    }
    assert "no_such_module_anywhere" in shown.err
    for name in [name for name in sys.modules if name.startswith(package)]:
        del sys.modules[name]


def test_standard_modules_leak_modules_only() -> None:
    """Without a list of kin only modules count as strangers."""
    module = ModuleType("fictional")
    vars(module).update(os=__import__("os"), dumps=json.dumps, kind=FunctionType, x=1, _y=2)
    api = survey(module)
    assert api.public == {"dumps", "kind", "x"}
    assert api.leaks == {"os": "os"}
    assert survey(module, kin=KIN).leaks == {"os": "os", "dumps": "json"}


def test_plain_modules_can_be_surveyed(capsys: pytest.CaptureFixture[str]) -> None:
    """A module that is no package has one table."""
    main(["math"])
    tables = json.loads(capsys.readouterr().out)
    assert list(tables) == ["math"]
    assert "sqrt" in tables["math"]["public"].split()


def test_runs_as_a_program(monkeypatch: pytest.MonkeyPatch) -> None:
    """Maintainers run the file itself."""
    monkeypatch.setattr(sys, "argv", ["survey", "math"])
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        runpy.run_path(
            str(Path(grader.__file__).parent / "policy" / "survey.py"), run_name="__main__"
        )
    assert "math" in json.loads(out.getvalue())


@pytest.mark.parametrize(
    "library", ["numpy", "scipy", pytest.param("torch", marks=pytest.mark.repetition)]
)
def test_every_module_behind_a_name_is_known(library: str) -> None:
    """Whatever module of others the installed library shows under a public name is a leak."""
    if importlib.util.find_spec(library) is None:
        pytest.skip(f"{library} is not installed")
    command = [sys.executable, "-W", "ignore", "-m", "grader.policy.survey", "--modules", library]
    answer = subprocess.run(command, capture_output=True, check=True)
    shown = [
        (path, *word.partition("=")[::2])
        for path, words in json.loads(answer.stdout).items()
        for word in words.split()
    ]
    assert len(shown) > 20
    for path, name, real in shown:
        own = (real or name).partition(".")[0] == library
        expected = MemberKind.MODULE if own else MemberKind.LEAK
        assert look_up(path, name).kind is expected, (path, name, real)


def test_names_of_modules_are_asked_for(package: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Modules behind a name are listed, of others and own ones under another name."""
    main(["--modules", package])
    assert json.loads(capsys.readouterr().out) == {"fictional": "sys", "fictional.part": "j=json"}
    for name in [name for name in sys.modules if name.startswith(package)]:
        del sys.modules[name]
