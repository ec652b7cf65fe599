# Ways through the standard library's own hooks to code that nobody named, where NumPy is allowed.
# A question mark: undecided rather than failed. No dunder is written out that would give it away.
#: allow abc collections concurrent contextlib copy dataclasses enum functools inspect logging numpy operator string sys threading types typing unittest warnings weakref
#: POL002?
import contextlib
class Door(contextlib.redirect_stdout): _stream = "modules"
with Door({}) as none: pass
#: POL002?
from contextlib import redirect_stderr as r
d = r(None)
d._stream = "modules"
d.__enter__()
tools = d._old_targets[0]["ctypes"]
#: POL002?
import contextlib
def door(kind=contextlib.redirect_stdout): return kind(None)
d = door()
d._stream = "mod" + "ules"
#: POL002?
import contextlib as c
d = [c.redirect_stdout][0](None)
d._stream = "modules"
#: POL002?
import contextlib
Door = type("Door", (contextlib.redirect_stdout,), {"_stream": "modules"})
#: POL002?
from contextlib import *
class Door(redirect_stdout): _stream = "modules"
#: POL002?
import contextlib
f = contextlib.wraps
#: POL002?
import string
kept = []
class Door(string.Formatter):
    def format_field(self, value, spec): kept.append(value); return ""
Door().format("{0.__glo" + "bals__}", lambda: 0)
kept[0]["os"]
#: POL002?
from string import Formatter
x = Formatter()
x.format_field = lambda value, spec: kept.append(value) or ""
x.format("{0.__glo" "bals}")
#: POL002?
from string import *
class Door(Formatter):
    def convert_field(self, value, c): return kept.append(value)
#: POL002?
import string
class Door(type(string.Formatter())):
    def get_value(self, key, a, k): return a[0]
#: POL002?
import enum
class Kind(enum.IntEnum): A = 1
Kind._convert_("B", "sys", lambda name: True)
#: POL002?
from enum import Enum
B = Enum._convert_("B", "ctypes", lambda name: name == "CDLL")
#: POL002?
import enum
@enum.global_enum
class Kind(enum.Enum):
    len = 1
    __module__ = "built" + "ins"
#: POL002?
import enum
make = getattr(enum.Enum, "_conv" + "ert_")
#: POL002?
from enum import *
Kind = EnumMeta("Kind", (), {})
#: POL003
import enum
pieces = enum.bltns
#: POL002?
class M(type):
    def __instancecheck__(cls, x): return True
class P(metaclass=M): pass
setattr(P, "__ma" + "tch_args__", ("__se" + "lf__",))
match print:
    case P(tool): tool.open
#: POL002?
class M(type):
    def __instancecheck__(cls, x): return True
P = M("P", (), {"__match" + "_args__": ("".join(["__se", "lf__"]),)})
match print:
    case P(tool): tool.open
#: POL002?
P = type("P", (), {"".join(["__match", "_args__"]): ("x",)})
#: POL002?
space = {}
space["__match" + "_args__"] = ("x",)
P = type("P", (), space)
#: POL002?
P = type("P", (), dict(__match_args__=("x",)))
#: POL002?
make = type
P = make("P", (), {chr(95) * 2 + "match_args__": ("x",)})
#: POL002?
P = type(int)("P", (), {chr(95) * 2 + "match_args__": ("x",)})
#: POL002?
P = int.__class__("P", (), {chr(95) * 2 + "match_args__": ("x",)})
#: POL002?
P = type("P", *[(), {chr(95) * 2 + "match_args__": ("x",)}])
#: POL002?
import functools
make = functools.partial(type, "P", ())
#: POL002?
class P: pass
name = "".join(reversed(["_args__", "__match"]))
setattr(P, name, ("x",))
#: POL002?
class P: pass
type.__setattr__(P, "".join(["__match", "_args__"]), ("x",))
#: POL002?
class P: pass
for name, value in [(chr(95) * 2 + "match_args__", ("x",))]: setattr(P, name, value)
#: POL002?
class P:
    __match_args__ = ("x",)
    def fill(self, **named):
        for name, value in named.items(): setattr(self, name, value)
match print:
    case P(tool): tool.open
#: POL002?
class P:
    for __match_args__ in [(chr(95) * 2 + "self__",)]: pass
match print:
    case P(tool): tool.open
#: POL002?
class M(type):
    def __getattr__(cls, name): return (chr(95) * 2 + "self__",)
    def __instancecheck__(cls, x): return True
