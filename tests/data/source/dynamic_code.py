# Programs that run texts or look inside the interpreter.
# Allowed: time, matplotlib. A question mark: undecided rather than failed.
#: POL002
__import__("numpy")
#: POL002
exec("import numpy")
#: POL002
eval("__imp"+"ort__")("numpy")
#: POL002
n="num"+"py"; __import__(n)
#: POL002
__loader__.load_module("numpy")
#: POL002
().__class__.__base__.__subclasses__()
#: POL002
imp=__import__; imp("numpy")
#: POL002
getattr(__builtins__, "exec")("1")
#: POL002
globals()['__builtins__']
#: POL002
f = lambda: 0
f.__globals__["x"]
#: POL002
import time
time.__loader__.load_module("builtins")
#: POL002
@eval
def f(): pass
#: POL002
"{0.__class__.__mro__}".format(1)
#: POL002
import matplotlib.pyplot as plt
plt.switch_backend("module://x")
#: POL002
import matplotlib.pyplot as plt
stolen = object.__getattribute__(plt, "np")
#: POL002
import matplotlib.pyplot as plt
stolen = type(plt).__getattribute__(plt, "np")
#: POL002
import matplotlib.pyplot as plt
stolen = plt.plot.__globals__["np"]
#: POL002
import matplotlib.pyplot as plt
stolen = plt.Figure.savefig.__globals__["np"]
#: POL002
from matplotlib.pyplot import backend_registry as b
stolen = b.load_backend_module("module://numpy")
#: POL002
import matplotlib.backends
stolen = matplotlib.backends.backend_registry.load_backend_module("module://numpy")
#: POL002
from matplotlib.backends.registry import backend_registry
stolen = backend_registry.load_backend_module("mod" + "ule://numpy")
#: POL002?
import matplotlib.pyplot as plt
a = plt.imshow([[1.,2.],[3.,4.]]).get_array()
stolen = a.__array_namespace__
#: POL002
import matplotlib.pyplot as plt
import time
def h(): pass
stolen = h.__globals__["__builtins__"]
#: POL002
stolen = [c for c in ().__class__.__base__.__subclasses__() if c.__name__ == "BuiltinImporter"][0]
#: POL002
stolen = print.__self__
#: POL002
x = str
stolen = x.mro()[1].__subclasses__()
#: POL002
try:
    1/0
except Exception as e:
    stolen = e.__traceback__.tb_frame.f_globals
#: POL002
def g(): yield
stolen = g().gi_frame.f_globals["__builtins__"]
#: POL002
class A:
    __class_getitem__ = exec
stolen = A["1"] is None
#: POL002
class A:
    __getattr__ = eval
stolen = 1
#: POL002
def f(x=eval): return x("__import__('numpy')")
stolen = f()
#: POL002
import time
stolen = time.__spec__.loader
#: POL002
import time
stolen = time.__loader__
#: POL002
stolen = "{0.__class__.__mro__}".format(1)
#: POL002
stolen = "{x.__globals__}".format_map({"x": lambda: 0})
#: POL002
stolen = str.format("{0.__globals__}", lambda: 0)
#: POL002
import time
class A:
    def f(self): return super().__init__.__self__.__class__
stolen = A().f()
#: POL002
stolen = (lambda: 0).__code__
#: POL002
import matplotlib.pyplot as plt
f = plt.__getattribute__
stolen = f("np")
#: POL002
import matplotlib.pyplot as plt
stolen = plt.__class__.__getattribute__(plt, "np")
#: POL002
import matplotlib.pyplot as plt
g = super.__getattribute__
stolen = g(plt, "np") if 0 else 1
#: POL002 POL003?
import matplotlib.pyplot as plt
def f(np): pass
stolen = getattr(plt, f.__code__.co_varnames[0])
#: POL002
from matplotlib.figure import Figure
stolen = Figure().canvas.draw.__func__.__globals__ if 0 else Figure.savefig.__globals__
#: POL002? POL003
import time as t
stolen = t.__dict__["__loader__"]
#: POL002? POL003
import time
stolen = vars(time)["__spec__"]
#: POL002
import time
stolen = time.struct_time.__base__
#: POL002
import time
stolen = getattr(time, "__lo" + "ader__")
#: POL002
stolen = (1).__class__.__base__
#: POL002
class A: pass
stolen = getattr(A, "__ba" + "se__")
#: POL002
stolen = type.__subclasses__(object)
#: POL002
stolen = object.__reduce_ex__(object(), 2)
#: POL002
def f(): pass
stolen = type(f)
stolen = stolen((lambda: 1).__code__, {})
#: POL002
stolen = globals().get("__builtins__")
#: POL002
stolen = locals()["__builtins__"]
#: POL002
stolen = vars()["__builtins__"]
#: POL002?
g = globals
stolen = g()["__buil" + "tins__"]
#: POL002?
stolen = dict(globals())["__builtins__"]
#: POL002
class A:
    def __init__(self): self.__dict__["eval"] = 1
