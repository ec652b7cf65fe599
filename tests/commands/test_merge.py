"""`grader grade --shard` and `grader merge`: parts of a class, joined as if one machine did it."""

import sqlite3
import zlib
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from grader.batch import Shard
from grader.model.gradebook import Comment, Note, latest_notes
from grader.model.scoresheet import Decision
from grader.store import Store
from grader.store.schema import checksum
from tests.batch.classes import FORBIDDEN, RAISES, RIGHT, TRANSPOSED
from tests.commands.conftest import Say

Inbox = Callable[..., Path]
PROGRAMS = {"s201": RIGHT, "s202": TRANSPOSED, "s203": RAISES, "s204": FORBIDDEN, "s205": ""}
NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)


def files_of(out: Path) -> dict[str, bytes]:
    """Every file for people in a results folder, by its name."""
    files = [*out.glob("sheets/*"), *out.glob("*.html"), *out.glob("*.csv")]
    return {str(path.relative_to(out)): path.read_bytes() for path in files if path.is_file()}


def decide(out: Path, student: str, points: float | None, by: str, hours: int) -> Decision:
    """One decision, straight into a results folder."""
    said = Decision(
        student=student,
        criterion="discussion",
        points=points,
        by=by,
        reason="read",
        at=NOW + timedelta(hours=hours),
    )
    with Store(out, "kadai1") as store:
        store.decide(said)
    return said


def test_every_student_is_in_one_shard_and_stays_there() -> None:
    """Whoever else hands in."""
    students = [f"24A{number:04}" for number in range(300)]
    shards = [Shard(number=number, count=3) for number in (1, 2, 3)]
    assert all(sum(shard.has(student) for shard in shards) == 1 for student in students)
    sizes = [sum(map(shard.has, students)) for shard in shards]
    assert min(sizes) > 70


@pytest.mark.repetition("sheets of two folders joined")
def test_shards_joined_are_what_one_machine_writes(course: Path, say: Say, inbox: Inbox) -> None:
    """Byte for byte, in either language; joined again, nothing changes."""
    folder = inbox(**PROGRAMS)
    assert say("grade", "kadai1", "--no-timing", folder, "-o", "one").code == 0
    for number in (1, 2, 3):
        said = say(
            "grade", "kadai1", folder, "-o", "parts", "--no-timing", "--shard", f"{number}/3"
        )
        assert said.code == 0, said.err
    said = say("merge", "parts", "--lang", "en")
    assert said.code == 0, said.err
    assert "evidence of 5 students" in said.out
    say("regrade", "kadai1", "-o", "one", "--lang", "en")
    assert files_of(course / "parts") == files_of(course / "one")
    again = say("merge", "parts", "--lang", "en")
    assert "evidence of 0 students" in again.out
    assert "Graded: 0. Unchanged: 5" in again.out
    assert files_of(course / "parts") == files_of(course / "one")


def test_an_empty_shard_leaves_nothing(course: Path, say: Say, inbox: Inbox) -> None:
    """A small class has not somebody for every job of an array; that fails no job."""
    folder = inbox(s201=RIGHT)
    (number,) = [n for n in range(1, 9) if not Shard(number=n, count=8).has("24A1201")][:1]
    said = say("grade", "kadai1", folder, "--shard", f"{number}/8", "--no-timing")
    assert said.code == 0
    assert f"{number}/8 has nobody" in said.err
    assert not list((course / "results/kadai1/shards").glob("*/*.sqlite"))
    assert "as 2/3, is expected" in say("grade", "kadai1", folder, "--shard", "9/8").err
    assert "has no shards" in say("merge", "results/kadai1").err


