#: does: raises an exception whose text raises, leaves, is no text, or is huge
#: allow: sys
#: ends: runtime-error
#: rungs: A+ A B C D
#: variants: 6
import sys

from witness import VARIANT


class Text(str):
    def __getitem__(self, place):
        return object()


def fail():
    raise ValueError


def interrupt():
    raise KeyboardInterrupt


TEXTS = [fail, sys.exit, interrupt, lambda: 7, lambda: "x" * 50_000_000, lambda: Text("\ud800")]


class Evil(Exception):
    def __str__(self):
        return TEXTS[VARIANT]()


def matmul(a, b):
    raise Evil
