"""A store that is not the one that was here is refused by a sentence, never begun anew."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from grader.model.errors import StoreError
from grader.store import FILE_NAME, Store, open_store
from grader.wording import say
from tests.store.records_for_tests import decision, full_evidence, full_sheet

Lose = Callable[[Path], object]


def filled(folder: Path, *students: str) -> None:
    """Puts students and a decision about each into a store."""
    with Store(folder, "kadai1") as store:
        for student in students:
            store.save(full_evidence(student), full_sheet(student), reusable=True)
        store.decide_all(decision(student=student) for student in students)


def assert_japanese(error: StoreError) -> None:
    """Every line says the same in Japanese."""
    for message in error.messages:
        assert say(message, "ja") != str(message)
        assert "{" not in say(message, "ja")


def write(path: Path, text: str = "x") -> None:
    """Writes a file and the folders above it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def database(path: Path) -> None:
    """Makes a database without tables, as a killed process leaves one."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("PRAGMA journal_mode = WAL")
    connection.close()


TRACES: dict[str, Lose] = {
    "gradebook": lambda out: write(out / "grades.csv", "student,total\r\n24A1201,4\r\n"),
    "sheets": lambda out: write(out / "sheets/24A1201.json"),
    "exports": lambda out: write(out / "export/kadai1.csv"),
    "backups": lambda out: write(out / f"backups/{FILE_NAME}.2025-05-01T120000.000000Z"),
    "journal": lambda out: write(out / f"{FILE_NAME}-wal"),
}
NO_TRACES: dict[str, Lose] = {
    "nothing": lambda out: None,
    "a lock": lambda out: write(out / ".lock", ""),
    "an empty folder": lambda out: (out / "sheets").mkdir(),
    "a gradebook of nobody": lambda out: write(out / "grades.csv", "student,total\r\n"),
    "an empty journal": lambda out: write(out / f"{FILE_NAME}-wal", ""),
    "a note": lambda out: write(out / "note.txt"),
}
LOST: dict[str, tuple[Lose, str]] = {
    "missing": (lambda path: None, "is missing, but"),
    "empty": (lambda path: write(path, ""), "is empty, but"),
}


@pytest.mark.parametrize("create", [True, False])
@pytest.mark.parametrize("lost", LOST)
@pytest.mark.parametrize("trace", TRACES)
def test_traces_without_a_store_are_refused(
    tmp_path: Path, trace: str, lost: str, *, create: bool
) -> None:
    """Whatever of a graded class lies there; the sentence says what to do, and nothing moves."""
    TRACES[trace](tmp_path)
    lose, problem = LOST[lost]
    lose(tmp_path / FILE_NAME)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    with pytest.raises(StoreError, match=problem) as refused:
        Store(tmp_path, "kadai1", create=create)
    for part in ("grades.csv", "sheets", "export", "backups", "-wal"):
        if (tmp_path / part).exists():
            assert f"but {part} " in str(refused.value)
    assert "there is no backup" in str(refused.value)
    assert "a different results folder" in str(refused.value)
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize("lost", [*LOST, "without tables"])
@pytest.mark.parametrize("trace", NO_TRACES)
def test_a_new_folder_is_begun_silently(tmp_path: Path, trace: str, lost: str) -> None:
    """Where no class was graded, there is nothing to lose."""
    NO_TRACES[trace](tmp_path)
    lose = database if lost == "without tables" else LOST[lost][0]
    lose(tmp_path / FILE_NAME)
    filled(tmp_path, "24A1201")
    with Store(tmp_path, "kadai1", create=False) as store:
        assert list(store.observed()) == ["24A1201"]


def test_a_database_of_nobody_beside_sheets_is_refused(tmp_path: Path) -> None:
    """What an earlier version began anew is not gone on with."""
    database(tmp_path / FILE_NAME)
    TRACES["sheets"](tmp_path)
    with pytest.raises(StoreError, match="is empty, but sheets"):
        Store(tmp_path, "kadai1")


def test_regrading_nobody_says_what_to_run(tmp_path: Path) -> None:
    """A store that was begun and never filled; no lock is left where there is no folder."""
    with Store(tmp_path, "kadai1"):
        pass
    with pytest.raises(StoreError, match="contains no students yet; run `grader grade` first"):
        Store(tmp_path, "kadai1", create=False)
    with (
        pytest.raises(StoreError, match="run `grader grade` first"),
        open_store(tmp_path / "new", "kadai1"),
    ):
        pass
    assert not (tmp_path / "new").exists()


DAMAGES: dict[str, Lose] = {
    "missing": lambda path: path.unlink(),
    "empty": lambda path: path.write_bytes(b""),
    "no database": lambda path: path.write_bytes(b"no database" * 999),
    "the head alone": lambda path: path.write_bytes(path.read_bytes()[:100]),
    "cut short": lambda path: path.write_bytes(path.read_bytes()[:20000]),
    "zeros": lambda path: path.write_bytes(path.read_bytes()[:4096] + bytes(40000)),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_the_newest_backup_is_named_and_can_be_put_back(tmp_path: Path, damage: str) -> None:
    """With how much is in it, in both languages; copied into its place, everything is there."""
    filled(tmp_path, "24A1201", "24A1202")
    path = tmp_path / FILE_NAME
    DAMAGES[damage](path)
    with pytest.raises(StoreError) as refused:
        Store(tmp_path, "kadai1")
    newest = max((tmp_path / "backups").iterdir())
    assert f"copy {newest} to {path} (students: 2, decisions: 2)" in str(refused.value)
    assert_japanese(refused.value)
    path.write_bytes(newest.read_bytes())
    with Store(tmp_path, "kadai1") as store:
        assert list(store.observed()) == ["24A1201", "24A1202"]
        assert [one.student for one in store.decisions()] == ["24A1201", "24A1202"]


def test_a_damaged_backup_is_not_named(tmp_path: Path) -> None:
    """The one before it is."""
    filled(tmp_path, "24A1201")
    filled(tmp_path, "24A1202")
    *_, good, bad = sorted((tmp_path / "backups").iterdir())
    bad.write_bytes(bad.read_bytes()[:9000])
    (tmp_path / FILE_NAME).unlink()
    with pytest.raises(StoreError) as refused:
        Store(tmp_path, "kadai1")
    assert str(good) in str(refused.value)
    assert str(bad) not in str(refused.value)


def test_an_older_store_is_refused_by_the_students_it_lacks(tmp_path: Path) -> None:
    """Records are only ever added; to go on with the older one, the newer copy has to leave."""
    filled(tmp_path, "24A1201")
    older = (tmp_path / FILE_NAME).read_bytes()
    filled(tmp_path, "24A1202")
    (tmp_path / FILE_NAME).write_bytes(older)
    with pytest.raises(StoreError, match="is missing records of 24A1202 that") as refused:
        Store(tmp_path, "kadai1")
    assert_japanese(refused.value)
    for copy in (tmp_path / "backups").iterdir():
        copy.unlink()
    with Store(tmp_path, "kadai1") as store:
        assert list(store.observed()) == ["24A1201"]


@pytest.mark.parametrize("table", ["decided", "commented", "noted", "confirmed"])
def test_a_store_with_fewer_decisions_is_refused(tmp_path: Path, table: str) -> None:
    """Though everybody is in it."""
    from tests.store.test_decision_log import said

    said(tmp_path)
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as connection, connection:
        connection.execute(f"DROP TRIGGER {table}_is_never_deleted")
        connection.execute(f"DELETE FROM {table}")
    connection.close()
    with pytest.raises(StoreError, match="is missing records of 24A1201 that"):
        Store(tmp_path, "kadai1")
