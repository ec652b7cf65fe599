# What honest programs do with modules by which other code could be reached: nothing is found.
#: allow abc collections concurrent contextlib copy dataclasses enum functools gc inspect io itertools json logging math numpy operator pprint random reprlib statistics string sys tempfile threading timeit types typing unittest warnings weakref
#: Okay
from dataclasses import asdict, astuple, dataclass, field, fields, is_dataclass, replace
@dataclass(frozen=True, order=True)
class Timing:
    size: int
    seconds: list[float] = field(default_factory=list, repr=False)
    label: str = field(default="matmul", compare=False)
    def best(self) -> float: return min(self.seconds)
    def __post_init__(self): object.__setattr__(self, "label", self.label.upper())
one = Timing(64, [0.1, 0.2])
print(replace(one, size=128), asdict(one), astuple(one), is_dataclass(one))
print([f.name for f in fields(Timing)], len(fields(one)), {f.name: f.type for f in fields(one)})
for each in fields(one):
    print(each.name, each.default)
#: Okay
import dataclasses as dc
@dc.dataclass
class Matrix:
    rows: list
    n: int = dc.field(init=False)
    def __post_init__(self): self.n = len(self.rows)
    @classmethod
    def zeros(cls, n: int) -> "Matrix": return cls([[0.0] * n for _ in range(n)])
@dc.dataclass
class Square(Matrix):
    name: str = ""
Point = dc.make_dataclass("Point", [("x", "float"), ("y", "float")], frozen=True)
print(Point(1, 2), Square([[1]]), dc.replace(Matrix.zeros(2), rows=[[1]]))
match Matrix([[1]]):
    case Matrix(rows, n): print(rows, n)
#: Okay
import functools
from functools import cache, cached_property, cmp_to_key, lru_cache, partial, reduce, wraps
product = reduce(lambda a, b: a * b, [1, 2, 3], 1)
double = partial(lambda k, x: k * x, 2)
@lru_cache(maxsize=None)
def power(a, n): return 1 if n == 0 else a * power(a, n - 1)
@cache
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
power.cache_clear(); print(fib.cache_info().hits, power.cache_info())
def timed(f):
    @wraps(f)
    def inner(*args, **kwargs): return f(*args, **kwargs)
    return inner
@functools.total_ordering
class Size:
    def __init__(self, n): self.n = n
    def __eq__(self, o): return self.n == o.n
    def __lt__(self, o): return self.n < o.n
    @cached_property
    def square(self): return self.n ** 2
print(sorted([3, 1], key=cmp_to_key(lambda a, b: a - b)), double(4), product)
#: Okay
import functools
@functools.singledispatch
def scale(a, k): raise TypeError(type(a).__name__)
@scale.register
def _(a: list, k): return [scale(x, k) for x in a]
@scale.register(int)
@scale.register(float)
def _(a, k: float) -> float: return a * k
scale.register(tuple, lambda a, k: tuple(x * k for x in a))
class Vector:
    @functools.singledispatchmethod
    def times(self, o): return NotImplemented
    @times.register
    def _(self, o: "int | float"): return o
#: Okay
import operator
from operator import add, itemgetter, matmul, mul
print(sum(map(mul, [1, 2], [3, 4])), add(1, 2), sorted({"a": 1}.items(), key=itemgetter(1)))
print(operator.truediv(1, 2), operator.neg(3), operator.getitem([1], 0), operator.xor(1, 2))
def product(a, b): return [[sum(map(operator.mul, r, c)) for c in zip(*b)] for r in a]
table = {"+": operator.add, "-": operator.sub, "*": operator.mul, "@": operator.matmul}
print(table["+"](1, 2), operator.itemgetter(0, 1)([1, 2]), operator.iadd([1], [2]), operator.index(3))
#: Okay
from operator import *
from math import *
from itertools import *
print(mul(2, 3), sqrt(4), pi, list(islice(count(), 3)), add(1, 2), list(accumulate([1, 2], mul)))
#: Okay
import copy
from copy import copy as shallow, deepcopy
a = [[1, 2], [3, 4]]
b, c, d = copy.deepcopy(a), copy.copy(a), shallow(a)
class M:
    def __init__(self, r): self.r = r
    def __copy__(self): return M(self.r)
    def __deepcopy__(self, memo): return M(deepcopy(self.r, memo))
print(deepcopy(M(a)).r)
#: Okay
import enum
from enum import Enum, Flag, IntEnum, auto, unique
@unique
class Order(Enum):
    IJK = "ijk"
    IKJ = "ikj"
    @classmethod
    def _missing_(cls, value): return cls.IJK
    @property
    def loops(self): return list(self.value)
class Backend(IntEnum):
    PYTHON = auto()
    NUMPY = auto()
