#: sweep of a matrix product with a marker
import time
import matplotlib.pyplot as plt
def product(a, b, n):
    return [[sum(a[i][k] * b[k][j] for k in range(n)) for j in range(n)] for i in range(n)]
sizes, seconds = [], []
for n in range(4, 25, 4):
    a = [[i + j for j in range(n)] for i in range(n)]
    t0 = time.perf_counter()
    product(a, a, n)
    t1 = time.perf_counter()
    sizes.append(n)
    seconds.append(t1 - t0)
plt.plot(sizes, seconds, "bo-", label="product")
plt.xlabel("n")
plt.ylabel("time [s]")
plt.legend(loc="upper left")
plt.grid()
plt.show()
#: three orders of loops in one graph
import matplotlib.pyplot as plt
data = {"ijk": [0.1, 0.8, 6.1], "ikj": [0.09, 0.7, 5.5], "jik": [0.11, 0.85, 6.6]}
n = [64, 128, 256]
for order, marker in zip(data, "os^"):
    plt.plot(n, data[order], marker=marker, linestyle="--", label=f"{order}")
plt.legend(title="loops", fontsize=8, ncol=3)
plt.savefig("orders.png", dpi=150, bbox_inches="tight")
#: log-log with a guide line
import matplotlib.pyplot as plt
n = [50, 100, 200, 400]
t = [0.01, 0.08, 0.64, 5.1]
guide = [t[0] * (x / n[0]) ** 3 for x in n]
plt.loglog(n, t, "o-", base=2, label="measured")
plt.loglog(n, guide, "k:", label=r"$O(n^3)$")
plt.xlabel(r"size $n$")
plt.ylabel("seconds")
plt.legend()
plt.tight_layout()
plt.show()
#: scales set afterwards
import matplotlib.pyplot as plt
fig, ax = plt.subplots(figsize=(6, 4), dpi=100)
ax.plot([1, 10, 100], [0.001, 0.1, 10])
ax.set_xscale("log", base=10)
ax.set_yscale("symlog", linthresh=0.01)
ax.set(xlabel="size", ylabel="time", title="scales")
assert ax.get_xscale() == "log"
fig.savefig("scales.pdf")
#: two scales with twinx and one legend
import matplotlib.pyplot as plt
fig, ax1 = plt.subplots()
ax2 = ax1.twinx()
h1 = ax1.plot([1, 2, 3], [0.1, 0.2, 0.5], color="tab:red", label="time")
h2 = ax2.plot([1, 2, 3], [10, 20, 15], color="tab:blue", label="GFLOPS")
handles = h1 + h2
ax1.legend(handles, [h.get_label() for h in handles], loc=0)
ax1.set_ylabel("time [s]", color="tab:red")
ax1.tick_params(axis="y", labelcolor="tab:red")
ax2.set_ylabel("GFLOPS")
fig.tight_layout()
plt.show()
#: merged handles of twin axes
import matplotlib.pyplot as plt
fig, ax = plt.subplots()
bx = ax.twinx()
ax.plot([1, 2], [3, 4], label="a")
bx.plot([1, 2], [30, 40], label="b")
h1, l1 = ax.get_legend_handles_labels()
h2, l2 = bx.get_legend_handles_labels()
ax.legend(h1 + h2, l1 + l2)
assert l1 + l2 == ["a", "b"]
#: error bars with caps
import statistics
import matplotlib.pyplot as plt
runs = {10: [0.10, 0.12, 0.11], 20: [0.8, 0.82, 0.9], 40: [6.0, 6.4, 6.1]}
mean = [statistics.mean(v) for v in runs.values()]
dev = [statistics.stdev(v) for v in runs.values()]
container = plt.errorbar(list(runs), mean, yerr=dev, fmt="o-", capsize=4, ecolor="gray", label="mean")
line, caps, bars = container
plt.legend()
plt.yscale("log")
plt.show()
#: asymmetric error bars
import matplotlib.pyplot as plt
fig, ax = plt.subplots()
low, high = [0.1, 0.2, 0.1], [0.3, 0.1, 0.2]
ax.errorbar([1, 2, 3], [3, 2, 4], xerr=0.2, yerr=[low, high], fmt="none")
ax.margins(0.1)
plt.close(fig)
#: the ggplot style
import matplotlib.pyplot as plt
plt.style.use("ggplot")
plt.bar(["python", "numpy"], [12.0, 0.01])
plt.ylabel("time [s]")
plt.show()
#: a style for a while
import matplotlib.pyplot as plt
with plt.style.context(["seaborn-v0_8-whitegrid", {"lines.linewidth": 3}]):
    plt.figure(figsize=(4, 3))
    plt.plot([0, 1], [1, 0])
    plt.show()
if "bmh" in plt.style.available:
    plt.style.use("bmh")
#: every style that there is
import matplotlib.pyplot as plt
for name in plt.style.available[:3]:
    with plt.style.context(name):
        plt.plot([1, 2, 3])
    plt.close()
