"""Which Pythons are found, what each has, and which one is chosen for a program."""

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from grader.model.course import Backend
from grader.model.errors import SandboxUnavailable
from grader.model.machine import OWN_VERSION, Capabilities, Interpreter
from grader.model.run import RunStatus
from grader.observing.pythons import PythonChoice, choose_python
from grader.sandbox import IsolationLevel, Sandbox, ensure_walls, find_pythons, ladder, pythons
from grader.sandbox.packages import installed_versions
from grader.sandbox.standard import standard_library
from grader.wording import load_wording
from tests.pythons.pythons import OTHERS, VERSIONS, each_other, other
from tests.sandbox.places import Level, exercise, levels

INTERPRETER = Interpreter(
    version="3.13",
    release="3.13.9",
    path="/opt/own/bin/python3.13",
    python="/opt/own/bin/python3.13",
    library="/opt/own/lib/python3.13",
    multiarch="",
    standard=("math", "time"),
    packages=(("numpy", "2.4"),),
)


@pytest.fixture
def forgotten() -> None:
    """Nothing is known of this machine's Pythons."""
    pythons._find.cache_clear()


def program(folder: Path, name: str, text: str) -> Path:
    """Write a program that can be run."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
    path.chmod(0o755)
    return path


def test_path_comes_before_pyenv_and_uv_and_the_newest_first(tmp_path: Path) -> None:
    """Folders that are relative, shims, and other names are left out."""
    there = {
        "bin/python3.12": "3.12",
        "pyenv/versions/3.13.2/bin/python3.13": "3.13",
        "pyenv/versions/3.13.10/bin/python3.13": "3.13",
        "uv/cpython-3.11.9-linux/bin/python3.11": "3.11",
    }
    for name in (*there, "bin/python3.13t", "bin/python3", "pyenv/shims/python3.13"):
        program((tmp_path / name).parent, Path(name).name, "")
    environ = {
        "PATH": os.pathsep.join([f"{tmp_path}/pyenv/shims", ".", f"{tmp_path}/bin"]),
        "PYENV_ROOT": f"{tmp_path}/pyenv",
        "UV_PYTHON_INSTALL_DIR": f"{tmp_path}/uv",
    }
    found = [
        (version, path.relative_to(tmp_path).as_posix())
        for version, path in pythons._candidates(environ)
    ]
    names = ["bin/python3.12", *sorted((*there,)[1:3]), (*there,)[3]]
    assert found == [(there[name], name) for name in names]


@pytest.mark.usefixtures("forgotten")
def test_what_is_no_python_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It prints something else, fails, says that it is another version, or cannot be run."""
    (version, *_) = OTHERS
    real = other(version)
    pythons._find.cache_clear()
    bad = ("echo hello", "exit 3", f'exec {sys.executable} "$@"', "echo '{}'", "echo 3")
    folders = []
    for number, text in enumerate(bad):
        program(tmp_path / str(number), f"python{version}", text)
        folders.append(str(tmp_path / str(number)))
    (tmp_path / "dead").mkdir()
    (tmp_path / f"dead/python{version}").symlink_to("/nonexistent")
    monkeypatch.setenv(
        "PATH", os.pathsep.join([*folders, str(tmp_path / "dead"), os.environ["PATH"]])
    )
    assert find_pythons([version]) == (real,)
    pythons._find.cache_clear()


@each_other
def test_an_interpreter_says_what_it_is(version: str) -> None:
    """Its own library, modules and packages, not those of the tests'."""
    found = other(version)
    assert found.release.startswith(f"{version}.")
    assert Path(found.library, "os.py").is_file()
    assert {"os", "math", "_colorize"} & standard_library(found) >= {"os", "math"}
    assert ("_colorize" in standard_library(found)) is (version >= "3.13")
    assert installed_versions(["no_such_thing"], found.folders) == {}


def test_what_it_lacks_is_named_with_its_path() -> None:
    """A library that grader's own Python has does not help."""
    here = Capabilities(libraries={"numpy": "2", "scipy": "1"}, pythons=(INTERPRETER,))
    asked = replace(exercise("numpy", "scipy", "time"), python="3.13")
    assert here.missing(asked, ("numpy", "time")) == ()
    assert here.missing(asked, ("scipy",)) == ("scipy of /opt/own/bin/python3.13",)
    assert here.missing(replace(asked, backend=Backend.TORCH)) == (
        "torch of /opt/own/bin/python3.13",
    )
    assert here.missing(replace(asked, python="3.12"), ("scipy",)) == ("python3.12",)
    assert here.missing(replace(asked, python=OWN_VERSION), ("scipy",)) == ()
    words = load_wording("en")
    assert words.needs(("python3.12",)) == "Python 3.12"
    assert words.needs(here.missing(asked, ("scipy",))) == "scipy for /opt/own/bin/python3.13"


