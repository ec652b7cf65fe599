# Imports outside the list, in every form.
# Allowed: time, matplotlib. A question mark: undecided rather than failed.
#: POL001
import numpy
#: POL001
from numpy import matmul
#: POL001 POL002
import importlib; importlib.import_module("numpy")
#: POL001 POL002
import builtins; getattr(builtins,"__imp"+"ort__")("numpy")
#: POL001
import ｎｕｍｐｙ
#: POL001
import sys
stolen = sys.modules
#: POL001 POL002
from builtins import eval as e
stolen = e("1")
#: POL001
import os, subprocess
stolen = os
#: POL001
if False: import numpy
try: import numpy as np
except ImportError: np = None
stolen = np
#: POL001
def f():
    import numpy as np
    return np
stolen = f()
#: POL001
class A:
    import numpy
stolen = A.numpy
#: POL001
from . import numpy
stolen = 1
#: POL001
import matplotlib.pyplot as plt, numpy
stolen = numpy
#: POL001
import time; import numpy as plt; stolen = plt
#: POL001
from numpy import *
stolen = dot
#: POL001
import numpy.linalg as la
stolen = la
#: POL001
from numpy.linalg import inv as stolen
#: POL001
import pylab as stolen
#: POL001
import _io
stolen = _io
#: POL001 POL002
import ｂｕｉｌｔｉｎｓ
stolen = 1
