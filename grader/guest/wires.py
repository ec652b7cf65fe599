"""The two kinds of channel: a socket (warm child) or a pair of pipes (cold child)."""

import os


class DescriptorWire:
    """Plain descriptors; reads and writes go straight to the kernel, past any buffer."""

    def __init__(self, source: int, sink: int) -> None:
        """Takes the descriptors to read from and to write to."""
        self._source = source
        self._sink = sink

    def read(self, size: int) -> bytes:
        """Reads what there is, at most `size` bytes."""
        return os.read(self._source, size)

    def write(self, data: bytes) -> None:
        """Writes all of it."""
        view = memoryview(data)
        while view:
            view = view[os.write(self._sink, view) :]