class P(metaclass=M): pass
match print:
    case P(tool): tool.open
#: POL002?
class M(type):
    @classmethod
    def __prepare__(m, name, bases): return {chr(95) * 2 + "match_args__": ("x",)}
#: POL002?
import dataclasses
B = type("B", (), {"__annot" + "ations__": {"x=print('here')": int}})
dataclasses.dataclass(B)
#: POL002?
import dataclasses
class B: pass
setattr(B, "".join(["__annot", "ations__"]), {"x=print('here')": int})
C = dataclasses.dataclass(B)
#: POL002?
from dataclasses import dataclass, fields
@dataclass
class A: x: int = 0
for f in fields(A): f.name = "x=print('here')"
@dataclass
class B(A): pass
#: POL002?
from dataclasses import dataclass, fields
@dataclass
class A: x: int = 0
f = fields(A)[0]
vars(f)
#: POL002?
import dataclasses
B = dataclasses.make_dataclass("B", ["x"], namespace={"__annot" + "ations__": {"x": int}})
#: POL002?
import dataclasses
f = dataclasses.Field
#: POL002?
import copy
copy.copyreg.dispatch_table
#: POL002?
import copy
r = copy.dispatch_table
#: POL002?
import operator
get = operator.attrgetter("".join(["__glo", "bals__"]))(lambda: 0)
#: POL002?
from operator import *
get = methodcaller("".join(["__glo", "bals__"]))
#: POL002?
import operator
def door(tools): return tools.attrgetter("f")
door(operator)
#: POL002?
import types
make = types.new_class("P", (), {}, lambda space: space.update({}))
#: POL002?
from types import *
make = new_class
#: POL002?
import functools
@functools.singledispatch
def f(a): return a
code = "print('here')"
@f.register
def _(a: code): return a
#: POL002?
import functools
@functools.singledispatch
def f(a): return a
def _(a): return a
_.__annotations__["a"] = "print('here')"
f.register(_)
#: POL002?
from functools import singledispatch
class A:
    def __class_getitem__(cls, x): return print(x)
f = singledispatch(print)
@f.register
def _(a: A.go): return a
#: POL002?
import typing
typing.get_args(typing.Optional["print('here')"])[0]._evaluate({}, {}, frozenset())
#: POL002?
import typing
typing.List["print('here')"].__args__[0]._evaluate({}, {}, frozenset())
#: POL002?
import inspect
def f(a: "print('here')"): pass
inspect.signature(f, **{"eval_" + "str": True})
#: POL002?
import logging.config
logging.config.dictConfig({"version": 1, "handlers": {"x": {"()": "ctypes.CDLL"}}})
#: POL002?
import unittest.mock as m
m.patch("ctypes.CDLL").start()
#: POL002?
import unittest
unittest.defaultTestLoader.loadTestsFromName("ctypes.CDLL")
#: POL002?
import sys
sys.addaudithook(lambda event, given: kept.append(given))
#: POL002?
import threading
threading.settrace(lambda frame, event, given: kept.append(frame))
#: POL002?
import weakref
weakref.finalize(kept, print)
#: POL002?
import numpy as np
class P(type(np)):
    def go(self): return self.ctypeslib
np.__class__ = P
#: POL003
import numpy as np
np.ctypeslib.ctypes
#: POL002
import enum
tools = enum.sys.modules
#: POL003
import enum
tools = enum._or_
#: POL003
from contextlib import os
#: POL002?
import dataclasses
class M(type):
    def __instancecheck__(cls, x): return True
class B(metaclass=M): pass
P = dataclasses.make_dataclass("P", ["__se" + "lf__"], bases=(B,))
match print:
    case P(tool): tool.open
#: POL002?
from abc import ABC
from dataclasses import dataclass
@dataclass
class P(ABC): __self__: object
P.register(type(print))
match print:
    case P(tool): tool.open
#: POL002?
from functools import partial, update_wrapper
copied = partial(update_wrapper, assigned=["__se" + "lf__"], updated=[])(print, print)
#: POL002?
class P:
    def __reduce_ex__(self, protocol): return (type, ("P", (), {}))
#: POL002?
from contextlib import redirect_stdout
with (d := redirect_stdout(None)): d._stream = "modules"
#: POL002?
from functools import singledispatchmethod
class A:
    @singledispatchmethod
    def f(self, a): return a
    @f.register
    def _(self, a: "print(1)"): return a
