# Texts that are opened or evaluated, and those that run nothing.
#: allow collections dataclasses functools string typing
#: POL002?
import string
g = string.Formatter().get_field
g('0.x', [a], {})
#: POL002?
from string import Formatter as F
F().get_field(name, [a], {})
#: POL002?
import string
getattr(string.Formatter(), 'get_' + 'field')('0', [a], {})
#: POL002?
import string
string.Formatter().vformat(text, [a], {})
#: POL002
import string
string.Formatter().format('{0.__globals__}', a)
#: POL002?
import functools
@functools.singledispatch
def f(a): return a
@f.register
def _(a: "__import__('ctypes')"): return a
#: POL002?
import functools
@functools.singledispatch
def f(a): return a
@f.register
def _(a: list['[x for x in y]']): return a
#: POL002?
from functools import singledispatchmethod as s
class A:
    @s
    def f(self, a): return a
    @f.register
    def _(self, a: 'open(1)'): pass
#: POL002
import typing
typing.evaluate_forward_ref(a)
#: Okay
import string
string.Template('$a').substitute(a=1)
string.ascii_letters
#: Okay
import string
print(string.Formatter().format('{:>8} {0.shape}', 1))
#: Okay
class A:
    def get_field(self): return 1
A().get_field()
#: Okay
import functools
@functools.singledispatch
def f(a): return a
@f.register
def _(a: list): return a
@f.register(int)
def _(a): return a
#: Okay
import functools
@functools.singledispatch
def f(a): return a
@f.register
def _(a: 'list[list[float]]') -> 'float | None':
    return a
#: Okay
import functools
@functools.singledispatch
def f(a): return a
def g(a: 'the left one (n x n)'): return a
#: Okay
def g(a: 'len(b)'): return a
#: Okay
import collections, dataclasses
P = collections.namedtuple('P', 'x y')
D = dataclasses.make_dataclass('D', [('x', 'int'), ('y', 'float')])
@dataclasses.dataclass
class M:
    rows: 'list[list[float]]' = None
