"""The store keeps observed, derived and decided apart, and never loses or overwrites."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from grader.model.errors import StoreError
from grader.store import FILE_NAME, Store, one_grader_only
from tests.store.records_for_tests import decision, full_evidence, full_sheet

HOLD = """
import sys
from pathlib import Path
from grader.store import one_grader_only
with one_grader_only(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def filled(folder: Path) -> None:
    """Puts one student and one decision into a new store."""
    with Store(folder, "kadai1") as store:
        store.save(full_evidence(), full_sheet(), reusable=True)
        store.decide(decision())


def test_records_come_back_from_a_new_connection(tmp_path: Path) -> None:
    """Evidence, sheet and decisions are there after the process that wrote them is gone."""
    filled(tmp_path)
    with Store(tmp_path, "kadai1") as store:
        (known,) = store.observed().values()
        assert (known.student, known.key, known.readable) == ("24A1201", "sha256:1", True)
        assert repr(store.evidence("24A1201")) == repr(full_evidence())
        assert store.sheet("24A1201") == full_sheet()
        assert store.decisions() == (decision(),)


def test_unknown_student_has_nothing(tmp_path: Path) -> None:
    """Asking for somebody never observed is no error."""
    with Store(tmp_path, "kadai1") as store:
        assert store.evidence("24A1299") is None
        assert store.sheet("24A1299") is None


def test_newer_evidence_replaces_older(tmp_path: Path) -> None:
    """One student has one piece of evidence and one sheet: the last."""
    filled(tmp_path)
    with Store(tmp_path, "kadai1") as store:
        store.save(full_evidence(key="sha256:2"), full_sheet(points=None), reusable=True)
        assert store.observed()["24A1201"].key == "sha256:2"
        sheet = store.sheet("24A1201")
        assert sheet is not None
        assert sheet.total is None


def test_evidence_of_a_fault_has_no_key(tmp_path: Path) -> None:
    """What went wrong on our side is observed again next time."""
    with Store(tmp_path, "kadai1") as store:
        store.save(full_evidence(), full_sheet(), reusable=False)
        assert store.observed()["24A1201"].key == ""


def test_names_that_are_not_unicode(tmp_path: Path) -> None:
    """A folder name with broken bytes is a student like any other."""
    broken = "24A\udc83"
    with Store(tmp_path, "kadai1") as store:
        store.save(full_evidence(broken), full_sheet(broken), reusable=True)
        store.decide(decision(student=broken))
        assert list(store.observed()) == [broken]
        assert store.evidence(broken) is not None
        assert store.decisions()[0].student == broken


def test_those_who_left_the_folder_are_kept(tmp_path: Path) -> None:
    """Marking who handed in removes nobody."""
    filled(tmp_path)
    with Store(tmp_path, "kadai1") as store:
        store.mark_handed_in(["24A1202"])
        assert not store.observed()["24A1201"].handed_in
        assert store.evidence("24A1201") is not None
        store.mark_handed_in(["24A1201"])
        assert store.observed()["24A1201"].handed_in


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE decided SET points = 0",
        "DELETE FROM decided",
        "INSERT OR REPLACE INTO decided SELECT * FROM decided",
    ],
)
def test_decisions_are_append_only(tmp_path: Path, statement: str) -> None:
    """The file itself refuses to change or remove what a person decided."""
    filled(tmp_path)
    with Store(tmp_path, "kadai1") as store:
        with pytest.raises(sqlite3.IntegrityError, match="decisions are never"):
            store._connection.execute(statement)
        assert store.decisions() == (decision(),)


def test_regrading_leaves_decisions_alone(tmp_path: Path) -> None:
    """New sheets touch neither evidence nor decisions."""
    filled(tmp_path)
    with Store(tmp_path, "kadai1") as store:
        store.save_sheets([full_sheet(points=0.0)])
        assert store.decisions() == (decision(),)
        assert repr(store.evidence("24A1201")) == repr(full_evidence())


