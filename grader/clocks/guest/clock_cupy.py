"""A stand-in for CuPy: NumPy computes the little that is needed, and calls are logged.

Every function that NumPy has under the same name counts as work for the device; the rest of CuPy is
implemented here.
"""

import operator
import sys
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any, Self

from _grader_guest import clock_arrays
from _grader_guest.naming import words

COPIES = words("array asarray asanyarray ascontiguousarray asfortranarray")
ROOM = words(
    "zeros ones empty full eye arange linspace identity logspace tri zeros_like ones_like "
    "empty_like full_like"
)
VIEWS = words(
    "reshape transpose squeeze expand_dims broadcast_to ravel swapaxes moveaxis rollaxis shape "
    "size ndim atleast_2d sliding_window_view as_strided result_type may_share_memory "
    "shares_memory broadcast_arrays split array_split hsplit vsplit"
)
VALUES = words(
    "allclose array_equal nonzero unique array_str array_repr save savetxt savez asarray_chkfinite "
    "array2string argwhere flatnonzero where_ assert_allclose assert_array_equal "
    "assert_array_almost_equal"
)
METHODS_VALUES = frozenset({"item", "tolist", "tobytes", "dump", "tofile"})
METHODS_PLAIN = frozenset({"astype", "copy", "fill", "flatten", "view", "repeat_"}) | VIEWS
COMPARING = words("lt le gt ge eq ne")
OPERATORS = COMPARING | words(
    "add sub mul matmul truediv floordiv mod pow lshift rshift and_ or_ xor"
)
UNARY = ("neg", "pos", "abs", "invert")
CONVOLVES = words(
    "correlate2d convolve2d correlate convolve fftconvolve oaconvolve correlate1d convolve1d"
)
MODULES = words(
    "cupy.cuda cupy.cuda.runtime cupy.cuda.nvtx cupy.cuda.stream cupy.cuda.device "
    "cupy.random cupy.linalg cupy.fft cupy.testing cupy.lib cupy.lib.stride_tricks "
    "cupyx cupyx.scipy cupyx.scipy.signal cupyx.scipy.ndimage cupyx.scipy.linalg cupyx.scipy.fft "
    "cupyx.profiler cupyx.time"
)
TOP = "cupy"
WAITING = words("query elapsed_time get_elapsed_time")
HARMLESS = words(
    "Stream Event Device ExternalStream PTDS null ptds record use stream device current_stream "
    "default_stream get_current_stream set_stream set_device setDevice wait_event wait_stream "
    "is_available RangePush RangePop time_range get_default_memory_pool MemoryPool malloc init "
    "get_default_pinned_memory_pool get_function fuse"
)
ANSWERS: dict[str, Any] = {
    "query": True, "is": True,  # is_available
    "elapsed_time": 1.0, "get_elapsed_time": 1.0,
    "getDeviceCount": 1, "get_device_id": 0,
    "getDeviceProperties": {"name": b"GPU", "totalGlobalMem": 1 << 33, "multiProcessorCount": 64},
    "memGetInfo": (1 << 32, 1 << 33), "mem_get_info": (1 << 32, 1 << 33),
    "get_device_name": "GPU", "memory_summary": "GPU",
    "used_bytes": 1 << 20, "total_bytes": 1 << 20, "free_bytes": 1 << 20,
    "runtimeGetVersion": 12_000, "driverGetVersion": 12_000,
}  # fmt: skip


