"""What LMSs call their files and columns rots by itself: no package index tells of a release."""

import os
import warnings
from datetime import UTC, date, datetime, timedelta

import pytest

from grader.intake.layouts.layout import profiles
from grader.lms import canvas, manaba, moodle

OLD = timedelta(days=2 * 365)


@pytest.mark.canary
@pytest.mark.skipif("GRADER_CANARIES" not in os.environ, reason="`make canaries` asks for it")
@pytest.mark.filterwarnings("always")
def test_profiles_of_lmss_that_are_old_are_listed() -> None:
    """Nobody else can tell."""
    taken = {name: profile.taken for name, profile in profiles().items() if name != "plain"}
    filled = {"moodle": moodle.MOODLE, "canvas": canvas.CANVAS, "manaba": manaba.MANABA}
    taken |= {f"gradebook of {name}": each.taken for name, each in filled.items()}
    today = datetime.now(UTC).date()
    for name, (day, source) in taken.items():
        if not day or today - date.fromisoformat(day) > OLD:
            warnings.warn(
                f"{name}: taken on {day or 'no known day'} from {source or 'no known source'}; "
                f"download once more from the LMS, compare, and write the new day",
                stacklevel=1,
            )
