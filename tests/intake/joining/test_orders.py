"""Who is who does not depend on the order of anything."""

from hypothesis import given, settings
from hypothesis import strategies as st

from grader.intake.joining import Joined, join
from grader.model.collection import Identity, Person
from tests.intake.joining.callers import PATTERN, piece

IDS = st.sampled_from(["", "24A1201", "24A1202", "24A1203", "0012", "12"])
NAMES = st.sampled_from(["", "高橋 健", "髙橋 健", "健 高橋", "山田 太郎", "山田太郎", "佐藤 花子"])
USERS = st.sampled_from(["", "5001", "s24a1201", "s24a1299"])
NUMBERS = st.sampled_from(["", "31201", "31202"])
MAILS = st.sampled_from(["", "a@example.ac.jp", "24a1202@example.ac.jp"])
FILES = st.sampled_from(["kadai1.py", "24A1201.py", "24A1299_山田.py"])
CALLERS = st.builds(Identity, student=IDS, name=NAMES, user=USERS, participant=NUMBERS, mail=MAILS)
ROWS = st.builds(Person, student=IDS, name=NAMES, user=USERS, participant=NUMBERS, mail=MAILS)
ROSTER = st.lists(
    st.builds(Person, student=IDS.filter(bool), name=NAMES, mail=MAILS),
    unique_by=lambda one: one.student,
    max_size=5,
)


def given_to(found: Joined) -> dict[str, set[tuple[Identity, str]]]:
    """Says who got what, in no order."""
    return {
        student: {(one.who, one.file) for one in own} for student, own in found.students.items()
    }


@settings(max_examples=100)
@given(
    handed=st.lists(st.tuples(CALLERS, FILES), max_size=5, unique=True),
    roster=ROSTER,
    rows=st.lists(ROWS, max_size=4),
)
def test_orders_do_not_matter(
    handed: list[tuple[Identity, str]], roster: list[Person], rows: list[Person]
) -> None:
    """Nothing gets lost, nothing is given twice, and the other way round it is the same."""
    pieces = [piece(who, file) for who, file in handed]
    found = join(pieces, roster, rows, PATTERN)
    again = join(pieces[::-1], roster[::-1], rows[::-1], PATTERN)
    assert given_to(found) == given_to(again)
    assert set(found.not_submitted) == set(again.not_submitted)
    out = [*found.students.values(), *(one.pieces for one in found.unassigned)]
    assert sorted(one.file for own in out for one in own) == sorted(one.file for one in pieces)
    assert not found.students.keys() & set(found.not_submitted)


def letters(name: str) -> list[str]:
    """Gives the letters of a name, in no order."""
    return sorted(name.replace(" ", ""))


@settings(max_examples=100)
@given(who=CALLERS, roster=ROSTER.filter(bool))
def test_nobody_gets_files_without_a_reason(who: Identity, roster: list[Person]) -> None:
    """An id, a mail, or all letters of the name: one of them agrees."""
    said = f"{who.student} {who.user} {who.mail} 00{who.student} 参加者{who.participant}".lower()
    for student in join([piece(who)], roster, (), PATTERN).students:
        people = [one for one in roster if one.student == student]
        same_mail = [one.mail for one in people] == [who.mail]
        same_name = [letters(one.name) for one in people] == [letters(who.name)]
        assert student.lower() in said or same_mail or same_name
