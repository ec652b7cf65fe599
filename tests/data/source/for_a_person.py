# Programs that get at something forbidden in ways that only a person can be sure about.
# Allowed: time, matplotlib. A question mark: undecided rather than failed.
#: POL003?
import matplotlib.pyplot as plt
try:
    plt.foo
except AttributeError as e:
    e.obj.np
#: POL003?
import matplotlib.pyplot as plt
class A:
    def __lshift__(self, p): return p.np
A() << plt
#: POL003?
import matplotlib.pyplot as plt
names = []
alias = names
alias.append("np")
for n in names:
    stolen = getattr(plt, n)
#: POL003?
import matplotlib.pyplot as plt
class A:
    def __lshift__(self, n): return getattr(plt, n)
stolen = A() << "np"
#: POL002? POL003?
import matplotlib.pyplot as plt
class M(type):
    def __instancecheck__(c, o): return True
class K(metaclass=M):
    __match_args__ = ("np",)
match plt:
    case K(n):
        stolen = n
#: POL003?
import matplotlib.pyplot as plt
line, = plt.plot([1],[2])
line.set_gid(plt)
stolen = line.get_gid().np
#: POL003?
import matplotlib.pyplot as plt
def np(): pass
stolen = getattr(plt, np.__name__)
#: POL003?
import matplotlib.pyplot as plt
class S(str): pass
stolen = getattr(plt, S("np"))
#: POL003?
import matplotlib.pyplot as plt
try:
    {}["np"]
except KeyError as e:
    stolen = getattr(plt, e.args[0])
#: POL003?
import matplotlib.pyplot as plt
class A:
    def __setattr__(self, n, v):
        global stolen
        stolen = v.np
A().x = plt
#: POL003?
import matplotlib.pyplot as plt
class A:
    def __setitem__(self, n, v):
        global stolen
        stolen = v.np
A()[0] = plt
#: POL003?
import matplotlib.pyplot as plt
class A:
    def __getitem__(self, v): return v.np
stolen = A()[plt]
#: POL003?
import matplotlib.pyplot as plt
class A:
    def __contains__(self, v):
        global stolen
        stolen = v.np
plt in A()
#: POL003?
import matplotlib.pyplot as plt
class A:
    def __eq__(self, v):
        global stolen
        stolen = v.np
A() == plt
#: POL003?
import matplotlib.pyplot as plt
class A:
    def __call__(self, p): return p.np
stolen = A()(plt)
#: POL003?
import matplotlib.pyplot as plt
class A: pass
A.__dict__
a = A()
a.__dict__["q"] = plt
stolen = a.q.np
#: POL003
import matplotlib.pyplot as plt
globals()["q"] = plt
stolen = q.np
#: POL002? POL003?
import matplotlib.pyplot as plt
for k, v in list(globals().items()):
    if k == "plt": stolen = v.np
#: POL003?
import matplotlib.pyplot as plt
stolen = getattr(plt, "{}p".format("n"))
#: POL003?
import matplotlib.pyplot as plt
stolen = getattr(plt, "%sp" % "n")
#: POL003?
import matplotlib.pyplot as plt
stolen = getattr(plt, b"np".decode())
#: POL003?
import matplotlib.pyplot as plt
stolen = getattr(plt, dir(plt)[dir(plt).index("np")])
#: POL002?
import matplotlib.pyplot as plt
stolen = list(map(getattr, [plt], ["np"]))[0]
#: POL002?
import matplotlib.pyplot as plt
stolen = list(map(vars, [plt]))[0]["np"]
#: POL003?
import matplotlib.pyplot as plt
class T:
    __array_priority__ = 100
    def __array_ufunc__(self, ufunc, method, *a, **k):
        global stolen
        stolen = ufunc
try: plt.plot([1],[2])[0].get_ydata() + T()
except Exception: pass
#: POL003?
import matplotlib.pyplot as plt
try:
    plt.foo
except AttributeError as e:
    stolen = e.obj.np
#: POL002?
def eval2(): pass
if 0:
    eval = 3
stolen = eval("1+1")
#: POL002?
def f():
    return eval("__import__('numpy')")
stolen = f()
def eval(x): pass
#: POL002?
def eval(x): pass
del eval
stolen = eval("1+1")
#: POL002?
class A:
    eval = eval
stolen = A.eval("1+1")
#: POL002?
exec = exec
exec("stolen=1")
#: POL002?
for compile in [compile]: stolen = compile
#: POL003?
import matplotlib.pyplot as plt
n = "n"
n += "p"
stolen = getattr(plt, n)
#: POL003?
import matplotlib.pyplot as plt
stolen = [getattr(plt, a + b) for a in "xn" for b in "yp" if a + b == "np"][0]
#: POL002? POL003?
import matplotlib.pyplot as plt
class A:
    def go(self, k): return getattr(plt, k)