def test_what_people_decided_is_kept_and_the_later_one_counts(
    course: Path, say: Say, graded_inbox: Inbox
) -> None:
    """Of every folder; two who decided otherwise are both named."""
    for out in ("a", "b", "all"):
        graded_inbox(out=out, s201=RIGHT, s202=TRANSPOSED)
    first = decide(course / "all", "24A1201", 1, "TA1", 2)
    older = decide(course / "a", "24A1201", 2, "TA2", 1)
    other = decide(course / "b", "24A1202", 1, "TA3", 0)
    with Store(course / "all", "kadai1") as store:
        now = Comment(student="24A1201", text="new", by="TA1", at=NOW)
        note = Note(kind="k", student="24A1201", key="1", text="new", by="TA1", at=NOW)
        store.decide_all(comments=[now], notes=[note])
    with Store(course / "a", "kadai1") as store:
        before = replace(now, text="old", at=NOW - timedelta(days=1))
        earlier = replace(note, text="old", at=NOW - timedelta(days=1))
        store.decide_all(comments=[before], notes=[earlier, replace(earlier, key="2")])
    for _ in range(2):  # the second time, nothing is added
        said = say("merge", "all", "a", "b", "--lang", "en")
        assert said.code == 0, said.err
        assert "24A1201: discussion was decided as 1 (TA1) in all and as 2 (TA2) in a" in said.err
        with Store(course / "all", "kadai1") as store:
            assert store.decisions() == (first, other, older)
            assert [each.text for each in store.comments()] == ["new", "old", "new"]
            counting = [(each.key, each.text) for each in latest_notes(store.notes())]
            assert counting == [("1", "new"), ("2", "old")]
    assert say("merge", "all", "a", "b", "--json").document["people"] == 0


def test_what_a_later_word_of_another_person_replaces_is_named(
    course: Path, say: Say, graded_inbox: Inbox
) -> None:
    """Points that the other took back without knowing them, and another comment; each once."""
    for out in ("all", "a"):
        graded_inbox(out=out, s201=RIGHT, s202=TRANSPOSED)
        for student in ("24A1201", "24A1202"):
            decide(course / out, student, 1, "TA1", 0)
    decide(course / "a", "24A1201", 2, "TA2", 1)
    decide(course / "all", "24A1201", None, "TA1", 2)
    decide(course / "all", "24A1202", None, "TA1", 2)  # nobody else said anything about it
    for out, by, at in (("all", "TA1", NOW), ("a", "TA2", NOW + timedelta(hours=1))):
        with Store(course / out, "kadai1") as store:
            store.decide_all(comments=[Comment(student="24A1202", text=by, by=by, at=at)])
    said = say("merge", "all", "a", "--lang", "en")
    assert "24A1201: discussion was decided as 2 (TA2) in a, and TA1 took" in said.err
    assert "24A1202: TA2 in a and TA1 in all wrote different comments" in said.err
    assert "24A1202: discussion" not in said.err
    assert not say("merge", "all", "a", "--json").document["conflicts"]


def test_the_observation_that_is_worth_most_counts(
    course: Path, say: Say, graded_inbox: Inbox
) -> None:
    """What waited on one machine is what another one saw; what differs is named, and stays."""
    for out in ("a", "b"):
        graded_inbox(out=out, s201=RIGHT, s202=RIGHT, s203=TRANSPOSED)
    with Store(course / "a", "kadai1") as store:
        waiting, wrong = (store.evidence(student) for student in ("24A1201", "24A1202"))
        assert waiting is not None
        assert wrong is not None
        (seen,) = waiting.exercises
        waited = replace(seen, waiting=("gpu",), comparisons=(), load=None, entry=None)
        sheet = store.sheet("24A1201")
        assert sheet is not None
        store.save(replace(waiting, exercises=(waited,)), sheet, reusable=True)
        other = store.evidence("24A1203")
        assert other is not None
        differs = replace(other.exercises[0], key=wrong.exercises[0].key)
        store.save(replace(wrong, exercises=(differs,)), sheet, reusable=True)
    said = say("merge", "all", "a", "b", "--lang", "en")
    assert said.code == 0, said.err
    assert "24A1202: COR002 matmul is failed in a and passed in b; what a says was used" in said.err
    assert "24A1201: COR" not in said.err
    with Store(course / "all", "kadai1") as store, Store(course / "b", "kadai1") as there:
        joined, whole = store.evidence("24A1201"), there.evidence("24A1201")
        assert joined is not None
        assert whole is not None
        assert joined.exercises == whole.exercises
        differing = store.evidence("24A1202")
        assert differing is not None
        assert differing.exercises == (differs,)


def test_other_files_are_named(course: Path, say: Say, graded_inbox: Inbox) -> None:
    """Nothing says which came later: the folder named first counts."""
    graded_inbox(out="a", s201=RIGHT)
    folder = course / "inbox"
    (folder / "24A1201/kadai1.py").write_text(RAISES, encoding="utf-8")
    say("grade", "kadai1", "--no-timing", folder, "-o", "b")
    said = say("merge", "all", "a", "b", "--lang", "ja")
    assert said.code == 0
    assert "24A1201: a と b で提出物が違います。a の結果を使いました。" in said.err


