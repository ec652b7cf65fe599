"""The warm parent: it has imported what the exercise allows, and forks one child per job.

It never holds a student's byte: source and data go from the host to the child over the child's
own socket.
"""

import os

from .preloading import preload, start_device
from .runner import Runner


def main() -> None:
    """Forks until the host hangs up; in a child, serves the host with one program.

    The forking is over before a program is there, and leaves nothing on the stack: what a child
    shut itself in with is in no frame that the program could look into.
    """
    from .forking import next_job

    began = next_job()
    del next_job  # its module is none of a program's
    if began is None:
        return
    job, wall = began
    try:
        wall.set_apart(job.absent)
        wall.collect()
        preload(job.after_fork)
        free_mib = start_device(job.after_fork) if job.device else None
        Runner(job.wire, wall).serve(free_mib)
    finally:
        os._exit(0)