A().go("plot")
for name in dir(A()):
    if name == "go": stolen = getattr(A(), name)("np")
#: POL003?
import matplotlib.pyplot as plt
text = plt.title("np")
stolen = getattr(plt, text.get_text())
#: POL003?
import matplotlib.pyplot as plt
plt.rcParams["axes.titlelocation"] = "left"
plt.plot([1],[2],label="np")
stolen = getattr(plt, plt.gca().get_legend_handles_labels()[1][0])
#: POL003?
import matplotlib.pyplot as plt
def kw(**k):
    for n in k: return getattr(plt, n)
stolen = kw(np=1)
#: POL003?
import matplotlib.pyplot as plt
class E:
    np = 1
for n in vars(E):
    if n == "np": stolen = getattr(plt, n)
#: POL003?
import matplotlib.pyplot as plt
class A:
    def __set_name__(self, o, n): self.n = n
class B:
    np = A()
stolen = getattr(plt, B.np.n)
#: POL003?
import matplotlib.pyplot as plt
class A:
    def __getattr__(self, n): return getattr(plt, n)
stolen = A().np
#: POL002? POL003?
import matplotlib.pyplot as plt
f = lambda s: s.np
stolen = f.__get__(plt)()
#: POL002? POL003?
import matplotlib.pyplot as plt
m = staticmethod(plt)
stolen = m.__wrapped__.np
#: POL003?
import matplotlib.pyplot as plt
n = []
f = n.append
f("np")
m = ["plot"]
for k in n + m:
    if k == "np": stolen = getattr(plt, k)
#: POL003?
import matplotlib.pyplot as plt
n = ["plot"]
n.__iadd__(["np"])
for k in n:
    if k == "np": stolen = getattr(plt, k)
#: POL003?
import matplotlib.pyplot as plt
n = ["plot"]
m = n
m[0:0] = ["np"]
stolen = getattr(plt, n[0])
#: POL003?
import matplotlib.pyplot as plt
n = ["plot"]
m = n
m += ["np"]
stolen = getattr(plt, n[1])
#: POL003?
import matplotlib.pyplot as plt
n = "plot np".split()
stolen = getattr(plt, n[1])
#: POL003?
import matplotlib.pyplot as plt
stolen = getattr(plt, "plot np".partition(" ")[2])
#: POL003?
import matplotlib.pyplot as plt
n = "n" * 1 + "p"
stolen = getattr(plt, n)
#: POL003?
import matplotlib.pyplot as plt
stolen = getattr(plt, str("np"))
#: POL003?
import matplotlib.pyplot as plt
stolen = getattr(plt, "np".__str__())
#: POL003?
import matplotlib.pyplot as plt
stolen = getattr(plt, "n".__add__("p"))
#: POL003?
import matplotlib.pyplot as plt
def f():
    "np"
stolen = getattr(plt, f.__doc__)
#: POL003?
import matplotlib.pyplot as plt
def f(a: "np"): pass
stolen = getattr(plt, f.__annotations__["a"])
#: POL003?
"np"
import matplotlib.pyplot as plt
stolen = getattr(plt, __doc__)
#: POL002? POL003?
import matplotlib.pyplot as plt
class M(type):
    def __new__(m, n, b, d, p=None): 
        global stolen
        stolen = p.np
        return type.__new__(m, n, b, d)
class A(metaclass=M, p=plt): pass
#: POL003?
import matplotlib.pyplot as plt
class B:
    def __init_subclass__(cls, p=None):
        global stolen
        stolen = p.np
class A(B, p=plt): pass
#: POL003?
import matplotlib.pyplot as plt
class B:
    def __class_getitem__(cls, p): return p.np
stolen = B[plt]
#: POL003?
import matplotlib.pyplot as plt
def f(p): return p.np
class A:
    f = property(f)
A.q = plt
class C:
    x = 1
stolen = A.f.fget(A.q)
#: POL003
from matplotlib.backend_bases import np as stolen
#: POL003
from matplotlib.testing.decorators import np as stolen
#: POL003
import matplotlib.testing as t
stolen = t.subprocess
#: POL002?
import matplotlib.pyplot as plt
stolen = plt.figure().canvas.renderer if 0 else plt.figure().canvas.np if 0 else plt.Axes.plot.__func__ if 0 else plt.plot.__wrapped__
#: POL003?
import matplotlib.pyplot as plt
a = plt.imshow([[1.,2.],[3.,4.]]).get_array()
rows = []
for r in a: rows.append(r)
stolen = rows[0] @ rows[1]
#: POL003?
import matplotlib.pyplot as plt
class W:
    def __init__(self, m): self.a = plt.imshow(m).get_array()
    def mul(self, o): return self.a @ o.a
