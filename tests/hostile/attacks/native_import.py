#: does: imports ctypes past the rule, and looks for it in modules, frames and living objects
#: pure: yes
#: rungs: A+ A B C D
#: allow: gc importlib os sys types
#: ends: runtime-error
import gc
import importlib
import importlib.machinery
import importlib.util
import os
import sys
import types

from witness import expect_stopped

NAMES = ("ctypes", "_ctypes", "ctypes.util", "_ctypes_test", "_testcapi")


def again(name):
    return importlib.import_module(name)


def fresh(name):
    sys.modules.pop(name, None)
    importlib.invalidate_caches()
    return importlib.import_module(name)


def is_empty(module):
    return all(key.startswith("__") for key in vars(module))


def file_of(name):
    """Loads a compiled module from where its file was, in whatever way it is kept."""
    folder = os.path.join(os.path.dirname(os.__file__), "lib-dynload")
    path = os.path.join(folder, name + importlib.machinery.EXTENSION_SUFFIXES[0])
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    if is_empty(module):
        raise ImportError(name)


def held():
    """Finds a module or an open library in the frames below and among all objects."""
    spaces, frame = [], sys._getframe()
    while frame is not None:
        spaces += [frame.f_locals, frame.f_globals]
        frame = frame.f_back
    spaces += [vars(module) for module in list(sys.modules.values()) if module is not None]
    things = [value for space in spaces for value in list(space.values())] + gc.get_objects()
    for thing in things:
        if isinstance(thing, types.ModuleType) and thing.__name__ in NAMES and not is_empty(thing):
            return thing
        if type(thing).__name__ in ("CDLL", "PyDLL", "LibraryLoader"):
            return thing
    raise ImportError


def matmul(a, b):
    attempts = {"import " + name: lambda name=name: again(name) for name in NAMES}
    attempts |= {"fresh " + name: lambda name=name: fresh(name) for name in NAMES}
    attempts |= {"file of " + name: lambda name=name: file_of(name) for name in NAMES}
    attempts["held"] = held
    return expect_stopped(attempts)
