# Programs that reach another module through matplotlib.
# Allowed: time, matplotlib. A question mark: undecided rather than failed.
#: POL003
import matplotlib.pyplot as plt
plt.np.matmul([[1]],[[1]])
#: POL003
from matplotlib.pyplot import np
#: POL003
import matplotlib.pyplot as plt
plt.sys.modules["numpy"]
#: POL003
from matplotlib.pylab import *
#: POL003
import matplotlib.pyplot as p
q = p; q.np.dot
#: POL003
import matplotlib.pyplot as plt
getattr(plt, "np").dot
#: POL003
import matplotlib.pyplot as plt
vars(plt)["np"]
#: POL003
import matplotlib.pyplot as plt
plt.__dict__["np"]
#: POL003?
import matplotlib.pyplot as plt
getattr(plt, chr(110)+chr(112))
#: POL003?
import matplotlib.pyplot as plt
def f(p): return p.np
f(plt)
#: POL003?
import matplotlib.pyplot as plt
class A:
    p = plt
A.p.np
#: POL003?
import matplotlib.pyplot as plt
class A:
    def __init__(self, p): self.p = p
A(plt).p.np
#: POL003?
import matplotlib.pyplot as plt
for p in [plt]:
    p.np
#: POL003?
import matplotlib.pyplot as plt
d = {}
d["x"] = plt
d["x"].np
#: POL003
import matplotlib.pyplot as plt
match plt:
    case object(np=n):
        n.dot
#: POL003?
import matplotlib.pyplot as plt
(lambda p=plt: p.np)()
#: POL003?
import matplotlib.pyplot as plt
x = [p.np for p in (plt,)]
#: POL003
from matplotlib.pyplot import *
np.dot
#: POL003
import matplotlib.cbook
matplotlib.cbook.np
#: POL003?
import matplotlib.pyplot as plt
list(map(lambda m: m.np, [plt]))
#: POL003?
import matplotlib.pyplot as plt
def gen():
    p = yield
    yield p.np
g = gen(); next(g)
stolen = g.send(plt)
#: POL003?
import matplotlib.pyplot as plt
class S:
    def __neg__(self): return "np"
stolen = getattr(plt, -S())
#: POL003?
import matplotlib.pyplot as plt
try:
    raise ValueError(plt)
except ValueError as e:
    stolen = e.args[0].np
#: POL003?
import matplotlib.pyplot as plt
class P:
    def __get__(self, o, t): return plt
class A:
    x = P()
stolen = A().x.np
#: POL003?
import matplotlib.pyplot as plt
class A:
    def __getattr__(self, n): return plt
stolen = A().x.np
#: POL003?
import matplotlib.pyplot as plt
class A:
    def __enter__(self): return plt
    def __exit__(self, *a): pass
with A() as p: stolen = p.np
#: POL003?
import matplotlib.pyplot as plt
class A:
    def __iter__(self): return iter([plt])
for p in A(): stolen = p.np
#: POL003?
import matplotlib.pyplot as plt
a, *b = 1, plt
stolen = b[0].np
#: POL003?
import matplotlib.pyplot as plt
x = {**{"p": plt}}
stolen = x["p"].np
#: POL003?
import matplotlib.pyplot as plt
def f(**k): return k["p"].np
stolen = f(**{"p": plt})
#: POL003?
import matplotlib.pyplot as plt
def f(*k): return k[0].np
stolen = f(*[plt])
#: POL003
import matplotlib.pyplot as plt
stolen = [p := plt, p.np][1]
#: POL003?
import matplotlib.pyplot as plt
def deco(f): return plt
@deco
def g(): pass
stolen = g.np
#: POL003?
import matplotlib.pyplot as plt
def deco(f): return f(plt)
@deco
def stolen(p): return p.np
#: POL003?
import matplotlib.pyplot as plt
stolen = (lambda *a: a)(plt)[0].np
#: POL003?
import matplotlib.pyplot as plt
stolen = max([plt], key=id).np
#: POL003?
import matplotlib.pyplot as plt
stolen = dict(p=plt)["p"].np
#: POL003?
import matplotlib.pyplot as plt
stolen = next(iter({plt: 1})).np
#: POL003?
import matplotlib.pyplot as plt
stolen = [plt].pop().np
#: POL003?
import matplotlib.pyplot as plt
stolen = {"a": plt}.get("a").np
#: POL003?
import matplotlib.pyplot as plt
stolen = list({"a": plt}.items())[0][1].np
#: POL003
import matplotlib.pyplot as plt
stolen = (plt if 1 else 2).np
#: POL003
import matplotlib.pyplot as plt
stolen = (0 or plt).np
#: POL003?
import matplotlib.pyplot as plt
class A: pass
setattr(A, "q", plt)
stolen = A.q.np
#: POL003?
import matplotlib.pyplot as plt
class A: pass
a = A()
vars(a).update(q=plt)
stolen = a.q.np
#: POL003?
import matplotlib.pyplot as plt
stolen = type("X", (), {"p": plt}).p.np
#: POL003?
import matplotlib.pyplot as plt
def f():
    p = plt
    return locals()["p"].np
