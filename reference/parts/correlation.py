"""Cross-correlation of images in NumPy: sums of products under a kernel that is not flipped."""

from dataclasses import dataclass
from typing import Any

from grader.model.reference import Array

BAND = 64  # rows at a time: the sums of a large image then stay near the processor
PADDINGS = ("valid", "same", "full")
MODES = {
    "zeros": "constant",
    "reflect": "reflect",
    "replicate": "edge",
    "circular": "wrap",
    "symmetric": "symmetric",  # as reflect, but with the edge itself twice: scipy.ndimage's default
}
"""Names of padding modes in PyTorch, but for the last, and in numpy.pad."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Correlation:
    """What torch.nn.Conv2d computes, without a bias, from one image.

    An image is rows x columns, or channels x rows x columns; its kernel rows x columns, or outputs
    x channels x rows x columns. `same` keeps the image's size, `full` adds all that overlaps.
    """

    padding: str = "valid"
    mode: str = "zeros"
    stride: int = 1
    dilation: int = 1

    def __call__(self, image: Array, kernel: Array) -> Array:
        """Correlates; exact for int64."""
        import numpy as np

        if kernel.ndim > image.ndim:  # filters of several outputs
            planes = [sum(map(self._plane, image, filters)) for filters in kernel]
            stacked: Array = np.stack(planes)
            return stacked
        return self._plane(image, kernel)

    def _plane(self, image: Array, kernel: Array) -> Array:
        import numpy as np

        padded = self._padded(image, kernel)
        rows, columns = (
            (length - self.dilation * (size - 1) - 1) // self.stride + 1
            for length, size in zip(padded.shape, kernel.shape, strict=True)
        )
        answer = np.zeros((rows, columns), dtype=np.result_type(image, kernel))
        for first in range(0, rows, BAND):
            band = answer[first : first + BAND]
            below = padded[first * self.stride :]
            for (p, q), weight in np.ndenumerate(kernel):
                part = below[p * self.dilation :: self.stride, q * self.dilation :: self.stride]
                band += weight * part[: len(band), :columns]
        return answer

    def _padded(self, image: Array, kernel: Array) -> Array:
        import numpy as np

        if self.padding == "valid":
            return image
        around = [self.dilation * (size - 1) for size in kernel.shape]
        if self.padding == "full":
            return np.pad(image, [(one, one) for one in around])
        # Of an even kernel's odd number of extra lines the last side gets one more, as in PyTorch.
        mode: Any = MODES[self.mode]
        return np.pad(image, [(one // 2, one - one // 2) for one in around], mode)