class Part(Flag):
    A = enum.auto()
    B = enum.auto()
class Named(str, enum.Enum):
    def _generate_next_value_(name, start, count, last_values): return name.lower()
    ROW = enum.auto()
print(Order("x"), Order["IKJ"].name, [o.value for o in Order], Backend.NUMPY + 1, Part.A | Part.B)
print(Order.__members__.items(), Backend.PYTHON._value_, Order.IJK._name_, len(Order), Enum("C", "R G"))
match Order.IJK:
    case Order.IJK: print(1)
    case Order.IKJ: print(2)
#: Okay
import contextlib, io, sys, time
from contextlib import ExitStack, closing, contextmanager, nullcontext, redirect_stdout, suppress
@contextmanager
def stopwatch(label):
    start = time.perf_counter()
    try: yield start
    finally: print(label, time.perf_counter() - start)
with stopwatch("all") as start, suppress(ValueError, ZeroDivisionError): 1 / 0
with redirect_stdout(io.StringIO()) as out: print("hidden")
buffer = io.StringIO()
with contextlib.redirect_stdout(buffer), contextlib.redirect_stderr(sys.stdout): print(1)
print(out.getvalue(), buffer.getvalue())
with closing(io.StringIO()) as f: f.write("x")
with ExitStack() as stack:
    files = [stack.enter_context(nullcontext(n)) for n in range(3)]
    stack.callback(print, "done")
class Timer(contextlib.ContextDecorator):
    def __enter__(self): self._t = time.perf_counter(); return self
    def __exit__(self, *error): self.seconds = time.perf_counter() - self._t
@Timer()
def work(): pass
#: Okay
import string
from string import Template, ascii_letters, digits
names = list(string.ascii_uppercase)[:3] + [string.ascii_lowercase[0]]
print(Template("$n x $n").substitute(n=3), ascii_letters, digits, string.punctuation, string.capwords("a b"))
print(string.Formatter().format("{:>8} {0}", 1) if 0 else "{:>8.3f}|{!r}".format(1.0, "x"))
label = "n = {}".format(3); label2 = "%s %5d" % ("a", 3); label3 = f"{3:>{10}}"
#: Okay
import types
from types import MappingProxyType, SimpleNamespace
cfg = SimpleNamespace(n=3, label="x")
cfg.m = cfg.n + 1
for key, value in {"a": 1}.items(): setattr(cfg, key, value)
print(vars(cfg), cfg.m, MappingProxyType({"a": 1})["a"], isinstance(print, types.BuiltinFunctionType))
class A: pass
a = A(); a.go = types.MethodType(lambda self, x: x, a); print(a.go(1))
#: Okay
from __future__ import annotations
import typing as t
from typing import (Any, Callable, ClassVar, Dict, Final, Generic, Iterable, Iterator, List, Literal,
    NamedTuple, Optional, Protocol, Sequence, Tuple, TypeVar, Union, TYPE_CHECKING, cast, overload)
Rows = List[List[float]]
T = TypeVar("T", int, float)
class Stack(Generic[T]):
    size: ClassVar[int] = 3
    def __init__(self) -> None: self._items: list[T] = []
    def push(self, x: T) -> None: self._items.append(x)
    def pop(self) -> T: return self._items.pop()
class Point(NamedTuple):
    x: float
    y: float = 0.0
class Sized(Protocol):
    def __len__(self) -> int: ...
class Options(t.TypedDict, total=False):
    n: int
MAX: Final = 10
@overload
def f(a: int) -> int: ...
@overload
def f(a: str) -> str: ...
def f(a): return a
def g(rows: "Rows", kind: Literal["ijk", "ikj"] = "ijk", key: Optional[Callable[[float], float]] = None) -> t.Union[Rows, None]:
    return cast(Rows, rows)
p = Point(1.0); print(p._replace(x=2), p._asdict(), Point._fields, g([[1.0]]))
match p:
    case Point(x, y): print(x, y)
    case Point(x=0): pass
#: Okay
from abc import ABC, ABCMeta, abstractmethod
import abc
class Product(ABC):
    @abstractmethod
    def __call__(self, a, b): ...
    @property
    @abc.abstractmethod
    def name(self): ...
class Loops(Product):
    name = "loops"
    def __call__(self, a, b): return [[sum(x * y for x, y in zip(r, c)) for c in zip(*b)] for r in a]
class Base(metaclass=ABCMeta): pass
print(Loops()([[1]], [[2]]), isinstance(Loops(), Product))
#: Okay
import collections
from collections import ChainMap, Counter, OrderedDict, UserDict, UserList, defaultdict, deque, namedtuple
from collections.abc import Iterable, Mapping, Sequence
Shape = namedtuple("Shape", ["rows", "columns"], defaults=[1])
s = Shape(3); print(s._replace(columns=2), s._asdict(), Shape._fields, Shape._make([1, 2]))
match s:
    case Shape(rows, 1): print(rows)
