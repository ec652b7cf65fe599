"""A stand-in for matplotlib that draws nothing, needs no NumPy and keeps what was plotted.

What comes in: the calls of a student's program. What goes out: `matplotlib._record.recorded()`.
What does not belong here: drawing, files, numerical code, anything of the host.
"""

from __future__ import annotations

from ._colors import COLORMAPS
from ._modules import install as _install_modules
from ._rc import RC_DEFAULTS, RC_PARAMS, cycler, rc, rc_context, rcdefaults

TYPE_CHECKING = False  # importing typing would cost more than all of this
if TYPE_CHECKING:
    from typing import Any

__version__ = "3.11.2"
rcParams = RC_PARAMS
rcParamsDefault = rcParamsOrig = RC_DEFAULTS
colormaps = COLORMAPS
color_sequences: dict[str, Any] = {}
__all__ = ["colormaps", "cycler", "rc", "rcParams", "rc_context", "rcdefaults", "use"]


def use(backend: Any, *, force: Any = True) -> None:
    """Accepts every backend: nothing is drawn with it."""


def get_backend() -> str:
    """Names the back end that draws nothing."""
    return "agg"


def interactive(b: Any) -> None:
    """Accepts and forgets."""


def is_interactive() -> bool:
    """Says no: there is no window."""
    return False


def set_loglevel(level: Any) -> None:
    """Accepts and forgets."""


def get_cachedir() -> str:
    """Returns no folder: nothing is written."""
    return ""


def matplotlib_fname() -> str:
    """Names a settings file that is never read."""
    return "matplotlibrc"


def rc_file_defaults() -> None:
    """Sets every setting back."""
    rcdefaults()


get_configdir = get_data_path = get_cachedir


def _install() -> None:
    import sys

    _install_modules(sys.modules[__name__])


_install()
del COLORMAPS, RC_DEFAULTS, RC_PARAMS