stolen = f()
#: POL003?
import matplotlib.pyplot as plt
stolen = globals()["plt"].np
#: POL003
import matplotlib.pyplot as plt
stolen = getattr(plt, f"{'n'}p")
#: POL003?
import matplotlib.pyplot as plt
stolen = getattr(plt, "pn"[::-1])
#: POL003?
import matplotlib.pyplot as plt
stolen = getattr(plt, "".join(["n","p"]))
#: POL003?
import matplotlib.pyplot as plt
stolen = getattr(plt, "NP".lower())
#: POL002?
import matplotlib.pyplot as plt
g = getattr
stolen = g(plt, "np")
#: POL002?
import matplotlib.pyplot as plt
stolen = (lambda f: f(plt, "np"))(getattr)
#: POL002?
import matplotlib.pyplot as plt
stolen = [getattr][0](plt, "np")
#: POL003
import matplotlib.pyplot as plt
stolen = vars(plt)["np"]
#: POL002?
import matplotlib.pyplot as plt
v = [vars]
stolen = v[0](plt)["np"]
#: POL003
from matplotlib import cbook
stolen = cbook.np
#: POL003
import matplotlib.cbook as c
stolen = c.np
#: POL003
import matplotlib
import matplotlib.pyplot
stolen = matplotlib.pyplot.np
#: POL003
import matplotlib.pyplot as plt
stolen = plt.cbook.np
#: POL003
import matplotlib.pyplot as plt
stolen = plt.matplotlib.cbook.np
#: POL003
from matplotlib.ticker import np as stolen
#: POL003
from matplotlib.pyplot import *
stolen = np
#: POL003
import matplotlib.pyplot as plt
plt.x = plt
stolen = plt.x.np
#: POL003
import matplotlib.pyplot as plt
plt.plot.x = plt
stolen = plt.plot.x.np
#: POL003?
import matplotlib.pyplot as plt
def f(): pass
f.x = plt
stolen = f.x.np
#: POL003?
import matplotlib.pyplot as plt
def f(x=[]):
    x.append(plt)
    return x
f()
stolen = f()[0].np
#: POL003
import matplotlib.pyplot as plt
a = b = c = plt
stolen = c.np
#: POL003?
import matplotlib.pyplot as plt
x = [[plt]]
stolen = x[0][0].np
#: POL003?
import matplotlib.pyplot as plt
def rec(n, p): return p if n == 0 else rec(n-1, p)
stolen = rec(3, plt).np
#: POL003?
import matplotlib.pyplot as plt
class A:
    @property
    def p(self): return plt
stolen = A().p.np
#: POL003?
import matplotlib.pyplot as plt
class A:
    @staticmethod
    def p(): return plt
    @classmethod
    def q(cls, x): return x.np
stolen = A.q(A.p())
#: POL003?
import matplotlib.pyplot as plt
class A:
    def m(self, p): return p.np
stolen = A.m(None, plt)
#: POL003?
import matplotlib.pyplot as plt
class A:
    def m(self, p): return p.np
