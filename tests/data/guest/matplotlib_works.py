#: time against size
import time
import matplotlib.pyplot as plt
sizes = [10, 20, 40]
times = []
for n in sizes:
    start = time.perf_counter()
    sum(i * i for i in range(n))
    times.append(time.perf_counter() - start)
plt.plot(sizes, times, marker="o", label="python")
plt.xlabel("size")
plt.ylabel("time [s]")
plt.title("matmul")
plt.grid(True)
plt.legend()
plt.savefig("/tmp/stand_in_size.png")
plt.show()
#: one line, unpacked
import matplotlib.pyplot as plt
line, = plt.plot([1, 2, 3], [4, 5, 6], "r--", linewidth=2)
assert list(line.get_xdata()) == [1, 2, 3]
assert list(line.get_ydata()) == [4, 5, 6]
assert line.get_linewidth() == 2
line.set_label("x")
line.set_color("blue")
assert line.get_color() == "blue" and line.get_label() == "x"
#: several groups in one call
import matplotlib.pyplot as plt
x = [1, 2, 3]
lines = plt.plot(x, [1, 2, 3], "r-", x, [2, 3, 4], "b^", x, [3, 4, 5])
assert len(lines) == 3
#: only y
import matplotlib.pyplot as plt
(line,) = plt.plot([3, 1, 2])
assert list(line.get_xdata()) == [0, 1, 2]
#: y and a format
import matplotlib.pyplot as plt
(line,) = plt.plot([3, 1, 2], "go")
assert list(line.get_ydata()) == [3, 1, 2]
#: a matrix is a line per column
import matplotlib.pyplot as plt
lines = plt.plot([1, 2], [[1, 10, 100], [2, 20, 200]], label=["a", "b", "c"])
assert [list(line.get_ydata()) for line in lines] == [[1, 2], [10, 20], [100, 200]]
#: ranges, tuples and comprehensions
import matplotlib.pyplot as plt
plt.plot(range(5), tuple(i**2 for i in range(5)))
plt.plot(range(5), [i**3 for i in range(5)], "k:", alpha=0.5)
#: the views of a dictionary
import matplotlib.pyplot as plt
result = {10: 0.1, 20: 0.4}
plt.plot(result.keys(), result.values(), "s-")
plt.bar(result.keys(), result.values())
plt.bar(list(result), list(result.values()))
#: a gap in the line
import matplotlib.pyplot as plt
plt.plot([1, 2, 3], [1, None, 3])
plt.plot([1, 2, 3], [1, float("nan"), 3])
#: exact numbers
from decimal import Decimal
from fractions import Fraction
import matplotlib.pyplot as plt
plt.plot([Decimal("1.5"), Decimal(2)], [Fraction(1, 2), 2])
#: dates
import datetime
import matplotlib.dates as mdates
import matplotlib.pyplot as plt
days = [datetime.date(2024, 4, 1) + datetime.timedelta(days=i) for i in range(3)]
fig, ax = plt.subplots()
ax.plot(days, [1, 2, 3])
ax.xaxis.set_major_formatter(mdates.DateFormatter("%m/%d"))
ax.xaxis.set_major_locator(mdates.DayLocator(interval=1))
fig.autofmt_xdate()
assert mdates.date2num(datetime.datetime(1970, 1, 2)) == 1.0
#: logarithmic axes
import matplotlib.pyplot as plt
n = [10, 100, 1000]
plt.loglog(n, [1, 10, 100], "o-", base=10)
plt.semilogx(n, [1, 2, 3])
plt.semilogy(n, [1, 2, 3])
plt.xscale("log")
plt.yscale("log", base=2)
assert plt.gca().get_xscale() == "log"
#: the back end first
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
plt.plot([1, 2])
plt.savefig("/tmp/stand_in_agg.pdf", dpi=300, bbox_inches="tight")
#: settings
import matplotlib
import matplotlib.pyplot as plt
matplotlib.rcParams["font.family"] = "sans-serif"
plt.rcParams["font.size"] = 14
plt.rcParams["font.sans-serif"] = ["Hiragino Maru Gothic Pro", "Yu Gothic", "IPAexGothic"]
plt.rcParams.update({"figure.figsize": (8, 5), "axes.grid": True, "axes.unicode_minus": False})
plt.rc("font", family="serif", size=12)
plt.rc(("xtick", "ytick"), labelsize=10)
assert plt.rcParams["font.size"] == 12 and matplotlib.rcParams["axes.grid"] is True
plt.rcdefaults()
#: settings for a while
import matplotlib.pyplot as plt
with plt.rc_context({"lines.linewidth": 3}):
    assert plt.rcParams["lines.linewidth"] == 3
    plt.plot([1, 2])
