"""What "right" means for a training step, with plain gradient descent, and its known mistakes.

Two steps are made, on the two halves of a batch, so that gradients that are left over show. The
answer has four rows: the gradients of the first step, the parameters after it, the same of the
second. The case's size is that of each half. The words for the mistakes are in training.toml.
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from grader.model.course import Case
from grader.model.reference import Array, Inputs, Lookalike

from .parts.descent import LOSSES, Descent, Step
from .parts.numbers import floats
from .parts.small_net import SmallNet, classes
from .parts.training_mistakes import mistakes
from .parts.words import with_words

ASKS = {
    "ja": "ニューラルネットの学習 1 回分",
    "en": "one training step of a neural network",
}

ADVICE = "a batch of several images shows how the loss is averaged"
MARGIN = 2.0**-14  # of the absolute sum: nearer to 0, rounding could switch a ReLU
LEAST = 2.0**-6  # what the largest gradient of each parameter is at least
TRIES = 1000
RATES = (16, 47)  # 1024ths: no rate that is usual


@dataclass(frozen=True, slots=True, kw_only=True)
class Training:
    """Training of one net with one loss."""

    of: Descent
    NET: tuple[str, ...]
    LOSS: str
    LOOKALIKES: Mapping[str, Lookalike] = field(repr=False)
    ADVICE: str = ADVICE
    PROBE: int = 3  # images in each half of the batch that a function is looked for with

    def inputs(self, case: Case, rng: random.Random) -> Inputs:
        """Makes images, targets (int64 classes, or floats), the learning rate, and parameters.

        All are floats, whatever the case's kind. Where the convolution comes so near to 0 that
        rounding could switch a ReLU, or a layer has next to no gradient, others are drawn.
        """
        for _ in range(TRIES):
            made = self._draw(2 * case.size, rng)
            if self._is_clear(made):
                return made
        raise RuntimeError("no inputs with a clear answer were found")

    def _draw(self, count: int, rng: random.Random) -> Inputs:
        import numpy as np

        net = self.of.net
        half = count // 2
        images, parameters = net.images(count, rng), net.draw(rng)
        if self.LOSS == "CrossEntropyLoss":
            targets = np.concatenate([classes(half, net.classes, rng) for _ in range(2)])
        else:
            targets = floats(count * net.classes, rng, octaves=2).reshape(count, net.classes)
        low, count_of = RATES[0], RATES[1] - RATES[0]
        rate = np.array([(low + rng.getrandbits(16) % count_of) / 1024 + 1 / 4096])
        return (images, targets, rate, *parameters)

    def _is_clear(self, inputs: Inputs) -> bool:
        x, y, rate, *parameters = inputs
        steps = self.of.steps(x, y, float(rate[0]), parameters)
        shown = (abs(one).max() > LEAST for step in steps for one in step.gradients)
        return all(shown) and all(self.of.margin(step) > MARGIN for step in steps)

    def expected(self, x: Array, y: Array, rate: Array, *parameters: Array) -> Array:
        """Gives gradients and parameters after each of the two steps, float64."""
        return rows(self.of.steps(x, y, float(rate[0]), parameters))

    def scale(self, x: Array, y: Array, rate: Array, *parameters: Array) -> Array:
        """Gives the same of absolute values, where nothing cancels.

        A gradient may also be told by what it changed: so the rounding of the parameter that it
        was taken from, divided by the rate, is part of its scale.
        """
        return self.of.magnitudes(x, y, float(rate[0]), parameters)


def rows(steps: tuple[Step, ...]) -> Array:
    """Lays gradients and parameters of each step in rows."""
    import numpy as np

    parts = [part for step in steps for part in (step.gradients, step.parameters)]
    return np.stack([np.concatenate([one.ravel() for one in part]) for part in parts])


def variant(
    *,
    loss: str = "CrossEntropyLoss",
    in_channels: int = 1,
    channels: int = 1,
    size: int = 4,
    classes: int = 2,
) -> Training:
    """Gives the training of a net of this size. Raises ValueError for what there is not."""
    if loss not in LOSSES:
        raise ValueError(f"loss is one of {', '.join(LOSSES)}, got {loss}")
    numbers = (in_channels, channels, size, classes)
    least = (1, 1, 3, 2)
    if not all(isinstance(one, int) for one in numbers) or any(
        one < low for one, low in zip(numbers, least, strict=False)
    ):
        raise ValueError("channels are at least 1, the size at least 3, classes at least 2")
    net = SmallNet(in_channels=in_channels, channels=channels, size=size, classes=classes)
    descent = Descent(net=net, loss=loss)
    return Training(
        of=descent,
        NET=net.layers,
        LOSS=loss,
        LOOKALIKES=with_words(mistakes(descent), Path(__file__)),
    )
