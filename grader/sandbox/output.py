"""What a student's program prints: counted to a cap, and only its end kept."""

KEEP_BYTES = 4_096


class Output:
    """Counts bytes against a cap and remembers the last few."""

    def __init__(self, cap: int) -> None:
        """Starts empty; `cap` in bytes."""
        self._cap = cap
        self._seen = 0
        self._tail = b""

    def add(self, data: bytes) -> bool:
        """Takes more; says whether the cap is passed."""
        self._seen += len(data)
        self._tail = (self._tail + data)[-KEEP_BYTES:]
        return self.is_too_much

    @property
    def is_too_much(self) -> bool:
        """Whether the cap is passed."""
        return self._seen > self._cap

    @property
    def tail(self) -> str:
        """The end of it as text."""
        return self._tail.decode("utf-8", "replace")
