"""Nets: found however they are written, right in every style, and told from known mistakes."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from grader.correctness import observe
from grader.course import load_assignment, load_course, load_references
from grader.model.course import Exercise
from grader.model.evidence import EntryHow, ExerciseEvidence
from grader.model.finding import Verdict
from grader.model.reference import Reference
from grader.model.static import Requirement
from grader.wording import load_wording
from tests.correctness.course import ROOT, SEED, failed, judge
from tests.fakes.program import FakeProgram, facts_of

torch = pytest.importorskip("torch", reason="PyTorch is not installed here")
torch.set_num_threads(1)  # the nets are tiny: threads would only wait for each other


@cache
def exercises() -> dict[str, tuple[Exercise, Reference]]:
    """The exercises with nets of this course, with few cases."""
    found: dict[str, tuple[Exercise, Reference]] = {}
    for name in ("convnet", "training"):
        assignment = load_assignment(load_course(ROOT), name)
        references = load_references(load_course(ROOT), assignment)
        found |= {
            one.id: (replace(one, cases=one.cases[1:3]), references[one.id])
            for one in assignment.exercises
        }
    return found


def watch(source: str, asked: str = "net_cpu", *, names: tuple[str, ...] = ()) -> ExerciseEvidence:
    """Observes a program; `names` are what its statements bind besides functions and classes."""
    exercise, reference = exercises()[asked]
    facts = replace(facts_of(source), names=names)
    return observe(facts, exercise, reference, FakeProgram(source), SEED)


def examples(assignment: str, prefix: str) -> list[Path]:
    """The examples whose names begin so."""
    folder = ROOT / "assignments" / assignment / "examples"
    return sorted(path for path in folder.glob(f"{prefix}*/{assignment}.py"))


def _id(path: Path) -> str:
    return path.parent.name


HEAD = "import torch\nfrom torch import nn\n"
LAYERS = "nn.Conv2d(1, 1, 3, padding=1), nn.ReLU(), nn.Flatten(), nn.Linear(16, 2)"


@pytest.mark.parametrize("path", examples("convnet", "right"), ids=_id)
def test_nets_are_right_in_every_style(path: Path) -> None:
    """Whatever the way of writing, the order of the layers, and the precision."""
    evidence = watch(path.read_text(), names=("model", "net"))
    assert failed(evidence, exercises()["net_cpu"][0]) == set()
    assert len(evidence.comparisons) == 2


@pytest.mark.parametrize("path", examples("training", "right"), ids=_id)
def test_steps_are_right_in_every_style(path: Path) -> None:
    """With an optimizer or by hand, with gradients set to zero before or after."""
    evidence = watch(path.read_text(), "train_step")
    assert failed(evidence, exercises()["train_step"][0]) == set()
    assert len(evidence.comparisons) == 2


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


def test_extra_layers_that_are_not_used_are_no_mistake() -> None:
    """What counts is what it computes."""
    source = f"""{HEAD}
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.all = nn.Sequential({LAYERS})
        self.spare = nn.Linear(10, 10)
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


STEP = """
def train_step({signature}):
    optimizer = torch.optim.SGD({model}.parameters(), lr={rate})
    optimizer.zero_grad()
    loss = nn.CrossEntropyLoss()({model}({x}), {y})
    loss.backward()
    optimizer.step()
"""
SIGNATURES = {
    "model, x, y, lr": ("model", "x", "y", "lr"),
    "model, x, y, lr, epochs=1": ("model", "x", "y", "lr"),
    "net, images, labels, learning_rate=0.5": ("net", "images", "labels", "learning_rate"),
    "x, y, model, lr": ("model", "x", "y", "lr"),
    "a, b, c, d": ("a", "b", "c", "d"),
    "model, batch, lr": ("model", "batch[0]", "batch[1]", "lr"),
    "model, x, t, device, lr": ("model", "x", "t", "lr"),
}


@pytest.mark.parametrize("signature", SIGNATURES)
def test_parameters_are_given_what_they_mean(signature: str) -> None:
    """By their names, or else in the handout's order."""
    model, x, y, rate = SIGNATURES[signature]
    source = HEAD + STEP.format(signature=signature, model=model, x=x, y=y, rate=rate)
    assert failed(watch(source, "train_step"), exercises()["train_step"][0]) == set()


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


LOADERS = {
    "tutorial": """
def train(dataloader, model, loss_fn, optimizer):
    size = len(dataloader.dataset)
    model.train()
    for batch, (X, y) in enumerate(dataloader):
        pred = model(X)
        loss = loss_fn(pred, y)
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        print(loss.item(), size)
""",
    "device": """
def train_one_epoch(model, train_loader, criterion, optimizer, device):
    for images, labels in train_loader:
        images, labels = images.to(device), labels.to(device)
        optimizer.zero_grad()
        criterion(model(images), labels).backward()
        optimizer.step()
""",
}


@pytest.mark.parametrize("name", LOADERS)
def test_a_loader_of_one_batch_will_do(name: str) -> None:
    """Tutorials write a whole epoch."""
    evidence = watch(HEAD + LOADERS[name], "train_step")
    assert failed(evidence, exercises()["train_step"][0]) == set()
    assert evidence.entry is not None


def test_a_step_on_variables_outside_is_left_to_a_person() -> None:
    """Its model cannot be set."""
    source = HEAD + "def train_step(x, y):\n    optimizer.step()"
    finding = judge(watch(source, "train_step"), exercises()["train_step"][0])["RUN002"]
    assert finding.verdict is Verdict.UNDECIDED


def test_a_step_wants_what_nobody_can_guess() -> None:
    """Then no value is called wrong."""
    source = HEAD + "def train_step(a, b, c, d, e, f, g): pass"
    assert failed(watch(source, "train_step"), exercises()["train_step"][0]) <= {"RUN002"}


def test_inference_that_trains_is_told() -> None:
    """The weights are among what the function was given."""
    source = f"""{HEAD}
def predict(model, x):
    out = model(x)
    with torch.no_grad():
        for one in model.parameters():
            one -= 0.1
    return out
"""
    assert failed(watch(source, "predict"), exercises()["predict"][0]) == {"COR004"}


def test_inference_with_gradients_is_right() -> None:
    """It costs time, and no points."""
    source = f"{HEAD}def predict(model, x):\n    return model(x)\n"
    assert failed(watch(source, "predict"), exercises()["predict"][0]) == set()


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
