"""Plugins that look at a submission as a whole: what they observed before, and who is not here."""

from collections.abc import Mapping
from typing import cast

import pytest
from msgspec.structs import replace

from grader import grading
from grader.clocks.inspector import INSPECTOR
from grader.model.evidence import ExerciseEvidence, Record, nothing_observed
from grader.observing import KeptEvidence, Setup, Tools, fault_in, forgetting_faults
from grader.observing.reusing import _troubles_of_plugins
from grader.plugins import inspectors
from tests.source.sources import script, submission

ABSENT = Record(schema=3, data={"line": 1})
EARLIER = Record(schema=0, data={"pairs": []})
OBSERVED = {
    "matmul": ExerciseEvidence(
        exercise="matmul", source=None, key="k", records={"lines": ABSENT, "clocks": EARLIER}
    )
}
RECORDS = {"lines": ABSENT, "clocks": EARLIER}


def inspected(
    monkeypatch: pytest.MonkeyPatch, answer: Mapping[str, object] | Exception
) -> tuple[Mapping[str, ExerciseEvidence], Mapping[str, Record]]:
    """What is known after the clocks' inspector gave this answer."""

    def give(*_: object) -> Mapping[str, object]:
        if isinstance(answer, Exception):
            raise answer
        return answer

    monkeypatch.setattr(type(INSPECTOR), "inspect", give)
    others = frozenset(each.name for each in inspectors()) - {"clocks"}
    kept = KeptEvidence(records=RECORDS, inspected=others)
    nothing = cast("Setup", None), cast("Tools", None)
    return grading.inspect(submission(script("pass\n")), OBSERVED, kept, *nothing)


def test_records_of_plugins_that_are_not_here_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that look give new ones."""
    observed, records = inspected(monkeypatch, {"": {"seen": 1}, "matmul": {"seen": 2}})
    assert records["lines"] == observed["matmul"].records["lines"] == ABSENT
    assert records["clocks"].data == {"seen": 1}
    assert observed["matmul"].records["clocks"].data == {"seen": 2}


def test_what_a_plugin_observed_before_goes_when_it_looks_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Also where it has nothing to tell now: an earlier version's record would wait for ever."""
    observed, records = inspected(monkeypatch, {})
    assert [*records] == [*observed["matmul"].records] == ["lines"]


@pytest.mark.parametrize("answer", [OSError("no room"), {"conv": {"seen": 1}}])
def test_a_plugin_that_goes_wrong_is_broken_alone(
    monkeypatch: pytest.MonkeyPatch, answer: Mapping[str, object] | Exception
) -> None:
    """It raises, or tells of an exercise that is none; the exercise need not be observed again."""
    observed, records = inspected(monkeypatch, answer)
    assert records["clocks"].trouble
    assert observed["matmul"].records["clocks"].trouble
    looked = {each.name: grading.observer_of(each) for each in inspectors()}
    evidence = replace(
        nothing_observed("24A0001", "kadai1"),
        exercises=tuple(observed.values()),
        records=records,
        observers=looked,
    )
    assert fault_in(evidence) is not None
    assert [each.key for each in forgetting_faults(evidence).exercises] == ["k"]
    assert list(_troubles_of_plugins(evidence))