#: animation by function
import matplotlib.pyplot as plt
from matplotlib.animation import FuncAnimation
fig, ax = plt.subplots()
line, = ax.plot([], [], "r-")
xs, ys = [], []
def init():
    ax.set_xlim(0, 10)
    ax.set_ylim(0, 100)
    return line,
def update(frame):
    xs.append(frame)
    ys.append(frame ** 2)
    line.set_data(xs, ys)
    return line,
ani = FuncAnimation(fig, update, frames=range(10), init_func=init, blit=True, interval=50)
plt.show()
#: animation by artists
import matplotlib.pyplot as plt
import matplotlib.animation as animation
fig = plt.figure()
ims = []
for i in range(4):
    im = plt.plot([0, i], [0, i * i], "b")
    ims.append(im)
ani = animation.ArtistAnimation(fig, ims, interval=100, repeat_delay=1000)
plt.show()
#: animation saved
import matplotlib.pyplot as plt
from matplotlib import animation
fig, ax = plt.subplots(figsize=(2, 2))
dot, = ax.plot([0], [0], "o")
ax.set_xlim(0, 5)
def move(i):
    dot.set_data([i], [0])
    return (dot,)
anim = animation.FuncAnimation(fig, move, frames=3)
anim.save("dot.gif", writer="pillow", fps=5)
plt.close(fig)
#: a surface
import math
import matplotlib.pyplot as plt
from mpl_toolkits.mplot3d import Axes3D
fig = plt.figure()
ax = fig.add_subplot(111, projection="3d")
ax.plot([1, 2, 3], [1, 4, 9], [1, 8, 27], label="curve")
ax.scatter([1, 2], [2, 3], [3, 4], c="r", s=20)
ax.set_xlabel("x"); ax.set_ylabel("y"); ax.set_zlabel("z")
ax.view_init(elev=30, azim=45)
ax.legend()
plt.show()
#: bars in space
import matplotlib.pyplot as plt
fig, ax = plt.subplots(subplot_kw={"projection": "3d"})
ax.bar3d([0, 1], [0, 1], [0, 0], 0.5, 0.5, [1, 2], color=["r", "g"], shade=True)
ax.set_zlim(0, 3)
fig.savefig("bars3d.png")
#: several pages of a PDF
import matplotlib.pyplot as plt
from matplotlib.backends.backend_pdf import PdfPages
with PdfPages("report.pdf") as pdf:
    for n in (10, 20, 30):
        fig = plt.figure()
        plt.plot([1, 2, 3], [n, n * 2, n * 3])
        plt.title(f"n = {n}")
        pdf.savefig(fig)
        plt.close(fig)
    d = pdf.infodict()
    d["Title"] = "times"
#: pages of the current figure
import matplotlib.pyplot as plt
from matplotlib.backends.backend_pdf import PdfPages
pp = PdfPages("two.pdf")
plt.plot([1, 2])
pp.savefig()
plt.clf()
plt.scatter([1, 2], [2, 1])
plt.savefig(pp, format="pdf")
pp.close()
#: inset axes
import matplotlib.pyplot as plt
fig, ax = plt.subplots()
ax.plot(range(10), [x ** 2 for x in range(10)])
small = ax.inset_axes([0.1, 0.5, 0.4, 0.4])
small.plot(range(3), [x ** 2 for x in range(3)])
small.set_xlim(0, 2)
ax.indicate_inset_zoom(small, edgecolor="black")
plt.show()
#: inset axes of the toolkit
import matplotlib.pyplot as plt
from mpl_toolkits.axes_grid1.inset_locator import inset_axes
fig, ax = plt.subplots()
ax.plot([1, 2, 3])
axins = inset_axes(ax, width="30%", height="30%", loc=2)
axins.plot([3, 2, 1])
axins.set_xticks([])
plt.savefig("inset.png")
#: a cycle of colours and lines
import matplotlib.pyplot as plt
from cycler import cycler
plt.rc("axes", prop_cycle=(cycler("color", ["r", "g", "b", "y"]) + cycler("linestyle", ["-", "--", ":", "-."])))
for k in range(4):
    plt.plot([0, 1], [k, k + 1])
plt.show()
#: the cycle of one axes
import matplotlib.pyplot as plt
from cycler import cycler
fig, (ax0, ax1) = plt.subplots(nrows=2, sharex=True)
ax0.set_prop_cycle(cycler("color", ["c", "m", "y", "k"]) + cycler("lw", [1, 2, 3, 4]))
ax0.plot([1, 2], [[1, 2, 3, 4], [2, 3, 4, 5]])
ax1.set_prop_cycle(color=["red", "black"])
ax1.plot([1, 2])
fig.subplots_adjust(hspace=0.4)
#: colours out of the cycle
import matplotlib.pyplot as plt
colors = plt.rcParams["axes.prop_cycle"].by_key()["color"]
for i, c in enumerate(colors[:4]):
    plt.plot([0, 1], [i, i], color=c)
for j in range(3):
    plt.axhline(j + 0.5, color=colors[(j + 1) % len(colors)], ls=":")
