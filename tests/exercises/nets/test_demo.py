"""The demo classes of convnet and training, graded on the CPU in the sandbox.

What each student gets was decided from what the course asks, not from what came out.
"""

import json
import re
from importlib.util import find_spec
from typing import Any

import pytest

from tests.one_cpu import run
from tests.tree import ROOT

pytestmark = [
    pytest.mark.repetition("examples of kadai2, by grader verify"),
    pytest.mark.skipif(not find_spec("torch"), reason="PyTorch is not installed here"),
]

FOUND = [
    # assignment, student, exercise, check, verdict, lookalike
    ("convnet", "24A1271", "net_cpu", "COR001", "passed", None),
    ("convnet", "24A1272", "net_cpu", "RUN002", "passed", None),
    ("convnet", "24A1272", "net_cpu", "COR001", "passed", None),
    ("convnet", "24A1273", "net_cpu", "COR002", "failed", "no-padding"),
    ("convnet", "24A1273", "net_cpu", "COR003", "failed", None),
    ("convnet", "24A1274", "net_cpu", "COR002", "failed", "softmax"),
    ("training", "24A1271", "train_step", "COR001", "passed", None),
    ("training", "24A1271", "predict", "COR001", "passed", None),
    ("training", "24A1272", "train_step", "COR001", "passed", None),
    ("training", "24A1272", "predict", "COR001", "passed", None),
    ("training", "24A1273", "train_step", "COR002", "failed", "no-zero-grad"),
    ("training", "24A1273", "predict", "COR002", "failed", "softmax"),
    ("training", "24A1274", "train_step", "COR002", "failed", "softmax-twice"),
    ("training", "24A1274", "predict", "COR001", "passed", None),
]


@pytest.fixture(scope="module")
def sheets(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], dict[str, Any]]:
    """Every sheet, by assignment and student."""
    found = {}
    for name in ("convnet", "training"):
        out = tmp_path_factory.mktemp(name)
        handed_in = ROOT / "submissions" / "demo" / name
        command = ["grade", name, str(handed_in), "--output", str(out), "--course", str(ROOT)]
        assert run([*command, "--no-timing", "--device", "cpu"]) == 0
        for path in sorted((out / "sheets").glob("*.json")):
            found[name, path.stem] = json.loads(path.read_text(encoding="utf-8"))
            found[name, path.stem]["page"] = path.with_suffix(".html").read_text(encoding="utf-8")
    return found


@pytest.mark.parametrize("row", FOUND, ids=lambda row: "-".join(row[:4]))
def test_every_student_gets_what_was_decided(
    sheets: dict[tuple[str, str], dict[str, Any]], row: tuple[str, str, str, str, str, str | None]
) -> None:
    """Right nets pass in every style; wrong ones are told which mistake it is."""
    assignment, student, exercise, check, verdict, lookalike = row
    findings = sheets[assignment, student]["findings"]
    one = next(one for one in findings if (one["check"], one["subject"]) == (check, exercise))
    assert one["verdict"] == verdict
    assert one["params"].get("lookalike") == lookalike


def test_the_sheet_shows_the_net(sheets: dict[tuple[str, str], dict[str, Any]]) -> None:
    """Layers with shapes, who computed them, and what training costs."""
    net, steps = (sheets[name, "24A1271"]["page"] for name in ("convnet", "training"))
    assert "Conv2d 8×1×4×4 → ReLU 8×1×4×4 → Flatten 8×16 → Linear 8×2" in net
    assert "44 in total" in net
    assert re.search(r"one training step \S+ ms, one inference \S+ ms: \S+ times", steps)
    assert "weights changed = True" in steps
