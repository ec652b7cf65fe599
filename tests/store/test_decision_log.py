"""What people said and what was written for them stays as it was said."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from msgspec.structs import replace

from grader.model.errors import StoreError
from grader.model.gradebook import (
    Comment,
    Confirmation,
    Export,
    Exported,
    Note,
    latest_notes,
)
from grader.model.scoresheet import ChosenItem, Itemized
from grader.store import FILE_NAME, Store
from tests.store.records_for_tests import decision, full_evidence, full_sheet
from tests.tree import ROOT

DATA = ROOT / "tests" / "data" / "store"
JST = timezone(timedelta(hours=9))
NOON = datetime(2025, 5, 1, 12, 0, tzinfo=JST)
NEW = ("exported", "exports", "confirmed", "commented")  # in version 3
BROKEN = "24A\udc83"  # a folder's name that is no text
CONFIRMATION = Confirmation(
    student="24A1201", points={"form": 2.0, "program": 3.5}, total=5.5, by="教員", at=NOON
)
COMMENT = Comment(student="24A1201", text="図が\n見やすい", by="TA", at=NOON)
NOTE = Note(kind="review.places", student="24A1201", key="1", text="[3]", by="TA", at=NOON)
EXPORT = Export(
    kind="csv",
    target="kadai1.csv",
    at=NOON,
    grades={
        "24A1201": Exported(
            student="24A1201",
            total=5.5,
            points={"form": 2.0, "program": 3.5},
            feedback="得点: 5.5 / 8 点",
        ),
        BROKEN: Exported(student=BROKEN, total=None),
    },
)


def said(folder: Path) -> None:
    """Puts one of everything into a new store."""
    with Store(folder, "kadai1") as store:
        store.save(full_evidence(), full_sheet(), reusable=True)
        store.decide_all([decision()], [COMMENT], notes=[NOTE])
        store.confirm([CONFIRMATION])
        store.note_export(EXPORT)


def older(folder: Path, version: int) -> None:
    """Puts there what `said` left in an older version: as it was, without the newer tables."""
    with closing(sqlite3.connect(folder / FILE_NAME)) as connection, connection:
        connection.executescript((DATA / "version_4.sql").read_text(encoding="utf-8"))
        for table in (*(["told"] if version < 4 else ()), *(NEW if version < 3 else ())):
            connection.execute(f"DROP TABLE {table}")
        if version == 1:
            connection.execute("DROP TABLE baselines")
        connection.execute(f"PRAGMA user_version = {version}")
    connection.close()


def test_everything_comes_back_from_a_new_connection(tmp_path: Path) -> None:
    """Comments, confirmations and exports are there after the process that wrote them is gone."""
    said(tmp_path)
    with Store(tmp_path, "kadai1") as store:
        assert store.decisions() == (decision(),)
        assert store.comments() == (COMMENT,)
        assert store.notes() == store.notes("review.places") == (NOTE,)
        assert store.notes("review.requests") == ()
        assert store.confirmations() == (CONFIRMATION,)
        assert store.exports() == (EXPORT,)
        assert store.exported("csv") == EXPORT.grades
        assert store.exported("moodle") == {}


def test_the_latest_note_of_a_key_counts(tmp_path: Path) -> None:
    """Other keys, kinds and students are others; an empty text takes a note away."""
    changed = replace(NOTE, text="[4]")
    others = [
        replace(NOTE, key="2"),
        replace(NOTE, kind="review.requests"),
        replace(NOTE, student=BROKEN),
        replace(NOTE, student=""),
    ]
    with Store(tmp_path, "kadai1") as store:
        store.decide_all(notes=[NOTE, *others, changed])
        assert latest_notes(store.notes()) == (changed, *others)
        store.decide_all(notes=[replace(each, text="") for each in others])
        assert latest_notes(store.notes()) == (changed,)
        assert len(store.notes()) == 10


def test_a_file_of_version_3_keeps_what_was_said(tmp_path: Path) -> None:
    """Only what the LMS's column for comments was given is not known of it."""
    older(tmp_path, 3)
    with Store(tmp_path, "kadai1", create=False) as store:
        assert (store.comments(), store.confirmations()) == ((COMMENT,), (CONFIRMATION,))
        before = store.exported("csv")["24A1201"]
        assert before == replace(EXPORT.grades["24A1201"], feedback="")
        store.note_export(EXPORT)
        assert store.exported("csv") == EXPORT.grades


def test_a_file_of_version_4_keeps_everything(tmp_path: Path) -> None:
    """Its rows, which have no checksums, are taken as they are and get one; it is copied first."""
    older(tmp_path, 4)
    for _ in range(2):
        with Store(tmp_path, "kadai1", create=False) as store:
            assert store.decisions() == (decision(),)
            assert (store.comments(), store.confirmations()) == ((COMMENT,), (CONFIRMATION,))
            assert store.exports() == (EXPORT,)
            assert store.sheet("24A1201") == full_sheet()
            assert [one.intact for one in store.observed().values()] == [True]
            assert store.unreadable == ()
    (copy,) = (tmp_path / "backups").iterdir()
    with closing(sqlite3.connect(copy)) as connection, connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (4,)
        assert connection.execute("SELECT count(*) FROM decided").fetchone() == (1,)
    connection.close()