f = A().m
stolen = f(plt)
#: POL003?
import matplotlib.pyplot as plt
class A:
    def __init__(self, *, p): self.z = p
class B(A): pass
stolen = B(p=plt).z.np
#: POL003?
import matplotlib.pyplot as plt
class A(list): pass
stolen = A([plt])[0].np
#: POL003?
import matplotlib.pyplot as plt
class A(dict):
    def __missing__(self, k): return plt
stolen = A()["x"].np
#: POL003?
import matplotlib.pyplot as plt
stolen = sum([[plt]], [])[0].np
#: POL003?
import matplotlib.pyplot as plt
stolen = ([plt] * 3)[2].np
#: POL003?
import matplotlib.pyplot as plt
stolen = ([plt] + [])[0].np
#: POL003?
import matplotlib.pyplot as plt
x = []
x += [plt]
stolen = x[0].np
#: POL003?
import matplotlib.pyplot as plt
x = []
y = x
y += [plt]
stolen = x[0].np
#: POL003?
import matplotlib.pyplot as plt
x = [0]
y = x
y[0] = plt
stolen = x[0].np
#: POL003?
import matplotlib.pyplot as plt
x = [0]
x[:] = [plt]
stolen = x[0].np
#: POL003?
import matplotlib.pyplot as plt
for x in enumerate([plt]): stolen = x[1].np
#: POL003?
import matplotlib.pyplot as plt
stolen = list(zip([plt],[1]))[0][0].np
#: POL003?
import matplotlib.pyplot as plt
stolen = [*filter(None, [plt])][0].np
#: POL003?
import matplotlib.pyplot as plt
def f():
    try: return plt
    finally: pass
stolen = f().np
#: POL003?
import matplotlib.pyplot as plt
async def f(p): return p.np
try: f(plt).send(None)
except StopIteration as e: stolen = e.value
#: POL003?
import matplotlib.pyplot as plt
def f(): return (yield from [plt])
stolen = next(f()).np
#: POL003?
import matplotlib.pyplot as plt
stolen = getattr(*[plt, "np"])
#: POL003?
import matplotlib.pyplot as plt
class A: kind = "plot"
a = A()
a.kind = "np"
stolen = getattr(plt, a.kind)
#: POL003?
import matplotlib.pyplot as plt
def f(kind="plot"): return getattr(plt, kind)
stolen = f("np")
#: POL003?
import matplotlib.pyplot as plt
def f(kind): return getattr(plt, kind)
f("plot")
stolen = list(map(f, ["np"]))[0]
#: POL003?
import matplotlib.pyplot as plt
class A:
    def __init__(self, k): self.k = k
    def go(self): return getattr(plt, self.k)
A("plot").go()
stolen = type(A("plot"))("np").go()
#: POL003?
import matplotlib.pyplot as plt
class A:
    def go(self, k): return getattr(plt, k)
A().go("plot")
stolen = getattr(A(), "go")("np")
#: POL003?
import matplotlib.pyplot as plt
def f(k): return getattr(plt, k)
f("plot")
stolen = f.__call__("np")
#: POL003?
import matplotlib.pyplot as plt
def f(k): return getattr(plt, k)
f("plot")
plt.gcf().canvas.mpl_connect("draw_event", f)
plt.gca().callbacks.connect("xlim_changed", lambda a: f("np"))
plt.xlim(0, 3)
stolen = f("np")
#: POL003?
import matplotlib.pyplot as plt
import time
stolen = getattr(plt, time.strftime("np"))
#: POL003
import matplotlib.pyplot as plt
stolen = plt._get_backend_mod
#: POL003
import matplotlib.animation as an
stolen = an.subprocess
#: POL003?
import matplotlib.pyplot as plt
match {"p": plt}:
    case {"p": q}: stolen = q.np
#: POL003?
import matplotlib.pyplot as plt
match [plt]:
    case [q]: stolen = q.np
#: POL003?
import matplotlib.pyplot as plt
match plt:
    case q: stolen = q.np