#: bars with numbers on top
import matplotlib.pyplot as plt
names = ["a", "b", "c"]
values = [1.5, 2.25, 0.75]
bars = plt.bar(names, values, width=0.5, color=["#ff0000", "#00ff00", "#0000ff"], edgecolor="k")
for bar in bars:
    h = bar.get_height()
    plt.text(bar.get_x() + bar.get_width() / 2, h, f"{h:.2f}", ha="center", va="bottom")
plt.ylim(0, max(values) * 1.2)
plt.show()
#: labels of bars by the library
import matplotlib.pyplot as plt
fig, ax = plt.subplots()
rects = ax.bar([0, 1, 2], [3, 1, 2], label="times")
ax.bar_label(rects, padding=3, fmt="%.1f")
ax.set_xticks([0, 1, 2], labels=["n=10", "n=20", "n=40"])
ax.legend()
plt.show()
#: groups of bars
import matplotlib.pyplot as plt
labels = ["64", "128", "256"]
one, two = [0.1, 0.8, 6], [0.2, 1.1, 7]
width = 0.35
x = range(len(labels))
fig, ax = plt.subplots()
ax.bar([i - width / 2 for i in x], one, width, label="ijk")
ax.bar([i + width / 2 for i in x], two, width, label="ikj")
ax.set_xticks(list(x))
ax.set_xticklabels(labels, rotation=45)
ax.legend()
plt.show()
#: stacked and lying bars
import matplotlib.pyplot as plt
plt.subplot(1, 2, 1)
plt.bar([1, 2], [3, 4]); plt.bar([1, 2], [1, 1], bottom=[3, 4])
plt.subplot(122)
plt.barh(["x", "y"], [3, 4], align="center", height=0.4)
plt.gca().invert_yaxis()
plt.show()
#: a histogram and its numbers
import random
import matplotlib.pyplot as plt
random.seed(1)
values = [random.gauss(0, 1) for _ in range(200)]
n, bins, patches = plt.hist(values, bins=10, alpha=0.7, color="green")
assert len(n) == 10 and len(bins) == 11
assert sum(n) == 200
plt.title(f"max = {max(n)}")
plt.show()
#: two histograms
import matplotlib.pyplot as plt
plt.hist([[1, 2, 2, 3], [2, 3, 3, 4]], bins=[1, 2, 3, 4, 5], label=["a", "b"], density=True, histtype="step")
plt.legend()
#: a picture of a matrix
import matplotlib.pyplot as plt
matrix = [[i * j for j in range(8)] for i in range(8)]
im = plt.imshow(matrix, cmap="viridis", interpolation="nearest", aspect="auto", origin="lower")
cbar = plt.colorbar(im, shrink=0.8)
cbar.set_label("value")
plt.clim(0, 49)
plt.show()
#: a matrix with numbers in it
import matplotlib.pyplot as plt
m = [[1, 2], [3, 4]]
fig, ax = plt.subplots()
cax = ax.matshow(m, cmap=plt.cm.Blues)
fig.colorbar(cax, ax=ax)
for i in range(2):
    for j in range(2):
        ax.text(j, i, str(m[i][j]), va="center", ha="center")
plt.show()
#: contours
import matplotlib.pyplot as plt
x = [i / 5 for i in range(-10, 11)]
z = [[a * a + b * b for a in x] for b in x]
cs = plt.contour(x, x, z, levels=[1, 2, 4], colors="k")
plt.clabel(cs, inline=True, fontsize=8)
cf = plt.contourf(x, x, z, 10, cmap="coolwarm", alpha=0.5)
plt.colorbar(cf)
plt.gca().set_aspect("equal")
plt.show()
#: filled between two curves
import matplotlib.pyplot as plt
n = [1, 2, 3, 4]
low, high = [1, 2, 2, 3], [2, 3, 4, 5]
plt.fill_between(n, low, high, alpha=0.3, color="C1", label="range", where=[True, True, False, True])
plt.plot(n, [(a + b) / 2 for a, b in zip(low, high)], color="C1")
plt.legend()
plt.show()
#: arrows and notes
import matplotlib.pyplot as plt
fig, ax = plt.subplots()
ax.plot([1, 2, 3], [1, 4, 9])
ax.annotate("jump", xy=(2, 4), xytext=(1.2, 7), arrowprops=dict(arrowstyle="->", connectionstyle="arc3,rad=.2"),
            bbox=dict(boxstyle="round", fc="0.8"))