class Idle:
    """An object of a device: a stream, event, property or pool. Waiting on it is logged."""

    def __init__(self, name: str, log: Any) -> None:
        self._name, self._log = name, log

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if name == "done":
            self._log.note("wait")
            return True
        return Idle(f"{self._name}.{name}", self._log)

    def __call__(self, *args: Any, **named: Any) -> Any:
        """Return a plausible answer; log a wait if the name implies one."""
        del args, named
        last = self._name.rpartition(".")[2]
        if last.lower().endswith("synchronize") or last in WAITING:
            self._log.note("wait")
        elif last not in HARMLESS and last not in ANSWERS:
            self._log.note("gap")
        known = ANSWERS.get(last, ANSWERS.get(last.partition("_")[0]))
        return Idle(self._name, self._log) if known is None else known

    def __bool__(self) -> bool:
        """Return True; the real value is unknown, so a gap is logged."""
        self._log.note("gap")
        return True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Do not wait."""

    def __iter__(self) -> Iterator[Any]:
        return iter(())

    def __index__(self) -> int:
        return 0

    __int__ = __index__

    def __float__(self) -> float:
        return 1.0

    def __getitem__(self, key: object) -> Any:
        return Idle(f"{self._name}[]", self._log)

    def __truediv__(self, other: Any) -> float:
        del other
        return 1.0

    __mul__ = __truediv__

    def __gt__(self, other: object) -> bool:
        """Return True: enough of whatever is compared."""
        return True

    __ge__ = __gt__

    def __str__(self) -> str:
        return "GPU"

    def __format__(self, spec: str) -> str:
        return format(1.0, spec) if spec[-1:] in tuple("feg") else "GPU"


def install(log: Any) -> None:
    """Install the stand-in for CuPy in this process, provided NumPy is imported."""
    if "numpy" in sys.modules:
        _Cupy(log).install()


class _Cupy:
    """The modules, and the class of arrays."""

    def __init__(self, log: Any) -> None:
        self._log = log
        self.numpy: Any = sys.modules["numpy"]
        self.array = ndarray
        _CupyState.cupy, _CupyState.log = self, log
        self._modules: dict[str, ModuleType] = {}

    def install(self) -> None:
        for name in (TOP, *sorted(MODULES)):
            module = ModuleType(name)
            module.__path__ = []
            module.__all__ = []  # type: ignore[attr-defined]
            module.__getattr__ = self._finding(name)  # type: ignore[method-assign]
            self._modules[name] = sys.modules[name] = module
        for name in MODULES:
            parent, _, last = name.rpartition(".")
            if parent:
                setattr(self._modules[parent], last, self._modules[name])
        top = vars(self._modules[TOP])
        top.update(ndarray=self.array, asnumpy=self._asnumpy, get_array_module=self._module_of)
        top.update(__version__="14.0.0", ElementwiseKernel=self._kernel, RawKernel=self._kernel)
        top.update(ReductionKernel=self._kernel, RawModule=self._kernels, fuse=_fuse)
        for name in ("cupyx.profiler", "cupyx.time"):
            vars(self._modules[name]).update(benchmark=self._benchmark, repeat=self._benchmark)
        del top["__all__"]

    def _finding(self, module: str) -> Callable[[str], Any]:
        def find(name: str) -> Any:
            if name.startswith("__"):
                raise AttributeError(name)
            member = self._member(module, name)
            setattr(self._modules[module], name, member)
            return member

        return find

    def _member(self, module: str, name: str) -> Any:
        log = self._log
        if module.startswith(("cupy.cuda", "cupyx.profiler")) or name.startswith(
            ("get_default", "show_", "set_", "clear_", "is_available", "cuda")
        ):
            return Idle(f"{module}.{name}", log)
        if module.startswith("cupyx"):
            return self._function(f"{module}.{name}", None)
        place = self.numpy
        for part in module.split(".")[1:]:
            place = getattr(place, part)
        counterpart = getattr(place, name, None)
        if counterpart is None:
            log.note("gap")
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        if isinstance(counterpart, type) or not callable(counterpart):
            return counterpart
        return self._function(f"{module}.{name}", counterpart)

    def _function(self, path: str, real: Callable[..., Any] | None) -> Callable[..., Any]:
        """Return a function of CuPy; `real` is NumPy's counterpart."""

        def call(*args: Any, **named: Any) -> Any:
            return self.call(path, real, args, named)

        call.__name__ = path.rpartition(".")[2]
        return call

    def call(
        self, path: str, real: Callable[..., Any] | None, args: Any, named: dict[str, Any]
    ) -> Any:
        """Log what a call means to the device, and let NumPy compute it."""
        name = path.rpartition(".")[2]
        kind = "work"
        if name in COPIES:
            kind = "" if args and isinstance(args[0], self.array) else "setup"
        elif path.startswith("cupy.random."):
            kind = ""  # NumPy's own wrapper logs it
        elif name in ROOM or name in VIEWS:
            kind = ""
        elif name in VALUES or ".testing." in path:
            kind = "wait"
        if kind:
            self._log.note(kind, "cupy", path if kind == "work" else "")
        plain = [self.plain(argument) for argument in args]
        plain_named = {
            key: self.plain(argument) for key, argument in named.items() if key not in IGNORED
        }
        if path.startswith("cupy.random."):
            dtype = plain_named.pop("dtype", None)
            made = real(*plain, **plain_named) if real else None
            return self.wrap(made if dtype is None else self.numpy.asarray(made).astype(dtype))
        if name in CONVOLVES and not (real and self.numpy.ndim(plain[0]) == 1):
            return self.wrap(self._convolved(plain[0], plain[1], plain_named.get("mode"), path))
        if real is None:
            return self.wrap(plain[0])
        return self.wrap(real(*plain, **plain_named))

    def _convolved(self, a: Any, b: Any, mode: Any, path: str) -> Any:
        """Return zeros in the shape of a convolution's result."""
        same = "ndimage" in path or mode == "same"
        sign = -1 if mode == "valid" else 1
        shape = a.shape if same else [
            max(length + sign * (kernel - 1), 0)
            for length, kernel in zip(a.shape, b.shape, strict=True)
        ]  # fmt: skip
        return self.numpy.zeros(shape, a.dtype)

    def plain(self, value: Any) -> Any:
        """Replace arrays of CuPy by NumPy's."""
        if isinstance(value, self.array):
            return value.held
        if isinstance(value, (list, tuple)):
            return type(value)([self.plain(part) for part in value])
        return value

    def wrap(self, value: Any) -> Any:
        """Wrap a result as CuPy does: even a scalar becomes an array."""
        if isinstance(value, (list, tuple)):
            return type(value)([self.wrap(part) for part in value])
        if isinstance(value, (self.numpy.ndarray, self.numpy.generic)):
            return ndarray.of(clock_arrays.marked(self.numpy.asanyarray(value)))
        return value

    def _asnumpy(self, value: Any, *_: Any, **__: Any) -> Any:
        if isinstance(value, self.array):
            self._log.note("wait")
        return self.plain(value)

    def _module_of(self, *values: Any) -> Any:
        own = any(isinstance(value, self.array) for value in values)
        return self._modules[TOP] if own else self.numpy

    def _kernel(self, *_: Any, **__: Any) -> Callable[..., Any]:
        """Return a kernel whose result is its last array argument."""

        def call(*args: Any, **_: Any) -> Any:
            self._log.note("work", "cupy", "kernel")
            flat = [
                argument
                for each in args
                for argument in (each if isinstance(each, tuple) else [each])
            ]
            arrays = [argument for argument in flat if isinstance(argument, self.array)]
            return arrays[-1] if arrays else None

        return call

    def _kernels(self, *_: Any, **__: Any) -> Any:
        kernels = Idle("cupy.RawModule", self._log)
        vars(kernels)["get_function"] = self._kernel
        return kernels

    def _benchmark(
        self, function: Callable[..., Any], args: Any = (), kwargs: Any = None, **_: Any
    ) -> Any:
        """Call the function once and log a wait, as a correct measurement does."""
        function(*args, **(kwargs or {}))
        self._log.note("wait")
        timing = Idle("cupyx.profiler.benchmark", self._log)
        vars(timing).update(gpu_times=self.numpy.ones((1, 3)), cpu_times=self.numpy.ones(3))
        return timing


