"""Labelled pictures for benchmarks/report_pictures.py: plots that gnuplot draws, where there is one."""

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

TERMINALS = {
    "tuning": ["png size 640,480"],
    "held": ["pngcairo size 700,500", "pngcairo size 600,450 font 'Noto Sans CJK JP,12'"],
    "again": ["pngcairo size 800,480 linewidth 2", "png size 500,400", "png size 320,240"],
    "last": [
        "pngcairo size 560,420 font ',10'",
        "png size 600,400 small",
        "pngcairo size 900,600 font ',18'",
    ],
}
EXTRAS = {
    "tuning": ["", "set grid", "set logscale xy"],
    "held": [
        "set key left top box", "set logscale y; set format y '10^{%L}'", "set border 3; set tics nomirror",
        "set style data histograms; set style fill solid", "set multiplot layout 1,2",
    ],
    "again": [
        "set key outside", "set logscale xy; set format '10^{%L}'; set grid", "unset key; set tics out",
        "set style data boxes", "set multiplot layout 2,2", "set zeroaxis",
    ],
    "last": [
        "set key bottom right", "set logscale xy", "set grid; set border 3", "set tics in; set grid xtics ytics",
        "set style data impulses", "set xtics rotate by 45 right",
    ],
}  # fmt: skip


def script(which: str, folder: Path, rng: Any) -> str:
    """Writes the commands of one figure."""
    extra = str(rng.choice(EXTRAS[which]))
    style = "" if "style data" in extra else str(rng.choice(["with linespoints", "with lines", ""]))
    using = "using 2:xtic(1)" if "histograms" in extra else "using 1:2"
    plot = f"plot '{folder / 'data'}' {using} {style} title 'time'"
    times = 4 if "2,2" in extra else 2 if "multiplot" in extra else 1
    return "\n".join(
        [
            f"set terminal {rng.choice(TERMINALS[which])}",
            f"set output '{folder / 'out.png'}'",
            f"set xlabel '{rng.choice(['n', 'matrix size', ''])}'",
            f"set ylabel '{rng.choice(['time [s]', 'sec', ''])}'",
            extra,
            *[plot] * times,
        ]
    )


def plots(which: str, count: int, rng: Any) -> Iterator[tuple[str, bytes]]:
    """Yields plots with the name of their class; nothing where gnuplot is not installed."""
    if shutil.which("gnuplot") is None:
        return
    for _ in range(count):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            power = rng.uniform(1, 3)
            sizes = [(i + 1) * int(rng.choice([10, 100])) for i in range(int(rng.integers(5, 12)))]
            lines = [f"{n} {n**power * 1e-7 * rng.lognormal(0, 0.1)}" for n in sizes]
            (folder / "data").write_text("\n".join(lines), encoding="utf-8")
            text = script(which, folder, rng)
            subprocess.run(["gnuplot"], input=text, text=True, capture_output=True, check=False)
            if (folder / "out.png").exists():
                yield "gnuplot", (folder / "out.png").read_bytes()
