"""Parameters of a net: set to the host's numbers, copied, compared, and their gradients kept."""

from typing import Any

FILLED = 0.75


def kind_of(model: Any, default: Any) -> Any:
    """Gives the type of a model's numbers: who computes in double precision is given it."""
    kinds = (one.dtype for one in model.parameters() if one.dtype.is_floating_point)
    return next(kinds, default)


def set_all(model: Any, ordered: list[tuple[str, Any]], numbers: list[Any]) -> None:
    """Sets a model's parameters, those of equal shape in the order given first.

    One that has another shape gets what fits in. What is left of it is no zeros, which would hide
    filters that nobody asked for. One that nothing is left for stays as it is.
    """
    left = list(numbers)
    unmatched = []
    for _, parameter in ordered:
        found = next((one for one in left if one.shape == parameter.shape), None)
        if found is None:
            unmatched.append(parameter)
            continue
        left = [one for one in left if one is not found]
        parameter.data.copy_(found)
    for parameter in unmatched:
        found = next((one for one in left if one.ndim == parameter.ndim), None)
        if found is not None:
            left = [one for one in left if one is not found]
            _fit(parameter.data, found)
    model.zero_grad()


def _fit(parameter: Any, numbers: Any) -> None:
    sizes = zip(parameter.shape, numbers.shape, strict=True)
    part = tuple(slice(0, min(pair)) for pair in sizes)
    parameter.fill_(FILLED)
    parameter[part] = numbers[part]


def copies(model: Any) -> dict[str, Any]:
    """Copies every parameter, by name."""
    return {name: one.detach().clone() for name, one in model.named_parameters()}


def changed(before: dict[str, Any], model: Any) -> bool:
    """Says whether any parameter differs from what it was."""
    now = copies(model)
    return now.keys() != before.keys() or any(
        now[name].shape != one.shape or bool((now[name] != one).any())
        for name, one in before.items()
    )


def give_back(model: Any, numbers: list[Any]) -> None:
    """Writes a net's parameters into the tensors that they were set from."""
    for one, parameter in zip(numbers, model.parameters(), strict=True):
        one.copy_(parameter.detach())


def flat(parameters: dict[str, Any]) -> Any:
    """Lays all parameters in a row."""
    return _joined([one.reshape(-1) for one in parameters.values()])


def _joined(rows: list[Any]) -> Any:
    first, *others = rows
    total = first.new_zeros(sum(len(one) for one in rows))
    at = 0
    for one in (first, *others):
        total[at : at + len(one)] = one
        at += len(one)
    return total


class Gradients:
    """The gradients as they were when each backward pass ended: some set them to zero later."""

    def __init__(self, model: Any) -> None:
        """Listens to every parameter."""
        self._seen: dict[str, Any] = {}
        for name, one in model.named_parameters():
            one.register_post_accumulate_grad_hook(self._keeper(name))

    def _keeper(self, name: str) -> Any:
        def keep(parameter: Any) -> None:
            self._seen[name] = parameter.grad.detach().clone()

        return keep

    def flat(self, model: Any, old: dict[str, Any], rate: float) -> Any:
        """Gives those of the last step in a row.

        Without a backward pass (torch.autograd.grad) they are what the weights were changed by.
        """
        seen, self._seen = self._seen, {}
        rows = []
        for name, one in model.named_parameters():
            gradient = seen.get(name)
            if gradient is None:
                gradient = (old[name] - one.detach()) / rate
            rows.append(gradient.reshape(-1))
        return _joined(rows)
