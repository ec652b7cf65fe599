"""Runs the programs of one data file, one after another, and prints how each of them ended.

python run_matplotlib_programs.py FILE recorder|drawing [FONT [TITLE...]]
"""

import contextlib
import importlib
import importlib.util
import io
import json
import sys
from pathlib import Path
from typing import Any

GRADER = Path(__file__).parents[2] / "grader"
GUEST = GRADER / "guest"


def programs(text: str) -> list[tuple[str, str]]:
    """Splits a data file into (title, program)."""
    parts = ("\n" + text).split("\n#: ")[1:]
    return [(part.partition("\n")[0], part.partition("\n")[2]) for part in parts]


def guest(name: str) -> Any:
    """Loads one of the guest's modules as a sandbox does."""
    if "_grader_guest" not in sys.modules:
        folders = [str(GUEST), *map(str, GRADER.rglob("*/guest"))]  # ours, and those of plugins
        spec = importlib.util.spec_from_file_location(
            "_grader_guest", GUEST / "__init__.py", submodule_search_locations=folders
        )
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[spec.name] = module
        spec.loader.exec_module(module)
    return importlib.import_module(f"_grader_guest.{name}")


def outcome(title: str, program: str) -> str:
    """Returns "" or the exception, as `TypeName: message (line n)`."""
    import matplotlib.pyplot as plt  # the real one, or its recorder

    plt.close("all")
    plt.rcdefaults()
    try:
        exec(compile(program, title, "exec"), {"__name__": "__main__"})
    except Exception as error:  # noqa: BLE001 - any end of a program is an answer
        frame = error.__traceback__.tb_next if error.__traceback__ else None
        line = frame.tb_lineno if frame else 0
        return f"{type(error).__name__}: {error} (line {line})"
    return ""


def drawn(drawing: Any) -> dict[str, Any]:
    """Says what one program drew, and forgets it."""
    drawing.finish()
    series = drawing.recorded()
    pictures: list[bytes] = []
    drawing.draw(pictures)
    _, boxes = drawing.facts()
    state = drawing._DrawingState
    state.drawings.clear()
    state.calls.clear()
    state.boxes = False
    return {"series": series, "pictures": [len(picture) for picture in pictures], "boxes": boxes}


def main() -> None:
    """Prints one JSON object: title -> outcome, what was written, and what was drawn."""
    drawing = guest("drawing") if sys.argv[2] == "drawing" else None
    if drawing is not None:
        assert drawing.load("".join(sys.argv[3:4]))
    else:
        guest("recorder").install()
    ends = {}
    chosen = sys.argv[4:]
    for title, program in programs(Path(sys.argv[1]).read_text(encoding="utf-8")):
        if chosen and title not in chosen:
            continue
        written = io.StringIO()
        with contextlib.redirect_stdout(written), contextlib.redirect_stderr(written):
            end = {"outcome": outcome(title, program)}
            end |= drawn(drawing) if drawing is not None else {}
        ends[title] = end | {"written": written.getvalue()}
    print(json.dumps(ends))  # noqa: T201


if __name__ == "__main__":
    main()
