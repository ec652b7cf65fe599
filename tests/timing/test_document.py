"""The times in the sheet's JSON."""

import json
import math
from importlib.resources import files
from typing import Any

import pytest
from msgspec.structs import replace

from grader.export.sheet import sheet_bytes, sheet_document
from grader.model.program import ProgramRun, Series
from grader.model.run import RunRecord, RunStatus
from grader.model.timing import Conditions, Curve, Fit, Point, Timing
from grader.timing.document import timing_document
from grader.wording import load_wording
from tests.export.samples import ASSIGNMENT, evidence_of, observed, sheet_of
from tests.timing.sweeps import curve, own, timed


def document(timing: Timing | None, *series: Series) -> Any:
    """The sheet as programs read it, which fits the schema."""
    import jsonschema

    run = ProgramRun(run=RunRecord(status=RunStatus.OK), series=series)
    evidence = replace(evidence_of(observed(timing=timing)), program=run)
    made = sheet_document(sheet_of(), evidence, ASSIGNMENT, load_wording("ja"))
    read = json.loads(sheet_bytes(made))
    schema = json.loads(files("grader.export").joinpath("sheet.schema.json").read_bytes())
    jsonschema.validate(read, schema)
    return read["exercises"][0]["timing"]


def test_what_was_not_measured_is_null() -> None:
    """Also where the student measured something."""
    assert document(None) is None
    assert document(None, own()) is None


def test_a_measurement_has_every_figure() -> None:
    """Raw times, the exponent and its interval, baselines, the student's own."""
    made = document(replace(timed(), noisy=(64,), left_out=(1024,)), own(name="自分"))
    assert made["points"][0] == {"size": 16, "seconds": [0.000378909, 0.000454691]}
    assert (made["exponent"], made["interval"], made["unknown"]) == (2.97, [2.82, 3.12], "")
    assert (made["noisy"], made["left_out"], made["ended"]) == ([64], [1024], "")
    assert [len(points) for points in made["baselines"].values()] == [7, 5]
    assert made["own"][0]["name"] == "自分"
    assert made["own"][0]["exponent"] == pytest.approx(2.9)
    assert made["conditions"]["processor"] == "Xeon"


def test_what_cannot_be_told_is_null_and_says_why() -> None:
    """Never zero."""
    made = document(timed(fit=Fit(unknown="knee")))
    assert (made["exponent"], made["interval"], made["unknown"]) == (None, None, "knee")
    ended = document(Timing(ended="timeout", ended_size=64))
    assert (ended["points"], ended["ended"], ended["ended_size"]) == ([], "timeout", 64)
    assert document(timed(fit=replace(timed().curve.fit, first=64)))["from"] == 64


def test_a_traceback_of_ours_stays_with_us() -> None:
    """The sheet only says that there was one."""
    made = document(Timing(trouble="Traceback /home/…"))
    assert made["trouble"] is True
    assert "Traceback" not in json.dumps(made)


def test_numbers_that_json_has_not_are_left_out() -> None:
    """NaN and infinity, of ours or of a student."""
    points = (
        Point(size=8, seconds=(math.nan, 1e-3), device_seconds=(math.nan, math.inf, 2e-4)),
        Point(size=16, seconds=(math.inf,)),
    )
    series = replace(own(), seconds=(math.nan, 1.0, math.inf, 2.0), name="\ud800")
    load = Conditions(load=math.nan, stolen=math.inf)
    made = document(Timing(curve=Curve(points=points), conditions=load), series)
    assert (made["conditions"]["load"], made["conditions"]["stolen"]) == (0.0, 0.0)
    assert made["points"] == [{"size": 8, "seconds": [0.001], "device_seconds": [0.0, 0.0, 0.0002]}]
    assert [one["size"] for one in made["own"][0]["points"]] == [100, 400]


def test_baselines_come_in_the_order_of_their_names() -> None:
    """The same measurement gives the same bytes."""
    ways = [{"torch": curve(1.0), "numpy": curve(2.0)}, {"numpy": curve(2.0), "torch": curve(1.0)}]
    made = [timing_document(replace(timed(), baselines=one), ()) for one in ways]
    assert json.dumps(made[0]) == json.dumps(made[1])