times = defaultdict(list); times["a"].append(1)
class Rows(UserList):
    def __init__(self, rows): super().__init__(rows); self._n = len(rows)
class Vec(collections.abc.Sequence):
    def __init__(self, xs): self._xs = xs
    def __len__(self): return len(self._xs)
    def __getitem__(self, i): return self._xs[i]
print(Counter("aab").most_common(1), deque([1], maxlen=3), isinstance([], Sequence), Rows([1]))
#: Okay
import sys, gc, warnings, weakref, threading, logging, json, random, tempfile, io, timeit, inspect
sys.setrecursionlimit(10_000); print(sys.argv[1:], sys.version_info >= (3, 11), sys.maxsize, sys.float_info.epsilon)
print("x", file=sys.stderr); sys.stdout.flush(); rows = sys.stdin.read().split() if 0 else []
gc.collect(); gc.disable(); gc.enable()
warnings.filterwarnings("ignore", category=DeprecationWarning); warnings.simplefilter("ignore")
with warnings.catch_warnings(): warnings.warn("x", stacklevel=2)
cacheable = weakref.WeakValueDictionary(); lock = threading.Lock()
class Worker(threading.Thread):
    def __init__(self, f, *args): super().__init__(daemon=True); self._f, self._a, self._result = f, args, None
    def run(self): self._result = self._f(*self._a)
w = Worker(sum, [1, 2]); w.start(); w.join(); print(threading.current_thread().name)
logging.basicConfig(level=logging.INFO, format="%(message)s"); log = logging.getLogger(__name__)
log.info("n = %d", 3); logging.warning("x")
print(json.dumps({"n": 3}), json.loads("[1]"), random.Random(0).random(), timeit.default_timer())
with tempfile.TemporaryDirectory() as folder, open(folder + "/x.json", "w") as f: json.dump([1], f)
print(inspect.getsource(Worker), inspect.signature(Worker.run), inspect.isfunction(print))
#: Okay
import unittest, pprint, reprlib
class TestProduct(unittest.TestCase):
    def setUp(self): self.a = [[1]]
    def test_one(self): self.assertEqual(self.a, [[1]])
    @unittest.skip("slow")
    def test_two(self):
        with self.assertRaises(ValueError), self.subTest(n=3): int("x")
pprint.pprint([[1]], width=40); print(pprint.pformat([1]), reprlib.repr([1] * 99))
if __name__ == "__main__": unittest.main(argv=[""], exit=False)
#: Okay
class Net:
    def __init__(self, *sizes, **options):
        for i, n in enumerate(sizes): setattr(self, f"layer{i}", n)
        for key, value in options.items(): setattr(self, key, value)
        for name in ("w", "b"): setattr(self, name + str(1), 0)
        setattr(self, "bias_{}".format(1), 0)
        self.layers = [getattr(self, "layer0")]
class Frozen:
    def __init__(self, n): super().__setattr__("n", n)
    def __setattr__(self, name, value): raise AttributeError(name)
class Logged:
    def __setattr__(self, name, value):
        print(name, value); super().__setattr__(name, value)
net = Net(1); setattr(net, "x" if net else "y", 3)
print(type(net).__name__, type(1) is int, isinstance(net, type(net)), list(map(type, [1, "a"])))
Pair = type("Pair", (), {"size": 2, "go": lambda self: 1}); Empty = type("Empty", (Exception,), {})
#: Okay
class Singleton(type):
    _one = {}
    def __call__(cls, *args):
        if cls not in cls._one: cls._one[cls] = super().__call__(*args)
        return cls._one[cls]
class Settings(metaclass=Singleton): pass
def kind(x):
    match x:
        case int(n) | float(n): return n
        case str(text): return text
        case [a, *rest]: return a
        case {"n": n}: return n
        case list() | tuple(): return None
#: Okay
from concurrent.futures import ThreadPoolExecutor
import numpy as np
from enum import Enum
from functools import partial
from dataclasses import dataclass
@dataclass
class Result:
    a: np.ndarray
    seconds: float = 0.0
class Kind(Enum):
    DOT = partial(np.dot)
    AT = partial(lambda a, b: a @ b)
def matmul(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    with ThreadPoolExecutor(max_workers=2) as pool: parts = list(pool.map(partial(np.dot, b=b), np.array_split(a, 2)))
    return np.vstack(parts)
assert np.allclose(Result(matmul(np.eye(3), np.eye(3))).a, np.eye(3))
