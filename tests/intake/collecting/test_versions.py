"""Which of several versions counts, and what must not be taken for versions."""

from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from grader.intake.collecting.snapshots import SnapshotFile
from grader.intake.collecting.versions import Versions, which_count
from grader.model.collection import Identity, Member, Piece, Received, TimeSource

STUDENT = "24A1201"
NOON = datetime(2025, 4, 17, 12, tzinfo=UTC)

Handed = tuple[str, str]  # name, what stands in it


def filed(
    name: str,
    content: str,
    *,
    snapshot: int = 0,
    attempt: int = 0,
    minutes: int | None = None,
    source: TimeSource = TimeSource.ARCHIVE,
) -> SnapshotFile:
    """Makes a file of one student; `minutes` after noon it came in."""
    digest = sha256(content.encode()).hexdigest()
    received = None
    if minutes is not None:
        received = Received(at=NOON + timedelta(minutes=minutes), source=source)
    piece = Piece(
        member=Member(name=name, path=Path(name), size_bytes=len(content), sha256=digest),
        who=Identity(student=STUDENT),
        file=name,
        attempt=attempt,
        received=received,
    )
    return SnapshotFile(piece=piece, snapshot=snapshot)


def at(minutes: int) -> Received:
    """Makes the time of the LMS's table."""
    return Received(at=NOON + timedelta(minutes=minutes), source=TimeSource.SHEET)


def tell(*files: SnapshotFile, numbering: str = "") -> tuple[list[str], list[str], list[list[str]]]:
    """Returns the names that count, that are earlier, and that nobody can tell apart."""
    found = which_count(files, STUDENT, "kadai1.py", numbering)
    return names(found.counted), names(found.earlier), [names(one) for one in found.undecided]


def names(pieces: tuple[Piece, ...]) -> list[str]:
    """Lists names."""
    return [piece.file for piece in pieces]


def undated(*handed: Handed) -> list[SnapshotFile]:
    """Makes files of one download without times."""
    return [filed(name, content) for name, content in handed]


@pytest.mark.parametrize(
    "handed",
    [
        [("kadai1-1.py", "a"), ("kadai1-2.py", "b")],
        [("kadai1-1/main.py", "a"), ("kadai1-2/main.py", "b")],
        [("resnet_v1.py", "a"), ("resnet_v2.py", "b")],
        [("kadai1.py", "a"), ("kadai2.py", "b")],
        [("kadai1.py", "a"), ("report.docx", "b"), ("report.pdf", "c")],
        [("kadai1.py", "a"), ("kadai1 (1).py", "a"), ("kadai1 - コピー.py", "a")],
        [("kadai1.py", "a"), ("helper.py", "b"), ("helper (1).py", "c")],
        [("kadai1.py", "a"), ("data.csv", "b"), ("data (1).csv", "c")],
        [("kadai1.py", "a"), ("kadai1.ipynb", "b")],
        [("kadai1.py", "a"), ("kadai1/kadai1.py", "b")],
        [("kadai1-1.py", "a"), ("kadai1-2.py", "b"), ("kadai1-3.py", "c")],
        [("a1.py", "a"), ("a2.py", "b")],
        [(".ipynb_checkpoints/kadai1.ipynb", "a"), ("kadai1.ipynb", "b")],
    ],
)
@pytest.mark.parametrize("numbering", ["", "-", "+"])
def test_what_must_not_be_taken_for_versions(handed: list[Handed], numbering: str) -> None:
    """Different programs stay beside each other, and nobody is asked."""
    counted, earlier, undecided = tell(*undated(*handed), numbering=numbering)
    assert counted == sorted(name for name, _ in handed)
    assert not earlier
    assert not undecided


@pytest.mark.parametrize(
    "handed",
    [
        [("kadai1.py", "a"), ("kadai1 (1).py", "b")],
        [("kadai1.py", "a"), ("kadai1 - コピー.py", "b")],
        [("kadai1.py", "a"), ("kadai1 - コピー (2).py", "b")],
        [("kadai1.py", "a"), ("kadai1_最終版.py", "b")],
        [("kadai1_修正.py", "a"), ("kadai1_最終.py", "b")],
        [("kadai1.py", "a"), ("kadai1-1.py", "b")],
        [("kadai1.py", "a"), ("kadai1_v2.py", "b")],
        [("kadai1.py", "a"), ("ｋａｄａｉ１（１）.py", "b")],
        [("kadai1.py", "a"), ("再提出/kadai1.py", "b")],
        [("kadai1.py", "a"), ("kadai1.py", "b")],
        [("kadai1.zip/kadai1.py", "a"), ("kadai1 (1).zip/kadai1.py", "b")],
        [("レポート.docx", "a"), ("レポート (1).docx", "b")],
        [("kadai1_24A1201.py", "a"), ("kadai1 (1)_24A1201.py", "b")],
        [("24a1201_kadai1.py", "a"), ("24A1201_kadai1_修正.py", "b")],
    ],
)
def test_equal_versions_are_asked(handed: list[Handed]) -> None:
    """Where nothing tells the newest, all stay and a person decides."""
    counted, earlier, (group,) = tell(*undated(*handed))
    assert sorted(counted) == sorted(group) == sorted(name for name, _ in handed)
    assert not earlier


def test_the_number_of_the_lms_counts() -> None:
    """Canvas and Sakai number uploads of one name; the highest is the last."""
    canvas = undated(("kadai1.py", "a"), ("kadai1-1.py", "b"), ("kadai1-10.py", "c"))
    assert tell(*canvas, numbering="-") == (["kadai1-10.py"], ["kadai1-1.py", "kadai1.py"], [])
    sakai = undated(("kadai1+1.py", "a"), ("kadai1+2.py", "b"))
    assert tell(*sakai, numbering="+") == (["kadai1+2.py"], ["kadai1+1.py"], [])
    assert tell(*sakai, numbering="")[2] == [["kadai1+1.py", "kadai1+2.py"]]


