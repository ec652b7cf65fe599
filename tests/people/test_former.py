"""Who was called by the LMS's name until a roster told the id."""

import pytest

from grader.model.collection import Collected, Collection, Identity
from grader.people import former_names

STUDENTS = (
    ("24A1201", Identity(name="山田 太郎", participant="31201")),
    ("24A1202", Identity(name="O'Neil Pat Jr.", user="5001")),
    ("24A1203", Identity(name="佐藤 花子", participant="31203")),
    ("24A1204", Identity(participant="31204", name="鈴木 一郎")),
    ("24A1205", Identity(name="田中 実", user="5002")),
    ("24A1206", Identity(name="田中 実", user="5002")),
    ("林 空_31207", Identity(name="林 空", participant="31207")),
)
COLLECTION = Collection(
    assignment="kadai1",
    lms="moodle",
    students=tuple(Collected(student=student, who=who, files=()) for student, who in STUDENTS),
    not_submitted=(),
)


@pytest.mark.parametrize(
    ("name", "student"),
    [
        ("山田 太郎_31201", "24A1201"),
        ("太郎 山田_31201", "24A1201"),
        ("O'Neil Pat, Jr._5001", "24A1202"),
        ("参加者31204", "24A1204"),
        ("高橋 次郎_31201", None),  # the number was another's
        ("山田 太郎_131201", None),
        ("山田 太郎", None),  # there may be two of that name
        ("_31203", None),
        ("24A1203", None),
        ("田中 実_5002", None),  # of two students
        ("林 空_31207", None),  # is called so still
    ],
)
def test_a_name_of_the_lms_is_a_student_by_number_and_name(name: str, student: str | None) -> None:
    """Nothing is guessed."""
    assert former_names(COLLECTION, [name]) == ({name: student} if student else {})


def test_without_a_collection_nobody_is_known() -> None:
    """A class of folders has no numbers."""
    assert former_names(None, ["山田 太郎_31201"]) == {}
