"""Keys change with what matters and with nothing else; seeds are secret and can be had again."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from grader.model.course import (
    Assignment,
    Backend,
    Case,
    CaseKind,
    Criterion,
    Exercise,
    Limits,
    ReportSpec,
)
from grader.model.submission import ReportFile, SourceFile, SourceKind, Submission
from grader.store import (
    SubmissionIdentity,
    evidence_key,
    exercise_keys,
    files_key,
    identity_of,
    is_stale,
    overtaken,
    same_evidence,
    same_files,
    seed_of,
    with_word,
)
from tests.store.records_for_tests import decision

EXERCISE = Exercise(
    id="matmul",
    operation="matmul",
    backend=Backend.PYTHON,
    entry="matmul",
    cases=(Case(size=2, kind=CaseKind.INTEGERS),),
)
ASSIGNMENT = Assignment(
    id="kadai1",
    title={"ja": "課題1", "en": "1"},
    due=datetime(2025, 4, 17, tzinfo=UTC),
    source="kadai1.py",
    exercises=(EXERCISE,),
    rubric=(),
    folder=Path("a"),
)
SUBMISSION = Submission(
    assignment="kadai1",
    student="24A1201",
    folder=None,
    main=None,
    helpers=(),
    candidates=(),
    files=(),
    troubles=(),
    digest="d",
)
SAME: dict[str, Any] = {
    "identity": SubmissionIdentity(student="24A1201", digest="d", main="kadai1.py"),
    "assignment": ASSIGNMENT,
    "reference_digests": {"matmul": "r"},
}


def key(**changes: Any) -> str:
    """The key of a submission's evidence."""
    return evidence_key(exercise_keys(**{**SAME, **changes}))


@pytest.mark.parametrize(
    "change",
    [
        {"identity": SubmissionIdentity(student="24A1202", digest="d", main="kadai1.py")},
        {"identity": SubmissionIdentity(student="24A1201", digest="e", main="kadai1.py")},
        {"identity": SubmissionIdentity(student="24A1201", digest="d", main="other.py")},
        {"assignment": replace(ASSIGNMENT, exercises=(replace(EXERCISE, entry="f"),))},
        {"assignment": replace(ASSIGNMENT, exercises=(replace(EXERCISE, cases=()),))},
        {
            "assignment": replace(
                ASSIGNMENT, exercises=(replace(EXERCISE, limits=Limits(memory_mib=1)),)
            )
        },
        {"assignment": replace(ASSIGNMENT, file_bytes=1)},
        {"assignment": replace(ASSIGNMENT, source="other.py")},
        {"reference_digests": {"matmul": "s"}},
    ],
)
def test_key_changes_with_what_the_observation_depends_on(change: dict[str, Any]) -> None:
    """Files, exercise and reference are all in the key."""
    assert key(**change) != key()


@pytest.mark.parametrize(
    "change",
    [
        {"assignment": replace(ASSIGNMENT, due=datetime(2026, 1, 1, tzinfo=UTC))},
        {"assignment": replace(ASSIGNMENT, title={"ja": "別", "en": "other"})},
        {"assignment": replace(ASSIGNMENT, rubric=(Criterion(id="x", title={}, points=1.0),))},
        {"assignment": replace(ASSIGNMENT, folder=Path("elsewhere"))},
        {"reference_digests": {"matmul": "r", "other": "s"}},
    ],
)
def test_key_ignores_what_only_moves_points_and_words(change: dict[str, Any]) -> None:
    """A new rubric, date, title or place runs nobody's program again."""
    assert key(**change) == key()


def test_identity_of_a_submission_without_source() -> None:
    """Nothing to grade has an identity too."""
    assert identity_of(SUBMISSION) == SubmissionIdentity(student="24A1201", digest="d", main="")


ASKING = replace(ASSIGNMENT, report=ReportSpec())
REPORT = ReportFile(
    name="report.docx", root=Path("in"), parts=("report.docx",), size_bytes=3, digest="r"
)


def whole_key(observed: str = "", **changes: Any) -> str:
    """The key of observations and files, where the assignment asks for a report."""
    digests = {"matmul": observed} if observed else SAME["reference_digests"]
    exercises = exercise_keys(**{**SAME, "reference_digests": digests})
    return evidence_key(exercises, files_key(replace(SUBMISSION, **changes), ASKING))


@pytest.mark.parametrize(
    "change",
    [
        {"report": replace(REPORT, digest="s")},
        {"report": None},
        {"report": None, "reports": ("a.docx", "b.docx")},
        {"report": REPORT, "digest": "another program"},
    ],
)
def test_other_files_are_other_evidence(change: dict[str, Any]) -> None:
    """A person who read them decided upon them, although no program may have to run again."""
    assert not same_files(whole_key(report=REPORT), whole_key(**change))
    assert not same_evidence(whole_key(report=REPORT), whole_key(**change))


def test_the_same_report_by_another_name_is_the_same_evidence() -> None:
    """Its content is what was read."""
    renamed = replace(REPORT, name="課題1.docx")
    assert same_evidence(whole_key(report=REPORT), whole_key(report=renamed))


def test_files_are_the_same_however_they_are_observed() -> None:
    """A mended reference or a new version of grader changes nobody's files."""
    mended = whole_key("s", report=REPORT)
    assert same_files(whole_key(report=REPORT), mended)
    assert not same_evidence(whole_key(report=REPORT), mended)
    decided = replace(decision(), evidence=whole_key(report=REPORT))
    assert is_stale(decided, mended)
    assert overtaken([decided], {"24A1201": mended}) == ()
    assert overtaken([decided], {"24A1201": whole_key("s")}) == ("24A1201",)


