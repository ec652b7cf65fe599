"""Training steps and inference: their parameters, their styles, and what changes weights."""

from pathlib import Path

import pytest

from grader.model.finding import Verdict
from tests.exercises.arrays.course import failed, judge
from tests.exercises.nets.programs import HEAD, STEP, example_id, examples, exercises, watch
from tests.late_torch import needs_torch

pytestmark = needs_torch


@pytest.mark.parametrize("path", examples("training", "right"), ids=example_id)
def test_steps_are_right_in_every_style(path: Path) -> None:
    """With an optimizer or by hand, with gradients set to zero before or after."""
    evidence = watch(path.read_text(), "train_step")
    assert failed(evidence, exercises()["train_step"][0]) == set()
    assert len(evidence.comparisons) == 2 + 2


SIGNATURES = {
    "model, x, y, lr": ("model", "x", "y", "lr"),
    "model, x, y, lr, epochs=1": ("model", "x", "y", "lr"),
    "net, images, labels, learning_rate=0.5": ("net", "images", "labels", "learning_rate"),
    "x, y, model, lr": ("model", "x", "y", "lr"),
    "a, b, c, d": ("a", "b", "c", "d"),
    "model, batch, lr": ("model", "batch[0]", "batch[1]", "lr"),
    "model, x, t, device, lr": ("model", "x", "t", "lr"),
    "モデル, 画像, ラベル, 学習率=0.01": ("モデル", "画像", "ラベル", "学習率"),
    "画像, ラベル, モデル, 学習率": ("モデル", "画像", "ラベル", "学習率"),
    "moderu, gazou, raberu, ritsu=0.1": ("moderu", "gazou", "raberu", "ritsu"),
}


@pytest.mark.parametrize("signature", SIGNATURES)
def test_parameters_are_given_what_they_mean(signature: str) -> None:
    """By their names, or else in the handout's order."""
    model, x, y, rate = SIGNATURES[signature]
    source = HEAD + STEP.format(signature=signature, model=model, x=x, y=y, rate=rate)
    evidence = watch(source, "train_step")
    assert failed(evidence, exercises()["train_step"][0]) == set()
    assert evidence.entry is not None


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


@pytest.mark.parametrize("signature", ["a, b, c, d, e, f, g", "a, b, c", "a, b, c, optimizer=None"])
def test_a_step_wants_what_nobody_can_guess(signature: str) -> None:
    """Then no value is called wrong."""
    source = HEAD + f"def train_step({signature}): pass"
    evidence = watch(source, "train_step")
    assert failed(evidence, exercises()["train_step"][0]) <= {"RUN002"}
    assert evidence.entry is None


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


PLAIN = (
    HEAD
    + """
def train_step(model, x, y, lr):
    model.train()
    optimizer = torch.optim.SGD(model.parameters(), lr=lr)
    for _ in range(1):
        optimizer.zero_grad()
        loss = nn.CrossEntropyLoss()(model(x), y)
        loss.backward()
        optimizer.step()


def predict(model, x):
    model.eval()
    with torch.no_grad():
        return model(x)
"""
)
SLIPS = {
    "two-steps": ("range(1)", "range(2)"),
    "weight-decay-0.01": ("lr=lr)", "lr=lr, weight_decay=0.01)"),
    "weight-decay-0.1": ("lr=lr)", "lr=lr, weight_decay=0.1)"),
    "gradients-doubled": ("loss.backward()", "[loss.backward(retain_graph=True) for _ in (1, 2)]"),
    "not-updated-no-zero-grad": ("model.parameters()", "[torch.zeros(1, requires_grad=True)]"),
    "loss-averaged-twice": ("(model(x), y)", "(model(x), y) / len(x)"),
}


@pytest.mark.parametrize("name", SLIPS)
def test_a_slip_of_training_is_told_by_name(name: str) -> None:
    """Of what changed, as a step need not return anything."""
    evidence = watch(PLAIN.replace(*SLIPS[name]), "train_step")
    finding = judge(evidence, exercises()["train_step"][0])["COR002"]
    assert (finding.verdict, finding.case) == (Verdict.FAILED, "step")
    assert finding.params["lookalike"] == name


STEPPED = "        optimizer.step()\n"
NOTES = {
    ("train_step", "", ""): "",
    ("train_step", "    model.train()\n", ""): "no-train-mode",
    ("train_step", STEPPED, f"{STEPPED}    model.eval()(x)\n"): "",
    ("predict", "", ""): "",
    ("predict", "    model.eval()\n", ""): "no-eval-mode",
    ("predict", "torch.no_grad()", "torch.enable_grad()"): "with-gradients",
}


@pytest.mark.parametrize(("asked", "old", "new"), NOTES)
def test_what_numbers_do_not_show_is_a_note(asked: str, old: str, new: str) -> None:
    """The values are right, so it passes; a step may look at its loss again."""
    finding = judge(watch(PLAIN.replace(old, new), asked), exercises()[asked][0])["COR001"]
    assert (finding.verdict, finding.case) == (Verdict.PASSED, NOTES[asked, old, new])


RETURNED = {
    "        model(x)": ("RUN008", "net-none"),
    "        return [model(x), x]": ("RUN008", "inference"),
    "        return model(x) + 1": ("COR001", "inference"),
    "        return model(x).argmax(dim=1)": ("COR003", "inference"),
}


@pytest.mark.parametrize("line", RETURNED)
def test_inference_is_not_told_of_layers(line: str) -> None:
    """Its net is the grader's: no advice on a forward that nobody wrote."""
    source = PLAIN.replace("        return model(x)", line)
    findings = judge(watch(source, "predict"), exercises()["predict"][0])
    check, case = RETURNED[line]
    assert (findings[check].verdict, findings[check].case) == (Verdict.FAILED, case)


SUMMED = {
    "functional.cross_entropy(z, y, reduction='sum')": "loss-summed",
    "-functional.log_softmax(z, 1)[torch.arange(len(y)), y].sum()": "loss-summed",
    "-(hot * functional.log_softmax(z, 1)).mean()": "loss-averaged-twice-over-classes",
    "functional.mse_loss(z, hot, reduction='sum')": "squares-of-logits-summed",
    "functional.mse_loss(z.softmax(1), hot, reduction='sum')": "squares-of-probabilities-summed",
}


@pytest.mark.parametrize("loss", SUMMED)
def test_a_loss_that_is_summed_is_named(loss: str) -> None:
    """Of the cross entropy, and of what stands in its place."""
    source = HEAD + (
        "from torch.nn import functional\ndef train_step(model, x, y, lr):\n"
        "    optimizer = torch.optim.SGD(model.parameters(), lr=lr)\n"
        "    optimizer.zero_grad()\n    z = model(x)\n"
        f"    hot = functional.one_hot(y, z.shape[1]).float()\n    loss = {loss}\n"
        "    loss.backward()\n    optimizer.step()\n"
    )
    found = judge(watch(source, "train_step"), exercises()["train_step"][0])
    assert found["COR002"].params["lookalike"] == SUMMED[loss]
