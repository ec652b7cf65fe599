"""Labelled pictures for benchmarks/report_pictures.py: plots that Matplotlib draws.

The tuning set and the held-out set share the data and nothing else: other style sheets, other
kinds of plot, other sizes.
"""

import io
import warnings
from collections.abc import Callable, Iterator
from typing import Any

STYLES = {
    "tuning": ["default", "default", "default", "ggplot", "dark_background", "seaborn-v0_8-whitegrid"],
    "held": [
        "bmh", "classic", "fivethirtyeight", "grayscale", "Solarize_Light2", "seaborn-v0_8-darkgrid",
        "seaborn-v0_8-ticks", "seaborn-v0_8-paper", "tableau-colorblind10", "fast", "default",
    ],
    "again": [
        "default", "seaborn-v0_8", "seaborn-v0_8-dark", "seaborn-v0_8-white", "seaborn-v0_8-talk",
        "seaborn-v0_8-muted", "default", "petroff10",
    ],
    "last": [
        "default", "seaborn-v0_8-deep", "seaborn-v0_8-notebook", "ggplot", "default", "seaborn-v0_8-pastel",
        "seaborn-v0_8-poster", "default", "dark_background", "seaborn-v0_8-bright",
    ],
}  # fmt: skip
WORDS = {
    "tuning": [("n", "time [s]"), ("matrix size", "time (sec)"), ("行列サイズ", "実行時間 [s]"), ("", "")],
    "held": [("N", "Execution time"), ("サイズ n", "時間[秒]"), ("size of matrix", "elapsed [ms]")],
    "again": [("行列の大きさ", "計算時間(s)"), ("n", "t"), ("", "sec"), ("Matrix size N", "Runtime")],
    "last": [("配列の一辺 n", "平均時間 [ms]"), ("", ""), ("Size", "Seconds"), ("n", "実行時間（秒）")],
}  # fmt: skip


def series(rng: Any) -> tuple[list[float], list[list[float]]]:
    """Draws sizes and one to four rows of times that grow with a power of them."""
    count = int(rng.integers(4, 13))
    step = float(rng.choice([0.1, 0.5, 1, 2]))
    first = int(rng.integers(1, 6))
    powers = rng.random() < 0.4
    sizes = [2.0 ** (i + first) if powers else 100.0 * (i + 1) * step for i in range(count)]
    rows = []
    for _ in range(int(rng.choice([1, 1, 2, 3, 4]))):
        power, factor = rng.uniform(1, 3.2), 10.0 ** rng.uniform(-9, -5)
        rows.append([factor * n**power * float(rng.lognormal(0, 0.08)) for n in sizes])
    return sizes, rows


def line(axes: Any, rng: Any) -> None:
    """Lines with or without markers, linear or logarithmic."""
    sizes, rows = series(rng)
    marker = rng.choice(["o", "", "s", "x", "."])
    for i, row in enumerate(rows):
        axes.plot(sizes, row, marker=str(marker), label=["Python", "NumPy", "C", "CuPy"][i])
    scale = rng.choice(["linear", "linear", "log", "semi"])
    if scale == "log":
        axes.set_xscale("log", base=int(rng.choice([10, 2])))
    if scale != "linear":
        axes.set_yscale("log")
    if rng.random() < 0.6:
        axes.legend()


def scatter(axes: Any, rng: Any) -> None:
    """A cloud of points, with a line of best fit at times."""
    x = rng.uniform(0, 10, int(rng.integers(15, 200)))
    axes.scatter(x, x ** rng.uniform(0.5, 2) + rng.normal(0, 1, x.size), s=rng.uniform(4, 30))
    if rng.random() < 0.4:
        axes.plot([0, 10], [0, 30], "r--")


def bars(axes: Any, rng: Any) -> None:
    """Bars side by side, or a histogram."""
    if rng.random() < 0.4:
        axes.hist(rng.normal(0, 1, 500), bins=int(rng.integers(8, 40)))
        return
    names = ["Python", "NumPy", "C", "CuPy", "torch"][: int(rng.integers(2, 6))]
    heights = rng.uniform(0.2, 5, len(names))
    if rng.random() < 0.25:
        axes.barh(names, heights)
    else:
        axes.bar(names, heights)


def errors(axes: Any, rng: Any) -> None:
    """Points with error bars."""
    sizes, rows = series(rng)
    axes.errorbar(sizes, rows[0], yerr=[v * 0.2 for v in rows[0]], fmt="o-", capsize=3)


def curves(axes: Any, rng: Any) -> None:
    """Loss curves, waves: many points without markers."""
    import numpy as np

    x = np.linspace(0, float(rng.choice([1, 10, 100])), 300)
    for _ in range(int(rng.integers(1, 4))):
        axes.plot(x, np.exp(-x * rng.uniform(0, 0.5)) + rng.normal(0, rng.uniform(0, 0.1), x.size))


def twin(axes: Any, rng: Any) -> None:
    """Two vertical axes."""
    sizes, rows = series(rng)
    axes.plot(sizes, rows[0], "b-o")
    axes.twinx().plot(sizes, [v**0.5 for v in rows[0]], "r-s")


