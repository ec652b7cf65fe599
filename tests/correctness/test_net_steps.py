"""Training steps and inference: their parameters, their styles, and what changes weights."""

from pathlib import Path

import pytest

from grader.model.finding import Verdict
from tests.correctness.course import failed, judge
from tests.correctness.nets import HEAD, STEP, example_id, examples, exercises, watch

torch = pytest.importorskip("torch", reason="PyTorch is not installed here")
torch.set_num_threads(1)  # the nets are tiny: threads would only wait for each other


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
}


@pytest.mark.parametrize("signature", SIGNATURES)
def test_parameters_are_given_what_they_mean(signature: str) -> None:
    """By their names, or else in the handout's order."""
    model, x, y, rate = SIGNATURES[signature]
    source = HEAD + STEP.format(signature=signature, model=model, x=x, y=y, rate=rate)
    assert failed(watch(source, "train_step"), exercises()["train_step"][0]) == set()


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