assert plt.rcParams["lines.linewidth"] == 1.5
#: styles
import matplotlib.pyplot as plt
from matplotlib import style
plt.style.use("ggplot")
style.use("default")
plt.style.use(["dark_background", "fast"])
with plt.style.context("bmh"):
    plt.plot([1, 2])
assert "ggplot" in plt.style.available
plt.style.use("default")
#: everything of the package
import matplotlib
from matplotlib import pyplot as plt, ticker, cm, rcParams, font_manager, style, colors, patches
from matplotlib import lines, dates, gridspec, animation, rc, collections, image, text, transforms
rcParams["figure.dpi"] = 100
assert matplotlib.__version__.split(".")[0] == "3"
#: one figure with a size
import matplotlib.pyplot as plt
fig = plt.figure(figsize=(10, 6), dpi=120)
ax = fig.add_subplot(111)
ax.plot([1, 2, 3], [1, 4, 9], label="$n^2$")
ax.set_xlabel("n", fontsize=14)
ax.set_ylabel("time", fontsize=14)
ax.set_title("growth", fontsize=16)
ax.legend(loc="upper left", fontsize=12)
ax.grid(which="both", linestyle="--", alpha=0.5)
fig.tight_layout()
assert list(fig.get_size_inches()) == [10, 6]
assert ax.get_xlabel() == "n" and ax.get_title() == "growth"
#: two by two
import matplotlib.pyplot as plt
fig, axes = plt.subplots(2, 2, figsize=(8, 8), sharex=True)
axes[0, 0].plot([1, 2])
axes[0][1].scatter([1, 2], [3, 4])
axes[1, 0].bar(["a", "b"], [1, 2])
axes[-1, -1].hist([1, 2, 2, 3])
for i, ax in enumerate(axes.flat):
    ax.set_title(f"plot {i}")
for ax in axes.flatten():
    ax.grid()
for row in axes:
    for ax in row:
        ax.label_outer()
assert axes.shape == (2, 2) and len(axes.ravel()) == 4 and axes.size == 4
assert axes[:, 0].shape == (2,) and axes[0].shape == (2,)
fig.suptitle("four")
#: unpacked axes
import matplotlib.pyplot as plt
fig, (ax1, ax2) = plt.subplots(1, 2)
ax1.plot([1])
ax2.plot([2])
fig, ((a, b), (c, d)) = plt.subplots(2, 2)
a.plot([1])
fig, axes = plt.subplots(3)
assert axes.shape == (3,)
#: no squeezing
import matplotlib.pyplot as plt
fig, axes = plt.subplots(1, 1, squeeze=False)
axes[0, 0].plot([1, 2])
fig, axes = plt.subplots(1, 3, squeeze=False)
assert axes.shape == (1, 3)
assert axes.reshape(3, 1).shape == (3, 1) and axes.T.shape == (3, 1)
#: subplots one by one
import matplotlib.pyplot as plt
plt.figure()
plt.subplot(2, 1, 1)
plt.plot([1, 2])
plt.subplot(212)
plt.plot([2, 1])
first = plt.subplot(2, 1, 1)
assert len(first.lines) == 1
assert len(plt.gcf().axes) == 2
plt.subplots_adjust(hspace=0.4, wspace=0.3)
#: two scales
import matplotlib.pyplot as plt
fig, ax1 = plt.subplots()
ax1.plot([1, 2], [1, 2], color="tab:red")
ax1.tick_params(axis="y", labelcolor="tab:red")
ax2 = ax1.twinx()
ax2.plot([1, 2], [100, 200], color="tab:blue")
ax2.set_ylabel("right")
h1, l1 = ax1.get_legend_handles_labels()
h2, l2 = ax2.get_legend_handles_labels()
ax1.legend(h1 + h2, l1 + l2)
plt.twiny()
#: a histogram
import matplotlib.pyplot as plt
n, bins, patches = plt.hist([1, 2, 2, 3, 3, 3], bins=3, color="skyblue", edgecolor="black")
assert list(n) == [1, 2, 3] and list(bins)[0] == 1 and list(bins)[-1] == 3 and len(patches) == 3
for patch in patches:
    patch.set_facecolor("red")
