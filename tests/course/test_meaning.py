"""What no schema can say: names that must exist, agree, or differ."""

from pathlib import Path

import pytest

from grader.course import load_assignment, load_course
from tests.course.courses import ASSIGNMENT, problems_of, write_course


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('entry = "product"', 'entry = "行列の積"'),
        ('checks = ["POL001", "COR"]', 'checks = ["P", "COR007", "INT"]'),
        ('checks = ["POL001", "COR"]', "checks = []"),
        ("floats = [3, 3]", "floats = []"),
        ("points = 4", "points = 0.5"),
        ("2025-04-17T23:59:00+09:00", "2025-04-17T14:59:00Z"),
        ("2025-04-17T23:59:00+09:00", '"2025-04-17T23:59:00+09:00"'),
        ('source = "demo.py"', 'source = "課題.py"'),
    ],
)
def test_what_is_right_is_not_flagged(tmp_path: Path, old: str, new: str) -> None:
    """Unusual but right files load."""
    assert old in ASSIGNMENT
    write_course(tmp_path, assignment=ASSIGNMENT.replace(old, new, 1))
    assert load_assignment(load_course(tmp_path), "demo").id == "demo"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('id = "demo"', 'id = "other"', 'id: must be the name of the folder, demo, got "other"'),
        ("T23:59:00+09:00", "", "due: must be a date and time with a UTC offset, such as 2025-0"),
        ("2025-04-17T23:59:00+09:00", '"tomorrow"', "due: must be a date and time with a UTC off"),
        ("2025-04-17T23:59:00+09:00", "07:30:00", "due: must be a date and time with a UTC offs"),
        ('entry = "product"', 'entry = "2x"', "exercise[0].entry: must be a Python name, such as"),
        ('entry = "product"', 'entry = "def"', "exercise[0].entry: must be a Python name, such a"),
        ('"times"', '"a b"', 'exercise[0].aliases[0]: must be a Python name, got "a b"'),
        ('"times"', '"product"', "exercise[0].aliases[0]: is the same as entry; remove it"),
        ('"matplotlib"', '"matplotlib.pyplot"', "allowed_imports[1]: must be a module's top-level"),
        ("integers = [1, 2], floats = [3, 3]", "", "exercise[0].cases: must have at least one si"),
        ('"POL001"', '"POL01"', 'rubric[0].checks[0]: there is no check "POL01"; did you mean PO'),
        (
            'id = "program"',
            'id = "program"\noral = true',
            "rubric[0].oral: a person decides an oral exam; remove either oral or checks",
        ),
        ('"POL001"', '"cor"', 'rubric[0].checks[0]: there is no check "cor"; did you mean COR?'),
        ('id = "form"', 'id = "program"', 'rubric[1].id: "program" is already used; IDs must'),
        ('["product"]', '["prodct"]', 'there is no exercise "prodct"; did you mean product?'),
    ],
)
def test_what_does_not_fit_is_told(tmp_path: Path, old: str, new: str, said: str) -> None:
    """One wrong name, one sentence."""
    (problem,) = problems_of(tmp_path, old, new)
    assert said in problem
