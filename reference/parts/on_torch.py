"""The same operations in PyTorch, for the device beside the judge: known answers and baselines."""

from typing import Any

Tensor = Any  # torch.Tensor


def matmul(a: Tensor, b: Tensor) -> Tensor:
    """Multiplies two matrices where they are."""
    return a @ b


def convolution(  # noqa: PLR0913  the parameters of torch.nn.Conv2d
    image: Tensor,
    kernel: Tensor,
    *,
    padding: str = "valid",
    mode: str = "zeros",
    stride: int = 1,
    dilation: int = 1,
) -> Tensor:
    """Correlates an image, as parts/correlation.py does: rows x columns, or with channels."""
    import torch.nn.functional as nn

    flat = kernel.ndim == image.ndim
    images = image[None, None] if flat else image[None]
    kernels = kernel[None, None] if flat else kernel
    around = [dilation * (size - 1) for size in kernels.shape[:1:-1]]  # columns first
    if padding == "same":
        sides = [side for one in around for side in (one // 2, one - one // 2)]
        images = nn.pad(images, sides, mode="constant" if mode == "zeros" else mode)
    elif padding == "full":
        images = nn.pad(images, [side for one in around for side in (one, one)])
    answer = nn.conv2d(images, kernels, stride=stride, dilation=dilation)[0]
    return answer[0] if flat else answer
