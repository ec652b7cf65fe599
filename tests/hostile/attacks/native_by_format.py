#: does: opens attributes by a text until it holds ctypes, without a word of Python that names it
#: pure: yes
#: rungs: A+ A B C D
#: allow: string
#: ends: runtime-error
import string

from witness import Stopped

PATHS = (
    "0.get_field.__globals__[_re].enum.sys.modules[ctypes]",
    "0.get_field.__globals__[_re].enum.sys.modules[_ctypes]",
    "0.get_field.__globals__[_re].enum.sys.modules[_grader_guest.confine].ctypes",
    "0.get_field.__globals__[_re].enum.sys.modules[_grader_guest.zygote].ctypes",
    "0.get_field.__globals__[_re].enum.sys.modules[_grader_guest].confine.ctypes",
)


def matmul(a, b):
    for path in PATHS:
        try:
            return "BREACH: %r" % (string.Formatter().get_field(path, (string.Formatter(),), {}),)
        except (KeyError, AttributeError):
            continue
    raise Stopped