IGNORED = frozenset({"stream", "blocking", "order_"})


def _fuse(function: Any = None, **_: Any) -> Any:
    return function if callable(function) else lambda inner: inner


class _CupyState:
    cupy: Any = None
    log: Any = None


class ndarray:  # noqa: N801 - CuPy's name
    """An array of CuPy; NumPy holds the values."""

    __slots__ = ("held",)

    def __init__(self, shape: Any, dtype: Any = float, **_: Any) -> None:
        self.held = _CupyState.cupy.numpy.empty(shape, dtype)

    @classmethod
    def of(cls, held: Any) -> Self:
        """Wrap an existing array of NumPy."""
        made = cls.__new__(cls)
        made.held = held
        return made

    def __getattr__(self, name: str) -> Any:
        """Delegate to NumPy's array."""
        attribute = getattr(self.held, name)
        if name == "flags" or not (callable(attribute) or hasattr(attribute, "shape")):
            return attribute
        if callable(attribute):
            return self._method(name, attribute)
        return _CupyState.cupy.wrap(attribute)

    def _method(self, name: str, method: Any) -> Any:
        def call(*args: Any, **named: Any) -> Any:
            plain = [_CupyState.cupy.plain(argument) for argument in args]
            plain_named = {key: _CupyState.cupy.plain(argument) for key, argument in named.items()}
            if name in METHODS_VALUES or name in VALUES:
                _CupyState.log.note("wait")
                return method(*plain, **plain_named)
            if name not in METHODS_PLAIN:
                _CupyState.log.note("work", "cupy", f"cupy.{name}")
            return _CupyState.cupy.wrap(method(*plain, **plain_named))

        return call

    @property
    def device(self) -> Any:
        return Idle("cupy.cuda.Device", _CupyState.log)

    def get(self, *_: Any, **__: Any) -> Any:
        """Copy to the host, which waits."""
        _CupyState.log.note("wait")
        return self.held

    def set(self, value: Any, *_: Any, **__: Any) -> None:
        """Copy from the host."""
        _CupyState.log.note("setup", "cupy")
        self.held[...] = value

    def __getitem__(self, key: Any) -> Any:
        return _CupyState.cupy.wrap(self.held[_CupyState.cupy.plain(key)])

    def __setitem__(self, key: Any, value: Any) -> None:
        self.held[_CupyState.cupy.plain(key)] = _CupyState.cupy.plain(value)

    def __len__(self) -> int:
        return len(self.held)

    def __iter__(self) -> Iterator[Any]:
        return (self[index] for index in range(len(self.held)))

    def __array__(self, *_: Any, **__: Any) -> Any:
        """Refuse, as CuPy does."""
        _CupyState.log.note("gap")
        raise TypeError("Implicit conversion to a NumPy array is not allowed.")

    def __array_ufunc__(self, function: Any, method: str, *operands: Any, **named: Any) -> Any:
        """Compute a ufunc of NumPy as CuPy's."""
        name = "matmul" if function.__name__ == "matmul" else "elementwise"
        _CupyState.log.note("work", "cupy", f"cupy.{name}")
        plain_named = {key: _CupyState.cupy.plain(argument) for key, argument in named.items()}
        made = getattr(function, method)(*map(_CupyState.cupy.plain, operands), **plain_named)
        return _CupyState.cupy.wrap(made)

    def __array_function__(self, function: Any, _: Any, args: Any, named: Any) -> Any:
        """Call a function of NumPy as CuPy's."""
        return _CupyState.cupy.call(f"cupy.{function.__name__}", function, args, named)


