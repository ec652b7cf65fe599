# Names of other libraries inside an allowed one, and names that are its own.
#: POL003
import matplotlib.pyplot as plt
plt.PIL
#: POL003
import matplotlib.pyplot as plt
plt.builtins
#: POL003
import matplotlib.pyplot as plt
plt.contextlib
#: POL003
import matplotlib.pyplot as plt
plt.ctypes
#: POL003
import matplotlib.pyplot as plt
plt.cupy
#: POL003
import matplotlib.pyplot as plt
plt.functools
#: POL003
import matplotlib.pyplot as plt
plt.gc
#: POL003
import matplotlib.pyplot as plt
plt.glob
#: POL003
import matplotlib.pyplot as plt
plt.importlib
#: POL003
import matplotlib.pyplot as plt
plt.inspect
#: POL003
import matplotlib.pyplot as plt
plt.itertools
#: POL003
import matplotlib.pyplot as plt
plt.mp
#: POL003
import matplotlib.pyplot as plt
plt.np
#: POL003
import matplotlib.pyplot as plt
plt.numpy
#: POL003
import matplotlib.pyplot as plt
plt.operator
#: POL003
import matplotlib.pyplot as plt
plt.os
#: POL003
import matplotlib.pyplot as plt
plt.pathlib
#: POL003
import matplotlib.pyplot as plt
plt.pickle
#: POL003
import matplotlib.pyplot as plt
plt.pkgutil
#: POL003
import matplotlib.pyplot as plt
plt.pylab
#: POL003
import matplotlib.pyplot as plt
plt.runpy
#: POL003
import matplotlib.pyplot as plt
plt.shutil
#: POL003
import matplotlib.pyplot as plt
plt.socket
#: POL003
import matplotlib.pyplot as plt
plt.subprocess
#: POL003
import matplotlib.pyplot as plt
plt.sys
#: POL003
import matplotlib.pyplot as plt
plt.sysconfig
#: POL003
import matplotlib.pyplot as plt
plt.tarfile
#: POL003
import matplotlib.pyplot as plt
plt.tempfile
#: POL003
import matplotlib.pyplot as plt
plt.threading
#: POL003
import matplotlib.pyplot as plt
plt.torch
#: POL003
import matplotlib.pyplot as plt
plt.traceback
#: POL003
import matplotlib.pyplot as plt
plt.warnings
#: POL003
import matplotlib.pyplot as plt
plt.weakref
#: POL003
import matplotlib.pyplot as plt
plt.zipfile
#: Okay
import matplotlib.pyplot as plt
from matplotlib.pyplot import plot, cm, rcParams, polt, xlable, get_cmap, hold, time, zzz
plot(1)
plt.plot('a', x=2)
cm(1)
plt.cm('a', x=2)
rcParams(1)
plt.rcParams('a', x=2)
polt(1)
plt.polt('a', x=2)
xlable(1)
plt.xlable('a', x=2)
get_cmap(1)
plt.get_cmap('a', x=2)
hold(1)
plt.hold('a', x=2)
time(1)
plt.time('a', x=2)
zzz(1)
plt.zzz('a', x=2)
#: allow torch
#: Okay
import torch
torch.nn.functional.conv2d(x, y); torch.signal; torch.select
#: POL003
import torch
torch.np
#: allow numpy
#: Okay
import numpy as np
np.dot(np.array([1]), np.linalg.inv(x)) @ x.T
#: Okay
import numpy as np
np.random.rand(3).sum(); np.testing; np.__version__
#: POL003
import numpy as np
np.os
#: POL003
from numpy import sys
#: POL003
import numpy as np
np._core
#: allow sys
#: POL002
import sys
sys.modules
#: allow timeit
#: POL002?
import timeit
timeit.timeit('import numpy')
#: POL002?
import timeit
timeit.main(['numpy.dot(a, b)'])
#: POL002?
from timeit import main as m
m([])
#: Okay
import timeit
timeit.default_timer()
#: allow importlib
#: POL002
import importlib
#: allow antigravity
#: Okay
import antigravity
antigravity.fly
#: allow os
#: Okay
import os
os.path.join('a'); from os import path
#: Okay
import matplotlib.pyplot as p
p.np.dot(1)
#: allow PIL builtins contextlib ctypes cupy functools gc glob inspect itertools mp np operator pathlib pickle pkgutil pylab runpy shutil socket subprocess sysconfig tarfile tempfile threading traceback warnings weakref zipfile
#: Okay
import matplotlib.pyplot as plt
plt.PIL
plt.builtins
plt.contextlib
plt.ctypes
plt.cupy
plt.functools
plt.gc
plt.glob
plt.importlib
plt.inspect
plt.itertools
plt.np
plt.numpy
plt.operator
plt.os
plt.pathlib
plt.pickle
plt.pkgutil
plt.pylab
plt.runpy
plt.shutil
plt.socket
plt.subprocess
plt.sys
plt.sysconfig
plt.tarfile
plt.tempfile
plt.threading
plt.torch
plt.traceback
plt.warnings
plt.weakref
plt.zipfile
#: POL003
import matplotlib.pyplot as plt
plt.mp