def test_canvas_numbers_tell_two_downloads_apart() -> None:
    """The last attempt alone is in Canvas's zip: the next zip's number is the newer."""
    two = filed("kadai1-1.py", "a"), filed("kadai1-2.py", "b", snapshot=1)
    assert tell(*two, numbering="-") == (["kadai1-2.py"], ["kadai1-1.py"], [])
    assert tell(*two, numbering="") == (["kadai1-1.py", "kadai1-2.py"], [], [])


def test_the_newest_by_time_counts() -> None:
    """Moodle dates each file: a later copy replaces the earlier one."""
    files = (
        filed("kadai1.py", "a", minutes=0),
        filed("kadai1 (1).py", "b", minutes=9),
        filed("report.docx", "c", minutes=3),
    )
    assert tell(*files) == (["kadai1 (1).py", "report.docx"], ["kadai1.py"], [])


def test_times_that_hardly_differ_tell_nothing() -> None:
    """Files of one upload are a second apart; that makes none of them newer."""
    close = [filed("kadai1.py", "a", minutes=0), filed("kadai1 (1).py", "b", minutes=0)]
    assert tell(*close)[2] == [["kadai1 (1).py", "kadai1.py"]]
    half = [filed("kadai1.py", "a", minutes=0), filed("kadai1 (1).py", "b")]
    assert len(tell(*half)[2]) == 1


def test_the_newest_attempt_counts_with_all_its_files() -> None:
    """What the LMS numbers or dates is taken as a whole."""
    numbered = (
        filed("kadai1.py", "a", attempt=1),
        filed("old.py", "b", attempt=1),
        filed("kadai1.py", "c", attempt=2),
    )
    assert tell(*numbered) == (["kadai1.py"], ["kadai1.py", "old.py"], [])
    dated = (
        filed("kadai1.py", "a", minutes=0, source=TimeSource.NAME),
        filed("main.py", "b", minutes=5, source=TimeSource.NAME),
    )
    assert tell(*dated) == (["main.py"], ["kadai1.py"], [])


def test_a_later_download_counts_as_a_whole() -> None:
    """A file that was taken back is in the first download alone."""
    files = (
        filed("kadai1.py", "a", minutes=0),
        filed("old.py", "b", minutes=1),
        filed("kadai1.py", "c", minutes=9, snapshot=1),
    )
    assert tell(*files) == (["kadai1.py"], ["kadai1.py", "old.py"], [])


def test_the_same_download_with_a_better_time_is_one_attempt() -> None:
    """First without, then with the LMS's table: nothing was handed in again."""
    first = filed("kadai1.py", "a", minutes=540), filed("report.docx", "b", minutes=541)
    later = [
        filed(one.piece.file, content, minutes=3, snapshot=1, source=TimeSource.SHEET)
        for one, content in zip(first, "ab", strict=True)
    ]
    found = which_count([*first, *later], STUDENT, "kadai1.py", "moodle")
    assert names(found.counted) == ["kadai1.py", "report.docx"]
    assert not found.earlier
    assert found.received is not None
    assert found.received.source is TimeSource.SHEET


def test_times_of_one_kind_are_compared() -> None:
    """A table that is newer than its zip does not make the zip newer."""
    first = replace(filed("kadai1.py", "a", minutes=0), sheet_time=at(65))
    second = filed("kadai1.py", "b", minutes=63, snapshot=1)
    assert tell(first, second) == (["kadai1.py"], ["kadai1.py"], [])
    found = which_count([first, second], STUDENT, "kadai1.py", "moodle")
    assert found.counted[0].member.sha256 == second.piece.member.sha256


def test_the_same_bytes_handed_in_again_are_the_newest_attempt() -> None:
    """The time of the last attempt counts, and nothing has to be kept twice."""
    again = [
        filed("kadai1.py", "a", minutes=minutes, snapshot=minutes, source=TimeSource.SHEET)
        for minutes in (0, 60)
    ]
    found = which_count(again, STUDENT, "kadai1.py", "manaba")
    assert found.received is not None
    assert found.received.at == NOON + timedelta(minutes=60)
    assert not found.earlier


HANDED = st.lists(
    st.tuples(
        st.sampled_from(["kadai1.py", "kadai1-1.py", "kadai1 (1).py", "a/kadai1.py", "r.docx"]),
        st.sampled_from("abc"),
        st.integers(0, 2),
        st.integers(0, 2),
        st.none() | st.integers(0, 5),
    ),
    max_size=8,
)


@given(HANDED, st.sampled_from(["", "-", "+"]), st.randoms(use_true_random=False))
@settings(max_examples=100)
def test_nothing_is_lost_and_order_does_not_matter(
    handed: list[tuple[str, str, int, int, int | None]], numbering: str, random: Random
) -> None:
    """Every file with its bytes counts or is kept, and any order says the same."""
    files = [
        filed(name, content, snapshot=snapshot, attempt=attempt, minutes=minutes)
        for name, content, snapshot, attempt, minutes in handed
    ]
    found = which_count(files, STUDENT, "kadai1.py", numbering)
    kept = {(one.file, one.member.sha256) for one in (*found.counted, *found.earlier)}
    assert kept == {one.content for one in files}
    assert bool(found.counted) is bool(files)
    random.shuffle(files)
    again: Versions = which_count(files, STUDENT, "kadai1.py", numbering)
    assert names(again.counted) == names(found.counted)
    assert names(again.earlier) == names(found.earlier)