patches[0].set_height(5)
#: histograms with options
import matplotlib.pyplot as plt
n, bins, _ = plt.hist([1, 2, 2, 3], bins=[0, 2, 4], density=True, alpha=0.5, label="a")
assert [round(float(v), 3) for v in n] == [0.125, 0.375]
n, _, _ = plt.hist([1, 2, 2, 3], bins=2, cumulative=True)
assert list(n) == [1, 4]
n, bins, _ = plt.hist([1, 2, 2], range=(0, 4), bins=4, weights=[1, 2, 3])
assert list(n) == [0, 1, 5, 0]
n, bins, patches = plt.hist([[1, 2], [2, 3]], bins=2, label=["a", "b"], histtype="barstacked")
plt.hist([], bins=3)
plt.hist(["a", "b", "a"])
n, bins, _ = plt.hist([1, 2, 2, 5, 7, 8], bins="auto", orientation="horizontal", log=True)
assert len(bins) == 5
#: bars
import matplotlib.pyplot as plt
bars = plt.bar(["python", "numpy", "torch"], [10, 1, 0.5], color=["r", "g", "b"], width=0.5)
for bar in bars:
    height = bar.get_height()
    plt.text(bar.get_x() + bar.get_width() / 2, height, f"{height:.1f}", ha="center", va="bottom")
plt.bar_label(bars, fmt="%.2f", padding=3)
bars[0].set_color("black")
assert len(bars) == 3 and bars.patches[1].get_height() == 1
plt.xticks(rotation=45)
plt.ylim(0, 12)
#: bars side by side
import matplotlib.pyplot as plt
x = list(range(3))
w = 0.4
plt.bar([i - w / 2 for i in x], [1, 2, 3], width=w, label="a", yerr=[0.1, 0.1, 0.1], capsize=4)
plt.bar([i + w / 2 for i in x], [2, 3, 4], w, label="b", bottom=[0, 0, 1])
plt.xticks(x, ["n=10", "n=20", "n=30"])
plt.legend()
plt.barh(["x", "y"], [1, 2], height=0.3, left=1)
#: points
import matplotlib.pyplot as plt
points = plt.scatter([1, 2, 3], [4, 5, 6], s=[10, 20, 30], c=[0.1, 0.5, 0.9], cmap="viridis", marker="x")
plt.colorbar(points, label="value")
plt.scatter(1, 2, c="red", s=50, label="one", zorder=3)
plt.scatter([1, 2], [1, 2], color=["r", "b"], edgecolors="k", alpha=0.3)
points.set_offsets([[1, 1], [2, 2]])
points.set_sizes([1, 2])
#: error bars
import matplotlib.pyplot as plt
plt.errorbar([1, 2, 3], [1, 2, 3], yerr=[0.1, 0.2, 0.3], xerr=0.1, fmt="o-", capsize=3, label="m")
line, caps, bars = plt.errorbar([1, 2], [1, 2], yerr=[[0.1, 0.2], [0.3, 0.4]])
assert list(line.get_xdata()) == [1, 2]
plt.errorbar([1], [1], 0.5, ecolor="gray", elinewidth=2, linestyle="none", marker="s")
#: filled areas and steps
import matplotlib.pyplot as plt
x = [1, 2, 3]
plt.fill_between(x, [0, 1, 2], [2, 3, 4], alpha=0.2, color="b")
plt.fill_between(x, [1, 2, 3], where=[True, False, True])
plt.fill([0, 1, 1], [0, 0, 1], "r")
plt.step(x, [1, 2, 1], where="mid", label="s")
plt.stackplot(x, [1, 2, 3], [3, 2, 1], labels=["a", "b"])
markers, stems, base = plt.stem(x, [1, 2, 3])
plt.setp(markers, markersize=5)
plt.stem([1, 2, 3])
#: slices
import matplotlib.pyplot as plt
parts = plt.pie([30, 70], labels=["a", "b"], autopct="%1.1f%%", startangle=90, counterclock=False)
wedges, texts, percentages = parts
assert texts[0].get_text() == "a" and percentages[0].get_text() == "30.0%"
wedges, texts = plt.pie([1, 2, 3], explode=(0, 0.1, 0), shadow=True)
plt.axis("equal")
#: boxes
import matplotlib.pyplot as plt
box = plt.boxplot([[1, 2, 3, 4], [2, 3, 4, 5]], tick_labels=["a", "b"], patch_artist=True)
for patch, color in zip(box["boxes"], ["pink", "lightblue"]):
    patch.set_facecolor(color)
assert len(box["medians"]) == 2 and len(box["whiskers"]) == 4
assert list(box["medians"][0].get_ydata()) == [2.5, 2.5]
plt.violinplot([[1, 2, 3], [2, 3, 4]])["bodies"][0].set_alpha(0.5)
#: images
import matplotlib.pyplot as plt
image = plt.imshow([[1, 2], [3, 4]], cmap="gray", interpolation="nearest", vmin=0, vmax=4)
plt.colorbar()
plt.axis("off")
image.set_data([[4, 3], [2, 1]])
plt.clim(0, 5)
plt.figure()
fig, ax = plt.subplots()
im = ax.imshow([[[0, 0, 0], [255, 0, 0]]], aspect="auto", origin="lower", extent=[0, 1, 0, 1])
fig.colorbar(im, ax=ax, shrink=0.8).set_label("value")
ax.matshow([[1, 0], [0, 1]])
plt.matshow([[1, 0], [0, 1]], cmap=plt.cm.Blues)
#: annotated matrix
import matplotlib.pyplot as plt
matrix = [[1, 2], [3, 4]]
fig, ax = plt.subplots()
ax.imshow(matrix)
ax.set_xticks(range(2), labels=["a", "b"])
ax.set_yticks([0, 1])
ax.set_yticklabels(["c", "d"])
for i in range(2):
    for j in range(2):
        ax.text(j, i, matrix[i][j], ha="center", va="center", color="w")
