"""One damaged row is left out and named; everything else is read, and nothing is dropped."""

import math
import random
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest
from msgspec.structs import replace

from grader.model.errors import StoreError
from grader.store import FILE_NAME, Store, Unreadable
from tests.store.records_for_tests import decision, full_evidence, full_sheet
from tests.store.test_decision_log import COMMENT, CONFIRMATION, EXPORT, NOTE

ONE, OTHER = "24A1201", "24A1202"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A store with one of everything about two students."""
    with Store(tmp_path, "kadai1") as store:
        for student in (ONE, OTHER):
            store.save(full_evidence(student), full_sheet(student), reusable=True)
            store.decide_all(
                [decision(student=student)],
                [replace(COMMENT, student=student)],
                notes=[replace(NOTE, student=student)],
            )
            store.confirm([replace(CONFIRMATION, student=student)])
        store.note_export(EXPORT)
    return tmp_path


@contextmanager
def raw(folder: Path) -> Iterator[sqlite3.Connection]:
    """The file as a disk sees it: nothing in it refuses anything."""
    with closing(sqlite3.connect(folder / FILE_NAME)) as connection, connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'"):
            connection.execute(f"DROP TRIGGER {name}")
        yield connection


def read_all(store: Store) -> None:
    """Reads everything there is."""
    for student in store.observed():
        store.evidence(student)
        store.sheet(student)
    store.decisions(), store.comments(), store.notes(), store.confirmations(), store.exports()


@pytest.mark.parametrize(
    ("table", "column"),
    [
        ("observed", "key"),
        ("observed", "schema"),
        ("observed", "evidence"),
        ("derived", "sheet"),
        ("decided", "points"),
        ("decided", "reason"),
        ("decided", "decided_at"),
        ("commented", "comment"),
        ("noted", "key"),
        ("noted", "text"),
        ("confirmed", "points"),
        ("confirmed", "total"),
        ("exported", "total"),
        ("exported", "points"),
        ("told", "feedback"),
        ("observed", "checksum"),
        ("decided", "checksum"),
    ],
)
@pytest.mark.parametrize("value", ["70", "x'ff'", "CAST(x'ff41' AS TEXT)"])
def test_any_value_of_a_row(folder: Path, table: str, column: str, value: str) -> None:
    """Another number, bytes, or text that is none: only this row is left out, and it stays."""
    with raw(folder) as connection:
        rows = connection.execute(f"SELECT count(*) FROM {table}").fetchone()
        connection.execute(f"UPDATE {table} SET {column} = {value} WHERE student = '{ONE}'")
    for _ in range(2):
        with Store(folder, "kadai1") as store:
            read_all(store)
            assert store.unreadable == (Unreadable(table=table, student=ONE),)
            assert repr(store.evidence(OTHER)) == repr(full_evidence(OTHER))
            assert store.sheet(OTHER) == full_sheet(OTHER)
            assert decision(student=OTHER) in store.decisions()
            assert replace(COMMENT, student=OTHER) in store.comments()
            assert replace(NOTE, student=OTHER) in store.notes("review.places")
            assert replace(CONFIRMATION, student=OTHER) in store.confirmations()
    with raw(folder) as connection:
        assert connection.execute(f"SELECT count(*) FROM {table}").fetchone() == rows


def test_whole_rows_are_not_named(folder: Path) -> None:
    """Whatever is in them: halves of surrogate pairs, odd floats, whole numbers for points."""
    broken = "24A\udc83"
    with Store(folder, "kadai1") as store:
        store.save(full_evidence(broken), full_sheet(broken), reusable=False)
        store.decide(decision(student=broken, points=2))
        store.decide(replace(decision(), reason="a\ud800b"))
        store.confirm([replace(CONFIRMATION, student=broken, total=5, points={"form": 5})])
        store.note_export(replace(EXPORT, kind="moodle"))
    with Store(folder, "kadai1") as store:
        read_all(store)
        assert store.unreadable == ()
        assert store.evidence(broken) is not None


def test_a_damaged_observation_is_to_be_made_again(folder: Path) -> None:
    """It has no key, and saving mends it."""
    with raw(folder) as connection:
        connection.execute("UPDATE observed SET evidence = '{}' WHERE student = ?", (ONE,))
    with Store(folder, "kadai1") as store:
        known = store.observed()[ONE]
        assert (known.key, known.intact, known.readable, known.handed_in) == (
            "",
            False,
            False,
            True,
        )
        assert store.evidence(ONE) is None
        store.save(full_evidence(ONE), full_sheet(ONE), reusable=True)
        assert store.observed()[ONE].intact
        assert store.unreadable == ()


def test_a_damaged_decision_has_no_points(folder: Path) -> None:
    """An earlier one about the same does not come back; a later one counts."""
    with Store(folder, "kadai1") as store:
        store.decide(decision(points=2.0))
    with raw(folder) as connection:
        connection.execute("UPDATE decided SET reason = 'another' WHERE points = 2.0")
    with Store(folder, "kadai1") as store:
        ours = [one for one in store.decisions() if one.student == ONE]
        assert [math.isnan(one.points or 0.0) for one in ours] == [False, True]
        assert ours[1].at >= ours[0].at
        store.decide(replace(decision(points=3.0), at=ours[1].at))
        assert store.decisions()[-1].points == 3.0
        assert store.unreadable == (Unreadable(table="decided", student=ONE),)


def test_a_damaged_comment_tells_nothing(folder: Path) -> None:
    """Neither does the one that it replaced."""
    with Store(folder, "kadai1") as store:
        store.decide_all([], [replace(COMMENT, text="after all")])
    with raw(folder) as connection:
        connection.execute("UPDATE commented SET comment = 'x' WHERE comment = 'after all'")
    with Store(folder, "kadai1") as store:
        assert [one.text for one in store.comments() if one.student == ONE] == [COMMENT.text, ""]


@pytest.mark.parametrize("seed", range(4))
def test_a_flipped_bit_loses_nobody_in_silence(folder: Path, tmp_path: Path, seed: int) -> None:
    """Wherever it is: the file is refused, or all that changed is named, or nothing changed."""
    chance = random.Random(seed)
    whole = (folder / FILE_NAME).read_bytes()
    shutil.rmtree(folder / "backups")
    with Store(folder, "kadai1") as store:
        before = (store.decisions(), store.confirmations(), repr(store.evidence(OTHER)))
    for _ in range(60):
        damaged = bytearray(whole)
        damaged[chance.randrange(len(whole))] ^= 1 << chance.randrange(8)
        (folder / FILE_NAME).write_bytes(damaged)
        with (
            suppress(StoreError),  # a sentence, and nothing else
            Store(folder, "kadai1", create=False) as store,
        ):
            read_all(store)
            after = (store.decisions(), store.confirmations(), repr(store.evidence(OTHER)))
            assert after == before or store.unreadable
        for rest in tmp_path.glob(f"{FILE_NAME}-*"):
            rest.unlink()
