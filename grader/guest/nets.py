"""Calls with a neural network: the exercise's own net, or the student's with the host's numbers.

PyTorch's classes and functions are taken before a student's program is loaded, as in arrays.py.
"""

import ast
import sys
from collections.abc import Callable
from typing import Any

from . import net_weights
from .net_facts import Watch
from .net_profile import profiled

STEPS = 2  # of training in one call, with as many parts of the inputs


class _Taken:
    """What was taken of PyTorch; None without it."""

    nn: dict[str, Any] | None = None
    torch: dict[str, Any]


def take() -> None:
    """Takes what is needed later, if PyTorch has been imported by now."""
    torch = sys.modules.get("torch")
    if torch is None or _Taken.nn is not None:
        return
    _Taken.nn = dict(vars(torch.nn))
    names = ("no_grad", "stack", "cat", "float32", "int64", "zeros_like")
    _Taken.torch = {name: getattr(torch, name) for name in names} | {"SGD": torch.optim.SGD}
    _Taken.torch["profile"] = torch.profiler.profile
    _Taken.torch["loader"] = _loader_of(torch.utils.data)


class NetCall:
    """One way to call a net, and what the last call showed of it."""

    def __init__(self, space: dict[str, Any], head: dict[str, Any]) -> None:
        """Finds the target; raises KeyError where it is not there."""
        if _Taken.nn is None:
            raise ImportError("PyTorch is not there to make a net with")
        self._nn = _Taken.nn
        self._head = head
        self._found = _look_up(space, head["target"])
        self.facts: dict[str, Any] = {}

    def __call__(self, given: list[Any]) -> Any:
        """Calls it with tensors of this call's own."""
        kinds: dict[str, Callable[[list[Any]], Any]] = {
            "model": self._own_model,
            "step": self._steps,
            "inference": self._inference,
        }
        call = kinds[self._head["net_call"]]
        if not self._head["profiled"]:
            return call(given)
        result, served = profiled(_Taken.torch["profile"], lambda: call(given))
        self.facts["served"] = served
        return result

    def _own_model(self, given: list[Any]) -> Any:
        """Makes the student's model, sets its parameters and asks it once, as for inference."""
        x, *numbers = given
        model = self._module(self._found)
        if self._head["device"] != "cpu":
            model.to(self._head["device"])
        model.eval()
        x = x.to(net_weights.kind_of(model, _Taken.torch["float32"]))
        watch = Watch(model)
        with _Taken.torch["no_grad"]():
            try:
                model(x)  # lazy layers get their shapes, and the order of the calls shows
            finally:
                self.facts = watch.facts()
            net_weights.set_all(model, watch.in_order(), numbers)
            return model(x)

    def _module(self, found: Any) -> Any:
        module = self._nn["Module"]
        if isinstance(found, module):
            if type(found).__module__.startswith("torch.nn.") and not any(found.children()):
                raise TypeError(f"it is one layer, {type(found).__name__}, and no net")
            return found
        if not callable(found):
            raise TypeError(f"it is no model, but of type {type(found).__name__}")
        made = found()
        if not isinstance(made, module):
            raise TypeError(f"it makes no model, but something of type {type(made).__name__}")
        return made

    def _ours(self, numbers: list[Any]) -> Any:
        """Makes the exercise's net with these parameters, trained by nobody yet."""
        net = self._nn["Sequential"](*(_layer(self._nn, text) for text in self._head["net"]))
        net = net.to(self._head["device"])
        net_weights.set_all(net, list(net.named_parameters()), numbers)
        return net

    def _inference(self, given: list[Any]) -> Any:
        x, *numbers = given
        model = self._ours(numbers)
        model.train()
        before = net_weights.copies(model)
        watch = Watch(model)
        things = {"model": model, "x": x, "device": self._head["device"]}
        self._again(things)
        result = self._found(**_chosen(self._head["roles"], things))
        self.facts = watch.facts()
        changed = net_weights.changed(before, model)
        net_weights.give_back(model, numbers)  # whoever changes weights has changed what was given
        said = self.facts["said"]
        said |= {"weights changed": changed, "result requires grad": _wants_gradient(result)}
        return result

    def _steps(self, given: list[Any]) -> Any:
        """Has the net trained twice, and gives gradients and weights after each, row by row."""
        x, y, rate, *numbers = given
        model = self._ours(numbers)
        model.eval()  # a function that trains says so itself
        things = self._things(model, float(rate.reshape(-1)[0]))
        rows: list[Any] = []
        watch = Watch(model)
        gradients = net_weights.Gradients(model)
        whole, half = len(x), len(x) // STEPS
        before = net_weights.copies(model)
        for at in range(0, whole, half):
            things |= {"x": x[at : at + half], "y": self._targets(y[at : at + half])}
            things["batch"] = (things["x"], things["y"])
            things["loader"] = _Taken.torch["loader"](things["x"], things["y"])
            self._again(things)
            old = net_weights.copies(model)
            returned = self._found(**_chosen(self._head["roles"], things))
            trained = returned if isinstance(returned, self._nn["Module"]) else model
            rows.append(gradients.flat(trained, old, things["lr"]))
            rows.append(net_weights.flat(net_weights.copies(trained)))
        self.facts = watch.facts()
        self.facts["said"]["weights changed"] = net_weights.changed(before, trained)
        return _Taken.torch["stack"](rows)

    def _again(self, things: dict[str, Any]) -> None:
        """Repeats a step, where only the time counts."""
        for _ in range(self._head["times"] - 1):
            self._found(**_chosen(self._head["roles"], things))

    def _things(self, model: Any, rate: float) -> dict[str, Any]:
        """Makes what a training function may ask for besides the data."""
        return {
            "model": model,
            "lr": rate,
            "loss": self._nn[self._head["loss"]](),
            "optimizer": _Taken.torch["SGD"](model.parameters(), lr=rate),
            "device": self._head["device"],
            "epochs": 1,
        }

    def _targets(self, y: Any) -> Any:
        classes = self._head["loss"] in {"CrossEntropyLoss", "NLLLoss"}
        return y.to(_Taken.torch["int64"]) if classes else y


def _loader_of(data: Any) -> Callable[[Any, Any], Any]:
    """Gives what makes a loader of one batch."""
    loader, dataset = data.DataLoader, data.TensorDataset
    return lambda x, y: loader(dataset(x, y), batch_size=len(x))


def _look_up(space: dict[str, Any], target: str) -> Any:
    name, _, method = target.partition(".")
    found: Any = space[name] if target else _infer
    return getattr(found(), method) if method else found


def _infer(model: Any, x: Any) -> Any:
    """Asks a net as inference should, for times to compare with."""
    model.eval()
    with _Taken.torch["no_grad"]():
        return model(x)


def _chosen(roles: list[list[str]], things: dict[str, Any]) -> dict[str, Any]:
    """Gives each parameter of the function what it stands for."""
    return {name: things[role] for name, role in roles}


def _wants_gradient(result: Any) -> bool:
    return getattr(result, "requires_grad", False) is True


def _layer(nn: dict[str, Any], text: str) -> Any:
    """Makes one layer from its text, "Linear(16, 2)": a class of torch.nn and plain numbers."""
    call = ast.parse(text, mode="eval").body
    if isinstance(call, ast.Name):
        return nn[call.id]()
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
        raise TypeError(f"no layer: {text}")
    values = [ast.literal_eval(one) for one in call.args]
    named = {one.arg: ast.literal_eval(one.value) for one in call.keywords if one.arg}
    return nn[call.func.id](*values, **named)
