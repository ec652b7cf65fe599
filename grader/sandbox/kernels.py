"""Attribute GPU kernels to libraries: by the launching operation, then by name.

Sources of the names: traces of MI300X, H100 and B200 (see tests/data/kernel_names.tsv), MIOpen's
and Tensile's sources. An unknown name stays unknown; nothing is guessed.
"""

import re
from collections.abc import Iterable

UNKNOWN = ""
BLAS = ("rocBLAS", "hipBLASLt", "cuBLAS")  # one family: the calling library chooses among them
CONVOLUTIONS = {
    "aten::miopen_convolution": "MIOpen",
    "aten::cudnn_convolution": "cuDNN",
    "aten::convolution_backward": "MIOpen",  # for Tensile's kernels, which only ROCm has
}
# Order matters: narrow names before wide ones ("igemm", "implicit_gemm" before "gemm").
BY_NAME = (
    (r"^triton_", "Triton"),
    (r"ncclDev|^rccl", "RCCL"),
    (r"rocprim|hipcub", "rocPRIM"),
    (r"flash|fmha|aiter.*attn|paged_attention", "attention"),
    (r"2ck16tensor_operation|\bck::tensor_operation", "MIOpen"),
    (r"^_?miopen|^MIOpen|^mlir_gen_igemm|^mlo|^igemm_|^naive_conv_|^Im2d2Col|^Col2Im", "MIOpen"),
    (r"^SubTensorOp|^Op\w*[dD]?Tensor|^batched_transpose_|^transpose_\w*2\w*_V2_2D", "MIOpen"),
    (r"^SoftmaxForward", "MIOpen"),
    (r"cudnn|implicit_convolve|[dw]grad|fprop|conv2d_grouped_direct|conv2d_c1_k1", "cuDNN"),
    (r"^(Custom_)?Cijk_\w*UserArgs", "hipBLASLt"),
    (r"^(Custom_)?Cijk_", "rocBLAS"),
    (r"rocblas_|^gemvt|^gemvn", "rocBLAS"),
    (r"^nvjet_|cublas|gemv2[TN]_kernel|gemvx::kernel|gemvNSP|splitKreduce", "cuBLAS"),
    (r"^(void )?(cutlass|(ampere|volta|turing|maxwell|sm\d+)_\w*gemm)", "cuBLAS"),
    (r"^sm\d+_xmma_gemm|^(void )?\w*magma_[sd]gemm", "cuBLAS"),
    (r"at::native|at_cuda_detail|^Memcpy|^Memset", "ATen"),
    (r"^cupy", "CuPy"),
)
COMPILED = tuple((re.compile(pattern), library) for pattern, library in BY_NAME)


def served_by(kernel: str, parent: str = "") -> str:
    """Return the library of a kernel, as "MIOpen (rocBLAS)" if one called another; "" = unknown.

    `parent` is the PyTorch operation that launched it, such as "aten::miopen_convolution".
    """
    by_name = next((library for name, library in COMPILED if name.search(kernel)), UNKNOWN)
    asking = CONVOLUTIONS.get(parent, UNKNOWN)
    if asking and by_name in BLAS:
        return f"{asking} ({by_name})"
    return by_name


def libraries_of(kernels: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """Return the known libraries of (kernel, parent) pairs, in order, without duplicates."""
    names = (served_by(kernel, parent) for kernel, parent in kernels)
    return tuple(dict.fromkeys(name for name in names if name))
