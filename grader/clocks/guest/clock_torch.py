"""PyTorch with tensors without values, in torch's own FakeTensorMode.

Torch's device "meta", which every build has, simulates the GPU; the student's own lines see it as
"cuda". A dispatch mode sees the operations in the order in which a device would get them. Reading
a value counts as a wait; its value is made up.
"""

import sys
from typing import Any

from _grader_guest import clock_arrays, clock_dynamo
from _grader_guest.clock_cupy import Idle
from _grader_guest.naming import words

PRODUCTS = words("mm bmm addmm mv addmv dot vdot baddbmm linear")
CONVOLUTIONS = words("convolution convolution_overrideable _convolution conv2d")
VALUES = words("_local_scalar_dense equal allclose is_nonzero")
NOT_WORK = words(
    "_to_copy clone copy_ contiguous detach alias lift_fresh lift lift_fresh_copy zero_ fill_ "
    "normal_ uniform_ random_ bernoulli_ exponential_ set_ resize_ device"
)
MAKING = words("rand randn randint randperm rand_like randn_like randint_like normal")
MOVED = words("tensor as_tensor asarray")

IDLE = words(
    "Event Stream stream current_stream default_stream get_device_name device "
    "get_device_properties mem_get_info memory_summary set_device init ipc_collect"
)
LARGE = 1 << 12  # elements of a tensor that is listed in full


