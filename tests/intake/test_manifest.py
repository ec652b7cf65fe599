"""What was collected is read back as it was, and a damaged file is refused by name."""

import json
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.intake.manifest import MANIFEST, manifest_bytes, read_manifest
from grader.model.collection import (
    AssignedFiles,
    Collected,
    CollectedFile,
    Collection,
    Identity,
    Note,
    NoteKind,
    Received,
    Refusal,
    RefusedEntry,
    Role,
    TimeSource,
    Unassigned,
)
from grader.model.errors import IntakeError
from grader.wording import say
from tests.intake.submitting import ASSIGNMENT

JST = timezone(timedelta(hours=9))
AT = Received(
    at=datetime(2025, 4, 17, 21, 5, 10, tzinfo=JST),
    source=TimeSource.SHEET,
    resolution_seconds=60,
    zone="Asia/Tokyo",
)
FILE = CollectedFile(
    name="課題1.py",
    path="24A1201/課題1.py",
    sha256="0" * 64,
    role=Role.SOURCE,
    attempt=2,
    received=AT,
    modified=datetime(2025, 4, 17, 21, 5, 10),  # noqa: DTZ001  an archive's times have no zone
)
COLLECTION = Collection(
    assignment="kadai1",
    lms="moodle",
    students=(
        Collected(
            student="24A1201",
            who=Identity(student="24A1201", name="山田 太郎", participant="31201"),
            files=(FILE,),
            received=AT,
            attempt=2,
            notes=(Note(kind=NoteKind.SEVERAL, names=("a.py", "b.py"), detail="x"),),
        ),
    ),
    not_submitted=("24A1212",),
    unassigned=(
        Unassigned(
            label="田中 実",
            who=Identity(name="田中 実"),
            files=(),
            proposals=("24A1210", "24A1211"),
            reason="same-name",
        ),
    ),
    refused=(RefusedEntry(entry="../x.py", refusal=Refusal.OUTSIDE, download="a.zip"),),
    names={"24A1201": "山田 太郎", "24A1212": "佐藤 花子"},
    assigned={"田中 実_1": "24A1210"},
    assigned_files={
        "田中 実_1": AssignedFiles(who=Identity(name="田中 実"), digests=("0" * 64, "1" * 64))
    },
    complete=("b.zip",),
    incomplete=("a.zip",),
    surely_missing=("24A1212",),
    claimed=("24A1213",),
)
STUDENT = {"student": "a"}
JSON_FILE = {"name": "a.py", "path": "a/a.py", "sha256": "", "role": "source"}


def test_it_is_read_back_as_it_was(tmp_path: Path) -> None:
    """Everything that merging a second download needs is there."""
    (tmp_path / MANIFEST).write_bytes(manifest_bytes(COLLECTION, ASSIGNMENT))
    assert read_manifest(tmp_path) == COLLECTION


def test_others_find_what_they_rely_on() -> None:
    """The keys that are written down for other programs."""
    document = json.loads(manifest_bytes(COLLECTION, ASSIGNMENT))
    assert document["schema"] == 1
    (student,) = document["students"]
    assert student["name"] == "山田 太郎"
    assert student["submitted_at"] == "2025-04-17T21:05:10+09:00"
    assert student["late_seconds"] == 12 * 3600 + 5 * 60 + 10
    assert student["files"][0]["role"] == "source"
    assert student["findings"] == [
        {"check": "INT004", "case": "several", "names": ["a.py", "b.py"], "detail": "x"}
    ]
    assert document["refused"][0]["check"] == "INT005"
    assert document["refused"][0]["reason"] == "outside"


def test_nothing_was_collected(tmp_path: Path) -> None:
    """A folder that somebody filled by hand has no manifest."""
    assert read_manifest(tmp_path) is None
    assert read_manifest(tmp_path / "not there") is None