plt.setp(ax.get_xticklabels(), rotation=45, ha="right", rotation_mode="anchor")
ax.invert_yaxis()
#: fields
import matplotlib.pyplot as plt
x, y = [0, 1, 2], [0, 1]
z = [[1, 2, 3], [4, 5, 6]]
contours = plt.contour(x, y, z, levels=[2, 3, 4], colors="k")
plt.clabel(contours, inline=True, fontsize=8)
filled = plt.contourf(x, y, z, 10, cmap="coolwarm")
plt.colorbar(filled)
plt.pcolormesh(x, y, z, shading="auto")
plt.pcolor(z)
plt.pcolormesh(z)
plt.quiver([0, 1], [0, 1], [1, 0], [0, 1])
counts, xs, ys, mesh = plt.hist2d([1, 2, 2], [1, 2, 2], bins=4)
plt.hexbin([1, 2, 3], [1, 2, 3], gridsize=5)
#: a table
import matplotlib.pyplot as plt
fig, ax = plt.subplots()
ax.axis("off")
table = ax.table(cellText=[["1", "2"], ["3", "4"]], colLabels=["a", "b"], loc="center")
table.auto_set_font_size(False)
table.set_fontsize(10)
table.scale(1, 1.5)
table[(0, 0)].set_facecolor("gray")
table[0, 1].set_text_props(weight="bold")
#: reference lines
import matplotlib.pyplot as plt
plt.axhline(0, color="k", lw=0.5)
plt.axvline(x=1, ymin=0.1, ymax=0.9, linestyle=":")
plt.hlines([1, 2], 0, 3, colors="r")
plt.vlines(1, 0, 3, linestyles="dashed")
plt.axhspan(0, 1, alpha=0.2)
plt.axvspan(0, 1, facecolor="y")
plt.axline((0, 0), slope=1)
#: words in the picture
import matplotlib.pyplot as plt
plt.plot([1, 2])
t = plt.text(0.5, 1.5, "text", fontsize=12, bbox=dict(facecolor="w"), transform=plt.gca().transAxes)
assert t.get_text() == "text"
plt.annotate("peak", xy=(1, 2), xytext=(0.5, 1.8), arrowprops=dict(arrowstyle="->"))
plt.annotate("p", (0, 1), textcoords="offset points", ha="left")
plt.figtext(0.5, 0.01, "note", ha="center")
plt.suptitle("all")
plt.arrow(0, 0, 1, 1, head_width=0.1)
plt.title("left", loc="left", pad=10, fontweight="bold")
plt.xlabel("x", labelpad=10, fontdict={"size": 12})
#: legends
import matplotlib.pyplot as plt
a, = plt.plot([1, 2], label="a")
b, = plt.plot([2, 1], label="b")
plt.legend(["first", "second"])
plt.legend(handles=[a, b])
plt.legend((a, b), ("x", "y"), loc="best", ncol=2, frameon=False, title="t")
legend = plt.legend(bbox_to_anchor=(1.05, 1), loc=2, borderaxespad=0)
assert [text.get_text() for text in legend.get_texts()] == ["a", "b"]
legend.get_frame().set_alpha(0.5)
legend.set_title("title")
plt.gca().add_artist(legend)
plt.gca().get_legend().remove()
#: limits
import matplotlib.pyplot as plt
plt.plot([0, 10], [0, 100])
low, high = plt.xlim()
assert abs(low + 0.5) < 1e-9 and abs(high - 10.5) < 1e-9
assert tuple(plt.xlim(0, 20)) == (0, 20)
assert tuple(plt.ylim((1, 50))) == (1, 50)
plt.ylim(bottom=0)
assert plt.ylim()[0] == 0
plt.xlim(left=1, right=5)
plt.xlim([2, 3])
assert tuple(plt.axis()) == (2, 3, 0, 50)
plt.axis([0, 1, 2, 3])
plt.axis("tight")
plt.margins(0.1)
ax = plt.gca()
ax.set_xlim(5, 0)
assert ax.get_xlim() == (5, 0) and ax.xaxis_inverted()
ax.set_ylim(top=9)
ax.set_xbound(0, 1)
#: ticks
import matplotlib.pyplot as plt
plt.plot([0, 1, 2], [0, 1, 4])
places, labels = plt.xticks()
assert len(places) == len(labels)
_, labels = plt.xticks([0, 1, 2], ["a", "b", "c"], rotation=30, fontsize=8)
assert list(plt.xticks()[0]) == [0, 1, 2] and labels[1].get_text() == "b"
plt.yticks([])
plt.yticks(range(5))
plt.tick_params(axis="both", which="major", labelsize=10, direction="in")
plt.minorticks_on()
plt.ticklabel_format(style="sci", axis="y", scilimits=(0, 0))
plt.locator_params(axis="x", nbins=5)
for label in plt.gca().get_xticklabels():
    label.set_rotation(45)
