#: does: starts other programs in every way the library has
#: allow: os subprocess multiprocessing
#: ends: runtime-error
import os
import subprocess

from witness import expect_stopped


def system():
    if os.system("true") != 0:
        raise OSError


def matmul(a, b):
    python = "/proc/self/exe"
    return expect_stopped(
        {
            "subprocess": lambda: subprocess.run([python, "-c", ""], check=True),
            "system": system,
            "popen": lambda: os.popen("true").read(),
            "spawn": lambda: os.posix_spawn(python, ["python", "-c", ""], {}),
            "exec": lambda: os.execv(python, ["python", "-c", ""]),
            "daemon": lambda: (os.fork() or os._exit(0)),
            "multiprocessing": start_process,
        }
    )


def start_process():
    import multiprocessing

    process = multiprocessing.get_context("fork").Process(target=print)
    process.start()
    process.join()
