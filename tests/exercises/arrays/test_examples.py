"""The assignment's own examples, as far as this room judges them. `grader verify` runs them all."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from grader.plugins import slugs
from tests.cases.course import ROOT
from tests.exercises.arrays.course import judge, watch

EXAMPLES = sorted((ROOT / "assignments" / "kadai1" / "examples").iterdir())
OURS = ("RUN002", "RUN008", "COR")


def expected(example: Path) -> dict[str, Any]:
    """Reads what an example is expected to give."""
    return tomllib.loads((example / "expected.toml").read_text(encoding="utf-8"))


def source(example: Path) -> str:
    """Reads the program of an example; of a notebook the code without magics."""
    if (example / "kadai1.py").exists():
        return (example / "kadai1.py").read_text(encoding="utf-8")
    cells = json.loads((example / "kadai1.ipynb").read_text(encoding="utf-8"))["cells"]
    text = "\n".join("".join(one["source"]) for one in cells if one["cell_type"] == "code")
    return "\n".join(line for line in text.splitlines() if not line.startswith(("%", "!")))


def judged_here(example: Path) -> bool:
    """Whether the program may run in this process and needs nobody's input."""
    failing = {
        code for code, verdict in expected(example)["verdicts"].items() if verdict == "failed"
    }
    text = source(example)
    return (
        all(code.startswith(OURS) for code in failing)
        and "matplotlib" not in text
        and "input(" not in text
        and "-script-" not in example.name  # tests/test_as_written.py is about those
    )


HERE = [example for example in EXAMPLES if judged_here(example)]


@pytest.mark.parametrize("example", HERE, ids=lambda example: example.name)
def test_example_gives_what_it_expects(example: Path) -> None:
    """Verdicts and the name of the mistake are those of expected.toml."""
    wanted = expected(example)
    findings = judge(watch(source(example)))
    for code, verdict in wanted["verdicts"].items():
        if code.startswith(OURS):
            assert findings[code].verdict == verdict, code
    for code, params in wanted.get("params", {}).items():
        assert findings[code].params["lookalike"] == params["lookalike"]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_example_is_named_for_its_verdict(example: Path) -> None:
    """The name says right or wrong, and the expected points agree."""
    wanted = expected(example)
    failing = "failed" in wanted["verdicts"].values()
    assert set(wanted["verdicts"]) <= set(slugs())
    assert example.name.startswith("wrong-" if failing else "right-")
    assert wanted["points"]["program"] == (0.0 if failing else 4.0)


def test_most_examples_are_judged_here() -> None:
    """The selection above leaves out only what needs other rooms."""
    assert len(HERE) > len(EXAMPLES) // 2