#: POL003
import matplotlib.pyplot as ｐｌｔ
stolen = plt.ｎｐ
#: POL003
import matplotlib.pyplot as plt
class plt2: np = 0
stolen = plt.np
#: POL003
import matplotlib.pyplot as plt
s = "np"
d = {s: 1}
for k in d: stolen = getattr(plt, k)
#: POL003?
import matplotlib.pyplot as plt
d = dict.fromkeys(["np"])
for k in d: stolen = getattr(plt, k)
#: POL003?
import matplotlib.pyplot as plt
class A:
    pass
A.p = plt
o = A()
with_ = [getattr(o, a) for a in ("p",)]
stolen = with_[0].np
#: POL003
from matplotlib.style import os as stolen
#: POL003
import matplotlib.style.core as c
stolen = c.os
#: POL003
from matplotlib import _api as stolen
#: POL003
from mpl_toolkits.mplot3d import axes3d
stolen = axes3d.np
#: POL003
from mpl_toolkits import mplot3d
stolen = mplot3d.axes3d.np
#: POL003
import mpl_toolkits.mplot3d.art3d as a
stolen = a.np
#: POL003
import matplotlib.pyplot as plt
x = plt
def f():
    global x
    return x.np
stolen = f()
#: POL003?
import matplotlib.pyplot as plt
def outer():
    p = 1
    def inner():
        nonlocal p
        p = plt
    inner()
    return p.np
stolen = outer()
#: POL003?
import matplotlib.pyplot as plt
try:
    raise StopIteration(plt)
except StopIteration as e:
    stolen = e.value.np
#: POL003?
import matplotlib.pyplot as plt
class E(Exception):
    def __init__(self, p): self.p = p
try: raise E(plt)
except E as e: stolen = e.p.np
#: POL003
from matplotlib.pyplot import matplotlib as m
stolen = m.cbook.np
#: POL003?
import matplotlib.pyplot as plt
p = property(lambda s: s.np)
stolen = p.fget(plt)
#: POL002? POL003?
import matplotlib.pyplot as plt
p = property(lambda s: s.np)
stolen = p.__get__(plt)
#: POL003?
import matplotlib.pyplot as plt
s = slice(plt)
stolen = s.stop.np
#: POL003?
import matplotlib.pyplot as plt
stolen = iter(lambda: plt, 3).__next__().np
#: POL003?
import matplotlib.pyplot as plt
stolen = reversed([plt]).__next__().np
#: POL003?
import matplotlib.pyplot as plt
stolen = [plt].__getitem__(0).np
#: POL003?
import matplotlib.pyplot as plt
stolen = list.__getitem__([plt], 0).np
#: POL003?
import matplotlib.pyplot as plt
stolen = dict.get({"a": plt}, "a").np
#: POL003?
import matplotlib.pyplot as plt
x = []
list.append(x, plt)
stolen = x[0].np
#: POL003?
import matplotlib.pyplot as plt
x = []
[].append
f = x.append
f(plt)
stolen = x[0].np
#: POL003?
import matplotlib.pyplot as plt
n = ["plot"]
for n[0] in ["np"]: pass
stolen = getattr(plt, n[0])
#: POL003?
import matplotlib.pyplot as plt
class A: k = "plot"
for A.k in ["np"]: pass
stolen = getattr(plt, A.k)
#: POL003
import matplotlib.pyplot as plt
n = "plot"
def f():
    global n
    n = "np"
f()
stolen = getattr(plt, n)
#: POL003
import matplotlib.pyplot as plt
n = "plot"
try: raise KeyError
except KeyError as n2: n = "np"
stolen = getattr(plt, n)
#: POL003
import matplotlib.pyplot as plt
n = "plot" if 0 else "np"
stolen = getattr(plt, n)
#: POL003?
import matplotlib.pyplot as plt
n = "plot" and "np"
stolen = getattr(plt, n)
#: POL003?
import matplotlib.pyplot as plt
n = ["plot", "np"]
n.sort()
stolen = getattr(plt, n[0])
#: POL003?
import matplotlib.pyplot as plt
stolen = getattr(plt, "plot np"[5:])
#: POL003
import matplotlib.pyplot as plt
stolen = getattr(plt, "np" "")
#: POL003?
import matplotlib.pyplot as plt
stolen = getattr(plt, min("np", "zz"))
#: POL003?
import matplotlib.pyplot as plt
stolen = getattr(plt, (lambda: "np")())
#: POL003
import matplotlib.pyplot as plt
stolen = (plt).\
  np