#: formatters and locators
import matplotlib.pyplot as plt
import matplotlib.ticker as ticker
from matplotlib.ticker import FormatStrFormatter, FuncFormatter, MaxNLocator, MultipleLocator, ScalarFormatter
fig, ax = plt.subplots()
ax.plot([1, 2, 3])
ax.xaxis.set_major_locator(MultipleLocator(1))
ax.xaxis.set_minor_locator(ticker.AutoMinorLocator())
ax.yaxis.set_major_formatter(ticker.ScalarFormatter(useMathText=True))
ax.yaxis.set_major_formatter(FormatStrFormatter("%.2f"))
ax.yaxis.set_major_formatter(FuncFormatter(lambda value, pos: f"{value:.0f}s"))
ax.yaxis.set_major_formatter("{x:.1f}")
ax.xaxis.set_major_locator(MaxNLocator(integer=True))
ax.yaxis.get_major_formatter().set_useOffset(False) if False else None
ax.yaxis.grid(True)
ax.xaxis.set_ticks_position("bottom")
ax.xaxis.label.set_color("red")
assert FuncFormatter(lambda v, p: f"{v}!")(1, 0) == "1!"
assert FormatStrFormatter("%.1f")(2) == "2.0"
#: a formatter of one's own
import matplotlib.pyplot as plt
from matplotlib.ticker import Formatter


class Seconds(Formatter):
    def __call__(self, x, pos=None):
        return f"{x} s"


plt.gca().yaxis.set_major_formatter(Seconds())
#: spines
import matplotlib.pyplot as plt
fig, ax = plt.subplots()
ax.spines["top"].set_visible(False)
ax.spines.right.set_visible(False)
ax.spines[["left", "bottom"]].set_linewidth(2)
for spine in ax.spines.values():
    spine.set_color("gray")
for name, spine in ax.spines.items():
    spine.set_position(("outward", 5))
#: the set method
import matplotlib.pyplot as plt
fig, ax = plt.subplots()
ax.set(xlabel="x", ylabel="y", title="t", xlim=(0, 1), ylim=[0, 2], xscale="linear", aspect="equal")
assert ax.get_ylim() == (0, 2) and ax.get_title() == "t"
fig.set(facecolor="w")
fig.set_size_inches(4, 3)
#: grids of subplots
import matplotlib.gridspec as gridspec
import matplotlib.pyplot as plt
fig = plt.figure()
gs = gridspec.GridSpec(2, 3, figure=fig, width_ratios=[1, 2, 1], hspace=0.3)
top = fig.add_subplot(gs[0, :])
left = fig.add_subplot(gs[1, 0])
rest = plt.subplot(gs[1, 1:])
last = fig.add_subplot(gs[-1, -1])
assert len(fig.axes) == 4
fig = plt.figure(constrained_layout=True)
axes = fig.add_gridspec(2, 2).subplots(sharex="col")
assert axes.shape == (2, 2)
plt.subplot2grid((3, 3), (0, 0), colspan=2)
fig, named = plt.subplot_mosaic("AB;CC")
named["A"].plot([1])
assert sorted(named) == ["A", "B", "C"]
plt.subplot_mosaic([["left", "right"], ["low", "low"]])
#: axes by hand
import matplotlib.pyplot as plt
fig = plt.figure()
ax = fig.add_axes([0.1, 0.1, 0.8, 0.8])
inner = fig.add_axes([0.5, 0.5, 0.3, 0.3])
inner.plot([1, 2])
inset = ax.inset_axes([0.6, 0.6, 0.3, 0.3])
inset.plot([1])
plt.axes([0, 0, 1, 1])
plt.axes()
plt.sca(ax)
assert plt.gca() is ax
ax.remove()
fig.delaxes(inner)
#: many figures
import matplotlib.pyplot as plt
plt.close("all")
one = plt.figure(1)
two = plt.figure(2)
plt.figure(1)
assert plt.gcf() is one and plt.get_fignums() == [1, 2]
named = plt.figure("named", clear=True)
assert plt.figure("named") is named and plt.get_figlabels()[-1] == "named"
plt.close(two)
plt.close("named")
plt.close()
assert plt.get_fignums() == []
for i in range(3):
    fig = plt.figure()
    plt.plot([i])
    plt.close(fig)