def stacked(axes: Any, rng: Any) -> None:
    """Areas, steps and boxes."""
    sizes, rows = series(rng)
    kind = rng.choice(["area", "step", "box"])
    if kind == "area":
        axes.fill_between(sizes, rows[0], alpha=0.4)
    elif kind == "step":
        axes.step(sizes, rows[0])
    else:
        axes.boxplot([rng.normal(i, 1, 30) for i in range(4)])


KINDS: dict[str, list[Callable[[Any, Any], None]]] = {
    "tuning": [line, line, line, scatter, bars, errors],
    "held": [line, line, curves, twin, stacked, bars, errors],
    "again": [line, line, scatter, curves, twin, bars, stacked],
    "last": [line, line, line, errors, curves, bars, scatter, twin],
}
GRIDS = {
    "tuning": [(1, 1)] * 6 + [(1, 2), (2, 2)],
    "held": [(1, 1)] * 7 + [(1, 2), (2, 1), (2, 3), (1, 3), (1, 5)],
    "again": [(1, 1)] * 7 + [(2, 2), (3, 1), (2, 3), (1, 2), (3, 2), (1, 4)],
    "last": [(1, 1)] * 8 + [(1, 2), (1, 3), (2, 2), (3, 1)],
}


def settings(which: str, rng: Any) -> dict[str, Any]:
    """Draws sizes, fonts and ticks."""
    chosen: dict[str, Any] = {
        "font.family": ["Noto Sans CJK JP"] if rng.random() < 0.5 else ["DejaVu Sans"],
        "font.size": float(rng.choice([8, 10, 10, 12] if which == "tuning" else [9, 10, 11, 14])),
        "axes.unicode_minus": False,
    }
    if rng.random() < 0.3:
        chosen |= {"xtick.direction": "in", "ytick.direction": "in"}
    if rng.random() < 0.25:
        chosen |= {"axes.spines.top": False, "axes.spines.right": False}
    if which != "tuning" and rng.random() < 0.25:
        chosen |= {"xtick.top": True, "ytick.right": True, "font.family": ["serif"]}
    return chosen


def draw(which: str, rng: Any, *, sketchy: bool) -> bytes:
    """Draws one figure with one to six panels, as PNG."""
    from matplotlib import pyplot as plt

    rows, columns = GRIDS[which][int(rng.integers(len(GRIDS[which])))]
    wide = float(rng.uniform(4.5, 8)) * (1.5 if columns > 2 else 1)
    size = (wide, wide * float(rng.uniform(0.5, 0.85)) * min(1.3, (rows / columns) ** 0.5 + 0.1))
    figure, panels = plt.subplots(rows, columns, figsize=size, squeeze=False)
    for axes in panels.flat:
        KINDS[which][int(rng.integers(len(KINDS[which])))](axes, rng)
        x, y = WORDS[which][int(rng.integers(len(WORDS[which])))]
        axes.set_xlabel(x)
        axes.set_ylabel(y)
        if rng.random() < 0.5 and not sketchy:
            axes.set_title(str(rng.choice(["実行時間の比較", "matmul", "Figure 1"])))
        if rng.random() < 0.35:
            axes.grid(visible=True, which=str(rng.choice(["major", "both"])))
    figure.tight_layout()
    out = io.BytesIO()
    figure.savefig(out, format="png", dpi=float(rng.choice([72, 100, 100, 150])))
    plt.close(figure)
    return out.getvalue()


def plots(which: str, count: int, rng: Any) -> Iterator[tuple[str, bytes]]:
    """Yields plots with the name of their class."""
    import matplotlib as mpl
    from matplotlib import pyplot as plt

    mpl.use("Agg")
    warnings.simplefilter("ignore")
    for i in range(count):
        style = STYLES[which][i % len(STYLES[which])]
        sketchy = which != "tuning" and i % 14 == 5  # one in fourteen by hand
        if sketchy:
            with plt.xkcd(), plt.rc_context({"font.family": ["DejaVu Sans"]}):
                yield "matplotlib xkcd", draw(which, rng, sketchy=sketchy)
            continue
        with plt.style.context(style), plt.rc_context(settings(which, rng)):
            yield f"matplotlib {style}", draw(which, rng, sketchy=sketchy)


def heat_maps(which: str, count: int, rng: Any) -> Iterator[tuple[str, bytes]]:
    """Yields pictures with axes that are no plots of one thing over another: shown, not counted."""
    from matplotlib import pyplot as plt

    for i in range(count):
        figure, axes = plt.subplots(figsize=(5, 4))
        if i % 2:
            axes.pie(rng.uniform(1, 5, 4), labels=["a", "b", "c", "d"], autopct="%1.0f%%")
        else:
            side = int(rng.choice([8, 28, 64] if which == "tuning" else [10, 32, 100]))
            axes.imshow(rng.random((side, side)), cmap=str(rng.choice(["viridis", "gray", "hot"])))
        out = io.BytesIO()
        figure.savefig(out, format="png")
        plt.close(figure)
        yield ("pie" if i % 2 else "heat map"), out.getvalue()
