"""What a student's program prints: counted to a cap, and only its two ends kept."""

KEEP_BYTES = 4_096
SHOWN_LETTERS = 20_000  # of each end, where a program is run for what it shows
LETTER_BYTES = 4  # of the longest letter in UTF-8
LEFT_OUT = "\n…\n"


class Output:
    """Counts bytes against a cap and remembers the first and the last of them."""

    def __init__(self, cap: int) -> None:
        """Starts empty; `cap` in bytes."""
        self._cap = cap
        self._seen = 0
        self._first = b""
        self._last = bytearray()  # of what came after those

    def add(self, data: bytes) -> bool:
        """Takes more; says whether the cap is passed."""
        self._seen += len(data)
        most = SHOWN_LETTERS * LETTER_BYTES
        if room := most - len(self._first):
            self._first, data = self._first + data[:room], data[room:]
        self._last += data
        del self._last[:-most]
        return self.is_too_much

    @property
    def is_too_much(self) -> bool:
        """Whether the cap is passed."""
        return self._seen > self._cap

    @property
    def tail(self) -> str:
        """The end of it as text."""
        kept = bytes(self._last[-KEEP_BYTES:])
        if missing := KEEP_BYTES - len(kept):
            kept = self._first[-missing:] + kept
        return kept.decode("utf-8", "replace")

    @property
    def ends(self) -> str:
        """All of it as text, or of a long output the two ends."""
        first, last = self._first, bytes(self._last)
        if self._seen == len(first) + len(last):
            text = (first + last).decode("utf-8", "replace")
            if len(text) <= 2 * SHOWN_LETTERS:
                return text
            return text[:SHOWN_LETTERS] + LEFT_OUT + text[-SHOWN_LETTERS:]
        ends = [end.decode("utf-8", "replace") for end in (first, last)]
        return ends[0][:SHOWN_LETTERS] + LEFT_OUT + ends[1][-SHOWN_LETTERS:]
