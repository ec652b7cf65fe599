"""`grader pack --web`: where Pyodide's files are looked for, and what is said without them."""

import hashlib
import io
import json
import tarfile
import zipfile
from collections.abc import Mapping
from pathlib import Path

import click
import pytest
from msgspec.structs import replace

from grader.commands.options import UsageError
from grader.web import vendoring
from grader.web.checking import find_place
from grader.web.site import make_site, write_site
from grader.web.vendoring import Pins, Vendor
from tests.commands.conftest import Say
from tests.tree import ROOT

CONTENTS = {
    name: f"'pyodide.asm.mjs' {name}".encode()
    for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
}
MSGSPEC, LXML = "msgspec-9.0-cp314.whl", "lxml-9.0-cp314.whl"


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


@pytest.fixture
def pinned(monkeypatch: pytest.MonkeyPatch) -> bytes:
    """Pins small files in place of Pyodide's; gives the list of packages among them."""
    packages = {"lxml": {"file_name": LXML, "sha256": _digest(b"lxml")}}
    lock = json.dumps({"packages": packages}).encode()
    files = {**CONTENTS, "pyodide-lock.json": lock}
    pins = replace(
        Pins.load(),
        files={name: _digest(content) for name, content in files.items()},
        wheels={MSGSPEC: _digest(b"msgspec")},
    )
    monkeypatch.setattr(vendoring.Pins, "load", lambda: pins)
    return lock


def _fill(folder: Path, contents: Mapping[str, bytes]) -> str:
    folder.mkdir(exist_ok=True)
    for name, content in contents.items():
        (folder / name).write_bytes(content)
    return str(folder)


def _packed(path: Path, contents: Mapping[str, bytes]) -> str:
    with tarfile.open(path, "w:gz") as archive:
        for name, content in contents.items():
            member = tarfile.TarInfo(f"package/{name}")
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return str(path)


def test_files_are_found_in_an_archive_and_a_folder(pinned: bytes, tmp_path: Path) -> None:
    """By itself, in a folder with wheels beside it, and what only the distribution has."""
    archive = _packed(tmp_path / "pyodide-1.tgz", {**CONTENTS, "pyodide-lock.json": pinned})
    wheels = _fill(tmp_path / "wheels", {MSGSPEC: b"msgspec", LXML: b"lxml"})
    for places in ([archive, wheels], [str(tmp_path), wheels]):
        vendor = Vendor(places)
        assert vendor.runtime() == CONTENTS
        assert vendor.needed_wheel("msgspec") == (MSGSPEC, b"msgspec")
        assert vendor.wheel("lxml") == (LXML, b"lxml")
        assert vendor.wheel("numpy") is None


def test_another_version_is_refused(pinned: bytes, tmp_path: Path) -> None:
    """Which file it is, and what to do; of what is not there, how to get it."""
    del pinned
    folder = tmp_path / "other"
    _fill(folder, {**CONTENTS, "pyodide.asm.wasm": b"something else"})
    with _in_command(), pytest.raises(UsageError) as refused:
        Vendor([str(folder)]).runtime()
    assert str(folder / "pyodide.asm.wasm") in str(refused.value)
    with _in_command(), pytest.raises(UsageError, match="npm pack pyodide@"):
        Vendor([]).runtime()
    with _in_command(), pytest.raises(UsageError, match="cannot be read"):
        Vendor(["http://127.0.0.1:1/nothing"]).runtime()


def _in_command() -> click.Context:
    return click.Context(click.Command("pack"))


def test_a_page_is_a_folder_of_files(pinned: bytes, kit: Path, tmp_path: Path) -> None:
    """Ours, Pyodide's under names that servers know, the kit, and a list; nothing of TAs."""
    place = _fill(tmp_path / "p", {**CONTENTS, "pyodide-lock.json": pinned, MSGSPEC: b"msgspec"})
    found = find_place(kit)
    assert found is not None
    (assignment,) = found[1].assignments()
    made = make_site(assignment, found[0], Vendor([place]))
    assert made == make_site(assignment, found[0], Vendor([place]))
    write_site(tmp_path / "site", made)
    site = json.loads((tmp_path / "site" / "site.json").read_text(encoding="utf-8"))
    assert site["stoodIn"]
    assert not site["reads"]
    assert {"times", "memory", "report"} <= set(site["cannot"])
    assert "numpy" not in site["cannot"]
    assert site["texts"]["ja"].keys() == site["texts"]["en"].keys()
    assert b"pyodide.asm.js" in made["python/pyodide.js"]
    assert "python/pyodide-lock.json" not in made
    assert b'"python/pyodide.asm.wasm"' in made["service-worker.js"]
    assert "<h1>" in made["checks/COR002.ja.html"].decode()
    with zipfile.ZipFile(io.BytesIO(made["grader.zip"])) as ours:
        names = ours.namelist()
    assert "grader/web/worker.py" in names
    assert "click/core.py" in names
    assert not [name for name in names if "/review/" in name or name.startswith("grader/lms/")]


def test_options_that_cannot_be_meant_are_said(say: Say, tmp_path: Path) -> None:
    """In both languages, before anything is made."""
    course = ("--course", ROOT)
    said = say("pack", "kadai1", *course, "--pyodide", tmp_path, "--lang", "en")
    assert said.code == 2
    assert "--web" in said.err
    said = say("pack", "kadai1", *course, "--web", tmp_path, "-o", "kit.zip", "--lang", "ja")
    assert said.code == 2
    assert "どちらか一方" in said.err
    said = say("pack", "kadai1", *course, "--web", tmp_path / "site", "--lang", "ja")
    assert said.code == 2
    assert "npm pack pyodide@" in said.err
    assert not (tmp_path / "site").exists()