#: POL003
import matplotlib.pyplot as plt; stolen = plt   .    np
#: POL003
import matplotlib.pyplot as plt
stolen = plt.cm.np
#: POL003
import matplotlib.pyplot as plt
stolen = plt.style.os if hasattr(plt.style, "os") else plt.style.core.os
#: POL003
import matplotlib.pyplot as plt
stolen = plt.mlab.np
#: POL003
import matplotlib.pyplot as plt
stolen = plt.rcsetup.np if hasattr(plt.rcsetup, "np") else plt.rcsetup.ast
#: POL003
import matplotlib.figure
stolen = matplotlib.figure.np
#: POL003?
import matplotlib.pyplot as plt
def f(x):
    return x.np
class A:
    g = f
A.g(plt)
stolen = A.g(plt)
#: POL003?
import matplotlib.pyplot as plt
class A:
    g = lambda self: plt
stolen = A().g().np
#: POL003?
import matplotlib.pyplot as plt
class A:
    def __add__(self, o): return plt
stolen = (A() + 1).np
#: POL003?
import matplotlib.pyplot as plt
class A:
    def __radd__(self, o): return plt
stolen = (1 + A()).np
#: POL003?
import matplotlib.pyplot as plt
class A:
    def __lt__(self, o): return plt
stolen = (A() < 1).np
#: POL003?
import matplotlib.pyplot as plt
class A:
    def __iadd__(self, o): return plt
a = A()
a += 1
stolen = a.np
#: POL003?
import matplotlib.pyplot as plt
class A:
    def __call__(self): return plt
stolen = A()().np
#: POL003?
import matplotlib.pyplot as plt
class A:
    def __new__(cls): return plt
stolen = A().np
#: POL003?
import matplotlib.pyplot as plt
class M(type):
    def __call__(cls): return plt
class A(metaclass=M): pass
stolen = A().np
#: POL002? POL003?
import matplotlib.pyplot as plt
class M(type):
    def __getattr__(cls, n): return plt
class A(metaclass=M): pass
stolen = A.foo.np
#: POL002?
import matplotlib.pyplot as plt
def apply(f, *a): return f(*a)
stolen = apply(getattr, plt, "np")
#: POL003?
import matplotlib.pyplot as plt
def apply(f, *a, **k): return f(*a, **k)
stolen = apply(lambda **k: k, p=plt)["p"].np
#: POL003?
import matplotlib.pyplot as plt
def curry(f):
    def g(*a): return f(*a)
    return g
@curry
def h(p): return p.np
stolen = h(plt)
#: POL003?
import matplotlib.pyplot as plt
def curry(x):
    def deco(f):
        def g(): return f(x)
        return g
    return deco
@curry(plt)
def h(p): return p.np
stolen = h()
#: POL003?
import matplotlib.pyplot as plt
class Stack:
    def __init__(self): self._d = []
    def push(self, x): self._d.append(x)
    def pop(self): return self._d.pop()
s = Stack(); s.push(plt)
stolen = s.pop().np
#: POL003?
import matplotlib.pyplot as plt
class Node:
    def __init__(self, v, n): self.v, self.n = v, n
stolen = Node(1, Node(plt, None)).n.v.np
#: POL003?
import matplotlib.pyplot as plt
Y = lambda f: (lambda x: x(x))(lambda x: f(lambda *a: x(x)(*a)))
stolen = Y(lambda rec: lambda p, n: p if n == 0 else rec(p, n-1))(plt, 3).np
#: POL003?
import matplotlib.pyplot as plt
K = lambda x: lambda y: x
stolen = K(plt)(1).np
#: POL003?
import matplotlib.pyplot as plt
pair = lambda a, b: lambda f: f(a, b)
stolen = pair(plt, 1)(lambda a, b: a).np
#: POL003?
import matplotlib.pyplot as plt
def f():
    f.p = plt
