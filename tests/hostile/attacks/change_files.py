#: does: renames, removes, empties and moves what belongs to others
#: allow: os shutil
#: ends: runtime-error
import os
import shutil

from witness import FOLDER, GRADES, OTHERS, expect_stopped


def matmul(a, b):
    return expect_stopped(
        {
            "truncate": lambda: os.truncate(GRADES, 0),
            "open and truncate": lambda: os.open(GRADES, os.O_RDONLY | os.O_TRUNC),
            "rename": lambda: os.rename(OTHERS, OTHERS + ".bak"),
            "replace": lambda: os.replace(GRADES, OTHERS),
            "rename away": lambda: os.rename(GRADES, "grades.csv"),
            "unlink": lambda: os.unlink(OTHERS),
            "rmdir": lambda: os.rmdir(FOLDER + "/empty"),
            "mkdir": lambda: os.mkdir(FOLDER + "/evil"),
            "link": lambda: os.link(OTHERS, FOLDER + "/evil"),
            "symlink": lambda: os.symlink(OTHERS, FOLDER + "/evil"),
            "fifo": lambda: os.mkfifo(FOLDER + "/evil"),
            "node": lambda: os.mknod(FOLDER + "/evil"),
            "copy": lambda: shutil.copyfile("/proc/self/exe", FOLDER + "/evil"),
            "tree": lambda: shutil.rmtree(FOLDER + "/empty"),
        }
    )