def test_a_file_of_another_assignment_is_not_brought_up(tmp_path: Path) -> None:
    """It is refused as it is."""
    older(tmp_path, 4)
    before = (tmp_path / FILE_NAME).read_bytes()
    with pytest.raises(StoreError, match="contains the results of kadai1, not of kadai2"):
        Store(tmp_path, "kadai2")
    assert (tmp_path / FILE_NAME).read_bytes()[100:] == before[100:]
    assert not (tmp_path / "backups").exists()


def test_what_was_exported_last_is_by_student(tmp_path: Path) -> None:
    """Who is missing from a later export is as in the one before; other kinds do not count."""
    said(tmp_path)
    later = Exported(student="24A1201", total=6.0, points={"form": 2.5})
    with Store(tmp_path, "kadai1") as store:
        store.note_export(replace(EXPORT, grades={"24A1201": later}))
        store.note_export(replace(EXPORT, kind="moodle", grades={}))
        assert store.exported("csv") == {"24A1201": later, BROKEN: EXPORT.grades[BROKEN]}
        assert [one.kind for one in store.exports()] == ["csv", "csv", "moodle"]


@pytest.mark.parametrize("version", [1, 2])
def test_older_files_are_brought_up(tmp_path: Path, version: int) -> None:
    """A file of an older version keeps what it holds, and takes what is new."""
    older(tmp_path, version)
    with Store(tmp_path, "kadai1", create=False) as store:
        assert store.decisions() == (decision(),)
        assert store.sheet("24A1201") == full_sheet()
        assert (store.comments(), store.confirmations(), store.exports()) == ((), (), ())
        store.confirm([CONFIRMATION])
        store.note_export(EXPORT)
    with Store(tmp_path, "kadai1", create=False) as store:
        assert store.confirmations() == (CONFIRMATION,)
        assert store.baselines() == {}


@pytest.mark.parametrize("table", ["decided", "commented", "confirmed", "exports", "exported"])
@pytest.mark.parametrize("statement", ["UPDATE {} SET {} = {}", "DELETE FROM {}"])
def test_nothing_said_is_changed_or_removed(tmp_path: Path, table: str, statement: str) -> None:
    """The file itself refuses it, also in a file that an older version made."""
    said(tmp_path)
    column = "kind" if table == "exports" else "student"
    with Store(tmp_path, "kadai1") as store, pytest.raises(sqlite3.IntegrityError, match="never"):
        store._connection.execute(statement.format(table, column, column))


def test_an_older_file_protects_its_new_tables(tmp_path: Path) -> None:
    """The triggers come with the tables."""
    older(tmp_path, 2)
    with Store(tmp_path, "kadai1") as store:
        store.confirm([CONFIRMATION])
        with pytest.raises(sqlite3.IntegrityError, match="confirmations are never deleted"):
            store._connection.execute("DELETE FROM confirmed")


def test_a_table_is_taken_whole_or_not_at_all(tmp_path: Path) -> None:
    """A comment that cannot be kept leaves no decision of the same table behind."""
    naive = replace(COMMENT, at=datetime(2025, 5, 1))  # noqa: DTZ001
    with Store(tmp_path, "kadai1") as store:
        with pytest.raises(ValueError, match="zone"):
            store.decide_all([decision()], [naive])
        assert store.decisions() == ()


def test_texts_that_are_no_unicode_are_kept_with_a_mark(tmp_path: Path) -> None:
    """Half of a surrogate pair in a reason does not lose the decision."""
    with Store(tmp_path, "kadai1") as store:
        store.decide(replace(decision(), reason="a\ud800b"))
        store.decide(replace(decision(), at=datetime(2025, 5, 2, tzinfo=UTC)))
        assert [one.reason for one in store.decisions()] == ["a?b", decision().reason]


def test_a_file_of_version_10_is_brought_up(tmp_path: Path) -> None:
    """Phrases have no points and decisions no items there; both can be added."""
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as connection, connection:
        connection.executescript((DATA / "version_10.sql").read_text(encoding="utf-8"))
    connection.close()
    items = Itemized(
        items=(ChosenItem(name="i", points=-0.5, text="単位がない"),), adjustment=0.25, note="x"
    )
    with Store(tmp_path, "kadai1", create=False) as store:
        assert store.decisions() == (decision(),)
        (phrase,) = store.phrases()
        assert (phrase.reason, phrase.points) == ("よい / good", None)
        item = replace(phrase, name="i", points=-0.5)
        store.decide_all([replace(decision(), itemized=items)], (), [item])
    with Store(tmp_path, "kadai1") as store:
        assert [each.itemized for each in store.decisions()] == [None, items]
        assert store.phrases() == (phrase, item)
        assert (store.comments(), store.confirmations()) == ((COMMENT,), (CONFIRMATION,))
        assert store.unreadable == ()
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as connection:
        for table in ("itemized", "phrase_points"):
            with pytest.raises(sqlite3.IntegrityError, match="never deleted"):
                connection.execute(f"DELETE FROM {table}")
    connection.close()
