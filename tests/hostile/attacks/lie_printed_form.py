#: does: returns an object that cannot be printed
#: allow: sys
#: ends: ok:other runtime-error
#: variants: 5
import sys

from witness import VARIANT


class Text(str):
    def __getitem__(self, place):
        return object()


def say_nothing():
    return None


def leave():
    sys.exit()


def interrupt():
    raise KeyboardInterrupt


FORMS = [say_nothing, leave, interrupt, lambda: "x" * 50_000_000, lambda: Text("x")]


class Value:
    def __repr__(self):
        return FORMS[VARIANT]()


def matmul(a, b):
    return Value()
