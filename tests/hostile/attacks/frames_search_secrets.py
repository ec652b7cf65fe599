#: does: looks through frames, garbage and modules for expected values and the host's code
#: allow: gc sys
#: ends: runtime-error
import gc
import sys

from witness import expect_stopped


def search_modules():
    if not any(name == "grader" or name.startswith("grader.") for name in sys.modules):
        raise OSError


def search_frames():
    frame = sys._getframe()
    while frame is not None:
        if {"expected", "reference", "seed", "answer"} & set(frame.f_locals):
            return
        frame = frame.f_back
    raise OSError


def search_garbage():
    words = ("LOOK" + "ALIKES", "SECRET" + " in", "grader" + ".cases")
    for one in gc.get_objects():
        if type(one) in (dict, list) and any(word in str(list(one)[:99]) for word in words):
            if one is not words:
                return
    raise OSError


def matmul(a, b):
    return expect_stopped(
        {"modules": search_modules, "frames": search_frames, "garbage": search_garbage}
    )
