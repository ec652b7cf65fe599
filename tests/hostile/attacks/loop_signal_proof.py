#: does: loops for ever with a handler for every signal that has one
#: allow: signal
#: ends: timeout
#: rungs: A+ A B C
import signal

for number in signal.valid_signals():
    try:
        signal.signal(number, lambda *_: None)
    except (OSError, ValueError):
        pass


def matmul(a, b):
    while True:
        try:
            while True:
                pass
        except BaseException:
            pass