ax.text(0.05, 0.95, "note", transform=ax.transAxes, va="top")
ax.arrow(1, 1, 0.5, 2, head_width=0.05)
plt.show()
#: formatters and locators
import matplotlib.pyplot as plt
from matplotlib.ticker import FuncFormatter, MultipleLocator, ScalarFormatter, MaxNLocator, FormatStrFormatter
fig, ax = plt.subplots()
ax.plot([0, 1000, 2000], [0, 0.5, 1])
ax.xaxis.set_major_formatter(FuncFormatter(lambda value, pos: f"{int(value / 1000)}k"))
ax.xaxis.set_major_locator(MultipleLocator(500))
ax.yaxis.set_major_formatter(FormatStrFormatter("%.2f s"))
ax.yaxis.set_minor_locator(MaxNLocator(20))
ax.grid(True, which="both", axis="both", linestyle=":")
fig.canvas.draw()
plt.show()
#: a formatter for powers
import matplotlib.pyplot as plt
import matplotlib.ticker as ticker
fig, ax = plt.subplots()
ax.semilogx([10, 100, 1000], [1, 2, 3])
ax.xaxis.set_major_formatter(ticker.LogFormatterSciNotation())
ax.yaxis.set_major_formatter(ticker.PercentFormatter(xmax=3))
fmt = ticker.ScalarFormatter(useMathText=True)
fmt.set_powerlimits((-2, 2))
ax.yaxis.set_major_formatter(fmt)
ax.ticklabel_format(style="sci", axis="y", scilimits=(0, 0))
plt.show()
#: a picture in memory
import io
import matplotlib.pyplot as plt
plt.plot([1, 2, 3])
buf = io.BytesIO()
plt.savefig(buf, format="png")
buf.seek(0)
data = buf.read()
assert data[:4] == b"\x89PNG"
print(len(data) > 100)
#: a picture as base64
import base64
import io
import matplotlib.pyplot as plt
plt.plot([1, 2, 3])
out = io.BytesIO()
plt.savefig(out, format="png", dpi=50)
text = base64.b64encode(out.getvalue()).decode()
assert text.startswith("iVBORw0KGgo")
#: settings in a dictionary
import matplotlib.pyplot as plt
plt.rcParams["figure.figsize"] = (8, 5)
plt.rcParams["font.size"] = 14
plt.rcParams.update({"axes.grid": True, "lines.markersize": 8, "savefig.dpi": 200})
width, height = plt.rcParams["figure.figsize"]
assert (width, height) == (8, 5)
plt.plot([1, 2, 3], marker="d")
plt.savefig("settings.png")
#: settings by rc
import matplotlib
import matplotlib.pyplot as plt
matplotlib.rc("font", family="serif", size=12)
matplotlib.rcParams["axes.unicode_minus"] = False
print(matplotlib.__version__)
plt.plot([-1, 0, 1], [-2, 0, 2])
plt.rcdefaults()
plt.show()
#: Japanese words on the axes
import matplotlib.pyplot as plt
plt.plot([10, 20, 30], [0.01, 0.08, 0.27], label="行列積")
plt.title("サイズと実行時間の関係")
plt.xlabel("行列のサイズ")
plt.ylabel("実行時間 [秒]")
plt.legend()
plt.savefig("実行時間.png")
plt.show()
#: Japanese words with a font's name
import matplotlib.pyplot as plt
plt.rcParams["font.family"] = "Hiragino Sans"
plt.rcParams["font.sans-serif"] = ["IPAexGothic", "Yu Gothic", "Meiryo"]
plt.plot([1, 2], [3, 4])
plt.xlabel("サイズ", fontname="MS Gothic")
plt.ylabel("時間", fontfamily="IPAexGothic")
plt.show()
#: a font by its properties
import matplotlib.pyplot as plt
from matplotlib.font_manager import FontProperties
fp = FontProperties(family="IPAGothic", size=12)
plt.plot([1, 2], [1, 4])
plt.title("実行時間", fontproperties=fp)
plt.xlabel("大きさ", fontproperties=fp)
plt.legend(["測定"], prop=fp)
plt.show()
#: names of fonts
import matplotlib.font_manager as fm
import matplotlib.pyplot as plt
names = {f.name for f in fm.fontManager.ttflist}
for name in ("Noto Sans CJK JP", "IPAexGothic", "DejaVu Sans"):
    if name in names:
        plt.rcParams["font.family"] = name
        break
plt.plot([0, 1])
plt.title("題")
plt.show()
#: a grid of axes by index
import matplotlib.pyplot as plt
fig, axes = plt.subplots(2, 3, figsize=(9, 6), sharey="row")
for i in range(2):
    for j in range(3):
        axes[i, j].plot([0, 1], [i, j])
        axes[i][j].set_title(f"{i},{j}")
fig.suptitle("all")
plt.show()
#: a grid of axes taken flat
import matplotlib.pyplot as plt
fig, axs = plt.subplots(2, 2)
for k, ax in enumerate(axs.flat):
    ax.plot(range(k + 2))
for ax in axs.ravel():
    ax.grid(True)
for ax in axs.flatten():
    ax.label_outer()
axs[0, 0].set_xlabel("x")
axs[-1, -1].set_ylabel("y")
for ax in axs[0]:
    ax.set_ylim(0, 5)
for ax in axs[:, 1]:
    ax.set_xlim(0, 5)
