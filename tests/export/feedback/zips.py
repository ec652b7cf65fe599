"""What is in the zips that pages are packed into."""

import io
import zipfile


def opened(data: bytes) -> dict[str, bytes]:
    """What is in a zip, by name."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        return {one.filename: archive.read(one) for one in archive.infolist()}
