"""What "right" means for a 3x3 convolution of an image, and what going wrong looks like.

It is the convolution of neural networks, a cross-correlation: the kernel is not flipped.
`variant(...)` gives the form that an exercise asks for; without choices it is `valid`, of one
channel, with stride and dilation 1. The words for the mistakes are in convolution.toml.
"""

import random
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from grader.model.course import Case, CaseKind
from grader.model.reference import Array, Inputs, Lookalike

from .parts.convolution_mistakes import excusable, mistakes
from .parts.correlation import MODES, PADDINGS, Correlation
from .parts.numbers import distinct_integers, floats, small_integers
from .parts.words import with_words

KERNEL = 3
IMAGES = ("square", "any")
HAS_ZERO = 5  # from this size on there is a zero in an image of whole numbers

SYMMETRIC = (
    ((0, 1, 0), (1, -4, 1), (0, 1, 0)),  # Laplacian, of four neighbours
    ((1, 1, 1), (1, -8, 1), (1, 1, 1)),  # of eight
    ((1, 1, 1), (1, 1, 1), (1, 1, 1)),  # blur
    ((1, 2, 1), (2, 4, 2), (1, 2, 1)),  # blur, Gaussian
)
SOBEL = (
    ((-1, 0, 1), (-2, 0, 2), (-1, 0, 1)),  # across
    ((-1, -2, -1), (0, 0, 0), (1, 2, 1)),  # down
)
"""The slides' kernels: images whose size is a multiple of 4 come with one that stays the same when
it is turned by 180°, so that it cannot show a flip, other even ones with Sobel's, where a flip
changes the sign. The kernels of odd sizes have nine different weights."""


ASKS = {
    "ja": "画像と 3×3 のカーネルの畳み込み（カーネルは裏返さず、はみ出すところは計算しない）",
    "en": "the convolution of an image with a 3×3 kernel (not flipped, no padding)",
}

EXAMPLES = (
    ([[1, 2, 0, 3], [4, 5, 9, 7], [0, 6, 8, 1], [2, 1, 3, 5]], [[0, 1, 2], [3, 4, 5], [6, 7, 8]]),
    ([[3, 1, 4, 1], [5, 9, 2, 6], [5, 3, 5, 8], [9, 7, 9, 3]], [[0, 1, 2], [3, 4, 5], [6, 7, 8]]),
    ([[1, 2, 0, 3], [4, 5, 9, 7], [0, 6, 8, 1], [2, 1, 3, 5]], [[1, 2, 0], [0, -3, 4], [5, 0, -6]]),
    (
        [[0.5, 1.5, -2.5, 3.5], [4.5, 5.5, 0.5, 1.5], [2.5, -1.5, 3.5, 2.5], [1.5, 0.5, 4.5, 1.5]],
        [[0.5, 1, 1], [2, 1.5, -1], [1, 2, 0.5]],
    ),
)
"""Inputs to show a wrong result with; the second is another of the first's size."""

ADVICE = "odd sizes come with asymmetric kernels, which show a flip and a transposition"


