"""Gradient descent on a small net in NumPy: two steps, and the absolute sums of all their terms."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from grader.model.reference import Array

from .small_net import SmallNet, softmax

LOSSES = ("CrossEntropyLoss", "MSELoss")
HIDDEN = 2  # parameters of the first layer; the others are the last one's
CARRIED = 64
UNITS = 16  # the share of a parameter's rounding in a gradient that was told by the change

Gradient = Callable[[Array, Array], Array]  # (logits, targets) -> the loss's gradient


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step: the gradients it used, and what the parameters came to."""

    gradients: tuple[Array, ...]
    parameters: tuple[Array, ...]
    x: Array
    start: tuple[Array, ...]  # the parameters before it


@dataclass(frozen=True, slots=True, kw_only=True)
class Descent:
    """Training a net with a loss that is averaged."""

    net: SmallNet
    loss: str = LOSSES[0]

    def gradient(self, logits: Array, y: Array) -> Array:
        """Gives the mean loss's gradient by the logits."""
        import numpy as np

        if self.loss == "MSELoss":
            return 2 * (logits - y) / logits.size
        return (softmax(logits) - np.eye(logits.shape[1])[y]) / len(y)

    def gradients(
        self, x: Array, y: Array, parameters: Sequence[Array], loss: Gradient | None = None
    ) -> tuple[Array, ...]:
        """Gives the gradients of all parameters, of this loss or another."""
        before, given, logits = self.net.forward(x, *parameters)
        of_logits = (loss or self.gradient)(logits, y)
        return tuple(self.net.backward(x, before, given, parameters[HIDDEN], of_logits))

    def steps(
        self, x: Array, y: Array, rate: float, parameters: Sequence[Array]
    ) -> tuple[Step, ...]:
        """Makes two steps, on the halves of the batch."""
        made: list[Step] = []
        now = tuple(parameters)
        for part in halves(x):
            gradients = self.gradients(x[part], y[part], now)
            after = tuple(one - rate * by for one, by in zip(now, gradients, strict=True))
            made.append(Step(gradients=gradients, parameters=after, x=x[part], start=now))
            now = after
        return tuple(made)

    def margin(self, step: Step) -> float:
        """Says how far from 0 the convolution stays, as a share of its absolute sums."""
        before = self.net.forward(step.x, *step.start)[0]
        return float((abs(before) / self.net.magnitude(step.x, *step.start)[0]).min())

    def magnitudes(self, x: Array, y: Array, rate: float, parameters: Sequence[Array]) -> Array:
        """Lays the absolute sums of gradients and parameters of both steps in rows.

        The second step begins with parameters that have the first one's errors. Those are no more
        than a unit of their sums, where the answer is allowed many (grader/cases/
        values.py): so a share of the sums is carried on.
        """
        import numpy as np

        steps = self.steps(x, y, rate, parameters)
        sums = after = tuple(abs(one) for one in parameters)
        rows = []
        for step, part in zip(steps, halves(x), strict=True):
            by = self._absolute(x[part], y[part], step, sums)
            after = tuple(one + rate * change for one, change in zip(after, by, strict=True))
            told = [a + b / (UNITS * rate) for a, b in zip(by, after, strict=True)]
            rows += [told, after]
            sums = tuple(
                abs(one) + total / CARRIED
                for one, total in zip(step.parameters, after, strict=True)
            )
        return np.stack([np.concatenate([one.ravel() for one in row]) for row in rows])

    def _absolute(
        self, x: Array, y: Array, step: Step, sums: tuple[Array, ...]
    ) -> tuple[Array, ...]:
        """Goes back through absolute values; `sums` are those of the parameters."""
        before, _, logits = self.net.forward(x, *step.start)
        _, given, large = self.net.magnitude(x, *sums)
        of_logits = self._absolute_loss(logits, y, large)
        through = abs(before) * (before > 0)
        return tuple(self.net.backward(abs(x), through, given, sums[HIDDEN], of_logits))

    def _absolute_loss(self, logits: Array, y: Array, large: Array) -> Array:
        """An error d of the largest logit changes a probability p by at most 2·p·d."""
        import numpy as np

        if self.loss == "MSELoss":
            return 2 * (large + abs(y)) / logits.size
        shares = softmax(logits) * (1 + 2 * large.max(axis=1, keepdims=True))
        total: Array = (shares + np.eye(logits.shape[1])[y]) / len(y)
        return total


def halves(x: Array) -> tuple[slice, slice]:
    """Gives the parts of the batch that the two steps are made on."""
    half = len(x) // 2
    return slice(0, half), slice(half, None)
