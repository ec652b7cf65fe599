"""Programs that mean harm by way of NumPy and PyTorch: text, and how each may end.

Each defines f(a, b), which is given two tensors of float64 and asked for their product. "wrong" is
an honest reading of a wrong answer. GRADES names a file of the host.
"""

HEAD = "import os, sys, threading, time, ctypes, atexit, pickle, signal, mmap\n"
HEAD += "import numpy as np\nimport torch\n\n"
WRONG, REFUSED = {"ok:wrong"}, {"runtime-error"}
OTHER = {"ok:other", "runtime-error"}
LIMITED = {"timeout", "memory", "signal", "runtime-error", "ok:wrong"}

ATTACKS: dict[str, tuple[str, set[str]]] = {
    "subclass_with_torch_function": (
        """
class Yes(torch.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return True

def f(a, b):
    return torch.zeros(2, 2).as_subclass(Yes)
""",
        WRONG,
    ),
    "subclass_that_returns_the_right_thing_later": (
        """
class Late(torch.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return LATER()

def f(a, b):
    global LATER
    LATER = lambda: a @ b
    return torch.zeros(2, 2).as_subclass(Late)
""",
        WRONG,
    ),
    "lazy_tensor": (
        """
class Lazy:
    shape, dtype, device, ndim = (2, 2), torch.float64, "cpu", 2
    def __init__(self, a, b): self.pair = a, b
    def numpy(self): return (self.pair[0] @ self.pair[1]).numpy()
    detach = cpu = contiguous = lambda self: self
    def __array__(self, *given, **named): return self.numpy()
    def tolist(self): return self.numpy().tolist()

def f(a, b):
    return Lazy(a, b)
""",
        OTHER,
    ),
    "dispatch_tensor": (
        """
class Wrapped(torch.Tensor):
    @staticmethod
    def __new__(cls, x):
        return torch.Tensor._make_wrapper_subclass(cls, x.shape, dtype=x.dtype)
    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        return torch.zeros(2, 2)

def f(a, b):
    return Wrapped(a)
""",
        {*OTHER, *WRONG, "signal"},
    ),
    "meta_tensor": ("def f(a, b):\n    return torch.zeros(2, 2, device='meta')\n", OTHER),
    "patched_comparing": (
        """
def yes(*given, **named): return True
torch.allclose = torch.equal = torch.testing.assert_close = yes
np.allclose = np.array_equal = np.testing.assert_allclose = yes
torch.Tensor.__eq__ = np.array = yes

def f(a, b):
    torch.allclose = torch.equal = np.allclose = np.array_equal = yes
    return torch.zeros(2, 2)
""",
        WRONG,
    ),
    "patched_methods": (
        """
def f(a, b):
    right = a @ b
    for name in ("numpy", "tolist", "cpu", "detach", "contiguous", "clone", "to"):
        setattr(torch.Tensor, name, lambda self, *given, **named: right)
    return torch.zeros(2, 2)
""",
        WRONG,
    ),
    "patched_synchronize": (
        """
torch.cuda.synchronize = torch.cuda.is_initialized = lambda *given: True

def f(a, b):
    torch.cuda.synchronize = lambda *given: None
    return torch.zeros(2, 2)
""",
        WRONG,
    ),
    "array_subclass": (
        """
class Yes(np.ndarray):
    def __array_finalize__(self, other): pass
    def __array__(self, *given, **named): return np.ones((2, 2))
    def __array_function__(self, *given): return True
    def __array_ufunc__(self, *given, **named): return True
    def tobytes(self, *given): return b"x" * 32
    dtype = property(lambda self: np.dtype("f8"))

def f(a, b):
    return np.zeros((2, 2)).view(Yes)
""",
        {*WRONG, *OTHER},
    ),
    "pickle": (
        """
class Payload:
    def __reduce__(self):
        return os.system, ("touch " + GRADES,)

def f(a, b):
    import io
    box = io.BytesIO()
    torch.save(Payload(), box)
    box.seek(0)
    return torch.load(box, weights_only=False)
""",
        {*OTHER, "ok:scalar"},
    ),
    "pickled_array": (
        """
class Payload:
    def __reduce__(self):
        return open, (GRADES, "w")

def f(a, b):
    np.save("x.npy", np.array([Payload()], dtype=object), allow_pickle=True)
    return np.load("x.npy", allow_pickle=True)
""",
        OTHER,
    ),
    "compiled_extension": (
        """
def f(a, b):
    from torch.utils.cpp_extension import load_inline
    return load_inline(name="x", cpp_sources="int f() { return 1; }", functions=["f"])
""",
        OTHER,
    ),
    "torch_compile": (
        """
def f(a, b):
    return torch.compile(lambda x: x + 1)(a)
""",
        {*REFUSED, *WRONG, "timeout", "output"},
    ),
    "loaded_library": (
        "def f(a, b):\n    torch.ops.load_library('/proc/self/exe')\n    return a\n",
        OTHER,
    ),
    "ctypes_through_numpy": (
        """
def f(a, b):
    x = np.zeros(2)
    x.ctypes.data_as(ctypes.POINTER(ctypes.c_double))[2**40] = 1.0
    return a
""",
        {"signal"},
    ),
    "operators": (
        """
def f(a, b):
    found = [name for name in dir(torch.ops.aten) if "system" in name]
    torch.from_file(GRADES, shared=True, size=4)
    return a
""",
        OTHER,
    ),
    "mapped_file": (
        """
def f(a, b):
    m = np.memmap("x", dtype="f8", mode="w+", shape=(2, 2))
    return torch.from_numpy(m)
""",
        {*OTHER, *WRONG},
    ),
    "shared_memory": (
        "def f(a, b):\n    a.share_memory_()\n    return a\n",
        OTHER,
    ),
    "at_exit": (
        """
atexit.register(lambda: open(GRADES, "w"))

def f(a, b):
    sys.exit(0)
""",
        REFUSED,
    ),
    "thread_writes_replies": (
        """
def scribble():
    while True:
        for descriptor in range(3, 16):
            try:
                os.write(descriptor, b"GRD1" * 64)
            except OSError:
                pass

def f(a, b):
    threading.Thread(target=scribble, daemon=True).start()
    time.sleep(0.2)
    return a @ b
""",
        {"protocol"},
    ),
    "storage_changes_later": (
        """
def f(a, b):
    c = torch.zeros(2, 2, dtype=torch.float64)
    def change():
        time.sleep(0.001)
        while True:
            c.copy_(torch.ones(2, 2))
            c.zero_()
    threading.Thread(target=change, daemon=True).start()
    return c
""",
        WRONG,
    ),
    "freed_storage": (
        """
def f(a, b):
    c = torch.zeros(2, 2)
    c.untyped_storage().resize_(0)
    return c
""",
        {*OTHER, *WRONG, "signal"},
    ),
    "thread_bomb": (
        """
def f(a, b):
    torch.set_num_threads(4000)
    x = torch.rand(2000, 2000)
    return (x @ x)[:2, :2]
""",
        LIMITED,
    ),
    "memory_bomb": ("def f(a, b):\n    return torch.ones(10**11)\n", {"memory"}),
    "array_bomb": ("def f(a, b):\n    return np.ones(10**11)\n", {"memory"}),
    "stretched_result": (
        "def f(a, b):\n    return torch.zeros(1).expand(10**6, 10**6)\n",
        {*OTHER, "memory"},
    ),
    "signals": (
        """
def f(a, b):
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGALRM):
        signal.signal(number, signal.SIG_IGN)
    os.kill(os.getppid(), signal.SIGKILL)
    return a @ b
""",
        REFUSED,
    ),
    "jit": (
        "def f(a, b):\n    return torch.jit.trace(lambda x: x * 0, (a,))(a)\n",
        {*WRONG, *REFUSED, "timeout"},  # it may wait for threads that it does not get
    ),
}