assert axs.shape == (2, 2)
plt.tight_layout()
#: axes taken apart
import matplotlib.pyplot as plt
fig, ((a, b), (c, d)) = plt.subplots(2, 2, sharex=True)
a.plot([1]); b.plot([2]); c.scatter([1], [1]); d.bar([1], [1])
fig, (left, right) = plt.subplots(1, 2, gridspec_kw={"width_ratios": [2, 1]}, constrained_layout=True)
left.plot([1, 2]); right.plot([2, 1])
plt.show()
#: axes of a loop over a row
import matplotlib.pyplot as plt
fig, axes = plt.subplots(1, 3, figsize=(12, 3))
for ax, title in zip(axes, ["python", "numpy", "cupy"]):
    ax.plot([1, 2, 3])
    ax.set_title(title)
assert len(axes) == 3
plt.show()
#: no squeezing of one
import matplotlib.pyplot as plt
fig, axes = plt.subplots(1, 1, squeeze=False)
axes[0][0].plot([1, 2])
axes[0, 0].set_title("one")
plt.show()
#: a mosaic
import matplotlib.pyplot as plt
fig, ax = plt.subplot_mosaic([["left", "top"], ["left", "bottom"]], layout="constrained")
ax["left"].plot([1, 2])
ax["top"].bar([1], [2])
for name, each in ax.items():
    each.set_title(name)
plt.show()
#: a mosaic of letters
import matplotlib.pyplot as plt
fig = plt.figure()
axd = fig.subplot_mosaic("AB;CC")
axd["A"].plot([1]); axd["B"].plot([2]); axd["C"].plot([3])
assert sorted(axd) == ["A", "B", "C"]
#: a grid specification
import matplotlib.pyplot as plt
import matplotlib.gridspec as gridspec
fig = plt.figure(figsize=(6, 6))
gs = gridspec.GridSpec(3, 3, figure=fig, wspace=0.3)
top = fig.add_subplot(gs[0, :])
main = fig.add_subplot(gs[1:, :2])
side = fig.add_subplot(gs[1:, -1])
top.plot([1, 2, 3]); main.scatter([1, 2], [2, 1]); side.barh([1, 2], [3, 4])
plt.show()
#: subplot2grid
import matplotlib.pyplot as plt
ax1 = plt.subplot2grid((3, 3), (0, 0), colspan=3)
ax2 = plt.subplot2grid((3, 3), (1, 0), colspan=2, rowspan=2)
ax1.plot([1, 2]); ax2.plot([2, 1])
plt.show()
#: subplots with the pyplot interface
import matplotlib.pyplot as plt
plt.figure(1, figsize=(6, 6))
plt.subplot(2, 1, 1)
plt.plot([1, 2, 3], "r.-")
plt.title("upper")
plt.subplot(2, 1, 2)
plt.semilogy([1, 10, 100])
plt.xlabel("n")
plt.subplots_adjust(hspace=0.5)
plt.show()
#: figures by number
import matplotlib.pyplot as plt
plt.figure(1); plt.plot([1, 2])
plt.figure(2); plt.plot([2, 1])
plt.figure(1); plt.title("first again")
assert plt.get_fignums() == [1, 2]
plt.close(1)
assert plt.fignum_exists(2) and not plt.fignum_exists(1)
plt.show()
#: a figure for each size, closed
import matplotlib.pyplot as plt
for n in (10, 20, 30):
    plt.figure()
    plt.plot(range(n), [i * n for i in range(n)], label=str(n))
    plt.legend()
    plt.savefig(f"n{n}.png")
    plt.close()
#: cleared and drawn anew
import matplotlib.pyplot as plt
for n in (1, 2):
    plt.plot([0, n], [n, 0])
    plt.title(n)
    plt.savefig(f"fig{n}.png")
    plt.clf()
#: the axes cleared
import matplotlib.pyplot as plt
fig, ax = plt.subplots()
for i in range(3):
    ax.cla()
    ax.plot([0, i], [i, 0])
    plt.pause(0.01)
plt.show()
#: interactive drawing
import matplotlib.pyplot as plt
plt.ion()
fig, ax = plt.subplots()
line, = ax.plot([], [])
for i in range(5):
    line.set_xdata(list(range(i)))
    line.set_ydata([k * k for k in range(i)])
    ax.relim()
    ax.autoscale_view()
    fig.canvas.draw()
    fig.canvas.flush_events()
