"""A kit for a notebook: by file, folder or URL, and sentences for what is none."""

import io
import threading
import zipfile
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from grader.model.errors import IntakeError
from grader.notebook.kits import assignments_in, is_inside_place, place_of
from grader.plugins import installed, load
from tests.tree import ROOT

PLACES = [load(plugin.places) for plugin in installed().values() if plugin.places]


class _Server(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def served(tmp_path: Path) -> Iterator[str]:
    """The address of a server of the folder."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Server, directory=tmp_path))
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    thread.join()
    server.server_close()


def zipped(**members: bytes) -> bytes:
    """A zip file; `_` in a name stands for `/`."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, content in members.items():
            archive.writestr(name.replace("_", "/"), content)
    return data.getvalue()


def test_folder_of_a_course(tmp_path: Path) -> None:
    """A course is taken where it lies; nothing is unpacked."""
    assert place_of(str(ROOT), tmp_path) == ROOT
    assert "kadai1" in (assignments_in(ROOT) or ())
    assert is_inside_place(ROOT / "docs")
    assert not any(tmp_path.iterdir())


@pytest.mark.skipif(not PLACES, reason="no plugin has kits")
def test_kit_by_file_and_by_url(tmp_path: Path, served: str) -> None:
    """The zip that `grader pack` writes; its folder is the place."""
    from click.testing import CliRunner

    from grader.__main__ import cli

    kit = tmp_path / "kadai1-kit.zip"
    CliRunner().invoke(cli, ["pack", "kadai1", "--course", str(ROOT), "-o", str(kit)])
    for number, named in enumerate((str(kit), f"{served}/kadai1-kit.zip")):
        place = place_of(named, tmp_path / str(number))
        assert place == tmp_path / str(number) / "kadai1"
        assert assignments_in(place) == ("kadai1",)
    assert not is_inside_place(tmp_path)


@pytest.mark.parametrize(
    ("kit", "sentence"),
    [
        ("absent.zip", "is not there"),
        ("page.html", "is no zip file"),
        ("cut.zip", "is no zip file"),
        ("other.zip", "holds no kit"),
        ("course.zip", "holds no kit"),
        (".", "holds no kit"),
        ("URL/absent.zip", "could not be downloaded"),
        ("URL/page.html", "is no zip file"),
        ("http://127.0.0.1:1/kit.zip", "could not be downloaded"),
    ],
)
def test_what_is_no_kit(
    kit: str, sentence: str, tmp_path: Path, served: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One sentence that names it. A course in a zip is refused: its references are programs."""
    (tmp_path / "page.html").write_text("<html>", encoding="utf-8")
    (tmp_path / "cut.zip").write_bytes(zipped(a=b"x" * 100)[:-30])
    (tmp_path / "other.zip").write_bytes(zipped(a_b=b"x"))
    (tmp_path / "course.zip").write_bytes(zipped(**{"course.toml": b"title = 'x'"}))
    monkeypatch.chdir(tmp_path)
    with pytest.raises(IntakeError, match=sentence):
        place_of(kit.replace("URL", served), tmp_path / "unpacked")


def test_names_that_lead_outside(tmp_path: Path) -> None:
    """Nothing is written outside the folder."""
    (tmp_path / "kit.zip").write_bytes(zipped(**{"../../out.txt": b"x", "/abs.txt": b"x"}))
    with pytest.raises(IntakeError, match="holds no kit"):
        place_of(str(tmp_path / "kit.zip"), tmp_path / "a" / "b")
    assert not (tmp_path / "out.txt").exists()
    assert not Path("/abs.txt").exists()
