"""Tars, plain and compressed, by the rules of zips."""

import bz2
import gzip
import io
import lzma
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.intake.archives import ArchiveLimits, open_download
from grader.model.collection import Refusal
from grader.model.errors import IntakeError
from tests.intake.archives.making import zip_of
from tests.intake.archives.opened import contents, opened, refusals

FILES = {"24A1201/kadai1.py": b"print(1)\n", "24A1202/" + "課題" * 60 + ".py": b"x" * 2000}


def tar_of(
    files: dict[str, bytes],
    *others: tarfile.TarInfo,
    form: int = tarfile.PAX_FORMAT,
    encoding: str = "utf-8",
) -> bytes:
    """Makes a tar of files, and entries of other kinds behind them."""
    raw = io.BytesIO()
    with tarfile.open(fileobj=raw, mode="w", format=form, encoding=encoding) as target:
        for name, data in files.items():
            one = tarfile.TarInfo(name)
            one.size = len(data)
            target.addfile(one, io.BytesIO(data))
        for other in others:
            target.addfile(other)
    return raw.getvalue()


def odd(name: str, kind: bytes) -> tarfile.TarInfo:
    """Makes an entry that is no file."""
    one = tarfile.TarInfo(name)
    one.type, one.linkname = kind, "/etc/passwd"
    return one


@pytest.mark.parametrize("packed", [bytes, gzip.compress, bz2.compress, lzma.compress])
@pytest.mark.parametrize("form", [tarfile.PAX_FORMAT, tarfile.GNU_FORMAT])
def test_opens(tmp_path: Path, packed: Callable[[bytes], bytes], form: int) -> None:
    """Alone as a download, and in a student's zip; long names are whole."""
    raw = packed(tar_of(FILES, odd("24A1203", tarfile.DIRTYPE), form=form))
    alone = opened(tmp_path, raw)
    assert contents(alone) == FILES
    assert alone.refused == ()
    inside = opened(tmp_path, zip_of({"a/提出.tar.gz": raw}))
    assert contents(inside) == {f"a/提出.tar.gz/{name}": data for name, data in FILES.items()}
    assert inside.refused == ()


def test_a_zip_in_a_tar_in_a_zip(tmp_path: Path) -> None:
    """Each is a level."""
    inner = zip_of({"表.py": b"1"}, encoding="cp932", flag=False)
    raw = zip_of({"a/a.tgz": gzip.compress(tar_of({"b.zip": inner}))})
    assert contents(opened(tmp_path, raw)).keys() == {"a/a.tgz/b.zip/表.py"}
    closed = opened(tmp_path, raw, ArchiveLimits(nested=1))
    assert contents(closed).keys() == {"a/a.tgz/b.zip"}
    assert list(refusals(closed).values()) == [Refusal.TOO_DEEP]


def test_names_are_decided_together(tmp_path: Path) -> None:
    """A tar that does not say its encoding."""
    files = {"表示/能.py": b"1", "_﨑山/ソ.py": b"2"}
    raw = tar_of(files, form=tarfile.GNU_FORMAT, encoding="cp932")
    download = opened(tmp_path, raw)
    assert contents(download) == files
    assert download.encoding == "cp932"


@pytest.mark.parametrize(
    ("entry", "refusal"),
    [
        (odd("a/link", tarfile.SYMTYPE), Refusal.LINK),
        (odd("a/hard", tarfile.LNKTYPE), Refusal.LINK),
        (odd("a/device", tarfile.BLKTYPE), Refusal.SPECIAL),
        (odd("a/terminal", tarfile.CHRTYPE), Refusal.SPECIAL),
        (odd("a/pipe", tarfile.FIFOTYPE), Refusal.SPECIAL),
        (odd("../x.py", tarfile.REGTYPE), Refusal.OUTSIDE),
        (odd("/x.py", tarfile.REGTYPE), Refusal.OUTSIDE),
        (odd("a/sparse", tarfile.GNUTYPE_SPARSE), Refusal.METHOD),
    ],
    ids=range(8),
)
def test_refuses(tmp_path: Path, entry: tarfile.TarInfo, refusal: Refusal) -> None:
    """By the same reasons as in a zip, and nothing else."""
    download = opened(tmp_path, tar_of(FILES, entry))
    assert contents(download) == FILES
    assert list(refusals(download).values()) == [refusal]


def test_what_broke_off_is_told(tmp_path: Path) -> None:
    """The last file is cut: it is named and the first is there."""
    raw = tar_of({"a.py": b"1" * 600, "b.py": b"2" * 600}, form=tarfile.GNU_FORMAT)
    download = opened(tmp_path, raw[: 512 * 4 + 100])
    assert contents(download) == {"a.py": b"1" * 600}
    assert refusals(download) == {"kadai1.zip": Refusal.DAMAGED, "b.py": Refusal.DAMAGED}


def test_a_bomb_is_met(tmp_path: Path) -> None:
    """Zeros without end are unpacked no further than to know; the archive itself is kept."""
    bomb = gzip.compress(tar_of({"zeros": bytes(80 << 20)}), 1)
    download = opened(tmp_path, zip_of({"a/a.tgz": bomb, "b/x.py": b"1"}))
    assert contents(download) == {"a/a.tgz": bomb, "b/x.py": b"1"}
    assert refusals(download) == {"a/a.tgz": Refusal.BOMB}


_GOOD = tar_of(FILES, odd("24A1203/link", tarfile.SYMTYPE))


@settings(max_examples=100)
@given(
    changes=st.lists(st.tuples(st.integers(0, len(_GOOD) - 1), st.binary(min_size=1, max_size=9)))
)
def test_changed_bytes_raise_nothing_else(
    tmp_path_factory: pytest.TempPathFactory, changes: list[tuple[int, bytes]]
) -> None:
    """A tar with wrong bytes is opened as far as it goes, or said to be none."""
    raw = bytearray(_GOOD)
    for at, value in changes:
        raw[at : at + len(value)] = value
    path = tmp_path_factory.mktemp("tar") / "a.tar"
    path.write_bytes(raw)
    try:
        open_download(path, path.parent / "staging")
    except IntakeError:
        return
