"""Calls of a neural network: the exercise's own net, or the student's with the host's parameters.

Each call records modules in call order, shapes, modes, gradients, and, from PyTorch's own profiler,
the kernels. PyTorch's classes and functions are taken before the student's program is loaded, as in
arrays.py.
"""

import ast
import contextlib
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from _grader_guest.naming import class_name, clip

from .nets_protocol import (
    MAX_KERNEL_NAME,
    MAX_NAME,
    MAX_PARTS,
    Calls,
    LayerRecord,
    NetRecord,
    NetRequest,
    OperationRecord,
    ParameterRecord,
)

if TYPE_CHECKING:
    from grader.guest.protocol import CallRequest

STEPS = 2  # training steps in one call; the inputs are split into as many parts
FILLED = 0.75  # for parameter elements without a number from the host
MOST_OPERATIONS = 32  # maximum number of operations, and of kernels of each
WORK = ("conv", "addmm", "addmv", "::mm", "::bmm", "gemm", "linear")  # in operations' names


class _PyTorch:
    """Functions of PyTorch; None if it is not imported."""

    nn: dict[str, Any] | None = None
    torch: dict[str, Any]


def take() -> None:
    """Keep the functions needed later, if PyTorch has been imported."""
    torch = sys.modules.get("torch")
    if torch is None or _PyTorch.nn is not None:
        return
    _PyTorch.nn = dict(vars(torch.nn))
    names = ("no_grad", "stack", "cat", "float32", "int64", "zeros_like")
    _PyTorch.torch = {name: getattr(torch, name) for name in names} | {"SGD": torch.optim.SGD}
    _PyTorch.torch["profile"] = torch.profiler.profile
    _PyTorch.torch["loader"] = _loader_of(torch.utils.data)


def calling(space: dict[str, Any], head: "CallRequest") -> "NetCall":
    """Return an object that calls the target; raise KeyError if it does not exist."""
    return NetCall(space, head)


