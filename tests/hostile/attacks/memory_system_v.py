#: does: asks for System V memory and queues, and POSIX queues
#: allow: ctypes
#: ends: runtime-error
from witness import expect_stopped, syscall

CREATE = 0o1000 | 0o600


def matmul(a, b):
    return expect_stopped(
        {
            "shmget": lambda: syscall("shmget", 0, 2**29, CREATE),
            "msgget": lambda: syscall("msgget", 0, CREATE),
            "semget": lambda: syscall("semget", 0, 1, CREATE),
            "mq_open": lambda: syscall("mq_open", b"hoard", 0o102, 0o600, 0),
            "mq_unlink": lambda: syscall("mq_unlink", b"hoard"),
        }
    )
