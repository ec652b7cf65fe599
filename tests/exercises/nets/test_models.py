"""Nets: found however they are written, right in every style, and told from known mistakes."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from grader.cases.own_calls import own_calls
from grader.exercises.arrays.observing import observe
from grader.model.evidence import EntryHow
from grader.model.finding import Verdict
from grader.model.static import Requirement
from grader.sandbox.checks import runs_to_its_end
from grader.wording import load_wording
from tests.cases.course import SEED
from tests.exercises.arrays.course import failed, judge
from tests.exercises.nets.programs import HEAD, LAYERS, STEP, example_id, examples, exercises, watch
from tests.fakes.program import FakeProgram, facts_of
from tests.late_torch import needs_torch
from tests.wording.worded import assert_worded

pytestmark = needs_torch


@pytest.mark.parametrize("path", examples("convnet", "right"), ids=example_id)
def test_nets_are_right_in_every_style(path: Path) -> None:
    """Whatever the way of writing, the order of the layers, and the precision."""
    evidence = watch(path.read_text(), names=("model", "net"))
    assert failed(evidence, exercises()["net_cpu"][0]) == set()
    assert len(evidence.comparisons) == 2 + 2


def test_a_net_without_a_class_is_found() -> None:
    """A variable of any name will do, if it is right."""
    evidence = watch(f"{HEAD}nettowaaku = nn.Sequential({LAYERS})", names=("nettowaaku", "torch"))
    assert evidence.entry is not None
    assert evidence.entry.target.name == "nettowaaku"
    assert evidence.entry.how is EntryHow.PROBE


def test_a_class_of_an_unknown_name_is_found() -> None:
    """It is the net even if it is wrong."""
    source = f"""{HEAD}
class Kadai(nn.Module):
    def __init__(self):
        super().__init__()
        self.all = nn.Sequential({LAYERS})
    def forward(self, x):
        return self.all(x) + 1
"""
    evidence = watch(source)
    assert evidence.entry is not None
    assert evidence.entry.target.name == "Kadai"
    assert failed(evidence, exercises()["net_cpu"][0]) == {"COR001"}


def test_the_entry_goes_before_everything_else() -> None:
    """A right model beside a wrong one of the right name does not count."""
    source = f"""{HEAD}
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.all = nn.Sequential({LAYERS})
    def forward(self, x):
        return torch.softmax(self.all(x), dim=1)
model = nn.Sequential({LAYERS})
"""
    evidence = watch(source, names=("Net", "model"))
    found = judge(evidence, exercises()["net_cpu"][0])
    assert found["COR002"].params["lookalike"] == "softmax"


def test_a_class_that_wants_arguments_gives_way_to_its_object() -> None:
    """Nobody can guess what to make it with, but the program has made one."""
    source = f"""{HEAD}
class Net(nn.Module):
    def __init__(self, hidden):
        super().__init__()
        self.all = nn.Sequential(nn.Conv2d(1, 1, 3, padding=1), nn.ReLU(), nn.Flatten(),
                                 nn.Linear(hidden, 2))
    def forward(self, x):
        return self.all(x)
model = Net(16)
"""
    evidence = watch(source, names=("Net", "model"))
    assert evidence.entry is not None
    assert evidence.entry.target.name == "model"
    assert failed(evidence, exercises()["net_cpu"][0]) == set()


MISFITS = {
    "nn.Conv2d(1, 1, 3), nn.ReLU(), nn.Flatten(), nn.Linear(4, 2)": "`3.weight` is 2×4, not 2×16",
    "nn.Conv2d(1, 1, 3, padding=1), nn.ReLU(), nn.Flatten(), nn.Linear(16, 10)": "10×16",
    "nn.Conv2d(1, 1, 5, padding=2), nn.ReLU(), nn.Flatten(), nn.Linear(16, 2)": "1×1×5×5",
    "nn.Conv2d(1, 4, 3, padding=1), nn.ReLU(), nn.Flatten(), nn.Linear(64, 2)": "4×1×3×3",
}


@pytest.mark.parametrize("layers", MISFITS)
def test_other_shapes_are_compared(layers: str) -> None:
    """The sentence says which parameter has which shape."""
    exercise, _ = exercises()["net_cpu"]
    evidence = watch(f"{HEAD}model = nn.Sequential({layers})", names=("model",))
    finding = judge(evidence, exercise)["COR003"]
    assert (finding.verdict, finding.case) == (Verdict.FAILED, "parameters")
    for lang in ("ja", "en"):
        assert load_wording(lang).exactly(finding).message
    assert MISFITS[layers] in load_wording("en").exactly(finding).message


ADDED = ["nn.BatchNorm2d(1)", "nn.BatchNorm2d(1, affine=True), nn.ReLU()", "nn.Conv2d(1, 1, 1)"]


@pytest.mark.parametrize("layer", ADDED)
def test_a_layer_more_shows_by_its_parameters(layer: str) -> None:
    """BatchNorm that nobody trained would change nothing but the fifth digit."""
    layers = LAYERS.replace("nn.ReLU()", f"{layer}, nn.ReLU()", 1)
    evidence = watch(f"{HEAD}model = nn.Sequential({layers})", names=("model",))
    assert "COR003" in failed(evidence, exercises()["net_cpu"][0])


SPARE = ["nn.Linear(10, 10)", "nn.BatchNorm2d(1)", "nn.Conv2d(1, 1, 3, padding=1)"]


@pytest.mark.parametrize("spare", SPARE)
def test_extra_layers_that_are_not_used_are_no_mistake(spare: str) -> None:
    """What counts is what it computes."""
    source = f"""{HEAD}
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.spare = {spare}
        self.all = nn.Sequential({LAYERS})
    def forward(self, x):
        return self.all(x)
