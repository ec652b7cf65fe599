#: does: raises exceptions with a name of ten megabytes, no name, a name that is none
#: ends: runtime-error
#: rungs: A+ A B C D
#: variants: 4
from witness import VARIANT


class Meta(type):
    @property
    def __name__(cls):
        return 7


class Unnamed(Exception, metaclass=Meta):
    pass


def long_function():
    def inner():
        raise ValueError

    inner.__code__ = inner.__code__.replace(co_name="f" * 10_000_000)
    inner()


def matmul(a, b):
    if VARIANT == 0:
        raise type("E" * 10_000_000, (Exception,), {})
    if VARIANT == 1:
        raise Unnamed
    if VARIANT == 2:
        long_function()
    raise type("\u202egnp.exe\x1b[2J", (Exception,), {})
