"""Takes pictures of pieces of HTML with a headless Chromium, many in one go."""

import io
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

PIECES = 12  # on one page
WIDE, HIGH = 1000, 760  # of the room for one piece
OPTIONS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
    f"--window-size={WIDE},{HIGH * PIECES}",
)  # fmt: skip

Piece = tuple[str, str, int, int]  # class, HTML, width, height


def photograph(pieces: list[Piece]) -> Iterator[tuple[str, bytes]]:
    """Yields each piece with the name of its class, as PNG; nothing without a Chromium."""
    program = shutil.which("chromium") or shutil.which("google-chrome")
    for start in range(0, len(pieces) if program else 0, PIECES):
        yield from _page(str(program), pieces[start : start + PIECES])


def _page(program: str, pieces: list[Piece]) -> Iterator[tuple[str, bytes]]:
    from PIL import Image

    parts = [
        f'<div style="position:absolute;left:0;top:{i * HIGH}px;width:{wide}px;height:{high}px;'
        f'overflow:hidden;background:#fff">{html}</div>'
        for i, (_, html, wide, high) in enumerate(pieces)
    ]
    head = '<meta charset="utf-8"><style>body{margin:0;font-family:"Noto Sans CJK JP"}</style>'
    with tempfile.TemporaryDirectory() as name:
        page, shot = Path(name) / "page.html", Path(name) / "shot.png"
        page.write_text(head + "".join(parts), encoding="utf-8")
        command = [program, *OPTIONS, f"--user-data-dir={name}/profile", f"--screenshot={shot}"]
        env = dict(os.environ, HOME=name)
        subprocess.run([*command, page.as_uri()], capture_output=True, env=env, check=False)
        whole = Image.open(shot).convert("RGB")
        for i, (kind, _, wide, high) in enumerate(pieces):
            out = io.BytesIO()
            whole.crop((0, i * HIGH, wide, i * HIGH + high)).save(out, format="PNG")
            yield kind, out.getvalue()
