#: does: asks for modules that are absent in every way there is to ask, the door taken off at last
#: narrow: yes
#: allow: dataclasses sys types
#: rungs: A+ A B C D
#: ends: runtime-error
import dataclasses
import sys
import types

from witness import expect_stopped

ABSENT = ("ctypes", "_ctypes", "mmap", "_sqlite3", "_posixsubprocess", "_socket", "_testcapi")
PURE = ("sqlite3", "subprocess", "socket", "pickle", "importlib", "numpy", "grader")
SPACE = type(sys.__spec__).__init__.__globals__  # of the import system itself


def class_named(name):
    return next(one for one in object.__subclasses__() if one.__name__ == name)


def executed(name, space):
    exec(f"import {name} as found", space)
    return space["found"]


def by_loader(name):
    return class_named("BuiltinImporter").load_module(name)


def by_finder(name):
    outside = class_named("FileLoader").__init__.__globals__
    spec = outside["PathFinder"].find_spec(name)
    if spec is None:
        raise ImportError(name)
    return SPACE["_load"](spec)


def by_path(name):
    outside = class_named("FileLoader").__init__.__globals__
    folder = types.__file__.rpartition("/")[0] + "/lib-dynload/"
    loader = outside["ExtensionFileLoader"](name, folder + name + outside["EXTENSION_SUFFIXES"][0])
    return SPACE["_load"](SPACE["spec_from_loader"](name, loader))


def written(name):
    with open(f"{name}.py", "w") as file:
        file.write("import numpy\n")
    sys.path.insert(0, ".")
    return __import__(name)


def made(name):
    spec = types.SimpleNamespace(name=name, origin=f"{name}.so", parent="")
    return SPACE["_imp"].create_builtin(spec) or SPACE["_imp"].create_dynamic(spec)


WAYS = {
    "statement": __import__,
    "table": sys.modules.__getitem__,
    "nowhere": lambda name: executed(name, {}),
    "library": lambda name: executed(name, vars(dataclasses)),
    "again": lambda name: dataclasses.inspect.importlib.import_module(name),
}
PAST = {"loader": by_loader, "finder": by_finder, "path": by_path, "made": made}


def matmul(a, b):
    asked = [(name, way) for way in WAYS for name in ABSENT + PURE]
    attempts = {pair: lambda pair=pair: WAYS[pair[1]](pair[0]) for pair in asked}
    past = [(name, way) for way in PAST for name in ABSENT]
    attempts |= {pair: lambda pair=pair: PAST[pair[1]](pair[0]) for pair in past}

    def without_door(name):
        sys.meta_path[:] = [class_named("BuiltinImporter")]
        sys.meta_path.append(class_named("FileLoader").__init__.__globals__["PathFinder"])
        sys.path.append(types.__file__.rpartition("/")[0] + "/lib-dynload")
        return __import__(name)

    attempts |= {("open", name): lambda name=name: without_door(name) for name in ABSENT}
    return expect_stopped(attempts | {"written": lambda: written("added")})