#: clearing
import matplotlib.pyplot as plt
plt.plot([1])
plt.cla()
assert len(plt.gca().lines) == 0
plt.clf()
assert plt.gcf().axes == []
fig, ax = plt.subplots()
ax.clear()
fig.clf()
#: saving
import io
import pathlib
import matplotlib.pyplot as plt
plt.plot([1, 2])
buffer = io.BytesIO()
plt.savefig(buffer, format="png")
assert buffer.getvalue().startswith(b"\x89PNG")
plt.gcf().savefig(pathlib.Path("/tmp") / "stand_in_path.svg", transparent=True)
plt.savefig("/tmp/stand_in_no_ending")
#: interactive
import warnings
import matplotlib.pyplot as plt
warnings.simplefilter("ignore")
plt.ion()
plt.plot([1, 2])
plt.draw()
plt.pause(0.001)
plt.ioff()
assert not plt.isinteractive()
with plt.ion():
    assert plt.isinteractive()
with plt.ioff():
    plt.plot([1])
plt.show(block=False)
#: live curve
import warnings
import matplotlib.pyplot as plt
warnings.simplefilter("ignore")
fig, ax = plt.subplots()
xs, ys = [], []
line, = ax.plot(xs, ys)
for i in range(5):
    xs.append(i)
    ys.append(i * i)
    line.set_data(xs, ys)
    line.set_xdata(xs)
    ax.relim()
    ax.autoscale_view()
    fig.canvas.draw()
    fig.canvas.flush_events()
assert list(line.get_ydata()) == [0, 1, 4, 9, 16]
#: animation
import warnings
import matplotlib.pyplot as plt
from matplotlib import animation
from matplotlib.animation import FuncAnimation, PillowWriter
warnings.simplefilter("ignore")
fig, ax = plt.subplots()
line, = ax.plot([], [])


def update(frame):
    line.set_data([0, frame], [0, frame])
    return (line,)


ani = FuncAnimation(fig, update, frames=3, interval=50, blit=True)
other = animation.ArtistAnimation(fig, [[line]], interval=100)
writer = PillowWriter(fps=10)
ani.event_source.stop() if ani.event_source else None
#: colour maps
import matplotlib
import matplotlib.cm as cm
import matplotlib.pyplot as plt
color = plt.cm.viridis(0.5)
assert len(color) == 4 and all(0 <= part <= 1 for part in color)
jet = plt.get_cmap("jet")
for i in range(5):
    plt.plot([0, 1], [i, i], color=jet(i / 5))
assert len(matplotlib.colormaps["viridis"](10)) == 4
assert len(cm.rainbow([0.1, 0.9])) == 2
assert plt.get_cmap("tab10").N == 10 and len(plt.cm.tab10.colors) == 10
assert "plasma" in plt.colormaps()
assert cm.hot.reversed().name == "hot_r" and jet.resampled(5).N == 5
plt.set_cmap("gray")
plt.viridis()
#: colours
import matplotlib.colors as mcolors
import matplotlib.pyplot as plt
assert mcolors.to_rgb("red") == (1, 0, 0) and mcolors.to_hex((0, 0, 1)) == "#0000ff"
assert mcolors.to_rgba("k", 0.5) == (0, 0, 0, 0.5) and mcolors.is_color_like("C3")
assert mcolors.to_rgb("#fff") == (1, 1, 1) and mcolors.to_rgb("0.5") == (0.5, 0.5, 0.5)
names = list(mcolors.TABLEAU_COLORS)
assert len(names) == 10 and "skyblue" in mcolors.CSS4_COLORS
norm = mcolors.Normalize(vmin=0, vmax=10)
assert norm(5) == 0.5
mappable = plt.cm.ScalarMappable(norm=norm, cmap="jet")
mappable.set_array([])
plt.colorbar(mappable, ax=plt.gca())
two = mcolors.ListedColormap(["red", "blue"])
assert two.N == 2
blend = mcolors.LinearSegmentedColormap.from_list("mine", ["white", "black"], N=16)
plt.imshow([[0, 1]], cmap=two, norm=mcolors.BoundaryNorm([0, 1, 2], 2))
plt.imshow([[1, 10]], norm=mcolors.LogNorm())
#: the colour cycle
import matplotlib.pyplot as plt
from matplotlib import cycler as make
colors = plt.rcParams["axes.prop_cycle"].by_key()["color"]
assert len(colors) == 10
plt.rcParams["axes.prop_cycle"] = plt.cycler(color=["r", "g"]) + plt.cycler(linestyle=["-", "--"])
plt.gca().set_prop_cycle(color=["c", "m"])
plt.gca().set_prop_cycle(None)
for each in make("color", ["k", "y"]):
    plt.plot([1], **each)