plt.ioff()
plt.show()
#: a back end by name
import matplotlib
matplotlib.use("TkAgg")
import matplotlib.pyplot as plt
plt.plot([1, 2, 3])
plt.show()
#: the object-oriented way without pyplot
from matplotlib.figure import Figure
from matplotlib.backends.backend_agg import FigureCanvasAgg
fig = Figure(figsize=(4, 3))
canvas = FigureCanvasAgg(fig)
ax = fig.add_subplot()
ax.plot([1, 2, 3], [1, 4, 9], label="squares")
ax.legend()
fig.savefig("oo.png")
canvas.print_figure("oo2.png")
#: pixels of a canvas
from matplotlib.backends.backend_agg import FigureCanvasAgg as FigureCanvas
from matplotlib.figure import Figure
fig = Figure(figsize=(2, 1), dpi=50)
canvas = FigureCanvas(fig)
fig.gca().plot([1, 2])
canvas.draw()
width, height = canvas.get_width_height()
assert (width, height) == (100, 50)
assert len(bytes(canvas.buffer_rgba())) == width * height * 4
#: pylab
from pylab import *
x = [0, 1, 2]
plot(x, [1, 2, 4], "g^--")
xlabel("n"); ylabel("t"); title("pylab")
grid(True)
show()
#: everything of pyplot
from matplotlib.pyplot import *
figure(figsize=(3, 3))
plot([1, 2, 3], [1, 2, 3])
xlim(0, 4)
left, right = xlim()
assert (left, right) == (0, 4)
bottom, top = ylim()
assert bottom < top
savefig("star.png")
#: limits that were set come back
import matplotlib.pyplot as plt
plt.plot([1, 2, 3], [10, 20, 30])
plt.axis([0, 4, 0, 40])
xmin, xmax, ymin, ymax = plt.axis()
assert (xmin, xmax, ymin, ymax) == (0, 4, 0, 40)
plt.axis("equal")
plt.axis("off")
#: limits of the data
import matplotlib.pyplot as plt
plt.plot([0, 10], [0, 100])
lo, hi = plt.ylim()
plt.ylim(lo, hi * 1.1)
plt.text(1, hi * 0.9, "top")
assert hi >= 100
#: ticks
import math
import matplotlib.pyplot as plt
plt.plot([0, math.pi, 2 * math.pi], [0, 1, 0])
plt.xticks([0, math.pi, 2 * math.pi], ["0", r"$\pi$", r"$2\pi$"], rotation=30)
plt.yticks(range(0, 2))
locs, labels = plt.yticks()
assert list(locs) == [0, 1]
plt.minorticks_on()
plt.tick_params(axis="both", which="major", labelsize=10, direction="in")
#: words of the tick labels
import matplotlib.pyplot as plt
fig, ax = plt.subplots()
ax.bar(["a", "b"], [1, 2])
fig.canvas.draw()
for label in ax.get_xticklabels():
    label.set_rotation(45)
    label.set_fontsize(9)
plt.setp(ax.get_xticklabels(), ha="right", rotation_mode="anchor")
texts = [t.get_text() for t in ax.get_xticklabels()]
assert texts == ["a", "b"]
#: spines
import matplotlib.pyplot as plt
fig, ax = plt.subplots()
ax.plot([-1, 1], [-1, 1])
for side in ("top", "right"):
    ax.spines[side].set_visible(False)
ax.spines["left"].set_position("zero")
ax.spines["bottom"].set_position(("data", 0))
ax.spines[["left", "bottom"]].set_linewidth(2)
ax.xaxis.set_ticks_position("bottom")
plt.show()
#: helper lines
import matplotlib.pyplot as plt
plt.plot([1, 2, 3], [3, 1, 2], label="data")
plt.axhline(2, color="k", lw=0.5)
plt.axvline(x=2, ls="--", c="r", label="here")
plt.axhspan(1, 1.5, alpha=0.2)
plt.axvspan(2, 2.5, facecolor="g")
plt.hlines([1, 2], 1, 3); plt.vlines(2, 1, 3, colors="k")
plt.axline((1, 1), slope=0.5)
plt.legend()
plt.show()
#: boxes
import random
import matplotlib.pyplot as plt
data = [[random.random() * k for _ in range(20)] for k in (1, 2, 3)]
result = plt.boxplot(data, patch_artist=True, showmeans=True)
for box in result["boxes"]:
    box.set_facecolor("lightblue")
for median in result["medians"]:
    median.set_color("red")
plt.xticks([1, 2, 3], ["64", "128", "256"])
plt.show()
#: violins
import matplotlib.pyplot as plt
parts = plt.violinplot([[1, 2, 3, 4], [2, 3, 4, 9]], showmedians=True)
for body in parts["bodies"]:
    body.set_alpha(0.5)
plt.show()
#: slices
import matplotlib.pyplot as plt
wedges, texts, autotexts = plt.pie([3, 2, 1], labels=["a", "b", "c"], autopct="%1.1f%%", explode=[0, 0.1, 0], startangle=90)
for t in autotexts:
    t.set_color("white")
plt.axis("equal")
plt.show()
#: a stem and a step
import matplotlib.pyplot as plt
markerline, stemlines, baseline = plt.stem([1, 2, 3], [3, 1, 2])
plt.setp(baseline, color="r", linewidth=2)
markerline.set_markerfacecolor("none")
plt.step([1, 2, 3], [1, 2, 3], where="mid", label="mid")
plt.stairs([1, 2, 1], [0, 1, 2, 3])
plt.show()
#: points with colours and sizes
import matplotlib.pyplot as plt
sc = plt.scatter([1, 2, 3], [3, 2, 1], c=[10, 20, 30], s=[20, 80, 200], cmap="plasma", marker="^", edgecolors="k")
plt.colorbar(sc, label="size")
handles, labels = sc.legend_elements(num=3)
plt.legend(handles, labels)
plt.show()
#: one point after another
import matplotlib.pyplot as plt
for n, t in ((10, 0.1), (20, 0.8), (40, 6.5)):
    plt.scatter(n, t, color="blue")
    plt.plot(n, t, "r+")
