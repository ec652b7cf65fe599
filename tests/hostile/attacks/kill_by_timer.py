#: does: has the kernel kill it when a timer of its own runs out, so that it looks like ours
#: allow: ctypes time
#: ends: runtime-error
import ctypes
import time


class Event(ctypes.Structure):
    _fields_ = [("value", ctypes.c_void_p), ("signal", ctypes.c_int), ("how", ctypes.c_int)]
    _fields_ += [("rest", ctypes.c_char * 48)]


def matmul(a, b):
    libc = ctypes.CDLL(None, use_errno=True)
    timer, event = ctypes.c_void_p(), Event(signal=9)
    if libc.timer_create(1, ctypes.byref(event), ctypes.byref(timer)) != 0:
        raise OSError(ctypes.get_errno(), "no timer")
    soon = (ctypes.c_long * 4)(0, 0, 0, 1_000_000)
    libc.timer_settime(timer, 0, soon, None)
    time.sleep(5)