OLD, NEW, NEWEST = {"a.py": "3.12"}, {"a.py": "3.13"}, {"a.py": "3.14"}
WRONG, HELPER = {"a.py": ""}, {"b.py": ""}


@pytest.mark.parametrize(
    ("here", "unread", "version"),
    [
        (VERSIONS, {"3.11": {}}, "3.11"),
        (VERSIONS, {"3.11": OLD, "3.12": {}}, "3.12"),
        (VERSIONS, {"3.11": NEW, "3.12": NEW, "3.13": {}}, "3.13"),
        (["3.13"], {"3.13": {}}, "3.13"),
        ([], {}, "3.11"),  # it waits
        (["3.11"], {"3.11": OLD}, "3.12"),  # it waits for the first that may do
        (["3.11"], {"3.11": NEW}, "3.13"),
        (["3.11"], {"3.11": NEWEST}, "3.11"),  # none may do: a person looks
        (VERSIONS, dict.fromkeys(VERSIONS, NEWEST), "3.13"),
        (VERSIONS, dict.fromkeys(VERSIONS, WRONG), "3.13"),  # a mistake, told by the newest
        (VERSIONS, {"3.11": {"b.py": "3.12"}, "3.12": {}}, "3.12"),  # a helper of its own
        (VERSIONS, dict.fromkeys(VERSIONS, HELPER), "3.11"),
        (VERSIONS, {}, "3.11"),  # it could not be compared; reading says why
    ],
)
def test_the_first_that_reads_it_is_chosen(
    here: Sequence[str], unread: Mapping[str, Mapping[str, str]], version: str
) -> None:
    """Of those that an assignment names."""
    assert choose_python(VERSIONS, here, "a.py", unread, own=False).version == version


def test_an_author_has_what_there_is() -> None:
    """Nothing waits on a student's computer; what it is graded under is said."""
    asked = choose_python(["3.12", "3.13"], [], "a.py", {}, own=True)
    assert asked == PythonChoice(version=OWN_VERSION, instead_of=("3.12", "3.13"))
    newer = choose_python(VERSIONS, ["3.11"], "a.py", {"3.11": NEW}, own=True)
    assert newer == PythonChoice(version="3.11", instead_of=("3.13",))


@each_other
@pytest.mark.parametrize("level", levels(*IsolationLevel))
def test_the_walls_hold_under_another_python(level: Level, version: str) -> None:
    """All attacks that probe a level fail there, too."""
    found = other(version)
    chosen = level.choose()
    own, tried = ladder.probe(chosen), ladder.probe(chosen, found)
    assert tried.holds
    assert tried.stopped == own.stopped
    ensure_walls(chosen, [found])


def test_nothing_is_run_where_they_do_not() -> None:
    """The interpreter is named, and what to do."""
    with pytest.raises(SandboxUnavailable, match=r"/opt/own/bin/python3\.13"):
        ensure_walls(IsolationLevel.A, [INTERPRETER])


REACHES = """
import os
for path in {readable}:
    try:
        open(path, "rb").close()
    except OSError:
        continue
    raise ValueError(path)
for path in {startable}:
    for start in (os.execv, lambda *words: os.posix_spawn(*words, {{}})):
        try:
            start(path, [path, "-c", "pass"])
        except OSError:
            continue
        raise ValueError(path)
def matmul(a, b):
    return a
"""


@each_other
def test_a_program_reaches_no_other_interpreter(version: str) -> None:
    """Neither grader's own nor itself anew: it can read its own alone, and start none."""
    found = other(version)
    own = os.path.realpath(sys.executable)
    level = next(level for level in IsolationLevel if ladder.probe(level).holds)
    asked = replace(exercise("os"), python=version)
    source = REACHES.format(readable=[own, __file__], startable=[own, found.python])
    with Sandbox(level, capabilities=Capabilities(pythons=(found,))) as sandbox:
        session = sandbox.open_program("a.py", {"a.py": source}, asked).start()
        load = session.load
        session.close()
    assert load.status is RunStatus.OK, load.traceback