def _operator(name: str, *, swapped: bool = False) -> Any:
    do = getattr(operator, name)

    def method(self: Any, other: Any) -> Any:
        _CupyState.log.note("work", "cupy", "@" if name == "matmul" else "elementwise")
        left, right = _CupyState.cupy.plain(self), _CupyState.cupy.plain(other)
        return _CupyState.cupy.wrap(do(right, left) if swapped else do(left, right))

    return method


def _in_place(name: str) -> Any:
    do = _operator(name)

    def method(self: Any, other: Any) -> Any:
        self.held = do(self, other).held
        return self

    return method


def _unary(name: str) -> Any:
    def method(self: Any) -> Any:
        _CupyState.log.note("work", "cupy", "elementwise")
        return _CupyState.cupy.wrap(getattr(operator, name)(self.held))

    return method


def _reading(do: Callable[..., Any]) -> Any:
    def method(self: Any, *args: Any) -> Any:
        _CupyState.log.note("wait")
        return do(self.held, *args)

    return method


for _name in OPERATORS:
    _bare = _name.strip("_")
    setattr(ndarray, f"__{_bare}__", _operator(_name))
    if _name not in COMPARING:
        setattr(ndarray, f"__r{_bare}__", _operator(_name, swapped=True))
        setattr(ndarray, f"__i{_bare}__", _in_place(_name))
for _name in UNARY:
    setattr(ndarray, f"__{_name}__", _unary(_name))
for _do in (float, int, bool, complex, operator.index, str, repr, format):
    setattr(ndarray, f"__{_do.__name__}__", _reading(_do))
ndarray.__hash__ = object.__hash__  # type: ignore[method-assign]
