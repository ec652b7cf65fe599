"""What "right" means for the forward pass of a small convolutional net, and its known mistakes.

Conv2d, ReLU, Flatten, Linear: the logits, without a softmax. The case's size is that of the batch;
images, channels and classes are the variant's. The words for the mistakes are in convnet.toml.
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from grader.model.course import Case, CaseKind
from grader.model.reference import Array, Inputs, Lookalike

from .parts.convnet_mistakes import mistakes
from .parts.numbers import small_integers
from .parts.small_net import SmallNet
from .parts.words import with_words

LEAST_KERNEL = 3
ASKS = {
    "ja": "画像を分類する小さな畳み込みニューラルネットの順伝播",
    "en": "the forward pass of a small convolutional net",
}

ADVICE = "batches of one and of several images show different mistakes"


@dataclass(frozen=True, slots=True, kw_only=True)
class ConvNet:
    """One size of the net."""

    of: SmallNet
    NET: tuple[str, ...]
    LOOKALIKES: Mapping[str, Lookalike] = field(repr=False)
    ADVICE: str = ADVICE
    PROBE: int = 3  # images in the batch that a model is looked for with

    def inputs(self, case: Case, rng: random.Random) -> Inputs:
        """Makes a batch of `case.size` images and the four parameters, int64 or float64.

        Whole numbers are of magnitudes 2 to 5, so that float32 holds all sums of a small net.
        """
        if case.kind is CaseKind.FLOATS:
            return (self.of.images(case.size, rng), *self.of.draw(rng))
        images = (case.size, self.of.in_channels, self.of.size, self.of.size)
        made = []
        for shape in (images, *self.of.shapes):
            count = 1
            for length in shape:
                count *= length
            made.append(small_integers(count, rng).reshape(shape))
        return tuple(made)

    def expected(self, x: Array, *parameters: Array) -> Array:
        """Gives the logits, one row for each image; exact for int64."""
        return self.of.forward(x, *parameters)[-1]

    def scale(self, x: Array, *parameters: Array) -> Array:
        """Gives the logits of the absolute values.

        Errors of the first layer go through ReLU, which makes none larger, and are weighed by the
        second: sums of n terms twice stay within gamma_2n of it (Higham, Accuracy and Stability of
        Numerical Algorithms, 2nd ed., sec. 3.5).
        """
        import numpy as np

        return self.of.magnitude(x, *parameters)[-1].astype(np.float64)


def variant(
    *, in_channels: int = 1, channels: int = 1, kernel: int = 3, size: int = 4, classes: int = 2
) -> ConvNet:
    """Gives the net of this size. Raises ValueError for one that there is not."""
    numbers = (in_channels, channels, kernel, size, classes)
    if not all(isinstance(one, int) for one in numbers) or min(numbers) < 1:
        raise ValueError("channels, kernel, size and classes are whole numbers and at least 1")
    if kernel % 2 == 0 or not LEAST_KERNEL <= kernel <= size:
        raise ValueError("the kernel is odd, at least 3, and not larger than the image")
    net = SmallNet(
        in_channels=in_channels, channels=channels, kernel=kernel, size=size, classes=classes
    )
    return ConvNet(of=net, NET=net.layers, LOOKALIKES=with_words(mistakes(net), Path(__file__)))
