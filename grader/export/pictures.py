"""Pictures that are in a page itself: it asks for nothing else."""

import base64

from msgspec import Struct

PNG = b"\x89PNG\r\n\x1a\n"
SIDES = slice(16, 24)  # of the file: width and height, four bytes each
LARGEST = 1_000_000  # bytes of one picture on a page


class Png(Struct, frozen=True):
    """A picture that is in the page itself; in a template it is an address."""

    data: bytes

    def __bool__(self) -> bool:
        return self.data.startswith(PNG) and len(self.data) <= LARGEST and 0 not in self.sides

    def __html__(self) -> str:
        return f"data:image/png;base64,{base64.b64encode(self.data).decode()}"

    @property
    def sides(self) -> tuple[int, int]:
        """Width and height in pixels, as the file says."""
        both = self.data[SIDES]
        return int.from_bytes(both[:4]), int.from_bytes(both[4:])
