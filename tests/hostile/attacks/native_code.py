#: does: digs the classes of ctypes out of memory and tries every way to execute bytes of its own
#: pure: yes
#: allow: mmap os
#: ends: runtime-error
import mmap
import os

from witness import CALL_NUMBERS, expect_stopped

CODE = b"\xb8\x2a\x00\x00\x00\xc3"  # returns 42
READ, WRITE, EXECUTE = 1, 2, 4
PRIVATE, ANONYMOUS = 2, 0x20
PAGE = 4096


def below(kind):
    for one in type.__subclasses__(kind):
        yield one
        yield from below(one)


def function(name):
    """Makes a function of the C library of what is left of ctypes."""
    kinds = {one.__name__: one for one in below(object) if one.__module__ == "_ctypes"}
    if not kinds:
        raise PermissionError("no class of ctypes is left")
    simple = kinds["_SimpleCData"]
    word = type(simple)("word", (simple,), {"_type_": "l"})
    base = kinds["CFuncPtr"]
    kind = type(base)("function", (base,), {"_flags_": 1 | 8, "_restype_": word})
    whole = type("whole", (), {"_handle": 0})()
    made = kind((name, whole))
    return lambda *given: made(*(word(one) if isinstance(one, int) else one for one in given))


def call(name, *given):
    result = function(name)(*given)
    if result == -1:
        raise PermissionError(name)
    return result


def area():
    return call("mmap", 0, PAGE, READ | WRITE, PRIVATE | ANONYMOUS, -1, 0)


def written_file():
    with open("code.bin", "wb") as file:
        file.write(CODE * 100)
    return os.open("code.bin", os.O_RDONLY)


def through_own_memory():
    with open("/proc/self/mem", "r+b") as memory:
        memory.seek(area())
        memory.write(CODE)


def matmul(a, b):
    everything = READ | WRITE | EXECUTE
    flags = PRIVATE | ANONYMOUS
    attempts = {
        "mmap": lambda: mmap.mmap(-1, PAGE, flags=flags, prot=everything),
        "mmap, read": lambda: mmap.mmap(-1, PAGE, flags=flags, prot=READ | EXECUTE),
        "mmap, file": lambda: mmap.mmap(written_file(), 0, flags=PRIVATE, prot=READ | EXECUTE),
        "own memory": through_own_memory,
        "libc mmap": lambda: call("mmap", 0, PAGE, everything, flags, -1, 0),
        "mprotect": lambda: call("mprotect", area(), PAGE, READ | EXECUTE),
        "mprotect, all": lambda: call("mprotect", area(), PAGE, everything),
        "pkey_mprotect": lambda: call(
            "syscall", CALL_NUMBERS["pkey_mprotect"], area(), PAGE, everything, -1
        ),
        "remap": lambda: call("remap_file_pages", area(), PAGE, EXECUTE, 0, 0),
        "personality": lambda: call("personality", 0x0400000),
    }
    return expect_stopped(attempts)
