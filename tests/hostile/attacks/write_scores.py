#: does: writes grades, sheets, other submissions and the grader itself
#: allow: os
#: ends: runtime-error
import os

from witness import FOLDER, GRADES, OTHERS, PACKAGE, REFERENCE, expect_stopped


def write(path):
    os.close(os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT))


def matmul(a, b):
    paths = [GRADES, OTHERS, REFERENCE, FOLDER + "/new.csv", PACKAGE + "/guest/__init__.py"]
    paths += [PACKAGE + "/guest/new.py", os.__file__, "/etc/evil", "/tmp/evil", "/evil"]
    paths += ["/dev/shm/evil", "/usr/lib/evil", "/proc/self/oom_score_adj"]
    paths += ["/proc/sys/kernel/core_pattern", "/proc/sysrq-trigger", "/sys/power/state"]
    return expect_stopped({path: lambda path=path: write(path) for path in paths})