plt.xlabel("size"); plt.ylabel("time")
plt.show()
#: polar axes
import math
import matplotlib.pyplot as plt
ax = plt.subplot(projection="polar")
theta = [i * math.pi / 8 for i in range(17)]
ax.plot(theta, [1 + math.cos(t) for t in theta])
ax.set_rmax(2)
ax.set_theta_zero_location("N")
plt.show()
#: shapes
import matplotlib.patches as patches
import matplotlib.pyplot as plt
from matplotlib.lines import Line2D
fig, ax = plt.subplots()
ax.add_patch(patches.Rectangle((0.1, 0.1), 0.5, 0.3, fill=False))
ax.add_patch(patches.Circle((0.5, 0.5), 0.2, fc="y"))
ax.add_line(Line2D([0, 1], [0, 1], lw=2))
ax.legend(handles=[patches.Patch(color="red", label="red"), Line2D([0], [0], color="b", label="line")])
plt.show()
#: a table below the graph
import matplotlib.pyplot as plt
fig, ax = plt.subplots()
table = ax.table(cellText=[["1", "2"], ["3", "4"]], colLabels=["n", "t"], loc="bottom")
table.auto_set_font_size(False)
table.set_fontsize(10)
table.scale(1, 1.5)
ax.axis("off")
plt.show()
#: a colour map for lines
import matplotlib
import matplotlib.cm as cm
import matplotlib.pyplot as plt
cmap = matplotlib.colormaps["jet"]
for i in range(5):
    plt.plot([0, 1], [0, i], color=cmap(i / 4))
r, g, b, a = cm.viridis(0.5)
assert 0 <= r <= 1 and a == 1
norm = matplotlib.colors.Normalize(vmin=0, vmax=4)
sm = cm.ScalarMappable(cmap=cmap, norm=norm)
plt.colorbar(sm, ax=plt.gca())
#: times on the axis
import datetime
import matplotlib.dates as mdates
import matplotlib.pyplot as plt
days = [datetime.date(2025, 4, d) for d in (1, 2, 3)]
plt.plot(days, [1, 3, 2])
plt.gca().xaxis.set_major_formatter(mdates.DateFormatter("%m/%d"))
plt.gca().xaxis.set_major_locator(mdates.DayLocator())
plt.gcf().autofmt_xdate()
plt.show()
#: a class that draws
import matplotlib.pyplot as plt
class Plotter:
    def __init__(self, title):
        self.fig, self.ax = plt.subplots()
        self.ax.set_title(title)
    def add(self, x, y, **style):
        (line,) = self.ax.plot(x, y, **style)
        return line
    def save(self, name):
        self.ax.legend(loc="best")
        self.fig.savefig(name, facecolor="white", transparent=False)
        plt.close(self.fig)
plotter = Plotter("times")
line = plotter.add([1, 2, 3], [1, 8, 27], label="cubic")
assert line.get_label() == "cubic"
plotter.save("cubic.svg")
#: a main function with a graph
import time
import matplotlib.pyplot as plt
def measure(n):
    start = time.time()
    total = 0
    for i in range(n):
        for j in range(n):
            total += i * j
    return time.time() - start
def main():
    ns = [10, 20, 40, 80]
    ts = [measure(n) for n in ns]
    fig = plt.figure()
    ax = fig.add_subplot(1, 1, 1)
    ax.plot(ns, ts)
    ax.set_xlabel("N")
    ax.set_ylabel("Time (s)")
    plt.show()
if __name__ == "__main__":
    main()
#: NumPy absent, polynomial by hand
import math
import matplotlib.pyplot as plt
ns = [16, 32, 64, 128]
ts = [0.001, 0.0081, 0.066, 0.53]
logs = [(math.log(n), math.log(t)) for n, t in zip(ns, ts)]
mx = sum(x for x, _ in logs) / 4; my = sum(y for _, y in logs) / 4
slope = sum((x - mx) * (y - my) for x, y in logs) / sum((x - mx) ** 2 for x, _ in logs)
plt.plot(*zip(*logs), "o")
plt.text(3, -3, f"slope = {slope:.2f}")
plt.plot([logs[0][0], logs[-1][0]], [my + slope * (x - mx) for x in (logs[0][0], logs[-1][0])], "-")
plt.show()
#: the third axis from a callback
import matplotlib.pyplot as plt
fig, ax = plt.subplots()
ax.plot([1, 2, 4], [1, 8, 64])
sec = ax.secondary_xaxis("top", functions=(lambda x: x * 8, lambda x: x / 8))
sec.set_xlabel("bytes")
def on_click(event):
    print(event.xdata)
