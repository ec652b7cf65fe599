#: does: searches modules, frames and all classes for what was absent from the start
#: narrow: yes
#: allow: sys
#: rungs: A+ A B C D
#: ends: runtime-error
import sys

from witness import expect_stopped

OURS = "_grader_" + "guest"
COMPILED = {"mmap", "_sqlite3", "sqlite3", "_posixsubprocess", "_multiprocessing", "audioop"}
OPENERS = {"ctypes", "_ctypes", "_imp", "marshal", "importlib", "gc", "runpy", "code"}


def below(kind):
    for one in type.__subclasses__(kind):
        yield one
        yield from below(one)


def in_table():
    filled = {name for name, module in sys.modules.items() if vars(module)}
    if not {name.partition(".")[0] for name in filled} & {OURS, *COMPILED, *OPENERS}:
        raise ImportError


def in_memory():
    if not COMPILED & {one.__module__ for one in below(object)}:
        raise ImportError


def in_frames():
    frame, held = sys._getframe(), []
    while frame is not None:
        held += [one for one in frame.f_globals.values() if type(one) is type(sys)]
        frame = frame.f_back
    if not any(one.__name__ in COMPILED | OPENERS and vars(one) for one in held):
        raise ImportError


def matmul(a, b):
    return expect_stopped({"table": in_table, "memory": in_memory, "frames": in_frames})