def test_another_report_is_named_as_well(course: Path, say: Say, inbox: Inbox) -> None:
    """Although the program beside it is the same."""
    folder = inbox(s201=RIGHT)
    for out, text in (("a", "first"), ("b", "second")):
        (folder / "24A1201/report.docx").write_text(text, encoding="utf-8")
        assert say("grade", "kadai1", "--no-timing", folder, "-o", out).code == 0
    said = say("merge", "all", "a", "b", "--lang", "en")
    assert said.code == 0
    assert "24A1201: a and b saw different reports of the same program" in said.err
    assert say("grade", "kadai1", "--no-timing", folder, "-o", "c").code == 0
    assert "24A1201" not in say("merge", "none", "b", "c", "--lang", "en").err


def test_another_report_leaves_the_runs_of_both(course: Path, say: Say, inbox: Inbox) -> None:
    """A computer with a GPU may have seen an earlier report: its runs count, ours is the report."""
    folder = inbox(s201=RIGHT)
    for out in ("gpu", "desk"):
        (folder / "24A1201/report.docx").write_text(out, encoding="utf-8")
        say("grade", "kadai1", "--no-timing", folder, "-o", out)
    with Store(course / "desk", "kadai1") as store:
        evidence, sheet = store.evidence("24A1201"), store.sheet("24A1201")
        assert evidence is not None
        assert sheet is not None
        (run,) = evidence.exercises
        waited = replace(run, waiting=("gpu",), comparisons=(), load=None, entry=None)
        store.save(replace(evidence, exercises=(waited,)), sheet, reusable=True)
    assert "24A1201: desk and gpu" in say("merge", "all", "desk", "gpu", "--lang", "en").err
    with Store(course / "all", "kadai1") as store, Store(course / "gpu", "kadai1") as there:
        joined, other = store.evidence("24A1201"), there.evidence("24A1201")
    assert joined is not None
    assert other is not None
    assert joined.exercises == other.exercises
    assert (joined.key, joined.records) == (evidence.key, evidence.records)


def test_nothing_is_joined_of_a_folder_with_damage(
    course: Path, say: Say, graded_inbox: Inbox
) -> None:
    """Or of another assignment, or of none."""
    for out in ("a", "b"):
        graded_inbox(out=out, s201=RIGHT)
    with sqlite3.connect(course / "b/grader.sqlite") as connection:
        connection.execute("UPDATE observed SET key = 'x'")
    connection.close()
    said = say("merge", "all", "a", "b", "--lang", "en")
    assert said.code == 2
    assert "b: records of 24A1201 are damaged there, and nothing was joined" in said.err
    assert not list((course / "all").glob("sheets/*"))
    assert say("merge", "all", "nowhere").code == 2
    with sqlite3.connect(course / "b/grader.sqlite") as connection:
        connection.execute("UPDATE course SET assignment = 'kadai2'")
    connection.close()
    assert "several assignments" in say("merge", "all", "a", "b", "--lang", "en").err


@pytest.mark.parametrize("blob", [zlib.compress(b"no JSON"), zlib.compress(b" " * 2**27)])
def test_nothing_is_joined_of_a_row_that_is_sealed_and_no_evidence(
    course: Path, say: Say, graded_inbox: Inbox, blob: bytes
) -> None:
    """A checksum says that the row is as it was written, not that we wrote it."""
    for out in ("a", "b"):
        graded_inbox(out=out, s201=RIGHT)
    with closing(sqlite3.connect(course / "b/grader.sqlite")) as connection, connection:
        (student, key, schema) = connection.execute(
            "SELECT student, key, schema FROM observed"
        ).fetchone()
        sealed = checksum((student, key, schema, blob))
        connection.execute("UPDATE observed SET evidence = ?, checksum = ?", (blob, sealed))
    said = say("merge", "all", "a", "b", "--lang", "en")
    assert said.code == 2
    assert "b: records of 24A1201 are damaged there, and nothing was joined" in said.err
    assert say("merge", "b", "a", "--lang", "en").code == 0  # a good one takes its place