f()
stolen = f.p.np
#: POL003?
import matplotlib.pyplot as plt
x = None
def set(v):
    global x
    x = v
set(plt)
stolen = x.np
#: POL003?
import matplotlib.pyplot as plt
def g():
    for p in [plt]: yield p
stolen = [*g()][0].np
#: POL003?
import matplotlib.pyplot as plt
def g():
    x = yield
    while True: x = yield x
h = g(); next(h); 
r = h.send(plt)
stolen = r.np
#: POL003?
import matplotlib.pyplot as plt
stolen = [x for x in [plt]][0].np
#: POL003?
import matplotlib.pyplot as plt
stolen = {1: x for x in [plt]}[1].np
#: POL003?
import matplotlib.pyplot as plt
stolen = {x for x in [plt]}.pop().np
#: POL003?
import matplotlib.pyplot as plt
stolen = next(x for x in [plt]).np
#: POL003?
import matplotlib.pyplot as plt
stolen = (lambda: (yield plt))().__next__().np
#: POL003
import matplotlib.pyplot as plt
(a, (b, c)) = (1, (2, plt))
stolen = c.np
#: POL003?
import matplotlib.pyplot as plt
[a, [b, *c]] = [1, [2, plt]]
stolen = c[0].np
#: POL003?
import matplotlib.pyplot as plt
x = (1, plt)
a, b = x
stolen = b.np
#: POL003?
import matplotlib.pyplot as plt
for a, (b, c) in [(1, (2, plt))]: stolen = c.np
#: POL003?
import matplotlib.pyplot as plt
a = {}
a.setdefault("x", plt)
stolen = a["x"].np
#: POL003?
import matplotlib.pyplot as plt
a = {}
a.update({"x": plt})
stolen = a["x"].np
#: POL003?
import matplotlib.pyplot as plt
a = {}
a |= {"x": plt}
stolen = a["x"].np
#: POL003?
import matplotlib.pyplot as plt
a = {} | {"x": plt}
stolen = a["x"].np
#: POL003?
import matplotlib.pyplot as plt
a = []
a.extend([plt])
stolen = a[-1].np
#: POL003?
import matplotlib.pyplot as plt
a = [1]
a.insert(0, plt)
stolen = a.copy()[0].np
#: POL003
import matplotlib.pyplot as plt
print(stolen := plt.np)
#: POL003
import matplotlib.pyplot as plt
if (p := plt): stolen = p.np
#: POL003
import matplotlib.pyplot as plt
assert plt.np, "x"
stolen = 1
#: POL003
import matplotlib.pyplot as plt
x: int = plt
stolen = x.np
#: POL003
import matplotlib.pyplot as plt
def f(x: plt.np): pass
stolen = f.__annotations__["x"]
#: POL003
import matplotlib.pyplot as plt
class A:
    x: plt.np
stolen = A.__annotations__["x"]
#: POL003?
import matplotlib.pyplot as plt
x = lambda: plt
stolen = x().np
#: POL003
import matplotlib.pyplot as plt
while True:
    stolen = plt.np
    break
