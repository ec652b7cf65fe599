"""What a call shows of a net: modules in the order of their calls, shapes, modes."""

from typing import Any

from .naming import class_name, clip

MOST = 64  # modules, parameters
NAME = 100  # characters


class Watch:
    """Listens to a model's calls."""

    def __init__(self, model: Any) -> None:
        """Puts a hook on every module that has none inside, and on the whole."""
        self._model = model
        self._names = {id(module): name for name, module in model.named_modules()}
        self._layers: list[dict[str, Any]] = []
        self._order: list[Any] = []
        self._said: dict[str, bool] = {}
        leaves = [one for one in model.modules() if not any(True for _ in one.children())]
        self._handles = [one.register_forward_hook(self._leaf) for one in leaves]
        self._handles.append(model.register_forward_hook(self._whole))

    def _leaf(self, module: Any, inputs: Any, output: Any) -> None:
        del inputs
        if self._said:
            return  # the net has been called once as a whole
        self._order.append(module)
        if len(self._layers) < MOST:
            layer = {"kind": clip(class_name(module), NAME), "shape": _shape(output)}
            self._layers.append({**layer, "name": clip(self._names.get(id(module), ""), NAME)})

    def _whole(self, module: Any, inputs: Any, output: Any) -> None:
        del inputs
        modes = [one.training for one in module.modules()]
        wants = getattr(output, "requires_grad", False) is True
        now = {"train mode": all(modes), "eval mode": not any(modes)}
        # A step may look at its loss once more afterwards: what was so once counts.
        self._said |= {mode: is_so or self._said.get(mode, False) for mode, is_so in now.items()}
        self._said["output requires grad"] = wants

    def in_order(self) -> list[tuple[str, Any]]:
        """Lists the parameters in the order in which their modules were called, others last."""
        names = {id(one): name for name, one in self._model.named_parameters()}
        called = [one for module in self._order for one in module.parameters(recurse=False)]
        ordered = {id(one): one for one in (*called, *self._model.parameters())}
        return [(names.get(key, ""), one) for key, one in ordered.items()]

    def facts(self) -> dict[str, Any]:
        """Ends listening, and tells what was seen."""
        for handle in self._handles:
            handle.remove()
        parameters = [
            {"name": clip(name, NAME), "shape": _shape(one)}
            for name, one in list(self._model.named_parameters())[:MOST]
        ]
        return {"layers": self._layers, "parameters": parameters, "said": self._said}


def _shape(value: Any) -> list[int]:
    try:
        return [int(length) for length in value.shape][:8]
    except (AttributeError, TypeError, ValueError, RuntimeError):
        return []