"""
    assert failed(watch(source), exercises()["net_cpu"][0]) == set()


@pytest.mark.parametrize(
    ("source", "requirement", "verdict"),
    [
        ("x = 1", Requirement.MISSING, Verdict.FAILED),
        ("def main(n): pass", Requirement.MET, Verdict.UNDECIDED),
    ],
)
def test_a_net_that_nobody_can_call_is_left_to_a_person(
    source: str, requirement: Requirement, verdict: Verdict
) -> None:
    """Inside a function there may be a right one."""
    exercise, reference = exercises()["net_cpu"]
    facts = replace(facts_of(source), requirement=requirement)
    evidence = observe(facts, exercise, reference, FakeProgram(source), SEED)
    finding = judge(evidence, exercise)["RUN002"]
    assert finding.verdict is verdict
    for lang in ("ja", "en"):
        assert load_wording(lang).exactly(finding).hint


LAYER_BY_LAYER = f"""{HEAD}
conv, relu, flat, fc = {LAYERS}
print(fc(flat(relu(conv(torch.zeros(1, 1, 4, 4))))).shape)
"""


def test_layers_in_a_plain_script_are_left_to_a_person() -> None:
    """No single layer is taken for the net, whatever its name."""
    names = ("conv", "fc", "flat", "nn", "relu", "torch")
    evidence = watch(LAYER_BY_LAYER, names=names)
    found = judge(evidence, exercises()["net_cpu"][0])
    assert found["RUN002"].verdict is Verdict.UNDECIDED
    assert not failed(evidence, exercises()["net_cpu"][0])


SAID = {
    "net_cpu": [
        f"model = nn.Sequential({LAYERS}, nn.Sigmoid())",
        f"model = nn.Sequential({LAYERS}, nn.LayerNorm(2), nn.Softplus())",
        f"model = nn.Sequential({LAYERS}, nn.Flatten(0))",
        "class Net(nn.Module):\n    def forward(self, x):\n        return None",
        "class Net(nn.Module):\n    def forward(self, x):\n        return x.sum((1, 2, 3)) / 0, 1",
        "class Net(nn.Module):\n    def forward(self, x):\n        return x[:, 0, :2, 0] / 0",
    ],
    "train_step": [
        STEP.format(signature="model, x, y, lr", model="model", x="x", y="1 - y", rate="lr"),
        STEP.format(signature="model, x, y, lr", model="model", x="x", y="y", rate="lr * 1.7"),
        STEP.format(signature="model, x, y, lr", model="model", x="x / 0", y="y", rate="lr"),
    ],
    "predict": ["def predict(model, x):\n    x *= 2\n    return model(x / 2)"],
}


@pytest.mark.parametrize(
    ("asked", "source"), [(asked, source) for asked, listed in SAID.items() for source in listed]
)
def test_every_finding_has_its_sentence(asked: str, source: str) -> None:
    """No sentence is missing in either language, and no placeholder is left without a value."""
    found = judge(watch(HEAD + source, asked, names=("model",)), exercises()[asked][0])
    assert any(one.verdict is Verdict.FAILED for one in found.values())
    for lang in ("ja", "en"):
        wording = load_wording(lang)
        for finding in found.values():
            said = wording.exactly(finding)
            assert said.message
            assert "{" not in said.message + said.hint


def test_a_model_that_raises_is_told_of_layers() -> None:
    """There are no `a` and `b` to print, and no function was called."""
    exercise, _ = exercises()["net_cpu"]
    wrong = LAYERS.replace("16", "17")
    evidence = watch(f"{HEAD}Net = nn.Sequential({wrong})", names=("Net",))
    own = own_calls(exercise)
    assert own is not None
    found = {one.check: one for one in runs_to_its_end(evidence, exercise)}
    raised = own.answered(found["RUN003"], evidence, exercise)
    assert_worded(raised)
    assert (raised.verdict, raised.case) == (Verdict.FAILED, "net-shapes")
    said = load_wording("en").exactly(raised).message
    assert "a batch of" in said
    assert "the model raises" in said
