"""Modules of the standard library that a program in pure Python can find.

These are what its exercise allows, what that needs, and harmless modules. A program's own imports
are limited to the exercise (guest/loading.py); this limits the library's own code, and code that
bypasses the import statement.
"""

import sys
import sysconfig
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from grader.model.machine import Interpreter

# Modules that neither expose the interpreter nor compute in machine code, and import nothing that
# would. Compiled parts are listed too, under their names in every version of Python.
HARMLESS = """
    __future__ _abc _ast _bisect _blake2 _bz2 _codecs _codecs_cn _codecs_hk _codecs_iso2022
    _codecs_jp _codecs_kr _codecs_tw _collections _collections_abc _colorize _compression
    _contextvars _csv _datetime _decimal _functools _hashlib _heapq _io _json _locale _lzma
    _markupbase _md5 _multibytecodec _opcode _opcode_metadata _operator _py_abc _pydatetime
    _pydecimal _pylong _queue _random _sha1 _sha2 _sha256 _sha3 _sha512 _sre _stat _statistics
    _string _strptime _struct _suggestions _thread _threading_local _tokenize _typing _warnings
    _weakref _weakrefset _winapi abc argparse array ast atexit base64 binascii bisect builtins
    bz2 calendar cmath codecs collections colorsys contextlib contextvars copy copyreg csv
    dataclasses datetime decimal difflib dis encodings enum errno fnmatch fractions functools
    genericpath gettext glob graphlib gzip hashlib heapq hmac html inspect io ipaddress
    itertools json keyword linecache locale lzma math nt ntpath numbers opcode operator os
    posix posixpath pprint pwd queue quopri random re reprlib sched secrets shlex shutil
    sre_compile sre_constants sre_parse stat statistics string stringprep struct sys tempfile
    textwrap threading time timeit token tokenize traceback types typing unicodedata warnings
    weakref zlib
"""
ORDINARY = tuple(
    name
    for name in HARMLESS.split()
    if not name.startswith("_") and name in sys.stdlib_module_names
)
"""Modules that programs import anyway; allowing them reveals nothing new to a program."""
PROCESSES = """
    _compat_pickle _multiprocessing _pickle _posixsubprocess _signal _socket msvcrt pickle
    select selectors signal socket subprocess
"""
# What these need beyond that, some of it only when used.
NEEDS = {
    "concurrent": f"concurrent multiprocessing logging {PROCESSES}",
    "multiprocessing": f"multiprocessing logging {PROCESSES}",
    "platform": f"platform {PROCESSES}",
}
# These bring machine code that other programs do not need, display something, or test Python.
WINDOWS = {"tkinter", "_tkinter", "turtle", "curses", "_curses", "_curses_panel", "readline"}
ODD = ("ctypes", "_ctypes", "_test", "_xx", "xx", "idlelib", "antigravity", "this", "turtledemo")


@cache
def standard_library(interpreter: Interpreter | None = None) -> frozenset[str]:
    """Return all modules of it: Python's own list lacks those with sysconfig's variables."""
    folder = Path(interpreter.library if interpreter else sysconfig.get_path("stdlib"))
    there = {path.name.partition(".")[0] for path in folder.glob("*.py")}
    named = interpreter.standard if interpreter else sys.stdlib_module_names
    return frozenset(named) | there


def importable(allowed: Iterable[str], interpreter: Interpreter | None = None) -> tuple[str, ...]:
    """List the modules that can be found if these are allowed.

    An allowed module beyond the tables brings the whole standard library.
    """
    named = interpreter.standard if interpreter else sys.stdlib_module_names
    standard = frozenset(named) & {*allowed}
    modules = {
        *HARMLESS.split(),
        *(need for name in standard for need in NEEDS.get(name, "").split()),
    }
    if not standard <= modules:
        modules |= {name for name in standard_library(interpreter) if not name.startswith(ODD)}
        modules -= WINDOWS if standard.isdisjoint(WINDOWS) else set()
    return tuple(sorted(modules))