#: POL003
import matplotlib.pyplot as plt
with plt.style.context("ggplot"), open("/dev/null") as f: stolen = plt.np
#: POL003?
import matplotlib.pyplot as plt
def f(a, /, b, *, c): return c.np
stolen = f(1, 2, c=plt)
#: POL003?
import matplotlib.pyplot as plt
d = dict(c=plt)
def f(c): return c.np
stolen = f(**d)
#: POL003?
import matplotlib.pyplot as plt
def f(c): return c.np
stolen = f(*(plt,))
#: POL003?
import matplotlib.pyplot as plt
def f(c): return c.np
stolen = [f(x) for x in (plt,)]
#: POL003?
import matplotlib.pyplot as plt
def f(c): return c.np
d = {"f": f}
stolen = d["f"](plt)
#: POL003
import matplotlib.pyplot
import matplotlib as m
stolen = m.pyplot.np
#: POL003
import matplotlib.pyplot
stolen = getattr(matplotlib, "pyplot").np
#: POL003
from matplotlib import pyplot
stolen = pyplot.np
#: POL003
import matplotlib.axes._axes as x
stolen = x.np
#: POL003
from matplotlib.axes import _axes
stolen = _axes.np
#: POL003
from matplotlib.transforms import np as stolen
#: POL003
from matplotlib.backends import backend_agg as b
stolen = b.np
#: POL003
from matplotlib.backends.backend_agg import np as stolen
#: POL003
import matplotlib.projections as p
stolen = p.polar.np
#: POL003
from matplotlib.tri import _tricontour as t
stolen = t.np
#: POL003
import matplotlib.image as im
stolen = im.imread("/dev/null") if 0 else im.np
#: POL003
import matplotlib.image as im
stolen = im.pil_to_array if 0 else im.PIL
#: POL003
import matplotlib.cbook as c
a = c._unpack_to_numpy
stolen = a
#: POL003
from matplotlib import pylab as stolen
#: POL003
import matplotlib.pylab as stolen
#: POL003?
import matplotlib.pyplot as plt
def f(): return locals().get("no such name", plt).np
stolen = f()
#: POL003?
import matplotlib.pyplot as plt
stolen = globals().get("no such name", plt).np
#: POL003?
import matplotlib.pyplot as plt
try:
    raise ExceptionGroup("x", [AttributeError("y", obj=plt)])
except* AttributeError as e:
    stolen = e.exceptions[0].obj.np
#: POL003?
import matplotlib.pyplot as plt
x = AttributeError("y", obj=plt)
stolen = x.obj.np
#: POL002? POL003?
import matplotlib.pyplot as plt
x = AttributeError("y", name="np", obj=plt)
stolen = getattr(x.obj, x.name)
#: POL003?
import matplotlib.pyplot as plt
class A:
    __slots__ = ("np",)
stolen = getattr(plt, A.__slots__[0])
#: POL003?
import matplotlib.pyplot as plt
stolen = getattr(plt, *["np"])
#: POL003?
import matplotlib.pyplot as plt
k = {"name": "np"}
stolen = getattr(plt, k["name"])
#: POL002?
import matplotlib.pyplot as plt
def f(p=None, q="plot"): return getattr(p, q)
stolen = f(**dict(p=plt, q="np"))
#: POL003?
import matplotlib.pyplot as plt
class A:
    pass
A.__getattr__ = lambda s, n: plt
stolen = A().x.np
#: POL003?
import matplotlib.pyplot as plt
class A: pass
A.__add__ = lambda s, o: plt
stolen = (A() + 1).np
#: POL003?
import matplotlib.pyplot as plt
def add(s, o): return plt
class A: __add__ = add
stolen = (A() + 1).np
#: POL003?
import matplotlib.pyplot as plt
A = type("A", (), {"__add__": lambda s, o: plt})
stolen = (A() + 1).np
#: POL003?
import matplotlib.pyplot as plt
def h(n): return getattr(plt, n)
h("plot")
import time
x = {"f": h}
for k in x: stolen = x[k]("np")
#: POL003?
import matplotlib.pyplot as plt
def h(n): return getattr(plt, n)
h("plot")
class A:
    x = property(h)
class B: 
    g = staticmethod(h)
stolen = B.g("np")
#: POL003?
import matplotlib.pyplot as plt
def h(n): return getattr(plt, n)
h("plot")
stolen = [h for h in [h]][0]("np")
#: POL003?
import matplotlib.pyplot as plt
def h(n): return getattr(plt, n)
h("plot")
match h:
    case g: stolen = g("np")
