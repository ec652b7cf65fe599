#: does: makes links, pipes, devices and set-user files in its own folder
#: allow: os stat
#: ends: runtime-error
#: rungs: A+ A B
import os
import stat

from witness import expect_stopped


def set_user():
    with open("tool", "w") as file:
        os.fchmod(file.fileno(), 0o4755)


def matmul(a, b):
    return expect_stopped(
        {
            "symlink": lambda: os.symlink("/etc/shadow", "link"),
            "link": lambda: os.link(os.__file__, "link"),
            "fifo": lambda: os.mkfifo("pipe"),
            "device": lambda: os.mknod("mem", 0o600 | stat.S_IFCHR, os.makedev(1, 1)),
            "socket": lambda: os.mknod("socket", 0o600 | stat.S_IFSOCK),
            "folders": lambda: os.makedirs("/".join(["deep"] * 500)),
            "set user": set_user,
        }
    )
