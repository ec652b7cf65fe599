"""Which functions of libraries read a clock, wait for a device, or make data."""

CLOCKS = frozenset({
    "time.time", "time.time_ns", "time.perf_counter", "time.perf_counter_ns", "time.process_time",
    "time.process_time_ns", "time.monotonic", "time.monotonic_ns", "time.clock",
    "timeit.default_timer", "datetime.datetime.now", "datetime.datetime.utcnow",
})  # fmt: skip
TIMEIT = frozenset({"timeit.timeit", "timeit.repeat"})
# Wait for the device themselves, or for everything that was given to it before.
WAITING = frozenset({
    "torch.cuda.synchronize", "torch.accelerator.synchronize", "torch.mps.synchronize",
    "torch.xpu.synchronize", "cupy.asnumpy", "torch.equal", "torch.allclose", "cupy.save",
    "cupy.savetxt", "cupy.savez", "torch.save", "cupy.array_equal", "cupy.allclose",
    "cupyx.profiler.benchmark", "cupyx.time.repeat", "torch.testing.assert_close",
    "cupy.testing.assert_allclose", "cupy.testing.assert_array_equal",
    "cupy.testing.assert_array_almost_equal", "cupy.array_str", "cupy.array_repr", "torch.nonzero",
    "cupy.nonzero", "cupy.unique", "torch.unique", "cupy.asarray_chkfinite",
    "torch.cuda.empty_cache", "numba.cuda.synchronize",
})  # fmt: skip
WAITING_METHODS = frozenset({"item", "cpu", "numpy", "tolist", "get", "nonzero", "tobytes", "any_"})
SYNCHRONIZING = ("synchronize", "deviceSynchronize", "streamSynchronize", "eventSynchronize")
BUILTIN_WAITS = frozenset(
    {"print", "float", "int", "bool", "str", "repr", "list", "tuple", "complex", "format", "round",
     "any", "all", "hash"}
)  # fmt: skip
# Random numbers: data is made.
MAKES = (
    "numpy.random.",
    "cupy.random.",
    "random.",
    "torch.rand",
    "torch.normal",
    "torch.distributions",
)
SEEDS = ("seed", "default_rng", "RandomState", "Generator", "Random", "PCG64", "manual_seed")
COPIES = frozenset({"cupy.asarray", "cupy.array", "cupy.asanyarray", "cupy.ascontiguousarray"})
TENSORS = frozenset({"torch.tensor", "torch.as_tensor", "torch.asarray"})
FILLED = frozenset({
    "zeros", "ones", "empty", "full", "eye", "arange", "linspace", "identity", "zeros_like",
    "ones_like", "empty_like", "full_like", "from_numpy", "rand", "randn", "randint", "randperm",
    "rand_like", "randn_like", "randint_like", "normal", "logspace", "tri", "from_dlpack",
})  # fmt: skip
# Neither compute nor wait.
IDLE_PREFIXES = (
    "cupy.cuda", "cupy.get_", "cupy.show_", "cupy.set_", "cupy.is", "cupy.dtype", "cupy.float",
    "cupy.int", "cupy.uint", "cupy.result_type", "cupy.fuse", "cupy.RawKernel", "cupy.may_share",
    "cupy.Elementwise", "cupy.Reduction", "cupy.seterr", "cupy.errstate", "cupy.fft.config",
    "cupyx.profiler", "cupy.reshape", "cupy.transpose", "cupy.expand_dims", "cupy.squeeze",
    "cupy.shape", "cupy.size", "cupy.ndim", "cupy.broadcast_to", "cupy.clear_memo", "cupy.ndarray",
    "cupyx.seterr", "cupyx.errstate", "cupyx.zeros_pinned", "cupyx.empty_pinned",
    "cupy.lib.stride_tricks",
    "torch.cuda", "torch.backends", "torch.set_", "torch.get_", "torch.is_", "torch.manual_seed",
    "torch.no_grad", "torch.inference_mode", "torch.enable_grad", "torch.device", "torch.dtype",
    "torch.use_deterministic", "torch.version", "torch.profiler", "torch.autograd.profiler",
    "torch.utils", "torch.compile", "torch.jit", "torch.Size", "torch.Generator", "torch.autocast",
    "torch.amp", "torch.reshape", "torch.transpose", "torch.squeeze", "torch.unsqueeze",
    "torch.numel", "torch.finfo", "torch.float", "torch.int", "torch.Tensor", "torch.mps",
    "torch.accelerator", "torch.random", "torch.initial_seed", "torch.typename", "torch.hub",
    "torch.result_type", "torch.permute", "torch.t", "torch.load", "torch.distributed",
)  # fmt: skip
EXACT = frozenset({"torch.t", "torch.load", "torch.int", "torch.float", "torch.device"})
VIEWS = frozenset({
    "reshape", "transpose", "view", "squeeze", "unsqueeze", "permute", "ravel", "flatten", "t",
    "expand", "detach", "requires_grad_", "swapaxes", "eval", "train", "parameters", "unfold",
})  # fmt: skip
SIZES = frozenset({
    "shape", "size", "dim", "numel", "element_size", "device", "dtype", "ndim", "nbytes",
    "data_ptr", "stride", "is_cuda", "itemsize", "is_contiguous", "ndimension", "get_device",
    "flags", "strides",
})  # fmt: skip
CONVOLVES = frozenset({
    "conv2d", "Conv2d", "correlate2d", "convolve2d", "correlate", "convolve", "fftconvolve",
    "oaconvolve",
})  # fmt: skip


def is_idle(path: str) -> bool:
    """Says whether a call of this function gives the device nothing to compute."""
    if path in EXACT:
        return True
    return any(path.startswith(one) for one in IDLE_PREFIXES if one not in EXACT)


def makes_data(path: str) -> bool:
    """Says whether a function makes random data."""
    name = path.rpartition(".")[2]
    return path.startswith(MAKES) and not name.startswith(SEEDS) and name != "set_state"


def waits(path: str) -> bool:
    """Says whether a function of a library waits for the device."""
    if path in WAITING:
        return True
    library = path.partition(".")[0]
    return library in {"cupy", "cupyx", "torch", "numba"} and path.endswith(SYNCHRONIZING)