@pytest.mark.parametrize(
    ("where", "value", "said"),
    [
        ("schema", 2, "schema 2 is unknown to this version"),
        ("students", {}, "students: a list is expected"),
        ("students", [1], "students.1: an object is expected"),
        ("students", [{"student": 5}], "students.1.student: a text is expected"),
        ("students", [{"student": "a"}, {"student": "a"}], "students: contains a duplicate"),
        ("not_submitted", [5], "not_submitted.1: a text is expected"),
        ("names", {"a": 5}, "names.a: a text is expected"),
        ("assigned_files", 5, "assigned_files: an object is expected"),
        ("assigned_files", {"a": "b"}, "assigned_files.a: an object is expected"),
        ("incomplete", [5], "incomplete.1: a text is expected"),
        ("lms", None, "lms: is missing"),
        ("lms", ["a"], "lms: a text is expected"),
        ("names", {"a": "b", "c": []}, "names.c: a text is expected"),
        ("students", [{"name": "a"}], "students.1.student: is missing"),
        ("students", [{"student": ""}], "students.1.student: a text is expected"),
        ("students", [{"student": "a", "attempt": -1}], "students.1.attempt: a whole number"),
        ("students", [{"student": "a", "attempt": True}], "students.1.attempt: a whole number"),
        ("students", [{"student": "a", "files": [5]}], "students.1.files.1: an object is expected"),
        ("students", [STUDENT | {"files": [JSON_FILE | {"late": 1}]}], "late: true or false is"),
        (
            "students",
            [STUDENT, STUDENT | {"student": "b", "files": [JSON_FILE, JSON_FILE | {"role": "x"}]}],
            "students.2.files.2.role: one of source, report, extra, earlier is expected",
        ),
        (
            "students",
            [STUDENT | {"received": {"at": "2025-04-17T21:05:10", "source": "name"}}],
            "students.1.received.at: a date and time with a time zone is expected",
        ),
        (
            "unassigned",
            [{"label": "a", "files": [JSON_FILE | {"modified": "noon"}]}],
            "unassigned.1.files.1.modified: a date and time is expected",
        ),
        ("refused", [{"entry": "x", "reason": "?"}], "refused.1.reason: one of outside, "),
    ],
)
def test_a_damaged_file_is_refused_by_name(
    tmp_path: Path, where: str, value: object, said: str
) -> None:
    """The sentence says which field is wrong, in both languages."""
    document = json.loads(manifest_bytes(COLLECTION, ASSIGNMENT))
    document[where] = value
    (tmp_path / MANIFEST).write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(IntakeError) as raised:
        read_manifest(tmp_path)
    assert said in str(raised.value)
    (message,) = raised.value.messages
    japanese = say(message, "ja")
    assert "expected" not in japanese
    assert "missing" not in japanese
    assert str(tmp_path / MANIFEST) in japanese
    assert said.partition(":")[0] in japanese or "schema 2" in japanese


@pytest.mark.parametrize("path", ["../x.py", "/etc/passwd", "a//b", "C:\\x", "a/./b", "a/\0"])
def test_a_path_that_leads_out_is_damage(tmp_path: Path, path: str) -> None:
    """Merging removes files by these paths: they never leave the folder."""
    document = json.loads(manifest_bytes(COLLECTION, ASSIGNMENT))
    document["students"][0]["files"][0]["path"] = path
    (tmp_path / MANIFEST).write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(
        IntakeError, match=r"a path inside the folder of collected\.json is expected"
    ):
        read_manifest(tmp_path)


@pytest.mark.parametrize("raw", [b"", b"{", b"\xff\xfe", b"[" * 100_000, b"5"])
def test_what_is_no_json_is_damage(tmp_path: Path, raw: bytes) -> None:
    """Half a file, or something else."""
    (tmp_path / MANIFEST).write_bytes(raw)
    with pytest.raises(IntakeError, match="is damaged"):
        read_manifest(tmp_path)


TIMES = st.datetimes(min_value=datetime(1990, 1, 1)).map(  # noqa: DTZ001  the zone comes next
    lambda at: at.replace(tzinfo=UTC)
)
WORDS = st.text(max_size=8).filter(lambda text: not any("\ud800" <= c <= "\udfff" for c in text))


@given(name=WORDS, student=WORDS.filter(bool), at=TIMES | st.none(), kind=st.sampled_from(NoteKind))
@settings(max_examples=50)
def test_any_text_and_time_survives(
    tmp_path_factory: pytest.TempPathFactory,
    name: str,
    student: str,
    at: datetime | None,
    kind: NoteKind,
) -> None:
    """Names are data: none of them breaks the file."""
    folder = tmp_path_factory.mktemp("collected")
    received = Received(at=at, source=TimeSource.NAME) if at else None
    one = Collected(
        student=student,
        who=Identity(name=name),
        files=(),
        received=received,
        notes=(Note(kind=kind, names=(name,)),),
    )
    collection = Collection(assignment="kadai1", lms="x", students=(one,), names={student: name})
    (folder / MANIFEST).write_bytes(manifest_bytes(collection, ASSIGNMENT))
    assert read_manifest(folder) == collection
