"""A fresh interpreter for one job, for machines where the warm fork is not possible.

The channel is standard input and output; what the student prints goes to standard error's pipe.
"""

import contextlib
import json
import os
import sys

from .runner import Runner
from .wires import DescriptorWire


def main() -> None:
    """Limits this process as far as the platform can, then serves the host."""
    config = json.loads(sys.argv[1])
    wire = DescriptorWire(os.dup(0), os.dup(1))
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.dup2(2, 1)
    sys.path[:0] = config["stand_ins"]
    if config["work"]:
        os.chdir(config["work"])
    if sys.platform != "win32":
        _limit(config)
    Runner(wire).serve()


def _limit(config: dict[str, object]) -> None:
    from . import seccomp
    from .confine import limit, load_libc

    limits = config["limits"]
    if isinstance(limits, dict):
        limit(limits, count_processes=False)
    if config["seccomp"]:
        with contextlib.suppress(OSError):
            seccomp.apply(load_libc())