def test_a_save_that_fails_changes_nothing(tmp_path: Path) -> None:
    """Evidence and sheet go in together or not at all."""
    with Store(tmp_path, "kadai1") as store:
        store._connection.execute("DROP TABLE derived")
        with pytest.raises(StoreError, match="cannot be read or written"):
            store.save(full_evidence(), full_sheet(), reusable=True)
        assert not store.observed()


def test_newer_schema_is_refused_by_name(tmp_path: Path) -> None:
    """A file of a later grader is left alone."""
    filled(tmp_path)
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as connection, connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(StoreError, match=r"newer grader \(schema 99; this one reads up to 12\)"):
        Store(tmp_path, "kadai1")


def test_other_assignment_is_refused(tmp_path: Path) -> None:
    """One results folder is for one assignment."""
    filled(tmp_path)
    with pytest.raises(StoreError, match="contains the results of kadai1, not of kadai2"):
        Store(tmp_path, "kadai2")


def test_other_programs_file_is_refused(tmp_path: Path) -> None:
    """A database that is not ours is neither read nor changed."""
    connection = sqlite3.connect(tmp_path / FILE_NAME)
    connection.execute("CREATE TABLE observed (x)")
    connection.close()
    with pytest.raises(StoreError, match="another program"):
        Store(tmp_path, "kadai1")


@pytest.mark.parametrize("damage", ["no database at all", "zeros in the middle", "cut short"])
def test_damaged_file_is_a_sentence(tmp_path: Path, damage: str) -> None:
    """A damaged file says what to do, whatever happened to it."""
    filled(tmp_path)
    path = tmp_path / FILE_NAME
    content = bytearray(path.read_bytes())
    if damage == "no database at all":
        content = bytearray(b"hello" * 1000)
    elif damage == "zeros in the middle":
        content[4096:] = bytes(len(content) - 4096)
    else:
        del content[5000:]
    path.write_bytes(content)
    with pytest.raises(StoreError, match="is damaged"):
        Store(tmp_path, "kadai1")


def test_missing_file_says_what_to_run(tmp_path: Path) -> None:
    """Regrading needs a store, and says who makes one."""
    with pytest.raises(StoreError, match="run `grader grade` first"):
        Store(tmp_path, "kadai1", create=False)
    assert not (tmp_path / FILE_NAME).exists()


def test_evidence_of_another_version_is_not_readable(tmp_path: Path) -> None:
    """A changed evidence schema shows without reading the evidence."""
    filled(tmp_path)
    with Store(tmp_path, "kadai1") as store:
        store._connection.execute("UPDATE observed SET schema = 0")
        assert not store.observed()["24A1201"].readable


def test_decision_without_a_zone_is_refused(tmp_path: Path) -> None:
    """When somebody decided is never ambiguous."""
    from datetime import datetime

    from msgspec.structs import replace

    naive = replace(decision(), at=datetime(2025, 5, 1))  # noqa: DTZ001
    with Store(tmp_path, "kadai1") as store, pytest.raises(ValueError, match="zone"):
        store.decide(naive)


def test_second_grader_is_told(tmp_path: Path) -> None:
    """The second one, in this process or another, gets a sentence."""
    with (
        one_grader_only(tmp_path),
        pytest.raises(StoreError, match="another grader is writing here"),
        one_grader_only(tmp_path),
    ):
        pass


def test_folder_is_free_again_afterwards(tmp_path: Path) -> None:
    """Ending gives the folder back."""
    for _ in range(2):
        with one_grader_only(tmp_path):
            pass


def test_killed_grader_leaves_the_folder_free(tmp_path: Path) -> None:
    """SIGKILL frees the folder; until then another process is kept out."""
    command = [sys.executable, "-c", HOLD, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        with pytest.raises(StoreError, match="another grader"), one_grader_only(tmp_path):
            pass
        other.kill()
        other.wait()
    with one_grader_only(tmp_path):
        pass


def test_folder_that_cannot_be_made_is_a_sentence(tmp_path: Path) -> None:
    """A file where the folder should be is explained."""
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="cannot be written"), one_grader_only(tmp_path / "file"):
        pass