class NetCall:
    """Calls a net, and records facts about the last call."""

    def __init__(self, space: dict[str, Any], head: "CallRequest") -> None:
        """Find the target; raise KeyError if it does not exist."""
        if _PyTorch.nn is None:
            raise ImportError("PyTorch is not there to make a net with")
        self._nn = _PyTorch.nn
        self._request: NetRequest = head["request"]
        self._device = head["device"]
        self._target = _look_up(space, head["target"])
        self.told: NetRecord | None = None

    def __call__(self, tensors: list[Any]) -> Any:
        """Call the target with tensors created for this call."""
        kinds: dict[Calls, Callable[[list[Any]], Any]] = {
            "model": self._own_model,
            "step": self._steps,
            "inference": self._inference,
        }
        call = kinds[self._request["call"]]
        if not self._request["profiled"]:
            return call(tensors)
        result, served = profiled(_PyTorch.torch["profile"], lambda: call(tensors))
        if self.told is not None:
            self.told["served"] = served
        return result

    def _own_model(self, tensors: list[Any]) -> Any:
        """Create the student's model, set its parameters and evaluate it once."""
        x, *numbers = tensors
        model = self._module(self._target)
        if self._device != "cpu":
            model.to(self._device)
        model.eval()
        x = x.to(_number_type(model, _PyTorch.torch["float32"]))
        watch = Watch(model)
        with _PyTorch.torch["no_grad"]():
            try:
                model(x)  # lazy layers get their shapes, and the call order is recorded
            finally:
                self.told = watch.facts()
            set_parameters(model, watch.in_order(), numbers)
            return model(x)

    def _module(self, target: Any) -> Any:
        module = self._nn["Module"]
        if isinstance(target, module):
            if type(target).__module__.startswith("torch.nn.") and not any(target.children()):
                raise TypeError(f"it is one layer, {type(target).__name__}, and no net")
            return target
        if not callable(target):
            raise TypeError(f"it is no model, but of type {type(target).__name__}")
        made = target()
        if not isinstance(made, module):
            raise TypeError(f"it makes no model, but something of type {type(made).__name__}")
        return made

    def _ours(self, numbers: list[Any]) -> Any:
        """Create the exercise's net with these parameters."""
        net = self._nn["Sequential"](*(_layer(self._nn, text) for text in self._request["net"]))
        net = net.to(self._device)
        set_parameters(net, list(net.named_parameters()), numbers)
        return net

    def _inference(self, tensors: list[Any]) -> Any:
        x, *numbers = tensors
        model = self._ours(numbers)
        model.train()
        before = _copied_parameters(model)
        watch = Watch(model)
        by_role = {"model": model, "x": x, "device": self._device}
        self._again(by_role)
        result = self._target(**_chosen(self._request["roles"], by_role))
        self.told = watch.facts()
        changed = _are_changed(before, model)
        _give_back(model, numbers)  # changed weights count as changed inputs
        self.told["said"] |= {
            "weights changed": changed,
            "result requires grad": getattr(result, "requires_grad", False) is True,
        }
        return result

    def _steps(self, tensors: list[Any]) -> Any:
        """Let the function train the net twice; return gradients and weights of each, as rows."""
        x, y, rate, *numbers = tensors
        model = self._ours(numbers)
        model.eval()  # a training function has to set the mode itself
        by_role = self._roles(model, float(rate.reshape(-1)[0]))
        rows: list[Any] = []
        watch = Watch(model)
        gradients = Gradients(model)
        count, half = len(x), len(x) // STEPS
        before = _copied_parameters(model)
        for at in range(0, count, half):
            by_role |= {"x": x[at : at + half], "y": self._labels(y[at : at + half])}
            by_role["batch"] = (by_role["x"], by_role["y"])
            by_role["loader"] = _PyTorch.torch["loader"](by_role["x"], by_role["y"])
            self._again(by_role)
            old = _copied_parameters(model)
            returned = self._target(**_chosen(self._request["roles"], by_role))
            trained = returned if isinstance(returned, self._nn["Module"]) else model
            rows.append(gradients.flat(trained, old, by_role["lr"]))
            rows.append(_flattened(_copied_parameters(trained)))
        self.told = watch.facts()
        self.told["said"]["weights changed"] = _are_changed(before, trained)
        return _PyTorch.torch["stack"](rows)

    def _again(self, by_role: dict[str, Any]) -> None:
        """Repeat a step for timing."""
        for _ in range(self._request["times"] - 1):
            self._target(**_chosen(self._request["roles"], by_role))

    def _roles(self, model: Any, rate: float) -> dict[str, Any]:
        """Return what a training function may take besides the data."""
        return {
            "model": model,
            "lr": rate,
            "loss": self._nn[self._request["loss"]](),
            "optimizer": _PyTorch.torch["SGD"](model.parameters(), lr=rate),
            "device": self._device,
            "epochs": 1,
        }

    def _labels(self, y: Any) -> Any:
        classes = self._request["loss"] in {"CrossEntropyLoss", "NLLLoss"}
        return y.to(_PyTorch.torch["int64"]) if classes else y


def _loader_of(data: Any) -> Callable[[Any, Any], Any]:
    """Return a function that creates a loader of one batch."""
    loader, dataset = data.DataLoader, data.TensorDataset
    return lambda x, y: loader(dataset(x, y), batch_size=len(x))


def _look_up(space: dict[str, Any], target: str) -> Any:
    name, _, method = target.partition(".")
    value: Any = space[name] if target else _infer
    return getattr(value(), method) if method else value


def _infer(model: Any, x: Any) -> Any:
    """Evaluate a net properly, for comparison of times."""
    model.eval()
    with _PyTorch.torch["no_grad"]():
        return model(x)


def _chosen(roles: list[tuple[str, str]], by_role: dict[str, Any]) -> dict[str, Any]:
    """Map the function's parameters to their arguments."""
    return {name: by_role[role] for name, role in roles}


