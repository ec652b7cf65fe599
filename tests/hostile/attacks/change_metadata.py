#: does: changes rights, owners, times, attributes and flags of files it cannot open
#: allow: os ctypes
#: ends: runtime-error
import os

from witness import FOLDER, GRADES, OTHERS, expect_stopped, syscall

AT_FDCWD, NOFOLLOW = -100, 0x100


def matmul(a, b):
    name = GRADES.encode()
    flags = bytes(32)
    return expect_stopped(
        {
            "chmod": lambda: os.chmod(GRADES, 0o777),
            "chmod folder": lambda: os.chmod(FOLDER, 0),
            "fchmodat2": lambda: syscall("fchmodat2", AT_FDCWD, name, 0o777, NOFOLLOW),
            "chown": lambda: os.chown(OTHERS, os.getuid(), os.getgid()),
            "lchown": lambda: os.lchown(OTHERS, os.getuid(), os.getgid()),
            "utime": lambda: os.utime(GRADES, (0, 0)),
            "setxattr": lambda: os.setxattr(GRADES, "user.evil", b"1"),
            "setxattrat": lambda: syscall(
                "setxattrat", AT_FDCWD, name, 0, b"user.evil", bytes(16), 16
            ),
            "removexattr": lambda: os.removexattr(GRADES, "user.kept"),
            "file_setattr": lambda: syscall("file_setattr", AT_FDCWD, name, flags, 24, 0),
            "truncate": lambda: syscall("truncate", name, 0),
        }
    )
