"""Dated copies of the store: when one is made, how many stay, and that each is whole."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from grader.model.errors import StoreError
from grader.store import FILE_NAME, Store
from tests.store.records_for_tests import decision, full_evidence, full_sheet
from tests.store.test_decision_log import COMMENT, CONFIRMATION, EXPORT


def copies(folder: Path) -> list[Path]:
    """The copies there are, oldest first; nothing else lies beside them."""
    return sorted((folder / "backups").iterdir()) if (folder / "backups").exists() else []


def decided(path: Path) -> list[float]:
    """The points of the decisions in a copy."""
    with closing(sqlite3.connect(path)) as connection, connection:
        points = [row[0] for row in connection.execute("SELECT points FROM decided ORDER BY id")]
    connection.close()
    return points


def graded(folder: Path) -> None:
    """Grades one student into a store."""
    with Store(folder, "kadai1") as store:
        store.save(full_evidence(), full_sheet(), reusable=True)


def test_before_the_first_change_of_a_run(tmp_path: Path) -> None:
    """A new store has nothing to lose; every later run copies once what it found."""
    graded(tmp_path)
    assert copies(tmp_path) == []
    with Store(tmp_path, "kadai1") as store:
        assert copies(tmp_path) == []  # nothing is written yet
        store.save(full_evidence(key="sha256:2"), full_sheet(points=1.0), reusable=True)
        store.save(full_evidence(key="sha256:3"), full_sheet(points=2.0), reusable=True)
    (copy,) = copies(tmp_path)
    with closing(sqlite3.connect(copy)) as connection, connection:
        assert connection.execute("SELECT key FROM observed").fetchall() == [("sha256:1",)]
    connection.close()


@pytest.mark.parametrize("kind", ["decision", "comment", "confirmation"])
def test_after_what_people_say(tmp_path: Path, kind: str) -> None:
    """It is in a copy as soon as it is said."""
    graded(tmp_path)
    with Store(tmp_path, "kadai1") as store:
        if kind == "confirmation":
            store.confirm([CONFIRMATION])
        else:
            of_kind = {"decision": ([decision()], []), "comment": ([], [COMMENT])}
            store.decide_all(*of_kind[kind])
    before, after = copies(tmp_path)
    table = {"decision": "decided", "comment": "commented", "confirmation": "confirmed"}[kind]
    for copy, count in ((before, 0), (after, 1)):
        with closing(sqlite3.connect(copy)) as connection, connection:
            rows = connection.execute(f"SELECT count(*) FROM {table}").fetchone()
        connection.close()
        assert rows == (count,)


def test_none_when_nothing_changed(tmp_path: Path) -> None:
    """Looking makes no copy, and neither does writing what is there already."""
    graded(tmp_path)
    with Store(tmp_path, "kadai1") as store:
        store.decide(decision())
    before = copies(tmp_path)
    for _ in range(3):
        with Store(tmp_path, "kadai1") as store:
            assert store.decisions()
            store.save_sheets([full_sheet()])
            store.mark_handed_in(["24A1201"])
            store.decide_all([])
            store.confirm([])
            store.keep_baselines({})
    assert copies(tmp_path) == before


def test_the_last_ten_stay(tmp_path: Path) -> None:
    """Each with all decisions up to then, as one file that opens alone."""
    graded(tmp_path)
    for number in range(15):
        with Store(tmp_path, "kadai1") as store:
            store.decide(decision(points=float(number)))
    assert [len(decided(copy)) for copy in copies(tmp_path)] == list(range(6, 16))
    assert all(copy.name.startswith(f"{FILE_NAME}.2") for copy in copies(tmp_path))


def test_the_copy_with_the_most_decisions_stays(tmp_path: Path) -> None:
    """However many are made after a disk has damaged one of them."""
    graded(tmp_path)
    with Store(tmp_path, "kadai1") as store:
        store.decide_all([decision(points=1.0), decision(points=2.0)])
    best = copies(tmp_path)[-1]
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as connection, connection:
        connection.execute("DROP TRIGGER decided_is_never_changed")
        connection.execute("UPDATE decided SET points = 3 WHERE id = 2")  # and not its checksum
    connection.close()
    for number in range(15):
        with Store(tmp_path, "kadai1") as store:
            store.save(full_evidence(), full_sheet(points=number / 10), reusable=True)
    assert len(copies(tmp_path)) == 11
    assert copies(tmp_path)[0] == best
    assert decided(best) == [1.0, 2.0]
    with Store(tmp_path, "kadai1") as store:
        named = store.newest_backup()
    assert named is not None
    assert (named.path, named.decisions) == (best, 2)


def test_what_a_killed_process_left_is_cleared_away(tmp_path: Path) -> None:
    """A half copy is never taken for one."""
    graded(tmp_path)
    (tmp_path / "backups").mkdir()
    (tmp_path / f"backups/.{FILE_NAME}.0123456789abcdef.draft").write_bytes(b"half")
    with Store(tmp_path, "kadai1") as store:
        store.note_export(EXPORT)
    assert [copy.name.startswith(f"{FILE_NAME}.") for copy in copies(tmp_path)] == [True]


def test_without_a_copy_nothing_is_written(tmp_path: Path) -> None:
    """A sentence instead; what was decided before stays."""
    graded(tmp_path)
    (tmp_path / "backups").write_text("in the way", encoding="utf-8")
    with Store(tmp_path, "kadai1") as store:
        with pytest.raises(StoreError, match="the backup cannot be written"):
            store.decide(decision())
        assert store.decisions() == ()


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    """Copies hold names and points; they stay in the results folder."""
    (tmp_path / "out").mkdir()
    graded(tmp_path / "out")
    (tmp_path / "elsewhere").mkdir()
    try:
        (tmp_path / "out/backups").symlink_to(tmp_path / "elsewhere")
    except OSError:
        pytest.skip("links need rights on Windows")
    with (
        Store(tmp_path / "out", "kadai1") as store,
        pytest.raises(StoreError, match="writes only to real folders"),
    ):
        store.decide(decision())
    assert not list((tmp_path / "elsewhere").iterdir())
