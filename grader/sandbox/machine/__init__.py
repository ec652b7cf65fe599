"""What hardware and which libraries this machine has, found without keeping a device open.

In: the device files, what is installed, and the answer of a process that is thrown away. Out:
Capabilities for a batch. Not here: any import of PyTorch or CuPy, but for the program in
`throwaway`, which runs in a process of its own.
"""

from grader.sandbox.machine.capable import find_capabilities

__all__ = ["find_capabilities"]
