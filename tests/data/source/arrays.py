# Programs that compute with arrays that matplotlib made.
# Allowed: time, matplotlib. A question mark: undecided rather than failed.
#: POL003?
import matplotlib.pyplot as plt
a=plt.plot([1,2],[1,2])[0].get_ydata()
print(a@a)
#: POL003
import matplotlib.pyplot as plt
plt.imshow([[1]]).get_array() @ 3
#: POL003?
import matplotlib.pyplot as plt
a = plt.imshow([[1.,2.],[3.,4.]]).get_array()
stolen = a @ a
#: POL003?
import matplotlib.pyplot as plt
a = plt.getp(plt.imshow([[1.,2.],[3.,4.]]), "array")
stolen = a.dot(a)
#: POL003?
import matplotlib.pyplot as plt
a = plt.imshow([[1.,2.],[3.,4.]]).get_array()
def f(x, y): return x @ y
stolen = f(a, a)
#: POL003?
import matplotlib.pyplot as plt
a = plt.imshow([[1.,2.],[3.,4.]]).get_array()
a @= a
stolen = a
#: POL003?
import matplotlib.pyplot as plt
a = plt.imshow([[1.,2.],[3.,4.]]).get_array()
stolen = getattr(a, "do" + "t")(a)
#: POL003?
import matplotlib.pyplot as plt
a = plt.imshow([[1.,2.],[3.,4.]]).get_array()
stolen = a.__matmul__(a)
#: POL003?
import matplotlib.transforms as t
class T(t.Transform):
    input_dims = output_dims = 2
    def transform_non_affine(self, values):
        return values @ [[1,2],[3,4]]
stolen = T().transform([[1.,2.]])
#: POL003
import matplotlib.colors as c
stolen = c.FuncNorm((lambda x: x, lambda x: x), vmin=1, vmax=2).inverse([1.0, 2.0]) 
stolen = c.to_rgba_array(["r"]).T
#: POL003
import matplotlib.mlab as m
x = m.window_none([1.,2.]) 
import matplotlib.path as p
stolen = p.Path([[1,2],[3,4]]).vertices @ [[1,2],[3,4]]
#: POL003
import matplotlib.pyplot as plt
a = plt.imread
stolen = plt.cm.viridis([0.1,0.2]) @ [[1],[1],[1],[1]]
#: POL003?
import matplotlib.pyplot as plt
a = plt.imshow([[1.,2.],[3.,4.]]).get_array()
b = [r for r in a]
stolen = b[0] @ b[1]
#: POL003?
import matplotlib.pyplot as plt
a = plt.imshow([[1.,2.],[3.,4.]]).get_array()
b = list(a)
stolen = b[0].dot(b[1])
#: POL003?
import matplotlib.pyplot as plt
a = plt.imshow([[1.,2.],[3.,4.]]).get_array()
x, y = a
stolen = x @ y
#: POL003?
import matplotlib.pyplot as plt
def conv(m): return plt.imshow(m).get_array()
def matmul(a, b): return (conv(a) @ conv(b)).tolist()
stolen = matmul([[1.]], [[2.]])
#: POL003?
import matplotlib.pyplot as plt
t = plt.gca().transData.get_matrix()
stolen = t @ t
#: POL003?
from matplotlib.transforms import Affine2D
stolen = Affine2D([[1,2,3],[4,5,6],[0,0,1]]).get_matrix() @ Affine2D([[1,2,3],[4,5,6],[0,0,1]]).get_matrix()
#: POL003?
from matplotlib.bezier import BezierSegment
stolen = BezierSegment([[1,2],[3,4]]).control_points @ [[1],[1]]
#: POL003
import matplotlib.cbook as c
stolen = c.index_of([1.,2.])[0] @ [1.0, 2.0]
#: POL003?
import matplotlib.cbook as c
f = c.flatten
x = c.safe_masked_invalid([[1.,2.],[3.,4.]])
stolen = x @ x