stolen = W([[1.]]).mul(W([[2.]]))
#: POL003?
import matplotlib.cbook as c
x = c.safe_masked_invalid([[1.,2.],[3.,4.]])
y = [x]
y.append(x)
def f(a, b): return a.dot(b)
stolen = f(*y)
#: POL003?
import time
s = "__lo"
s = s + "ader__"
stolen = getattr(time, s)
#: POL002?
stolen = type.mro(int)[-1]
#: POL002?
stolen = [v for k, v in globals().items() if k == "__builtins__"]
#: POL002?
stolen = {**globals()}["__builtins__"]
#: POL002?
def f(**k): return k["__builtins__"]
stolen = f(**globals())
#: POL002?
stolen = max(globals().values(), key=str)
#: POL002?
stolen = list(map(lambda f: f(), [globals]))[0]["__builtins__"]
#: POL003?
import matplotlib.pyplot as plt
class D: np = 1
class A:
    def __lshift__(self, p): return p.np
stolen = A() << plt
#: POL002?
def eval(x): pass
del globals()["eval"]
stolen = eval("1+1")
#: POL002?
def eval(x): pass
globals().pop("eval")
stolen = eval("1+1")
#: POL002?
def eval(x): pass
globals().__delitem__("eval")
stolen = eval("1+1")
#: POL002?
def eval(x): pass
vars().pop("ev" + "al")
stolen = eval("1+1")
#: POL003?
import matplotlib.pyplot as plt
try:
    plt.polt
except AttributeError as e:
    x = [e]
stolen = x[0].obj.np
#: POL003?
import matplotlib.pyplot as plt
def f():
    try: plt.polt
    except AttributeError as e: return e
stolen = f().obj.np
#: POL003?
import matplotlib.pyplot as plt
class C:
    def __enter__(self): pass
    def __exit__(self, t, e, tb):
        global stolen
        stolen = e.obj.np
        return True
with C(): plt.polt
#: POL003?
import matplotlib.pyplot as plt
try:
    try: plt.polt
    finally: 1/0
except ZeroDivisionError as e:
    stolen = e.__context__.obj.np
#: POL003?
import matplotlib.pyplot as plt
def g():
    try: yield
    except AttributeError as e:
        yield e.obj.np
h = g(); next(h)
try: plt.polt
except AttributeError as e: stolen = h.throw(e)
#: POL003?
import matplotlib.pyplot as plt
stolen = getattr(plt, [k for k in plt.__doc__ or "np"][0]) if 0 else getattr(plt, repr(plt)[0:0] + "np")
#: POL003?
import matplotlib.pyplot as plt
stolen = getattr(*(plt,), "np")
#: POL002?
import matplotlib.pyplot as plt
def f(p, q): return getattr(p, q)
args = [plt]
args.append("np")
stolen = f(*args)
#: POL002? POL003?
import matplotlib.pyplot as plt
import time
class A:
    def __init__(self): self.lib = plt
    def __getattr__(self, n): return getattr(self.lib, n)
stolen = A().np
#: POL003?
import matplotlib.pyplot as plt
A = type("A", (), {"__add__": lambda s, o: o.np})
stolen = A() + plt
#: POL003?
import matplotlib.pyplot as plt
class A: pass
setattr(A, "__add__", lambda s, o: o.np)
stolen = A() + plt
#: POL003?
import matplotlib.pyplot as plt
class A: pass
A.__add__ = lambda s, n: getattr(plt, n)
A().__add__("plot")
stolen = A() + "np"
#: POL003?
import matplotlib.pyplot as plt
def h(s, n): return getattr(plt, n)
h(1, "plot")
class A: __add__ = h
stolen = A() + "np"
#: POL003?
import matplotlib.pyplot as plt
def h(n): return getattr(plt, n)
h("plot")
plt.gcf().set_gid(h)
stolen = plt.gcf().get_gid()("np")
#: POL003?
import matplotlib.pyplot as plt
def h(n): return getattr(plt, n)
h("plot")
class A:
    def __lshift__(self, f): return f("np")
stolen = A() << h
#: POL002?
import matplotlib.pyplot as plt
n = "plot"
globals().update(n="np")
stolen = getattr(plt, n)
#: POL002?
import matplotlib.pyplot as plt
b = open("/dev/null").read() + "agg"
plt.rcParams["backend"] = b
stolen = 1
#: allow dataclasses functools concurrent
#: POL002?
import functools
class Box: pass
box = Box()
functools.update_wrapper(box, print, assigned=["__se" + "lf__"], updated=[])
for tool in vars(box).values(): tool.eval("1")
#: POL002?
from functools import wraps
class Box: pass
box = wraps(print, assigned=map("".join, [("__se", "lf__")]))(Box())
#: POL002?
import dataclasses
class B: pass
B.__annotations__ = {"__class__ and eval(chr(49))": object}
print(repr(dataclasses.dataclass(B, init=False)()))
#: POL003
from concurrent.futures import thread
thread.os.path.sys.modules["builtins"].eval("1")
#: POL003
import concurrent.futures.process
concurrent.futures.process.mp.util