plt.rcdefaults()
#: shapes
import matplotlib.patches as patches
import matplotlib.pyplot as plt
from matplotlib.lines import Line2D
from matplotlib.patches import Circle, Patch, Polygon
fig, ax = plt.subplots()
ax.add_patch(plt.Circle((0, 0), 0.5, color="r", fill=False))
ax.add_patch(patches.Rectangle((0, 0), 1, 2, linewidth=1, edgecolor="r", facecolor="none"))
ax.add_patch(Polygon([[0, 0], [1, 0], [1, 1]], closed=True))
ax.add_patch(patches.Ellipse((0, 0), 1, 2, angle=30))
ax.add_artist(Circle((0, 0), 1))
ax.add_line(Line2D([0, 1], [0, 1], color="k"))
ax.legend(handles=[Patch(color="r", label="a"), Line2D([0], [0], label="b")])
ax.set_aspect("equal", adjustable="box")
rectangle = plt.Rectangle((1, 2), 3, 4)
assert rectangle.get_width() == 3 and rectangle.get_xy() == (1, 2)
ax.set_axis_off()
#: three dimensions
import matplotlib.pyplot as plt
from mpl_toolkits.mplot3d import Axes3D
fig = plt.figure()
ax = fig.add_subplot(111, projection="3d")
ax.plot([1, 2, 3], [1, 2, 3], [1, 4, 9], label="curve")
ax.scatter([1, 2], [1, 2], [1, 2], c="r", marker="o")
ax.bar3d([0, 1], [0, 1], [0, 0], 1, 1, [1, 2])
ax.set_xlabel("x")
ax.set_zlabel("z")
ax.set_zlim(0, 10)
ax.view_init(30, 45)
ax.view_init(elev=20, azim=60)
ax.text(0, 0, 0, "origin")
ax.set_title("3d")
ax.legend()
assert tuple(ax.get_zlim()) == (0, 10) and isinstance(ax, Axes3D)
fig, ax = plt.subplots(subplot_kw={"projection": "3d"})
ax.plot3D([1], [2], [3], "ro")
ax = plt.axes(projection="3d")
#: polar
import math
import matplotlib.pyplot as plt
angles = [2 * math.pi * i / 5 for i in range(6)]
ax = plt.subplot(111, projection="polar")
ax.plot(angles, [1, 2, 3, 2, 1, 1])
ax.set_theta_zero_location("N")
ax.set_rticks([1, 2])
ax.set_rmax(3)
ax.set_thetagrids([0, 90], ["a", "b"])
plt.polar(angles, [1] * 6)
plt.subplot(122, polar=True)
#: fonts
import matplotlib.pyplot as plt
from matplotlib import font_manager
from matplotlib.font_manager import FontProperties
font = FontProperties(family="sans-serif", size=14)
plt.title("title", fontproperties=font)
plt.xlabel("x", fontname="DejaVu Sans")
names = {entry.name for entry in font_manager.fontManager.ttflist}
font_manager.findSystemFonts(fontpaths=["/nowhere"])
#: the object-oriented way
from matplotlib.backends.backend_agg import FigureCanvasAgg as FigureCanvas
from matplotlib.figure import Figure
fig = Figure(figsize=(4, 3))
canvas = FigureCanvas(fig)
ax = fig.add_subplot(1, 1, 1)
ax.plot([1, 2])
fig.savefig("/tmp/stand_in_oo.png")
#: events
import matplotlib.pyplot as plt
fig, ax = plt.subplots()
cid = fig.canvas.mpl_connect("button_press_event", lambda event: print(event.xdata))
fig.canvas.mpl_disconnect(cid)
plt.connect("key_press_event", print)
fig.canvas.draw_idle()
#: a slider
import matplotlib.pyplot as plt
from matplotlib.widgets import Button, Slider
fig, ax = plt.subplots()
slider = Slider(ax=ax, label="n", valmin=0, valmax=10, valinit=5)
slider.on_changed(lambda value: None)
assert slider.val == 5
Button(plt.axes([0, 0, 0.1, 0.1]), "reset").on_clicked(print)
#: colour bar beside
import matplotlib.pyplot as plt
from mpl_toolkits.axes_grid1 import make_axes_locatable
fig, ax = plt.subplots()
im = ax.imshow([[1, 2], [3, 4]])
cax = make_axes_locatable(ax).append_axes("right", size="5%", pad=0.05)
bar = plt.colorbar(im, cax=cax, orientation="vertical", ticks=[1, 2, 3])
bar.set_ticks([1, 4])
bar.ax.set_ylabel("value")
bar.ax.tick_params(labelsize=8)
#: a function that draws
import matplotlib.pyplot as plt