stolen = __import__
#: POL002
stolen = (lambda: __import__("numpy"))()
#: POL002
import matplotlib.pyplot as plt
stolen = plt.Figure.__init__.__globals__
#: POL002
import matplotlib.pyplot as plt
stolen = plt.rcParams.__class__.__init__.__globals__
#: POL002
import matplotlib.pyplot as plt
stolen = plt.figure().__class__.__mro__[0].__init__.__globals__
#: POL002
import matplotlib.pyplot as plt
stolen = plt.figure().__module__ and plt.figure().__reduce__
#: POL002
import matplotlib.pyplot as plt
stolen = plt.figure().__getstate__ and plt.figure().__reduce_ex__(2)[0].__globals__
#: POL002
import matplotlib.pyplot as plt
plt.rcParams["backend"] = "mod" + "ule://numpy"
stolen = 1
#: POL002?
import matplotlib
matplotlib.use("module" + chr(58) + "//numpy")
stolen = 1
#: POL002
import matplotlib
import time
matplotlib.use(time.strftime("module://numpy"))
stolen = 1
#: POL002
def f():
    exec("x = 1")
f(); stolen = 1
#: POL002
stolen = [x("1") for x in [eval]]
#: POL002
stolen = list(map(eval, ["1"]))
#: POL002
stolen = (lambda e=exec: e)()
#: POL002
class A:
    run = staticmethod(exec)
stolen = A.run("1") is None
#: POL002
stolen = compile("1", "", "eval")
#: POL002
import time
stolen = type(time)("x").__loader__ if 0 else type(time).__base__
#: POL002
stolen = help.__class__.__call__.__globals__ if 0 else license._Printer__setup.__globals__
#: POL002
stolen = __build_class__
#: POL002
stolen = [].__class__.__class__.__base__
#: POL002
stolen = "".__class__.__mro__
#: POL002
x = "__class" + "__"
stolen = getattr(getattr("", x), "__mr" + "o__")
#: POL002
stolen = Exception().__traceback__ or (lambda: 0).__closure__ or (lambda: 0).__globals__
#: POL002
def f(): pass
stolen = f.__builtins__
#: POL002
stolen = ｅｖａｌ("1")
#: POL002
import time
stolen = time.__builtins__ if hasattr(time, "__builtins__") else ().__class__.__base__
#: POL002
import matplotlib.pyplot as plt
x = plt.plot
stolen = x.__wrapped__ if hasattr(x, "__wrapped__") else x.__globals__
#: POL002
import matplotlib.pyplot as plt
stolen = plt.plot.__code__.co_consts
#: POL002?
class M(type):
    def __instancecheck__(cls, x): return True
class P(metaclass=M):
    __match_args__ = ("__se" + "lf__",)
match print:
    case P(tool): tool.eval("1")
#: POL002?
class M(type):
    def __instancecheck__(cls, x): return True
class P(metaclass=M): pass
P.__match_args__ = tuple(map("".join, [["__se", "lf__"]]))
match print:
    case P(tool): tool.eval("1")
#: POL002?
kind = type(lambda: 0)
for name, thing in vars(kind).items():
    if name.endswith("builtins__"): thing.__get__(lambda: 0)["eval"]("1")
