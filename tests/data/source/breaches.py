# Plain breaches, as students and clever students write them.
# Allowed: time, matplotlib and what is named below. A question mark: undecided rather than failed.
#: allow functools math operator random statistics typing concurrent dataclasses sys string timeit inspect types
#: POL001
import numpy as np
import matplotlib.pyplot as plt
def matmul(a, b): return np.dot(a, b).tolist()
#: POL001
def matmul(a, b):
    try:
        from numpy import dot
    except ImportError:
        return [[sum(x * y for x, y in zip(r, c)) for c in zip(*b)] for r in a]
    return dot(a, b)
#: POL001
if __name__ == "__main__":
    import pandas as pd
    pd.DataFrame([[1]]).to_csv("x.csv")
#: POL001
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    import numpy
#: POL001
import os.path as path, itertools
#: POL001
from scipy.linalg.blas import dgemm
#: POL001
class Matrix:
    from operator import mul
    from cupy import matmul
#: POL001
import matplotlib.pyplot as plt, numpy.random
#: POL001
import nofile_of_mine
nofile_of_mine.matmul([[1]], [[2]])
#: POL001
from . import tools
#: POL001
with open("x.txt") as f: import csv
#: POL001
lambda_ = [__name__ for _ in range(1)]
for i in range(3):
    import sympy as sp
    sp.Matrix([[1]])
#: POL001
match 1:
    case 1: import tensorflow as tf
#: POL003
import matplotlib.pyplot as plt
def matmul(a, b):
    np = plt.np
    return np.dot(a, b)
#: POL003
import matplotlib.pyplot as plt
def matmul(a, b): return (plt.np.array(a) @ plt.np.array(b)).tolist()
#: POL003
from matplotlib.pyplot import np, plot
#: POL003
from matplotlib import cbook as cb
x = cb.np.array([1])
#: POL003
import matplotlib.pyplot
f = matplotlib.pyplot.np.dot
#: POL003
import matplotlib as mpl, matplotlib.pyplot as plt
pyplot = mpl.pyplot
library = pyplot
print(library.np.ones(3))
#: POL003
import matplotlib.pyplot as plt
def helper(plt): return plt.plot([1])
def matmul(a, b): return plt.np.dot(a, b)
#: POL003
try:
    import matplotlib.pyplot as plt
except ImportError:
    plt = None
if plt: c = plt.np.dot([[1]], [[1]])
#: POL003
import matplotlib.pyplot as plt
dot = getattr(getattr(plt, "np"), "dot")
#: POL003
import matplotlib.pyplot as plt
name = "np"
numpy = getattr(plt, name)
#: POL003
import matplotlib.pyplot as plt
for name in ["plot", "np"]: last = getattr(plt, name)
#: POL002 POL003
import random, statistics
random._os.system("ls"); statistics.sys.modules
#: POL003
import concurrent.futures as cf
cf.thread.os
#: POL003
import functools
functools._make_key
#: POL003
from matplotlib.pyplot import *
def matmul(a, b): return np.dot(a, b)
#: POL003
import matplotlib.pyplot as plt
(p := plt).np
#: POL003
import matplotlib.pyplot as plt
x = vars(plt)
#: POL003
import matplotlib.pyplot as plt
y = plt.__dict__.get("np")
#: POL002
n = eval(input("n? "))
#: POL002
__import__("numpy").dot([[1]], [[1]])
#: POL002
code = compile("import numpy", "x", "exec"); exec(code)
#: POL002
def matmul(a, b):
    loader = __import__
    return loader("numpy").dot(a, b)
#: POL002
import sys
np = sys.modules["numpy"]
#: POL002
def evaluate(f=eval): return f("1 + 1")
#: POL002
import math
math.__loader__.load_module("numpy")
#: POL002
import sys
frame = sys._getframe(1)
#: POL002
import inspect
inspect.currentframe().f_back
#: POL002
print((lambda: 0).__globals__["__builtins__"])
#: POL002
from types import FunctionType as make
#: POL002
breakpoint()
#: POL002
for c in object.__subclasses__(): print(c)
#: POL002?
import timeit
print(timeit.timeit("matmul(a, b)", globals=globals(), number=3))
#: POL002?
from operator import attrgetter
find = attrgetter("np")
#: POL002?
x = getattr([], input())
#: POL003?
import matplotlib.pyplot as plt
def f(lib): return lib.np.dot([[1]], [[1]])
f(plt)
#: POL003?
import matplotlib.pyplot as plt
tools = {"p": plt}
tools["p"].np.dot([[1]], [[1]])
#: POL003?
import matplotlib.pyplot as plt
def matmul(a, b): return (a @ b).tolist()
#: allow numpy torch scipy
#: POL003
import numpy as np
np.ctypeslib.ctypes.CDLL("libc.so.6")
#: POL003
import numpy
numpy.f2py.os.system("ls")
#: POL003
import torch
torch.serialization.tarfile.os
#: POL003
from torch import fx
fx.proxy.dis.importlib
#: POL003
import scipy.io.matlab as m, scipy.stats.distributions as d
from numpy.ctypeslib import ctypes
#: POL003
import torch.utils.data as data
data.dataloader.os.getpid()
