"""Multiply and convolve on a device and compare with the CPU, in a throwaway process.

Arguments: "cpu" or "gpu", then the libraries to test. The expected result is computed on the CPU in
float64, from the inputs as rounded to the element type, term by term: without BLAS and without a
library's convolution.
"""

import importlib
import json
import math
import random
import sys
from collections.abc import Callable
from typing import Any

EPS = {"float32": 2.0**-23, "float64": 2.0**-52}
PRODUCTS = ((1, 1, 1), (3, 5, 7), (64, 64, 64), (65, 33, 17), (256, 257, 255))
IMAGES = ((3, 3), (5, 7), (64, 64), (65, 33), (255, 257))
WIDE = 8  # whole numbers from -8 to 8: every product here is exact in float32
UNUSABLE = 1e300  # in place of NaN, which JSON lacks
SEED = 20_260_401

Matrix = list[list[float]]


class Torch:
    """PyTorch on the CPU or the GPU."""

    def __init__(self, device: str) -> None:
        """Import PyTorch; disable TF32, cuDNN's default for float32."""
        self.torch: Any = importlib.import_module("torch")
        self.device = "cuda" if device == "gpu" else "cpu"
        self.torch.backends.cudnn.allow_tf32 = False
        self.torch.backends.cuda.matmul.allow_tf32 = False

    def make(self, rows: Matrix, dtype: str) -> Any:
        """Return an array on the CPU."""
        return self.torch.tensor(rows, dtype=getattr(self.torch, dtype))

    def product(self, a: Any, b: Any) -> Any:
        """Multiply on the device; return the result on the CPU in float64."""
        return (a.to(self.device) @ b.to(self.device)).cpu().double()

    def convolution(self, image: Any, kernel: Any) -> Any:
        """Correlate on the device, in mode "valid"."""
        four = [matrix.to(self.device)[None, None] for matrix in (image, kernel)]
        return self.torch.nn.functional.conv2d(*four)[0, 0].cpu().double()

    def wide(self, array: Any) -> Any:
        """Convert to float64."""
        return array.double()

    def kernels(self, work: Callable[[], Any]) -> list[tuple[str, str]]:
        """Run `work` under the profiler; return pairs of kernel and operation."""
        profiler = self.torch.profiler
        kinds = [profiler.ProfilerActivity.CPU]
        if self.device == "cuda":
            kinds.append(profiler.ProfilerActivity.CUDA)
        with profiler.profile(activities=kinds) as profile:
            work()
        return [
            (kernel.name, event.name)
            for event in profile.events()
            for kernel in getattr(event, "kernels", None) or ()
        ]


class Cupy:
    """CuPy, which has no CPU."""

    def __init__(self, device: str) -> None:
        """Import CuPy."""
        if device != "gpu":
            raise RuntimeError("CuPy has no CPU")
        self.cupy: Any = importlib.import_module("cupy")
        self.signal: Any = importlib.import_module("cupyx.scipy.signal")

    def make(self, rows: Matrix, dtype: str) -> Any:
        """Return an array of NumPy."""
        return self.cupy.asnumpy(self.cupy.array(rows, dtype=dtype))

    def product(self, a: Any, b: Any) -> Any:
        """Multiply on the device; return the result on the CPU in float64."""
        result = self.cupy.asarray(a) @ self.cupy.asarray(b)
        return self.cupy.asnumpy(result).astype("float64")

    def convolution(self, image: Any, kernel: Any) -> Any:
        """Correlate on the device, in mode "valid"."""
        two = [self.cupy.asarray(matrix) for matrix in (image, kernel)]
        return self.cupy.asnumpy(self.signal.correlate2d(*two, mode="valid")).astype("float64")

    def wide(self, array: Any) -> Any:
        """Convert to float64."""
        return array.astype("float64")

    def kernels(self, work: Callable[[], Any]) -> list[tuple[str, str]]:
        """Return no kernels: CuPy has no profiler of its own."""
        work()
        return []