class Fakes:
    """The modes, and the patches of torch."""

    def __init__(self, log: Any) -> None:
        self._log = log
        self._torch: Any = sys.modules["torch"]

    def begin(self) -> None:
        """Patch the queries of devices and enter the modes, for the rest of the process."""
        torch = self._torch
        clock_dynamo.stand_in()
        from torch._subclasses.fake_tensor import FakeTensor, FakeTensorMode

        self._gpu, self._shown = torch.device("meta"), torch.device("cuda", 0)
        self._tensor = FakeTensor
        self._show(FakeTensor)
        self._replace(torch)
        fake = FakeTensorMode()
        fake.allow_meta = True
        fake.__enter__()
        self._dispatching().__enter__()
        self._calling().__enter__()

    def _on_gpu(self, value: Any) -> bool:
        return isinstance(value, self._tensor) and value.fake_device.type == "meta"

    def _hold_gpu(self, values: Any, depth: int = 2) -> bool:
        if isinstance(values, (list, tuple)) and depth:
            return any(self._hold_gpu(value, depth - 1) for value in values)
        return self._on_gpu(values)

    def _show(self, kind: Any) -> None:
        """Show the student's lines a GPU where torch's own see "meta"."""
        log, gpu, shown = self._log, self._gpu, self._shown

        def device(tensor: Any) -> Any:
            if tensor.fake_mode.in_kernel_invocation:
                return gpu
            own = log.is_own(sys._getframe(1))  # noqa: SLF001 - the caller
            return shown if own and tensor.fake_device.type == "meta" else tensor.fake_device

        def text(tensor: Any, *_: Any) -> str:
            if self._on_gpu(tensor):
                log.note("wait")
            return "tensor(0.5)"

        def formatted(tensor: Any, spec: str) -> str:
            return format(self._value(tensor), spec) if spec else text(tensor)

        kind.device = property(device)
        kind.is_cuda = property(self._on_gpu)
        kind.get_device = lambda tensor: 0 if self._on_gpu(tensor) else -1
        kind.__repr__ = kind.__str__ = text
        kind.__format__ = formatted

    def _value(self, tensor: Any) -> Any:
        """Return a value for a scalar tensor."""
        if self._on_gpu(tensor):
            self._log.note("wait")
        if tensor.dtype is self._torch.bool:
            return True
        return 0.5 if tensor.dtype.is_floating_point else 1

    def _replace(self, torch: Any) -> None:
        """Patch the functions with which programs query GPUs."""
        from torch.utils._device import DeviceContext

        log, cuda = self._log, torch.cuda

        def wait(*_: Any, **__: Any) -> None:
            log.note("wait")

        idle = Idle("torch.cuda", log)
        for name in IDLE:
            setattr(cuda, name, getattr(idle, name))
        cuda.synchronize = cuda.empty_cache = wait
        cuda.is_available = cuda.is_bf16_supported = cuda.is_initialized = lambda *_: True
        cuda.device_count, cuda.current_device = (lambda: 1), (lambda: 0)
        cuda.get_device_capability = lambda *_: (8, 0)
        cuda.is_current_stream_capturing = lambda: False
        for name in ("memory_allocated", "max_memory_allocated", "memory_reserved"):
            setattr(cuda, name, lambda *_: 0)
        for name in ("accelerator", "mps", "xpu"):
            if hasattr(torch, name):
                getattr(torch, name).synchronize = wait
        if hasattr(torch, "accelerator"):
            torch.accelerator.is_available = lambda: True  # torch's own Timer then waits
            torch.accelerator.current_accelerator = lambda *_, **__: self._shown
        torch.compile = lambda function=None, **_: function or (lambda inner: inner)
        for name in ("_accelerator", "_cuda"):  # whether a GPU captures its operations in a graph
            setattr(torch.optim.Optimizer, f"{name}_graph_capture_health_check", _nothing)
        self._place_default(DeviceContext)
        torch.nn.Module._apply = _apply  # noqa: SLF001 - the real one swaps storages

    def _place_default(self, context: Any) -> None:
        """Redirect a default device "cuda" to the simulated one."""
        real = context.__init__

        def place(default: Any, device: Any) -> None:
            real(default, self._placed(device))

        context.__init__ = place

    def _dispatching(self) -> Any:
        from torch.utils._python_dispatch import TorchDispatchMode

        def see(_: Any, function: Any, __: Any, args: Any = (), named: Any = None) -> Any:
            return self.operate(function, args, named or {})

        return type("Dispatching", (TorchDispatchMode,), {"__torch_dispatch__": see})()

    def operate(self, function: Any, args: Any, named: dict[str, Any]) -> Any:
        """Run an operation, and log what it means to a device."""
        name = function.overloadpacket.__name__
        gpu = self._hold_gpu(args) or self._hold_gpu(list(named.values()))
        if name in VALUES:
            if gpu:
                self._log.note("wait")
            return self._value(args[0]) if name == "_local_scalar_dense" else True
        try:
            made = function(*args, **named)
        except BaseException:
            self._log.note("gap")
            raise
        if name in {"_to_copy", "copy_"}:
            source = args[1] if name == "copy_" else args[0]
            target = args[0] if name == "copy_" else made
            if self._on_gpu(source) is not self._on_gpu(target):
                self._log.note("wait" if self._on_gpu(source) else "setup", "torch")
        elif gpu and self._is_work(function, name):
            api = "matmul" if name in PRODUCTS else "conv2d" if name in CONVOLUTIONS else name
            self._log.note("work", "torch", f"torch.{api}")
        return made

    def _is_work(self, function: Any, name: str) -> bool:
        schema = function._schema  # noqa: SLF001 - torch has no public access to it
        is_view = any(returned.alias_info for returned in schema.returns) and not schema.is_mutable
        tensors = any("Tensor" in str(returned.type) for returned in schema.returns)
        room = name in NOT_WORK or name.endswith("_like") or name.startswith("new_")
        return tensors and not is_view and not room

    def _calling(self) -> Any:
        from torch.overrides import TorchFunctionMode

        def see(_: Any, function: Any, __: Any, args: Any = (), named: Any = None) -> Any:
            return self.call(function, args, named or {})

        return type("Calling", (TorchFunctionMode,), {"__torch_function__": see})()

    def call(self, function: Any, args: Any, named: dict[str, Any]) -> Any:
        """Call a function of torch with the simulated device in place of the GPU."""
        torch, name = self._torch, getattr(function, "__name__", "")
        if name in {"numpy", "__array__", "tolist"} and isinstance(args[0], torch.Tensor):
            return self._numbers(args[0], name)
        if function is torch.device:  # stays "cuda" for the student's own comparisons
            return function(*args, **named)
        if name == "cuda":
            return args[0].to(self._gpu)
        if name == "pin_memory":
            return args[0]
        placed = [self._placed(argument) for argument in args]
        placed_named = {key: self._placed(argument) for key, argument in named.items()}
        if name in MOVED and placed_named.get("device") == self._gpu:
            held = isinstance(args[0], torch.Tensor) if args else False
            return (args[0] if held else function(*placed, **{**placed_named, "device": "cpu"})).to(
                self._gpu, placed_named.get("dtype")
            )
        if name in MAKING and getattr(torch, name, None) is not None:
            self._log.note("setup", "torch")
        try:
            return function(*placed, **placed_named)
        except RuntimeError:
            self._log.note("gap")
            raise

    def _placed(self, value: Any) -> Any:
        torch = self._torch
        if isinstance(value, torch.device) and value.type == "cuda":
            return self._gpu
        return self._gpu if isinstance(value, str) and value.partition(":")[0] == "cuda" else value

    def _numbers(self, tensor: Any, name: str) -> Any:
        """Return made-up values; converting a GPU's tensor to NumPy raises TypeError."""
        if self._on_gpu(tensor):
            self._log.note("wait")
            if name != "tolist":
                raise TypeError("can't convert cuda:0 device type tensor to numpy.")
        numpy: Any = sys.modules["numpy"]
        kind = str(tensor.dtype).rpartition(".")[2]
        shape = tuple(tensor.shape)
        if name == "tolist":
            return numpy.zeros(shape if tensor.numel() <= LARGE else (1, 1)).tolist()
        kind = "float32" if kind == "bfloat16" else kind
        return clock_arrays.marked(numpy.zeros(shape, kind))


def _nothing(*_: Any) -> None:
    """Skip the check."""


def _apply(module: Any, function: Any, recurse: bool = True) -> Any:  # noqa: FBT001, FBT002 - torch's
    """Convert a module's parameters in place of their storages."""
    from torch.nn import Parameter

    for child in module.children() if recurse else ():
        child._apply(function)  # noqa: SLF001 - torch's own entry point
    held = vars(module)
    for name, parameter in held["_parameters"].items():
        if parameter is not None:
            made = Parameter(function(parameter.data), parameter.requires_grad)
            held["_parameters"][name] = made
    for name, buffer in held["_buffers"].items():
        if buffer is not None:
            held["_buffers"][name] = function(buffer)
    return module
