"""Whatever an archive holds: nothing lands outside, and only IntakeError is raised."""

import io
import tempfile
import unicodedata
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.intake.archives import ArchiveLimits, open_download
from grader.model.collection import Download
from grader.model.errors import IntakeError
from tests.intake.archives.making import (
    BZIP2,
    DEFLATED,
    LZMA,
    STORED,
    STREAMED,
    UTF8,
    Entry,
    archive,
    zip_of,
)
from tests.intake.archives.opened import contents, everything_below, refusals

ENTRIES = 50  # of an archive, at most
_QUICK = settings(max_examples=100)

_NASTY = st.sampled_from(
    (
        b"..",
        b".",
        b"",
        b"C:",
        b"CON",
        b"NUL.py",
        b"__MACOSX",
        b"a",
        b"a.zip",
        b"\x95\\",
        b"\xed\x95",
    )
)
_SEPARATORS = st.sampled_from((b"/", b"\\", b"//"))
_RAW_NAMES = st.one_of(
    st.binary(max_size=40),
    st.tuples(st.lists(_NASTY | st.binary(max_size=6), max_size=5), _SEPARATORS).map(
        lambda given: given[1].join(given[0])
    ),
)
_ENTRIES = st.builds(
    Entry,
    name=_RAW_NAMES,
    data=st.binary(max_size=60),
    method=st.sampled_from((STORED, DEFLATED, BZIP2, LZMA, 9, 99)),
    flags=st.sampled_from((0, UTF8, STREAMED, STREAMED | UTF8, 1)),
    mode=st.integers(0, 0xFFFF),
    system=st.integers(0, 20),
    when=st.integers(0, 0xFFFF_FFFF),
    extra=st.binary(max_size=12),
    local_name=st.none() | _RAW_NAMES,
    crc=st.none() | st.integers(0, 0xFFFF_FFFF),
    size=st.none() | st.integers(0, 100),
    packed=st.none() | st.integers(0, 100),
    offset=st.none() | st.integers(0, 300),
    zip64=st.booleans(),
)

# Characters of Japanese names that each encoding can write; the archive is as a class hands in.
_KANA_AND_KANJI = (
    "あいうえおかがきくしそただちなのはばぱまやゆよらりんアイカガソナパンー山田中実佐藤花子"
    "表能予構申十貼暴課題提出最終版数値計算行列積高橋渡邉鈴木"
)
_JAPANESE = st.text(alphabet=_KANA_AND_KANJI, min_size=2, max_size=12)


@_QUICK
@given(entries=st.lists(_ENTRIES, max_size=6), zip64=st.booleans())
def test_any_entries_stay_in_staging(entries: list[Entry], zip64: bool) -> None:  # noqa: FBT001
    """Names, sizes and modes of any kind are members or refused, and nothing else is written."""
    _open_fenced(archive(*entries, zip64=zip64))


_GOOD = archive(
    Entry(name="山田 太郎_31201_assignsubmission_file/課題1.py", data=b"print()\n" * 20),
    Entry(name="b/streamed.py", data=b"x = 1\n" * 9, flags=STREAMED),
    Entry(name="b/inner.zip", data=zip_of({"表.py": b"1\n"}, encoding="cp932", flag=False)),
    Entry(name="c/old.txt", data=b"abc" * 30, method=BZIP2, zip64=True),
    Entry(name="c/lzma.txt", data=b"abc" * 30, method=LZMA),
    zip64=True,
)


@_QUICK
@given(changes=st.lists(st.tuples(st.integers(0, len(_GOOD) - 1), st.integers(0, 255)), max_size=8))
def test_changed_bytes_raise_nothing_else(changes: list[tuple[int, int]]) -> None:
    """An archive with a few wrong bytes is opened as far as it goes."""
    raw = bytearray(_GOOD)
    for at, value in changes:
        raw[at] = value
    _open_fenced(bytes(raw))


@_QUICK
@given(end=st.integers(0, len(_GOOD)), tail=st.binary(max_size=40))
def test_cut_off_archives_raise_nothing_else(end: int, tail: bytes) -> None:
    """An archive that ends early, or goes on with something else, is opened as far as it goes."""
    _open_fenced(_GOOD[:end] + tail)


@_QUICK
@given(raw=st.binary(max_size=200), start=st.sampled_from((b"", b"PK\3\4", b"PK\5\6")))
def test_any_bytes_raise_nothing_else(raw: bytes, start: bytes) -> None:
    """What is no archive at all is said to be none."""
    _open_fenced(start + raw)


@pytest.mark.parametrize("encoding", ["cp932", "utf-8", "euc_jp"])
@_QUICK
@given(names=st.lists(_JAPANESE, min_size=1, max_size=6, unique=True))
def test_names_round_trip(encoding: str, names: list[str]) -> None:
    """Names in any of the three encodings come out as they were written, without any flag."""
    files = {f"24A12{at:02}_{name}/課題{name}.py": b"1" for at, name in enumerate(names)}
    download = _open_fenced(zip_of(files, encoding=encoding, flag=False))
    assert download is not None
    assert {member.name for member in download.members} == files.keys()
    assert download.encoding == encoding


@_QUICK
@given(
    names=st.lists(
        st.text(alphabet="がぎプ神é한a", min_size=1), min_size=1, max_size=ENTRIES, unique=True
    )
)
def test_flagged_names_are_composed(names: list[str]) -> None:
    """Names that say they are UTF-8 come out in NFC, whatever is in them."""
    composed = {unicodedata.normalize("NFC", name) for name in names}
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w") as target:
        for name in sorted(composed):
            target.writestr("あ" + unicodedata.normalize("NFD", name), b"1")
    download = _open_fenced(raw.getvalue())
    assert download is not None
    assert {member.name for member in download.members} == {"あ" + name for name in composed}


def _open_fenced(raw: bytes) -> Download | None:
    """Opens an archive and looks around it; None when it cannot be opened at all."""
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        (root / "in").mkdir()
        path = root / "in" / "kadai1.zip"
        path.write_bytes(raw)
        try:
            download = open_download(path, root / "in" / "staging", ArchiveLimits(entries=ENTRIES))
        except IntakeError:
            download = None
        inside = everything_below(root) - {"in", "in/kadai1.zip", "in/staging"}
        if download is None:
            assert all(one.startswith("in/staging/opened-") for one in inside)
            return None
        kept = {str(member.path.relative_to(root.resolve())) for member in download.members}
        folders = {one.rpartition("/")[0] for one in inside if one.count("/") > 2}
        assert len(inside - kept - folders) <= 1, "only members lie there, in one folder"
        assert len({member.name for member in download.members}) == len(download.members)
        assert all(_is_plain(member.name) for member in download.members)
        contents(download)
        refusals(download)
        return download


def _is_plain(name: str) -> bool:
    return not name.startswith("/") and not {"", ".", ".."} & set(name.split("/"))