def product(a: Any, b: Any) -> Any:
    """Multiply as a sum of outer products."""
    return sum(a[:, k : k + 1] * b[k : k + 1, :] for k in range(a.shape[1]))


def convolution(image: Any, kernel: Any) -> Any:
    """Correlate as a sum of shifted images."""
    height, width = image.shape[0] - 2, image.shape[1] - 2
    return sum(
        image[i : i + height, j : j + width] * kernel[i, j] for i in range(3) for j in range(3)
    )


def main(device: str, names: list[str]) -> None:
    """Test each library and print the results as JSON."""
    doors: dict[str, Callable[[str], Any]] = {"torch": Torch, "cupy": Cupy}
    answer: dict[str, Any] = {}
    for name in names:
        try:
            answer[name] = try_library(doors[name](device))
        except Exception as error:  # noqa: BLE001 - any error of a driver is a result
            answer[name] = {"error": f"{type(error).__name__}: {error}"}
    sys.stdout.write("\n" + json.dumps(answer) + "\n")


def try_library(door: Any) -> dict[str, Any]:
    """Compare all operations, element types and sizes; then profile which library serves them."""
    checks = [
        compare(door, operation, dtype, shapes, whole=whole)
        for operation, sizes in (("gemm", PRODUCTS), ("convolution", IMAGES))
        for dtype in EPS
        for shapes in sizes
        for whole in (True, False)
    ]
    try:
        served = kernels(door)
    except Exception as error:  # noqa: BLE001 - a failing profiler proves nothing
        return {"checks": checks, "kernels": [], "profiler": f"{type(error).__name__}: {error}"}
    return {"checks": checks, "kernels": served, "profiler": ""}


def compare(
    door: Any, operation: str, dtype: str, shapes: tuple[int, ...], *, whole: bool
) -> dict[str, Any]:
    """Compute one known answer; `ratio` is max |C-C'| / (eps |A||B|), elementwise."""
    a, b = inputs(door, operation, dtype, shapes, whole=whole)
    judge = product if operation == "gemm" else convolution
    wide = (door.wide(a), door.wide(b))
    expected, scale = judge(*wide), judge(*(abs(matrix) for matrix in wide))
    got = getattr(door, "product" if operation == "gemm" else "convolution")(a, b)
    if tuple(got.shape) != tuple(expected.shape):
        ratio = UNUSABLE
    else:
        # A scale of 0 allows no error at all; eps**4 keeps 0/0 at 0.
        ratio = float((abs(got - expected) / (EPS[dtype] * scale + EPS[dtype] ** 4)).max())
    return {
        "operation": operation,
        "dtype": dtype,
        "size": "x".join(map(str, shapes)),
        "whole": whole,
        "ratio": ratio if math.isfinite(ratio) else UNUSABLE,
    }


def inputs(
    door: Any, operation: str, dtype: str, shapes: tuple[int, ...], *, whole: bool
) -> tuple[Any, Any]:
    """Return the two random matrices of a known answer, the same on every machine."""
    draw = random.Random(f"{SEED} {operation} {shapes} {whole}")  # noqa: S311 - not a secret
    first, second = (shapes[:2], shapes[1:]) if operation == "gemm" else (shapes, (3, 3))
    number = draw.randint if whole else draw.uniform
    made = [
        [[float(number(-WIDE, WIDE)) for _ in range(columns)] for _ in range(rows)]
        for rows, columns in (first, second)
    ]
    return door.make(made[0], dtype), door.make(made[1], dtype)


def kernels(door: Any) -> list[dict[str, str]]:
    """Return the kernels of each operation and element type at the last size."""
    listed: list[dict[str, str]] = []
    for operation, sizes, method in (
        ("gemm", PRODUCTS, door.product),
        ("convolution", IMAGES, door.convolution),
    ):
        for dtype in EPS:
            pair = inputs(door, operation, dtype, sizes[-1], whole=False)
            named = door.kernels(lambda method=method, pair=pair: method(*pair))
            names = {"operation": operation, "dtype": dtype}
            listed += [{**names, "kernel": name, "parent": parent} for name, parent in named]
    return listed


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
