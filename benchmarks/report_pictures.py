"""Measures how well `grader.reports.graphs` tells plots from other pictures.

    report_pictures.py            all sets, figures for every class
    report_pictures.py tuning     one set; every set has styles of its own
    report_pictures.py held FOLDER    writes the pictures that were judged wrongly there

Every picture is made here and labelled by how it was made. Needs Matplotlib and Chromium;
gnuplot is used where there is one.
"""

import sys
import time
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pictures_charts
import pictures_gnuplot
import pictures_matplotlib
import pictures_scenes
import pictures_screens
import pictures_windows
from pictures_chromium import photograph

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

SETS = ("tuning", "held", "again", "last")
Labelled = tuple[str, str, Any]  # label ("graph", "other", "either"), class, picture


def drawn(which: str) -> Iterator[tuple[str, str, bytes]]:
    """Makes the pictures of a set: label, class, PNG."""
    import numpy as np

    rng = np.random.default_rng(zlib.crc32(which.encode()))
    yield from (("graph", *one) for one in pictures_matplotlib.plots(which, 110, rng))
    yield from (("graph", *one) for one in pictures_gnuplot.plots(which, 24, rng))
    yield from (("graph", *one) for one in photograph(pictures_charts.charts(which, 48, rng)))
    holding = pictures_screens.screens(which, 24, rng, pictures_screens.HOLDING)
    yield from (("graph", *one) for one in photograph(holding))
    plain = pictures_screens.screens(which, 153, rng, pictures_screens.PLAIN)
    yield from (("other", *one) for one in photograph(plain))
    full = pictures_screens.screens(which, 56, rng, pictures_windows.WINDOWS)
    yield from (("other", *one) for one in photograph(full))
    yield from (("other", *one) for one in pictures_scenes.scenes(which, 60, rng))
    yield from (("either", *one) for one in pictures_matplotlib.heat_maps(which, 16, rng))


def pictures(which: str) -> Iterator[Labelled]:
    """Yields the pictures of a set as they come out of documents."""
    import numpy as np

    rng = np.random.default_rng(zlib.crc32(which.encode()) + 1)
    for label, kind, data in drawn(which):
        yield label, kind, pictures_scenes.worn(which, data, rng)


def judged(which: str, folder: Path | None) -> tuple[Counter[Any], dict[str, Counter[str]], float]:
    """Counts answers by label and by class, and takes the CPU seconds for one picture."""
    from grader.model.document import Picture, PictureKind, Pixels
    from grader.reports.graphs import judge

    total: Counter[Any] = Counter()
    classes: dict[str, Counter[str]] = defaultdict(Counter)
    spent = 0.0
    for i, (label, kind, image) in enumerate(pictures(which)):
        pixels = Pixels(width=image.width, height=image.height, data=image.tobytes())
        start = time.process_time()
        looks = judge(Picture(kind=PictureKind.RASTER, line=0, pixels=pixels))
        spent += time.process_time() - start
        total[label, str(looks.answer)] += 1
        classes[f"{label:6s} {kind}"][str(looks.answer)] += 1
        if folder and str(looks.answer) != {"graph": "yes", "other": "no"}.get(label):
            why = "_".join(looks.why)
            image.save(
                folder / f"{label}-{looks.score:.2f}-{kind.replace(' ', '_')}-{i}-{why}.png"[:200]
            )
    return total, classes, spent / sum(total.values())


def show(which: str, folder: Path | None) -> None:
    """Prints the figures of one set."""
    total, classes, seconds = judged(which, folder)
    print(f"\n{which}: {sum(total.values())} pictures, {seconds * 1000:.1f} ms each")
    for kind, answers in sorted(classes.items()):
        print(f"  {kind:42s}" + "".join(f"{a} {answers[a]:3d}  " for a in ("yes", "unsure", "no")))
    graphs = sum(n for (label, _), n in total.items() if label == "graph")
    said = total["graph", "yes"] + total["other", "yes"]
    maybe = said + total["graph", "unsure"] + total["other", "unsure"]
    right = total["graph", "yes"] + total["graph", "unsure"]
    for name, true, called in (
        ("yes", total["graph", "yes"], said),
        ("yes or unsure", right, maybe),
    ):
        precision, recall = true / max(1, called), true / max(1, graphs)
        print(f"  {name:14s} precision {precision:.3f}  recall {recall:.3f}")


if __name__ == "__main__":
    target = Path(sys.argv[2]) if len(sys.argv) > 2 else None
    if target:
        target.mkdir(parents=True, exist_ok=True)
    for name in sys.argv[1:2] or SETS:
        show(name, target)