#: POL003?
import matplotlib.pyplot as plt
def h(n): return getattr(plt, n)
h("plot")
try: raise ValueError(h)
except ValueError as e: stolen = e.args[0]("np")
#: POL003?
import matplotlib.pyplot as plt
def h(n): return getattr(plt, n)
h("plot")
plt.gcf().my = h
stolen = plt.gcf().my("np")
#: POL003?
import matplotlib.pyplot as plt
def h(n): return getattr(plt, n)
h("plot")
stolen = globals()["h"]("np")
#: POL003?
import matplotlib.pyplot as plt
def h(n): return getattr(plt, n)
h("plot")
stolen = max([h], key=id)("np")
#: POL003?
import matplotlib.pyplot as plt
def h(n): return getattr(plt, n)
h("plot")
def g():
    f = yield
    yield f("np")
x = g(); next(x)
stolen = x.send(h)
#: POL003?
import matplotlib.pyplot as plt
class H:
    def m(self, n): return getattr(plt, n)
H().m("plot")
stolen = H.m(H(), "np")
#: POL003?
import matplotlib.pyplot as plt
class H:
    def m(self, n): return getattr(plt, n)
H().m("plot")
stolen = vars(H)["m"](H(), "np")
#: POL003?
import matplotlib.pyplot as plt
class H:
    def m(self, n): return getattr(plt, n)
H().m("plot")
stolen = H.__dict__["m"](H(), "np")
#: POL003?
import matplotlib.pyplot as plt
class H:
    def m(self, n): return getattr(plt, n)
H().m("plot")
class K(H):
    def m(self, n): return super().m("np")
stolen = K().m("x")
#: POL003?
import matplotlib.pyplot as plt
class H:
    @classmethod
    def m(cls, n="plot"): return getattr(plt, n)
H.m("plot")
stolen = H.m("np")
#: POL003?
import matplotlib.pyplot as plt
class H:
    @classmethod
    def m(cls, n="plot"): return getattr(plt, n)
stolen = H().m("np")
#: POL003?
import matplotlib.pyplot as plt
class H:
    @staticmethod
    def m(n="plot"): return getattr(plt, n)
stolen = H().m("np")
#: POL003?
import matplotlib.pyplot as plt
def deco(f):
    def g(*a): return f("np")
    return g
@deco
def h(n="plot"): return getattr(plt, n)
stolen = h("plot")
#: POL003?
import matplotlib.pyplot as plt
def h(n="plot", *r):
    for x in r: return getattr(plt, x)
stolen = h("plot", "np")
#: POL003?
import matplotlib.pyplot as plt
def h(n="plot", **r):
    for x in r.values(): return getattr(plt, x)
stolen = h("plot", k="np")
#: POL003
import matplotlib.pyplot as plt
n = "plot"
def h():
    return getattr(plt, n)
def g():
    globals()["n"] = "np"
g()
stolen = h()
#: POL003
import matplotlib.pyplot as plt
n = "plot"
for n in ["x", "np"]: pass
stolen = getattr(plt, n)
#: POL003?
import matplotlib.pyplot as plt
n = "plot"
with open("/dev/null") as n: pass
class C:
    def __enter__(self): return "np"
    def __exit__(self, *a): pass
with C() as n: stolen = getattr(plt, n)
#: POL003
import matplotlib.pyplot as plt
n = "plot"
(n, m) = "np", 1
stolen = getattr(plt, n)
#: POL003
import matplotlib.pyplot as plt
n = "plot"
n, m = ["np", 1]
stolen = getattr(plt, n)
#: POL003?
import matplotlib.pyplot as plt
n = "plot"
n, m = (lambda: ("np", 1))()
stolen = getattr(plt, n)
#: POL003
import matplotlib.pyplot as plt
import matplotlib as m
m.pyplot2 = plt
stolen = m.pyplot2.np
#: POL003
import matplotlib.pyplot as plt
def plot(): pass
from matplotlib.pyplot import *
stolen = cbook.np
#: POL003
from matplotlib.pyplot import *
from matplotlib.cbook import *
stolen = np
#: POL003
from matplotlib.ticker import *
stolen = np if "np" in dir() else itertools
#: POL003
import matplotlib.pyplot as plt
from time import time as np
stolen = plt.np
