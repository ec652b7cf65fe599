"""What is for TAs only does not reach a student."""

import pytest
from msgspec.structs import replace

from grader.export.feedback import student_view
from grader.export.visibility import for_tas_only
from grader.model.course import Criterion, Visibility
from grader.model.finding import Verdict
from grader.privacy import make_redactor
from tests.export.samples import ASSIGNMENT, evidence_of, finding, sheet_of

NOBODY = make_redactor(())


def criterion(codes: str = "", shown: str = "", **rest: object) -> Criterion:
    """One that asks for some checks and shows others."""
    plain = Criterion(
        id=f"{codes}{shown}{rest}",
        title={},
        points=1,
        checks=tuple(codes.split()),
        evidence=tuple(shown.split()),
    )
    return replace(plain, **rest)


TA = {"visibility": Visibility.TA}
CASES = [
    ((criterion("RUN009", **TA),), True),
    ((criterion("RUN", **TA),), True),
    ((criterion("", "RUN009", **TA),), True),
    ((criterion("RUN009", exercises=("matmul",), **TA),), True),
    ((), False),
    ((criterion("COR", **TA),), False),
    ((criterion("RUN009", **TA), criterion("RUN")), False),
    ((criterion("RUN009", **TA), criterion("", "RUN009")), False),
    ((criterion("RUN009", exercises=("conv",), **TA),), False),
    ((criterion("RUN009"),), False),
    ((criterion("", "", **TA),), False),
]


@pytest.mark.parametrize(("rubric", "hidden"), CASES)
def test_what_only_tas_ask_for_is_hidden(rubric: tuple[Criterion, ...], hidden: object) -> None:
    """What nobody asks for, or a student's criterion as well, is shown."""
    assert for_tas_only(finding("RUN009", Verdict.FAILED), rubric) is hidden


def test_the_rest_is_as_it_was() -> None:
    """Nothing is lost of what a student may see."""
    sheet, evidence = sheet_of(finding("COR001")), evidence_of()
    assert student_view(sheet, evidence, ASSIGNMENT, NOBODY) == (sheet, evidence)
