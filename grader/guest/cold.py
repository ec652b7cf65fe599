"""A fresh interpreter for one job, for machines without the warm fork.

The channel is standard input and output; the student's output goes to standard error's pipe.
"""

import json
import os
import sys
from typing import TYPE_CHECKING

from . import drawing, recorder
from .frames import DescriptorWire
from .preloading import preload, preload_machine_code, start_device
from .runner import Runner
from .unlearning import Wall

if TYPE_CHECKING:
    from .start_protocol import ColdConfig


def main() -> None:
    """Limit this process as far as the platform can, then serve the host."""
    config: ColdConfig = json.loads(sys.argv[1])
    wire = DescriptorWire(os.dup(0), os.dup(1))
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.dup2(2, 1)
    sys.path += config["libraries"]
    if config["draws"] and drawing.load(config["font"]):
        recorder.install(recorder.LETTERS, drawing.font_file(config["font"]))
    else:
        recorder.install()
    if config["hidden"]:
        preload(config["preload"])  # afterwards they would be hidden
    if not config["machine_code"]:
        preload_machine_code(config["importable"], filtered=config["contained"])
    if sys.platform != "win32":
        _confine(config)
    if config["work"]:
        os.chdir(config["work"])
    preload(config["preload"])
    free_mib = start_device(config["after_fork"]) if config["device"] else None
    wall = Wall(config["importable"], machine_code=config["machine_code"])
    wall.unlearn()
    Runner(wire, wall).serve(free_mib)


def _confine(config: "ColdConfig") -> None:
    """Apply the requested confinement; any failure ends the process."""
    from .limiting import limit

    limits, contained = config["limits"], config["contained"]
    if not contained:  # no ctypes: without isolation, a program could reach what remains of it
        limit(limits, count_processes=False, device=config["device"])
        return
    from .confine import (
        drop_capabilities,
        hide_libraries,
        hide_processes,
        mount_work,
    )
    from .libc import LibC
    from .seccomp import CallFilter

    libc = LibC()
    mount_work(libc, config["work"], os.getuid(), limits["disk_mib"])
    limit(limits, count_processes=True, device=config["device"])
    hide_processes(libc)
    hide_libraries(libc, config["hidden"])
    drop_capabilities(libc)
    calls = CallFilter(tools=config["tools"], relayed=True, machine_code=config["machine_code"])
    calls.apply(libc, os.getpid())
    libc.forget()
