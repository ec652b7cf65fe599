"""What was run, in words."""

import pytest
from msgspec.structs import replace

from grader.export.run_view import view_run
from grader.model.evidence import EntryHow, ExerciseEvidence
from grader.model.finding import Verdict
from grader.wording import load_wording
from grader.wording.bilingual import Bilingual
from tests.export.samples import CRASH, LOADED_IN_PART, observed

WORDS = Bilingual(load_wording("ja"), load_wording("en"))


@pytest.mark.parametrize(
    ("exercise", "said"),
    [
        (observed(), "The whole program was run."),
        (observed(**LOADED_IN_PART), "only its imports, definitions"),
        (observed(load=CRASH), "did not finish loading"),
        (observed(load=None), "was not run."),
    ],
)
def test_how_the_program_was_loaded(exercise: ExerciseEvidence, said: str) -> None:
    """Whole, in part, not to the end, or not at all."""
    assert said in view_run(exercise, WORDS).load.en


@pytest.mark.parametrize("how", list(EntryHow))
def test_how_the_function_was_found(how: EntryHow) -> None:
    """Every way of finding it has its sentence."""
    entry = observed().entry
    assert entry is not None
    said = view_run(observed(entry=replace(entry, how=how)), WORDS).how
    assert said.ja.endswith("。")
    assert said.en.endswith(".")


def test_nothing_found() -> None:
    """Is said too."""
    assert view_run(observed(entry=None), WORDS).how.en == "none found"


def test_every_case_has_its_verdict() -> None:
    """In the order they were run."""
    cases = view_run(observed(), WORDS).cases
    assert [(case.size, case.kind.en, case.verdict) for case in cases] == [
        (3, "integers", Verdict.PASSED),
        (5, "integers", Verdict.PASSED),
    ]
