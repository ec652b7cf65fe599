#: ValueError: lengths of a line differ
import matplotlib.pyplot as plt
plt.plot([1, 2, 3], [1, 2])
#: ValueError: lengths of points differ
import matplotlib.pyplot as plt
plt.scatter([1, 2], [1])
#: ValueError: lengths of bars differ
import matplotlib.pyplot as plt
plt.bar([1, 2], [1, 2, 3])
#: ValueError: lengths of lying bars differ
import matplotlib.pyplot as plt
plt.barh([1, 2], [1, 2, 3])
#: ValueError: errors of another length
import matplotlib.pyplot as plt
plt.errorbar([1, 2], [1, 2], yerr=[1, 2, 3])
#: ValueError: error bars of differing lengths
import matplotlib.pyplot as plt
plt.errorbar([1, 2, 3], [1, 2])
#: ValueError: area of differing lengths
import matplotlib.pyplot as plt
plt.fill_between([1, 2], [1, 2, 3])
#: ValueError: ragged matrix
import matplotlib.pyplot as plt
plt.plot([[1, 2], [3]])
#: ValueError: ragged image
import matplotlib.pyplot as plt
plt.imshow([[1, 2], [3]])
#: TypeError: flat image
import matplotlib.pyplot as plt
plt.imshow([1, 2, 3])
#: TypeError: flat contour
import matplotlib.pyplot as plt
plt.contour([1, 2, 3])
#: ValueError: unknown format
import matplotlib.pyplot as plt
plt.plot([1], [1], "label")
#: ValueError: two colours in one format
import matplotlib.pyplot as plt
plt.plot([1], [1], "ro--b")
#: RuntimeError: generator
import matplotlib.pyplot as plt
plt.plot([1, 2], (i for i in [1, 2]))
#: RuntimeError: map
import matplotlib.pyplot as plt
plt.plot([1, 2], map(float, [1, 2]))
#: TypeError: set
import matplotlib.pyplot as plt
plt.plot({1, 2})
#: TypeError: dictionary
import matplotlib.pyplot as plt
plt.plot({1: 2})
#: TypeError: objects
import matplotlib.pyplot as plt
plt.plot([object()])
#: AttributeError: misspelt function
import matplotlib.pyplot as plt
plt.plott([1, 2])
#: AttributeError: misspelt legend
import matplotlib.pyplot as plt
plt.legends()
#: AttributeError: a method of the axes is no function
import matplotlib.pyplot as plt
plt.set_xlabel("x")
#: AttributeError: a function is no method of the axes
import matplotlib.pyplot as plt
plt.gca().xlabel("x")
#: AttributeError: misspelt method
import matplotlib.pyplot as plt
plt.gca().set_xlable("x")
#: AttributeError: unknown attribute of the figure
import matplotlib.pyplot as plt
plt.gcf().plot([1])
#: AttributeError: plotting on an array of axes
import matplotlib.pyplot as plt
plt.subplots(1, 2)[1].plot([1])
#: IndexError: outside of the array of axes
import matplotlib.pyplot as plt
plt.subplots(2, 2)[1][2, 0]
#: IndexError: one index too many
import matplotlib.pyplot as plt
plt.subplots(1, 2)[1][0, 1]
#: TypeError: indexing single axes
import matplotlib.pyplot as plt
plt.subplots()[1][0]
#: ValueError: unpacking too few axes
import matplotlib.pyplot as plt
fig, (a, b, c) = plt.subplots(1, 2)
#: ValueError: subplot number too large
import matplotlib.pyplot as plt
plt.subplot(2, 2, 5)
#: ValueError: subplot number zero
import matplotlib.pyplot as plt
plt.subplot(1, 1, 0)
#: ValueError: three digits too large
import matplotlib.pyplot as plt
plt.subplot(225)
#: TypeError: two numbers
import matplotlib.pyplot as plt
plt.subplot(2, 2)
#: ValueError: no rows
import matplotlib.pyplot as plt
plt.subplots(0, 1)
#: ValueError: tick labels of another length
import matplotlib.pyplot as plt
plt.xticks([0, 1], ["a"])
#: TypeError: labels without ticks
import matplotlib.pyplot as plt
plt.xticks(labels=["a"])
#: ValueError: unknown mode
import matplotlib.pyplot as plt
plt.axis("foo")
#: TypeError: three limits
import matplotlib.pyplot as plt
plt.axis([0, 1, 2])
#: ValueError: limit is not finite
import matplotlib.pyplot as plt
plt.xlim(0, float("nan"))
#: ValueError: unknown scale
import matplotlib.pyplot as plt
plt.xscale("foo")
#: ValueError: unknown place of the legend
import matplotlib.pyplot as plt
plt.legend(loc="uper left")
#: ValueError: unknown file format
import matplotlib.pyplot as plt
plt.savefig("/tmp/stand_in.xyz")
#: ValueError: unknown colour map
import matplotlib.pyplot as plt
plt.get_cmap("foo")
#: ValueError: unknown colour map of an image
import matplotlib.pyplot as plt
plt.imshow([[1]], cmap="foo")
#: AttributeError: unknown colour map by attribute
import matplotlib.pyplot as plt
plt.cm.foo
#: KeyError: unknown colour map by name
import matplotlib
matplotlib.colormaps["foo"]
#: ValueError: unknown colour
import matplotlib.colors
matplotlib.colors.to_rgb("foo")
#: KeyError: unknown setting
import matplotlib.pyplot as plt
plt.rcParams["font.famly"] = "serif"
#: KeyError: unknown setting of a group
import matplotlib.pyplot as plt
plt.rc("font", foo=1)
#: ValueError: unknown projection
import matplotlib.pyplot as plt
plt.figure().add_subplot(projection="foo")
#: RuntimeError: colour bar without an image
import matplotlib.pyplot as plt
plt.colorbar()
#: TypeError: title without text
import matplotlib.pyplot as plt
plt.title()
#: TypeError: text without text
import matplotlib.pyplot as plt
plt.text(1, 2)
#: TypeError: closing a number that is none
import matplotlib.pyplot as plt
plt.close(1.5)
#: TypeError: a figure size that is no pair
import matplotlib.pyplot as plt
plt.figure(figsize=5)
#: ValueError: negative slice
import matplotlib.pyplot as plt
plt.pie([1, -2])
#: ValueError: too few slice labels
import matplotlib.pyplot as plt
plt.pie([1, 2], labels=["a"])
#: ValueError: too few box labels
import matplotlib.pyplot as plt
plt.boxplot([[1, 2], [3, 4]], tick_labels=["a"])
#: ValueError: unknown estimator
import matplotlib.pyplot as plt
plt.hist([1], bins="foo")
#: ValueError: colours of another number
import matplotlib.pyplot as plt
plt.scatter([1, 2], [1, 2], c=[1, 2, 3, 4, 5])
#: ValueError: sizes of another number
import matplotlib.pyplot as plt
plt.scatter([1, 2], [1, 2], s=[1, 2, 3])
#: ValueError: heads of another number
import matplotlib.pyplot as plt
plt.stem([1, 2], [1, 2, 3])
#: ValueError: unknown step
import matplotlib.pyplot as plt
plt.step([1, 2], [1, 2], where="foo")
#: ValueError: an empty table
import matplotlib.pyplot as plt
plt.table()
#: IndexError: outside of the grid
from matplotlib.gridspec import GridSpec
GridSpec(2, 2)[2, 0]
#: ModuleNotFoundError: unknown module
import matplotlib.foo
#: ModuleNotFoundError: module inside a module
import matplotlib.ticker.foo
#: ImportError: unknown name of the package
from matplotlib import foo
#: ImportError: unknown name of pyplot
from matplotlib.pyplot import plott
#: ImportError: unknown name of a module
from matplotlib.ticker import FooFormatter
#: AttributeError: unknown spine by attribute
import matplotlib.pyplot as plt
plt.gca().spines.upper
#: KeyError: unknown spine by name
import matplotlib.pyplot as plt
plt.gca().spines["upper"]
#: TypeError: bars without heights
import matplotlib.pyplot as plt
plt.bar([1, 2])
#: AttributeError: unknown property of the axes
import matplotlib.pyplot as plt
plt.gca().set(xlable="x")
#: FileNotFoundError: missing picture
import matplotlib.pyplot as plt
plt.imread("/nowhere/missing.png")
