#: does: kills itself with every signal that only comes from outside, so that it looks like ours
#: allow: os signal
#: ends: runtime-error
import os
import signal


def matmul(a, b):
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGKILL):
        for send in (lambda: os.kill(os.getpid(), number), lambda: signal.raise_signal(number)):
            try:
                send()
            except PermissionError:
                continue
            return [[1, 2], [3, 4]]
    raise SystemExit("refused")