@dataclass(frozen=True, slots=True, kw_only=True)
class Convolution:
    """One form of the operation."""

    correlate: Correlation
    in_channels: int
    out_channels: int
    square: bool  # whether images are; else they are two columns or rows longer, but for 3 x 3
    ADVICE: str
    ARGUMENTS: tuple[str, str]  # as the handout calls them
    PROBE: int  # size of the image that the function is looked for with
    EXAMPLES: tuple[object, ...]
    LOOKALIKES: Mapping[str, Lookalike] = field(repr=False)

    def inputs(self, case: Case, rng: random.Random) -> Inputs:
        """Makes an image and a kernel, int64 or float64, as Correlation takes them.

        Whole numbers are distinct, but for a zero; floats need double precision. Large images are
        of magnitudes 2 to 5. Kernels of odd sizes have nine different weights, none 0 or ±1.
        """
        import numpy as np

        least = self.correlate.dilation * (KERNEL - 1) + 1
        rows, columns = _lengths(max(case.size, least), square=self.square)
        plane = rows * columns * self.in_channels
        filters = self.in_channels * self.out_channels
        if case.kind is CaseKind.INTEGERS:
            image = np.array(distinct_integers(plane, rng), dtype=np.int64)
            image[1] = 0 if case.size >= HAS_ZERO else image[1]
        else:
            image = (small_integers if case.kind is CaseKind.LARGE else _floats)(plane, rng)
        kernels = [_kernel(case, rng) for _ in range(filters)]
        if filters == 1:
            return image.reshape(rows, columns), kernels[0]
        shape = (self.out_channels, self.in_channels, KERNEL, KERNEL)
        return image.reshape(-1, rows, columns), np.stack(kernels).reshape(shape)

    def expected(self, image: Array, kernel: Array) -> Array:
        """Correlates; exact for int64."""
        return self.correlate(image, kernel)

    def scale(self, image: Array, kernel: Array) -> Array:
        """Correlates the absolute values.

        Adding nine products in any order stays within gamma_9 of it, Winograd's F(2x2, 3x3) mostly
        within 5 units (Barabasz et al., ACM TOMS 46(4), 2020, bound them by the norms).
        """
        import numpy as np

        return self.correlate(abs(image).astype(np.float64), abs(kernel).astype(np.float64))


def variant(  # noqa: PLR0913  the parameters of torch.nn.Conv2d, and the images' shape
    *,
    padding: str = "valid",
    mode: str = "zeros",
    stride: int = 1,
    dilation: int = 1,
    in_channels: int = 1,
    out_channels: int = 1,
    images: str = "square",
) -> Convolution:
    """Gives the form with these choices. Raises ValueError for a choice that there is not."""
    _one_of("padding", padding, PADDINGS)
    _one_of("mode", mode, MODES)
    _one_of("images", images, IMAGES)
    numbers = (stride, dilation, in_channels, out_channels)
    if not all(isinstance(one, int) for one in numbers) or min(numbers) < 1:
        raise ValueError("stride, dilation and channels are whole numbers and at least 1")
    if padding == "same" and stride > 1:
        raise ValueError("padding same needs stride 1")
    correlate = Correlation(padding=padding, mode=mode, stride=stride, dilation=dilation)
    return Convolution(
        correlate=correlate,
        in_channels=in_channels,
        out_channels=out_channels,
        square=images == "square",
        ADVICE=ADVICE,
        ARGUMENTS=("x", "w"),
        PROBE=2 * (dilation + stride) + 1,  # odd
        EXAMPLES=EXAMPLES if in_channels == out_channels == 1 else (),
        LOOKALIKES=with_words(mistakes(correlate), Path(__file__), excusable(correlate)),
    )


def _one_of(key: str, found: str, known: Collection[str]) -> None:
    if found not in known:
        raise ValueError(f"{key} is one of {', '.join(known)}, got {found}")


def _lengths(size: int, *, square: bool) -> tuple[int, int]:
    if square or size <= KERNEL:
        return size, size
    return (size, size + 2) if size % 2 else (size + 2, size)


def _floats(count: int, rng: random.Random) -> Array:
    """Draws magnitudes from 1/2 to 2.

    Winograd's and Fourier's ways have errors in units of the largest numbers around, not of the
    terms of an element: among very different numbers honest ones would look like lost digits.
    """
    return floats(count, rng, octaves=2)


def _kernel(case: Case, rng: random.Random) -> Array:
    import numpy as np

    whole = case.kind is not CaseKind.FLOATS
    if case.size % 2 == 0 and case.kind is not CaseKind.LARGE:
        slides = SOBEL if case.size % 4 else SYMMETRIC
        slide = np.array(slides[rng.getrandbits(32) % len(slides)], dtype=np.int64)
        return slide if whole else slide / max(1, int(slide.sum()))
    drawn = np.array(distinct_integers(KERNEL**2, rng)) if whole else _floats(KERNEL**2, rng)
    return drawn.reshape(KERNEL, KERNEL)