def _layer(nn: dict[str, Any], text: str) -> Any:
    """Create one layer from its text, "Linear(16, 2)": a class of torch.nn and literals."""
    call = ast.parse(text, mode="eval").body
    if isinstance(call, ast.Name):
        return nn[call.id]()
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
        raise TypeError(f"no layer: {text}")
    values = [ast.literal_eval(argument) for argument in call.args]
    named = {
        argument.arg: ast.literal_eval(argument.value) for argument in call.keywords if argument.arg
    }
    return nn[call.func.id](*values, **named)


class Watch:
    """Observes a model's calls."""

    def __init__(self, model: Any) -> None:
        """Add a hook to every leaf module, and to the whole model."""
        self._model = model
        self._names = {id(module): name for name, module in model.named_modules()}
        self._layers: list[LayerRecord] = []
        self._order: list[Any] = []
        self._modes: dict[str, bool] = {}
        leaves = [leaf for leaf in model.modules() if not any(True for _ in leaf.children())]
        self._handles = [leaf.register_forward_hook(self._layer_called) for leaf in leaves]
        self._handles.append(model.register_forward_hook(self._net_called))

    def _layer_called(self, module: Any, inputs: Any, output: Any) -> None:
        del inputs
        if self._modes:
            return  # the whole net has been called once
        self._order.append(module)
        if len(self._layers) < MAX_PARTS:
            layer: LayerRecord = {
                "kind": clip(class_name(module), MAX_NAME),
                "name": clip(self._names.get(id(module), ""), MAX_NAME),
                "shape": _shape(output),
            }
            self._layers.append(layer)

    def _net_called(self, module: Any, inputs: Any, output: Any) -> None:
        del inputs
        modes = [part.training for part in module.modules()]
        wants = getattr(output, "requires_grad", False) is True
        now = {"train mode": all(modes), "eval mode": not any(modes)}
        # A step may evaluate its loss again later: a mode counts if it was ever set.
        self._modes |= {mode: is_so or self._modes.get(mode, False) for mode, is_so in now.items()}
        self._modes["output requires grad"] = wants

    def in_order(self) -> list[tuple[str, Any]]:
        """Return the parameters in the order of their modules' calls, others last."""
        names = {id(parameter): name for name, parameter in self._model.named_parameters()}
        called = [
            parameter for module in self._order for parameter in module.parameters(recurse=False)
        ]
        ordered = {id(parameter): parameter for parameter in (*called, *self._model.parameters())}
        return [(names.get(key, ""), parameter) for key, parameter in ordered.items()]

    def facts(self) -> NetRecord:
        """Stop observing, and return the facts."""
        for handle in self._handles:
            handle.remove()
        parameters: list[ParameterRecord] = [
            {"name": clip(name, MAX_NAME), "shape": _shape(parameter)}
            for name, parameter in list(self._model.named_parameters())[:MAX_PARTS]
        ]
        return {"layers": self._layers, "parameters": parameters, "said": self._modes}


def _shape(value: Any) -> list[int]:
    try:
        return [int(length) for length in value.shape][:8]
    except (AttributeError, TypeError, ValueError, RuntimeError):
        return []


def _number_type(model: Any, default: Any) -> Any:
    """Return the dtype of a model's parameters, so that a double model gets double inputs."""
    kinds = (
        parameter.dtype for parameter in model.parameters() if parameter.dtype.is_floating_point
    )
    return next(kinds, default)


def set_parameters(model: Any, ordered: list[tuple[str, Any]], numbers: list[Any]) -> None:
    """Set a model's parameters, matching equal shapes in the given order first.

    A parameter of another shape gets what fits. The rest is filled with a value other than 0, which
    would hide superfluous filters. It is not 1 either, with which an additional layer such as
    BatchNorm would have no effect. Layers that are never called are allowed.
    """
    left = list(numbers)
    unmatched = []
    for _, parameter in ordered:
        fitting = next(
            (candidate for candidate in left if candidate.shape == parameter.shape), None
        )
        if fitting is None:
            unmatched.append(parameter)
            continue
        left = [candidate for candidate in left if candidate is not fitting]
        parameter.data.copy_(fitting)
    for parameter in unmatched:
        fitting = next((candidate for candidate in left if candidate.ndim == parameter.ndim), None)
        if fitting is None:
            parameter.data.fill_(FILLED)
            continue
        left = [candidate for candidate in left if candidate is not fitting]
        _fit(parameter.data, fitting)
    model.zero_grad()


