"""A small net in NumPy: Conv2d, ReLU, Flatten, Linear; forward, backward, and their absolute sums.

Parameters are (conv_w, conv_b, lin_w, lin_b), as torch.nn orders them. Any changed step can be put
in place of the net's own: that is how the known mistakes are modelled.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from grader.model.reference import Array

from .numbers import floats, random_bytes

Change = Callable[[Array], Array]


@dataclass(frozen=True, slots=True, kw_only=True)
class SmallNet:
    """The net that an exercise asks for."""

    in_channels: int = 1
    channels: int = 1
    kernel: int = 3  # odd; the padding keeps the image's size
    size: int = 4  # rows and columns of an image
    classes: int = 2

    @property
    def layers(self) -> tuple[str, ...]:
        """The layers as torch.nn writes them."""
        convolution = f"{self.in_channels}, {self.channels}, {self.kernel}"
        return (
            f"Conv2d({convolution}, padding={self.kernel // 2})",
            "ReLU()",
            "Flatten()",
            f"Linear({self.features}, {self.classes})",
        )

    @property
    def features(self) -> int:
        """How many numbers the last layer is given of each image."""
        return self.channels * self.size**2

    @property
    def shapes(self) -> tuple[tuple[int, ...], ...]:
        """The shapes of the parameters."""
        convolution = (self.channels, self.in_channels, self.kernel, self.kernel)
        return convolution, (self.channels,), (self.classes, self.features), (self.classes,)

    def windows(self, x: Array, mode: Any = "constant") -> Array:
        """Gives (batch, rows, columns, what the kernel sees), with the edges padded."""
        import numpy as np

        side = self.kernel // 2
        wide = np.pad(x, ((0, 0), (0, 0), (side, side), (side, side)), mode=mode)
        return seen(wide, self.kernel)

    def convolve(self, x: Array, weight: Array, bias: Array, mode: str = "constant") -> Array:
        """Gives (batch, channels, rows, columns)."""
        return weigh(self.windows(x, mode), weight, bias)

    def forward(
        self, x: Array, conv_w: Array, conv_b: Array, lin_w: Array, lin_b: Array
    ) -> tuple[Array, Array, Array]:
        """Gives what the convolution returned, what the last layer was given, and the logits."""
        before = self.convolve(x, conv_w, conv_b)
        given = relu(before).reshape(len(x), -1)
        return before, given, given @ lin_w.T + lin_b

    def magnitude(
        self, x: Array, conv_w: Array, conv_b: Array, lin_w: Array, lin_b: Array
    ) -> tuple[Array, Array, Array]:
        """Gives the same of absolute values, where nothing cancels: what errors are measured by."""
        parameters = [abs(one) for one in (conv_w, conv_b, lin_w, lin_b)]
        return self.forward(abs(x), *parameters)

    def backward(
        self, x: Array, before: Array, given: Array, lin_w: Array, of_logits: Array
    ) -> list[Array]:
        """Gives the gradients of the parameters from that of the logits; `before` says where."""
        import numpy as np

        of_given = (of_logits @ lin_w).reshape(before.shape) * (before > 0)
        conv_w = np.tensordot(of_given, self.windows(x), axes=([0, 2, 3], [0, 1, 2]))
        shape = self.shapes[0]
        return [
            conv_w.reshape(shape),
            of_given.sum(axis=(0, 2, 3)),
            of_logits.T @ given,
            of_logits.sum(axis=0),
        ]

    def draw(self, rng: random.Random) -> list[Array]:
        """Draws parameters of magnitudes around 1; those of the last layer are smaller."""
        numbers = []
        for shape in self.shapes:
            count = 1
            for length in shape:
                count *= length
            numbers.append(floats(count, rng, octaves=2).reshape(shape))
        shrink = 2.0 ** -(self.features * self.kernel**2 * self.in_channels).bit_length()
        numbers[2] = numbers[2] * shrink * 16
        return numbers

    def images(self, count: int, rng: random.Random) -> Array:
        """Draws images of magnitudes around 1."""
        flat = floats(count * self.in_channels * self.size**2, rng, octaves=2)
        return flat.reshape(count, self.in_channels, self.size, self.size)


def seen(wide: Array, kernel: int, stride: int = 1) -> Array:
    """Gives (batch, rows, columns, channels * kernel * kernel)."""
    import numpy as np

    views = np.lib.stride_tricks.sliding_window_view(wide, (kernel, kernel), axis=(2, 3))
    views = views[:, :, ::stride, ::stride].transpose(0, 2, 3, 1, 4, 5)
    return views.reshape(*views.shape[:3], -1)


def weigh(windows: Array, weight: Array, bias: Array) -> Array:
    """Gives (batch, channels, rows, columns)."""
    weighed = windows @ weight.reshape(len(weight), -1).T + bias
    moved: Array = weighed.transpose(0, 3, 1, 2)
    return moved


def relu(numbers: Array) -> Array:
    """Keeps what is positive; whole numbers stay whole."""
    return numbers * (numbers > 0)


def softmax(logits: Array) -> Array:
    """Turns logits into probabilities, row by row."""
    import numpy as np

    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    shares: Array = powers / powers.sum(axis=1, keepdims=True)
    return shares


def classes(count: int, of: int, rng: random.Random) -> Array:
    """Draws a class for each image, int64; every class that there is room for is there."""
    import numpy as np

    drawn = random_bytes(count, rng).astype(np.int64) % of
    drawn[: min(of, count)] = np.arange(min(of, count))
    return drawn
