"""Find this machine's hardware and libraries without keeping a device open.

In: device files, installed packages, and the answer of a throwaway process. Out: Capabilities for a
batch. Not here: any import of PyTorch or CuPy, except in the program in `throwaway`, which runs in
its own process.
"""

from grader.sandbox.machine.capable import find_capabilities

__all__ = ["find_capabilities"]