cid = fig.canvas.mpl_connect("button_press_event", on_click)
fig.canvas.mpl_disconnect(cid)
plt.show()
#: sliders and buttons
import matplotlib.pyplot as plt
from matplotlib.widgets import Button, Slider
fig, ax = plt.subplots()
plt.subplots_adjust(bottom=0.25)
l, = plt.plot([0, 1, 2], [0, 1, 4])
axn = plt.axes([0.2, 0.1, 0.6, 0.03])
slider = Slider(axn, "n", 1, 10, valinit=2)
def update(val):
    l.set_ydata([x * slider.val for x in (0, 1, 2)])
    fig.canvas.draw_idle()
slider.on_changed(update)
button = Button(plt.axes([0.8, 0.02, 0.1, 0.04]), "Reset")
button.on_clicked(lambda event: slider.reset())
plt.show()
#: comic style
import matplotlib.pyplot as plt
with plt.xkcd():
    plt.plot([1, 2, 3], [1, 4, 9])
    plt.title("fun")
plt.show()
#: show first, save afterwards
import matplotlib.pyplot as plt
fig = plt.figure()
plt.plot([1, 2, 3], [3, 2, 1])
plt.show()
fig.savefig("after.png")
plt.figure()
plt.plot([5, 6])
plt.show(block=False)
plt.close("all")
#: size and resolution
import matplotlib.pyplot as plt
fig = plt.figure(figsize=(5, 4), dpi=80, facecolor="w", edgecolor="k", tight_layout=True)
fig.set_size_inches(6, 3)
w, h = fig.get_size_inches()
assert (w, h) == (6, 3)
ax = fig.gca()
ax.plot([1, 2, 3])
fig.set_dpi(100)
assert fig.dpi == 100
#: a loop over the lines of the axes
import matplotlib.pyplot as plt
fig, ax = plt.subplots()
ax.plot([1, 2], label="a"); ax.plot([2, 1], label="b")
for line in ax.get_lines():
    line.set_linewidth(3)
assert len(ax.lines) == 2
assert [l.get_label() for l in ax.lines] == ["a", "b"]
legend = ax.legend()
for handle in legend.get_lines():
    handle.set_linewidth(5)
legend.get_frame().set_alpha(0.5)
#: lines removed again
import matplotlib.pyplot as plt
line, = plt.plot([1, 2, 3])
line.remove()
plt.plot([3, 2, 1])
t = plt.text(1, 1, "x")
t.set_text("y")
assert t.get_text() == "y"
plt.show()
#: broken axis
import matplotlib.pyplot as plt
fig, (up, down) = plt.subplots(2, 1, sharex=True)
fig.subplots_adjust(hspace=0.05)
for ax in (up, down):
    ax.plot([1, 2, 3], [0.1, 0.2, 10])
up.set_ylim(9, 11); down.set_ylim(0, 1)
up.spines.bottom.set_visible(False); down.spines.top.set_visible(False)
up.xaxis.tick_top(); up.tick_params(labeltop=False); down.xaxis.tick_bottom()
d = 0.5
kwargs = dict(marker=[(-1, -d), (1, d)], markersize=12, linestyle="none", color="k", mec="k", mew=1, clip_on=False)
up.plot([0, 1], [0, 0], transform=up.transAxes, **kwargs)
plt.show()
#: words with shadows
import matplotlib.patheffects as pe
import matplotlib.pyplot as plt
plt.text(0.5, 0.5, "big", fontsize=30, path_effects=[pe.withStroke(linewidth=3, foreground="w")])
plt.suptitle("title", y=0.98)
plt.figtext(0.1, 0.01, "source")
plt.show()
#: lines of a collection
import matplotlib.pyplot as plt
from matplotlib.collections import LineCollection
lc = LineCollection([[(0, 0), (1, 1)], [(0, 1), (1, 0)]], colors=["r", "b"])
fig, ax = plt.subplots()
ax.add_collection(lc)
ax.autoscale()
plt.show()
#: an image written and read
import matplotlib.image as mpimg
import matplotlib.pyplot as plt
plt.imsave("small.png", [[0, 1], [1, 0]], cmap="gray")
img = mpimg.imread("small.png")
plt.imshow(img)
plt.show()
#: stack of areas
import matplotlib.pyplot as plt
plt.stackplot([1, 2, 3], [1, 1, 2], [2, 1, 1], labels=["a", "b"], baseline="zero")
plt.legend(loc="upper left")
plt.show()
#: a quiver and a stream of errors
import matplotlib.pyplot as plt
plt.quiver([0, 1], [0, 1], [1, 0], [0, 1], angles="xy")
plt.pcolormesh([[1, 2], [3, 4]], shading="auto")
plt.colorbar()
plt.show()
#: labels along the curve at the end
import matplotlib.pyplot as plt
ax = plt.gca()
for k in (1, 2, 3):
    line, = ax.plot([1, 2, 3], [k, k * 2, k * 3])
    x, y = line.get_data()
    ax.text(x[-1], y[-1], f" {k}", color=line.get_color(), va="center")
plt.show()
