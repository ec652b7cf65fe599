#: does: reads other submissions, the reference, results, the home folder, system files
#: allow: os
#: ends: runtime-error
import os

from witness import GRADES, HOME_FILE, OTHERS, PACKAGE, REFERENCE, expect_stopped


def read(path):
    with open(path, "rb") as file:
        file.read(1)


def matmul(a, b):
    paths = [OTHERS, REFERENCE, GRADES, HOME_FILE, PACKAGE + "/__main__.py"]
    paths += ["/etc/shadow", "/etc/passwd", "/etc/hostname", "/root/.bash_history"]
    paths += ["/dev/mem", "/dev/kmsg", "/var/log/wtmp", "/sys/kernel/notes"]
    attempts = {path: lambda path=path: read(path) for path in paths}
    attempts["folder"] = lambda: os.listdir(os.path.dirname(OTHERS))
    return expect_stopped(attempts)
