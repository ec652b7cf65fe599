"""The functions programs call: each asks the current figure or the current axes.

Only the public names of the library stand in this module, so that nothing else is in reach of
`from matplotlib.pyplot import …`.
"""

from __future__ import annotations

from ._artist import Recorder
from ._colors import COLORMAPS
from ._figures import FIGURE_FUNCTIONS, gca, gcf
from ._names import PYPLOT_AXES, PYPLOT_CLASSES, PYPLOT_COLORMAPS, PYPLOT_FIGURE, PYPLOT_QUIET
from ._rc import RC_DEFAULTS, RC_PARAMS, cycler, rc, rc_context, rcdefaults
from ._toolbox import figaspect, getp, read_image, setp
from ._window import WINDOW_FUNCTIONS, set_cmap

TYPE_CHECKING = False  # importing typing would cost more than all of this
if TYPE_CHECKING:
    from typing import Any

_PARTS = frozenset({"cbook", "cm", "mlab", "rcsetup", "style"})
_CLASSES = dict(word.split("=") for word in PYPLOT_CLASSES.split())


def _quiet(*_args: Any, **_kw: Any) -> Recorder:
    return Recorder()


def _ask(find: Any, method: str) -> Any:
    def call(*args: Any, **kw: Any) -> Any:
        return getattr(find(), method)(*args, **kw)

    return call


def _choose(name: str) -> Any:
    return lambda: set_cmap(name)


def _functions() -> dict[str, Any]:
    """Returns every function of pyplot by name."""
    found: dict[str, Any] = dict.fromkeys(PYPLOT_QUIET.split(), _quiet)
    for table, find in ((PYPLOT_AXES, gca), (PYPLOT_FIGURE, gcf)):
        for name, _, method in (word.partition("=") for word in table.split()):
            found[name] = _ask(find, method or name)
    found.update((name, _choose(name)) for name in PYPLOT_COLORMAPS.split())
    found.update((each.__name__, each) for each in (*FIGURE_FUNCTIONS, *WINDOW_FUNCTIONS))
    for each in (cycler, figaspect, getp, rc, rc_context, rcdefaults, setp):
        found[each.__name__] = each
    settings = {"rcParams": RC_PARAMS, "rcParamsDefault": RC_DEFAULTS, "rcParamsOrig": RC_DEFAULTS}
    return {**found, **settings, "imread": read_image, "get": getp, "colormaps": COLORMAPS}


def __getattr__(name: str) -> Any:
    import sys

    package = sys.modules["matplotlib"]
    if name == "matplotlib":
        return package
    if name in _PARTS:
        return getattr(package, name)
    if name in _CLASSES:
        return getattr(getattr(package, _CLASSES[name]), name)
    raise AttributeError(f"module 'matplotlib.pyplot' has no attribute {name!r}", name=name)


_public = _functions()
for _name in [each for each in globals() if not each.startswith("_")]:
    del globals()[_name]
globals().update(_public, __all__=sorted({*_public, *_CLASSES, *_PARTS, "matplotlib"}))