def _fit(parameter: Any, numbers: Any) -> None:
    sizes = zip(parameter.shape, numbers.shape, strict=True)
    part = tuple(slice(0, min(pair)) for pair in sizes)
    parameter.fill_(FILLED)
    parameter[part] = numbers[part]


def _copied_parameters(model: Any) -> dict[str, Any]:
    return {name: parameter.detach().clone() for name, parameter in model.named_parameters()}


def _are_changed(before: dict[str, Any], model: Any) -> bool:
    now = _copied_parameters(model)
    return now.keys() != before.keys() or any(
        now[name].shape != parameter.shape or bool((now[name] != parameter).any())
        for name, parameter in before.items()
    )


def _give_back(model: Any, numbers: list[Any]) -> None:
    """Write a net's parameters into the tensors from which they were set."""
    for tensor, parameter in zip(numbers, model.parameters(), strict=True):
        tensor.copy_(parameter.detach())


def _flattened(parameters: dict[str, Any]) -> Any:
    return _joined([parameter.reshape(-1) for parameter in parameters.values()])


def _joined(rows: list[Any]) -> Any:
    first, *others = rows
    total = first.new_zeros(sum(len(row) for row in rows))
    at = 0
    for row in (first, *others):
        total[at : at + len(row)] = row
        at += len(row)
    return total


class Gradients:
    """Gradients at the end of each backward pass, since some programs zero them later."""

    def __init__(self, model: Any) -> None:
        self._latest: dict[str, Any] = {}
        for name, parameter in model.named_parameters():
            parameter.register_post_accumulate_grad_hook(self._keeper(name))

    def _keeper(self, name: str) -> Any:
        def keep(parameter: Any) -> None:
            self._latest[name] = parameter.grad.detach().clone()

        return keep

    def flat(self, model: Any, old: dict[str, Any], rate: float) -> Any:
        """Return the gradients of the last step, flattened.

        Without a backward pass (torch.autograd.grad) they are derived from the change of the
        weights.
        """
        kept, self._latest = self._latest, {}
        rows = []
        for name, parameter in model.named_parameters():
            gradient = kept.get(name)
            if gradient is None:
                gradient = (old[name] - parameter.detach()) / rate
            rows.append(gradient.reshape(-1))
        return _joined(rows)


def profiled(profile: Any, work: Callable[[], Any]) -> tuple[Any, list[OperationRecord]]:
    """Do the work, and return the operations that convolve or multiply, with their kernels.

    Empty if the profiler fails.
    """
    try:
        profiler = profile()
        profiler.__enter__()
    except Exception:  # noqa: BLE001 - a driver or missing permission may raise anything
        return work(), []
    try:
        result = work()
    finally:
        _end(profiler)
    return result, _listed(profiler)


def _end(profiler: Any) -> None:
    with contextlib.suppress(Exception):  # as above
        profiler.__exit__(None, None, None)


def _listed(profiler: Any) -> list[OperationRecord]:
    kernels_of: dict[str, dict[str, None]] = {}
    try:
        for event in profiler.events():
            if any(part in event.name for part in WORK):
                kernels = kernels_of.setdefault(event.name, {})
                kernels.update(
                    {clip(kernel.name, MAX_KERNEL_NAME): None for kernel in event.kernels}
                )
    except Exception:  # noqa: BLE001 - as above
        return []
    return [
        {"operation": clip(name, MAX_NAME), "kernels": list(kernels)[:MOST_OPERATIONS]}
        for name, kernels in list(kernels_of.items())[:MOST_OPERATIONS]
    ]