def test_what_an_older_key_does_not_say_accuses_nobody() -> None:
    """Decisions stored before files had a key of their own do not name them."""
    assert same_evidence(key(), whole_key(report=REPORT))
    assert same_files(key(reference_digests={"matmul": "s"}), whole_key(report=REPORT))
    assert not same_evidence(key(reference_digests={"matmul": "s"}), whole_key(report=REPORT))


def test_a_report_that_nobody_asks_for_is_no_evidence() -> None:
    """Nobody reads it."""
    with_one = replace(SUBMISSION, report=REPORT)
    assert files_key(with_one, ASSIGNMENT) == files_key(SUBMISSION, ASSIGNMENT)


def test_a_report_asked_for_later_changes_nobodys_program() -> None:
    """Who decided when none was asked for read the program, which is the same."""
    exercises = exercise_keys(**SAME)
    before = evidence_key(exercises, files_key(SUBMISSION, ASSIGNMENT))
    for report in (None, REPORT):
        after = whole_key(report=report)
        assert same_evidence(before, after)
        assert same_evidence(after, before)  # and none is asked for any more
    assert not same_files(before, whole_key(report=REPORT, digest="e"))
    assert not same_files(whole_key(), whole_key(report=REPORT))  # asked for, and it came later


def test_the_files_of_an_older_version_are_still_known() -> None:
    """It named all files as one."""
    without = evidence_key(exercise_keys(**SAME), files_key(SUBMISSION, ASSIGNMENT))
    now = whole_key(report=REPORT)
    observed, _, _, whole = now.split("+")
    older, program_only = f"{observed}+{whole}", f"{observed}+{without.split('+')[-1]}"
    assert same_files(older, now)
    assert same_files(program_only, without)
    assert not same_files(older, whole_key(report=replace(REPORT, digest="s")))
    assert not same_files(older, without)
    assert not same_files(program_only, now)


def test_only_what_is_read_as_the_program_counts() -> None:
    """Another file beside it, or another name for it, is no other program; a helper is part."""
    source = SourceFile(
        name="kadai1.py", kind=SourceKind.SCRIPT, text="1", raw=b"1", encoding="utf-8"
    )
    helper = replace(source, name="helper.py")

    def named(main: SourceFile, *helpers: SourceFile, digest: str = "d") -> str:
        submission = replace(SUBMISSION, main=main, helpers=helpers, digest=digest)
        return evidence_key(exercise_keys(**SAME), files_key(submission, ASSIGNMENT))

    now = named(source, helper)
    assert same_files(now, named(replace(source, name="課題1.py"), helper, digest="e"))
    assert not same_files(now, named(source))
    assert not same_files(now, named(source, replace(helper, raw=b"2")))
    assert not same_files(now, named(replace(source, raw=b"2"), helper))


def test_what_is_observed_anew_is_no_news_where_the_same_is_said_of_it() -> None:
    """Of the same files only: who read other ones has not read these."""
    mended = whole_key("s", report=REPORT)
    decided = replace(decision(1.5), evidence=with_word(whole_key(report=REPORT), "w"))
    assert is_stale(decided, mended)
    assert not is_stale(decided, mended, "w")
    assert is_stale(decided, mended, "v")
    assert is_stale(decided, mended, "v", 1.0)
    assert not is_stale(decided, mended, "v", 1.5)
    assert is_stale(decided, whole_key("s"), "w", 1.5)
    assert not is_stale(decided, whole_key(report=REPORT))
    assert overtaken([decided], {"24A1201": mended}) == ()
    nameless = replace(decided, evidence=key())
    assert is_stale(nameless, whole_key("s", report=REPORT), "", 1.5)
    assert is_stale(nameless, key(reference_digests={"matmul": "s"}), "w", 1.5)


@pytest.mark.parametrize(
    "other",
    [
        lambda: seed_of(b"k2", SUBMISSION, EXERCISE),
        lambda: seed_of(b"k1", replace(SUBMISSION, student="24A1202"), EXERCISE),
        lambda: seed_of(b"k1", replace(SUBMISSION, digest="e"), EXERCISE),
        lambda: seed_of(b"k1", replace(SUBMISSION, assignment="kadai2"), EXERCISE),
        lambda: seed_of(b"k1", SUBMISSION, replace(EXERCISE, id="f")),
    ],
)
def test_seed_differs_with_secret_student_files_and_exercise(other: Callable[[], bytes]) -> None:
    """Nobody shares inputs with anybody, nor with their own earlier attempt."""
    assert other() != seed_of(b"k1", SUBMISSION, EXERCISE)


def test_seed_is_had_again() -> None:
    """A restarted batch meets the same inputs: 32 bytes from the same parts."""
    seed = seed_of(b"k1", SUBMISSION, EXERCISE)
    assert seed == seed_of(b"k1", SUBMISSION, EXERCISE)
    assert len(seed) == 32


def test_names_that_are_not_unicode_have_keys_and_seeds() -> None:
    """A broken folder name stops nothing."""
    odd = replace(SUBMISSION, student="\udc83")
    assert seed_of(b"k1", odd, EXERCISE)
    assert key(identity=identity_of(odd))


def test_another_exercise_leaves_the_key_of_this_one() -> None:
    """A changed exercise is observed again, and only that one."""
    other = replace(EXERCISE, id="other")
    before = replace(ASSIGNMENT, exercises=(EXERCISE, other))
    after = replace(ASSIGNMENT, exercises=(EXERCISE, replace(other, entry="f")))
    first = exercise_keys(**{**SAME, "assignment": before})
    second = exercise_keys(**{**SAME, "assignment": after})
    assert first["matmul"] == second["matmul"]
    assert first["other"] != second["other"]
