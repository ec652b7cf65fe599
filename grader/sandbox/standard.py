"""Which modules of the standard library a program for pure Python finds.

What its exercise allows, what that needs, and what does no harm. A program's own imports are held
to the exercise alone (guest/loading.py); this is what the library's own code, and whoever asks past
the import statement, comes to.
"""

import sys
import sysconfig
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from grader.model.machine import Interpreter

# Neither opens the interpreter nor computes in machine code, and imports nothing that would.
# Compiled parts are named as well, as every version of Python calls them.
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
"""Those that programs import by themselves; allowing them to a program shows it nothing new."""
PROCESSES = """
    _compat_pickle _multiprocessing _pickle _posixsubprocess _signal _socket msvcrt pickle
    select selectors signal socket subprocess
"""
# What these need beyond that, some of it only when it is used.
NEEDS = {
    "concurrent": f"concurrent multiprocessing logging {PROCESSES}",
    "multiprocessing": f"multiprocessing logging {PROCESSES}",
    "platform": f"platform {PROCESSES}",
}
# They bring machine code along which other programs do not need, show something, or test Python.
WINDOWS = {"tkinter", "_tkinter", "turtle", "curses", "_curses", "_curses_panel", "readline"}
ODD = ("ctypes", "_ctypes", "_test", "_xx", "xx", "idlelib", "antigravity", "this", "turtledemo")


@cache
def standard_library(interpreter: Interpreter | None = None) -> frozenset[str]:
    """Names all of its modules: Python's own list lacks what sysconfig reads its variables from."""
    folder = Path(interpreter.library if interpreter else sysconfig.get_path("stdlib"))
    there = {path.name.partition(".")[0] for path in folder.glob("*.py")}
    named = interpreter.standard if interpreter else sys.stdlib_module_names
    return frozenset(named) | there


def importable(allowed: Iterable[str], interpreter: Interpreter | None = None) -> tuple[str, ...]:
    """Lists the modules that are to be found where these are allowed.

    What an exercise allows beyond the tables comes with the whole of the standard library.
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
