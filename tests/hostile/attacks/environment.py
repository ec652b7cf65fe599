#: does: reads the environment and the command line for anything of the host
#: allow: os sys
#: ends: runtime-error
import os
import sys

from witness import FOLDER, expect_stopped


def search(text):
    if FOLDER in text or "SECRET" in text:
        return
    raise OSError


def matmul(a, b):
    return expect_stopped(
        {
            "environment": lambda: search(repr(os.environ)),
            "arguments": lambda: search(repr((sys.argv, sys.orig_argv, sys.path))),
            "modules": lambda: search(repr([module for module in sys.modules])),
        }
    )
