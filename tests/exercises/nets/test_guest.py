"""Nets inside a child: numbers set whatever the order, gradients kept, facts told."""

from typing import Any

import pytest

from tests import late_torch as torch
from tests.guests import guest_module
from tests.late_torch import needs_torch

nets = guest_module("nets")

pytestmark = needs_torch

LAYERS = ["Conv2d(1, 1, 3, padding=1)", "ReLU()", "Flatten()", "Linear(16, 2)"]
SHAPES = [(1, 1, 3, 3), (1,), (2, 16), (2,)]


@pytest.fixture(autouse=True)
def taken() -> None:
    """Takes PyTorch's functions as a child does before it has a program."""
    torch.set_num_threads(1)  # the nets are tiny: threads would only wait for each other
    nets.take()


def numbers(shapes: list[tuple[int, ...]] = SHAPES) -> list[Any]:
    """Parameters that are all different."""
    torch.manual_seed(1)
    return [torch.rand(shape) for shape in shapes]


def head(calls: str, target: str = "it", **more: Any) -> dict[str, Any]:
    """What the host asks for."""
    request = {
        "call": calls,
        "net": LAYERS,
        "loss": "CrossEntropyLoss",
        "roles": [],
        "times": 1,
        "profiled": False,
    }
    return {"device": "cpu", "target": target, "request": {**request, **more}}


def sequential() -> Any:
    """The net that is asked for."""
    nn = torch.nn
    return nn.Sequential(nn.Conv2d(1, 1, 3, padding=1), nn.ReLU(), nn.Flatten(), nn.Linear(16, 2))


def test_parameters_are_set_by_shape_and_order() -> None:
    """Layers may be registered in any order."""

    class Odd(torch.nn.Module):  # type: ignore[misc]  # torch is Any here
        def __init__(self) -> None:
            super().__init__()
            self.second = torch.nn.Linear(3, 3)
            self.first = torch.nn.Linear(3, 3)

        def forward(self, x: Any) -> Any:
            return self.second(self.first(x))

    parameters = numbers([(3, 3), (3,), (3, 3), (3,)])
    x = torch.rand(2, 3)
    answer = nets.NetCall({"it": Odd}, head("model"))([x, *parameters])
    wanted = (x @ parameters[0].T + parameters[1]) @ parameters[2].T + parameters[3]
    assert torch.allclose(answer, wanted)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_a_model_is_given_its_own_type(dtype: str) -> None:
    """Double precision is as right as single."""
    wanted = getattr(torch, dtype)
    model = sequential().to(wanted)
    answer = nets.NetCall({"it": model}, head("model"))([torch.rand(2, 1, 4, 4), *numbers()])
    assert answer.dtype == wanted


def test_filters_that_nobody_asked_for_show() -> None:
    """A larger parameter is not filled with zeros."""
    larger = torch.nn.Linear(5, 2)
    nets.set_parameters(larger, list(larger.named_parameters()), numbers([(2, 3), (2,)]))
    assert (larger.weight[:, 3:] == nets.FILLED).all()
    assert torch.equal(larger.weight[:, :3], numbers([(2, 3), (2,)])[0])


@pytest.mark.parametrize("target", [3, list, "text", lambda: 3])
def test_what_makes_no_model_says_so(target: Any) -> None:
    """The host takes a TypeError without a line of the student's for something else."""
    with pytest.raises(TypeError):
        nets.NetCall({"it": target}, head("model"))([torch.rand(1, 1, 4, 4), *numbers()])


def test_layers_and_shapes_are_told() -> None:
    """In the order of the calls."""
    call = nets.NetCall({"it": sequential}, head("model"))
    call([torch.rand(3, 1, 4, 4), *numbers()])
    layers = [(entry["kind"], entry["shape"]) for entry in call.told["layers"]]
    assert layers == [
        ("Conv2d", [3, 1, 4, 4]),
        ("ReLU", [3, 1, 4, 4]),
        ("Flatten", [3, 16]),
        ("Linear", [3, 2]),
    ]
    assert [entry["shape"] for entry in call.told["parameters"]] == [
        list(shape) for shape in SHAPES
    ]
    assert call.told["said"]["eval mode"] is True


def test_only_so_many_layers_are_told() -> None:
    """A net of a thousand layers is no way to fill the host's memory."""
    deep = torch.nn.Sequential(*(torch.nn.ReLU() for _ in range(1000)))
    watch = nets.Watch(deep)
    deep(torch.rand(1))
    assert len(watch.facts()["layers"]) == nets.MAX_PARTS


def step(model: Any, x: Any, y: Any, lr: float) -> None:
    """A training step, right as it is."""
    model.train()
    optimizer = torch.optim.SGD(model.parameters(), lr=lr)
    loss = torch.nn.functional.cross_entropy(model(x), y)
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()


def by_hand(model: Any, x: Any, y: Any, lr: float) -> None:
    """The same without a backward pass of its own."""
    loss = torch.nn.functional.cross_entropy(model(x), y)
    gradients = torch.autograd.grad(loss, list(model.parameters()))
    with torch.no_grad():
        for parameter, gradient in zip(model.parameters(), gradients, strict=True):
            parameter.sub_(lr * gradient)


ROLES = [["model", "model"], ["x", "x"], ["y", "y"], ["lr", "lr"]]


def trained(function: Any) -> tuple[Any, dict[str, Any]]:
    """What two steps of a function come to."""
    batch = [torch.rand(4, 1, 4, 4), torch.tensor([0.0, 1.0, 1.0, 0.0]), torch.tensor([0.05])]
    call = nets.NetCall({"it": function}, head("step", roles=ROLES))
    torch.manual_seed(2)
    return call([*batch, *numbers()]), call.told


def test_gradients_are_those_of_each_step() -> None:
    """Even if they are set to zero afterwards, or never kept in the parameters."""
    torch.manual_seed(0)
    by_step, facts = trained(step)
    torch.manual_seed(0)
    by_autograd, _ = trained(by_hand)
    assert by_step.shape == (4, 9 + 1 + 32 + 2)
    assert torch.allclose(by_step, by_autograd, atol=1e-4)
    assert facts["said"] == {
        "train mode": True,
        "eval mode": False,
        "output requires grad": True,
        "weights changed": True,
    }


def test_whoever_trains_in_inference_changes_what_was_given() -> None:
    """So that the host sees it."""

    def predict(model: Any, x: Any) -> Any:
        with torch.no_grad():
            model[3].bias += 1
        return model(x)

    parameters = numbers()
    before = parameters[3].clone()
    call = nets.NetCall({"it": predict}, head("inference", roles=ROLES[:2]))
    call([torch.rand(1, 1, 4, 4), *parameters])
    assert torch.allclose(parameters[3], before + 1)
    assert call.told["said"]["weights changed"] is True