def draw(ax, x, y, **style):
    ax.plot(x, y, **style)
    ax.set_title("n = {}".format(len(x)))
    return ax


fig, axs = plt.subplots(nrows=1, ncols=3, figsize=(12, 4), tight_layout=True)
for ax, n in zip(axs, [2, 3, 4]):
    draw(ax, range(n), range(n), color="C1", lw=1.5, ls="--", marker="^", ms=4)
assert len(axs) == 3 and axs[0].get_title() == "n = 2"
#: keyword data
import matplotlib.pyplot as plt
data = {"n": [1, 2, 3], "t": [0.1, 0.2, 0.3]}
plt.plot("n", "t", data=data)
plt.scatter("n", "t", data=data)
plt.bar("n", "t", data=data)
#: children and properties
import matplotlib.pyplot as plt
plt.plot([1, 2], lw=3, zorder=5, visible=False)
line = plt.gca().get_lines()[0]
assert line.get_linewidth() == 3 and line.get_zorder() == 5 and line.get_visible() is False
assert plt.getp(line, "linewidth") == 3
plt.setp(line, color="r", linewidth=1)
plt.setp([line], "linewidth", 4)
assert line.get_linewidth() == 4
line.remove()
assert len(plt.gca().lines) == 0
line.set(color="g", alpha=0.3)
assert line.get_alpha() == 0.3
#: the pylab module
import matplotlib.pylab as plt
plt.plot([1, 2, 3])
plt.xlabel("x")
plt.show()
#: star import
from matplotlib.pyplot import *
figure()
plot([1, 2, 3], [1, 4, 9])
xlabel("n")
legend(["a"])
show()
#: categories
import matplotlib.pyplot as plt
plt.plot(["a", "b", "c"], [1, 2, 3])
plt.scatter(["a", "c"], [1, 2])
plt.plot(["1", "2"], ["x", "y"])
places, labels = plt.xticks()
assert len(places) >= 3
plt.xlim(-1, 5)
#: numbers from text
import matplotlib.pyplot as plt
text = "10 0.1\n20 0.4\n30 0.9"
rows = [line.split() for line in text.splitlines()]
plt.plot([int(row[0]) for row in rows], [float(row[1]) for row in rows], "-o")
#: a curve from math
import math
import matplotlib.pyplot as plt
x = [i * 0.1 for i in range(63)]
plt.plot(x, [math.sin(v) for v in x], label=r"$\sin x$")
plt.plot(x, list(map(math.cos, x)), label=r"$\cos x$")
plt.legend(loc="lower right", shadow=True)
plt.fill_betweenx([0, 1], [1, 2], [2, 3])
#: containers
import matplotlib.pyplot as plt
fig, ax = plt.subplots()
ax.bar([1, 2], [3, 4], label="a")
ax.bar([1, 2], [1, 1], bottom=[3, 4], label="b")
for container in ax.containers:
    ax.bar_label(container, label_type="center")
assert len(ax.patches) == 4
assert [p.get_height() for p in ax.patches] == [3, 4, 1, 1]
handles, labels = ax.get_legend_handles_labels()
assert labels == ["a", "b"]
#: sharing and secondary axes
import matplotlib.pyplot as plt
fig, (top, bottom) = plt.subplots(2, 1, sharex=True, gridspec_kw={"height_ratios": [2, 1]})
top.plot([1, 2])
second = bottom.secondary_xaxis("top", functions=(lambda v: v * 2, lambda v: v / 2))
second.set_xlabel("twice")
fig.align_ylabels()
fig.supxlabel("x")
fig.supylabel("y")
fig.legend(["a"], loc="upper center")
fig.text(0.5, 0.5, "t")
#: jokes
import matplotlib.pyplot as plt
with plt.xkcd():
    plt.plot([1, 2])
#: other modules
import matplotlib.image as mpimg
import matplotlib.mlab
import matplotlib.patheffects as pe
import matplotlib.tri as tri
from matplotlib.collections import LineCollection, PatchCollection
from matplotlib.offsetbox import AnchoredText
from matplotlib.path import Path
import matplotlib.pyplot as plt
fig, ax = plt.subplots()
ax.add_collection(LineCollection([[(0, 0), (1, 1)]], colors="r"))
ax.add_artist(AnchoredText("note", loc="upper left"))
plt.text(0, 0, "t", path_effects=[pe.withStroke(linewidth=3, foreground="w")])
Path([(0, 0), (1, 1)])
