"""Calls of matplotlib that surely raise nothing, so that a recorder's answer is as good as any.

A program that does no more than this with the library runs to its end where it is installed, too.
Whatever is not in the tables below, or is given anything out of the ordinary, is a doubt, and the
real library has to be asked. Nothing is judged here.
"""

import re
from collections.abc import Callable, Mapping
from math import isfinite
from typing import Any

MOST = 1e100  # of a number
MOST_LETTERS = 80
MOST_POINTS = 100_000
MOST_INCHES, MOST_DOTS, MOST_PLACES = 20, 300, 9  # beyond that, memory may run out
MOST_SIZE = 40  # of letters, in points
PLACES = 3  # rows, columns, which
FORM = re.compile(  # "ro-", "o--r", "-o"
    r"[bgrcmyk]?[.,ov^<>sp*hH+xDd]?(?:--|-\.|-|:)?|[.ov^sx*+D]?(?:--|-|:)?[bgrcmyk]?"
    r"|(?:--|-|:)[ov^sx*+D][bgrcmyk]?"
)
COLOURS = (
    frozenset("bgrcmykw")
    | {f"C{number}" for number in range(10)}
    | {
        *(
            "blue",
            "green",
            "red",
            "cyan",
            "magenta",
            "yellow",
            "black",
            "white",
            "orange",
            "purple",
        ),
        *("brown", "pink", "gray", "grey", "tab:blue", "tab:orange", "tab:green", "tab:red"),
    }
)
MARKERS = frozenset(".,ov^<>sp*hH+xDd")
STYLES = frozenset({"-", "--", "-.", ":", "solid", "dashed", "dashdot", "dotted"})
CORNERS = frozenset({"best", "upper left", "upper right", "lower left", "lower right"})
SIZES = frozenset({"x-small", "small", "medium", "large", "x-large", "xx-large"})
FILE = re.compile(r".+\.(?:png|pdf|svg)")

Ask = Callable[[Any], bool]


class Doubt(BaseException):
    """Ends a run whose plots the real library has to be asked about."""


class _Watch:
    """Whether this process is to doubt at all, and whether it does."""

    begun = False
    doubts = False


def begin() -> None:
    """Has this process doubt."""
    _Watch.begun = True


def is_begun() -> bool:
    """Says whether anything is to be doubted."""
    return _Watch.begun


def has_doubt() -> bool:
    """Says whether the program did something that is not in the tables, caught or not."""
    return _Watch.doubts


def doubt() -> None:
    """Ends the program, where somebody wants to know."""
    if _Watch.begun:
        _Watch.doubts = True
        raise Doubt


def ask_call(known: Mapping[str, "Check"], name: str, args: Any, named: Any) -> None:
    """Doubts a call that is not surely fine."""
    if _Watch.begun and not (name in known and known[name](tuple(args), named)):
        doubt()


def ask_setting(name: Any, value: Any) -> None:
    """Doubts what is written into rcParams, where that is not surely fine."""
    if _Watch.begun and not (type(name) is str and name in SETTINGS and SETTINGS[name](value)):
        doubt()


def _number(value: Any) -> bool:
    return type(value) in (int, float) and -MOST < value < MOST and isfinite(value)


def _positive(value: Any) -> bool:
    return _number(value) and 0 < value <= MOST_DOTS


def _yes_or_no(value: Any) -> bool:
    return type(value) is bool


def _words(value: Any) -> bool:
    """Is text that is no formula: those are read when they are drawn, and may be wrong."""
    known = type(value) is str and len(value) <= MOST_LETTERS and not {"$", "\\"} & {*value}
    return known and value.replace("\n", "").isprintable()


def _numbers(values: Any) -> bool:
    known = type(values) in (list, tuple, range) and len(values) <= MOST_POINTS
    return known and all(map(_number, values))


def _sides(value: Any) -> bool:
    known = type(value) in (list, tuple) and len(value) == len("xy")
    return known and all(_number(side) and 0 < side <= MOST_INCHES for side in value)


def _one_of(names: frozenset[str]) -> Ask:
    return lambda value: type(value) is str and value in names


def _size(value: Any) -> bool:
    return (_positive(value) and value <= MOST_SIZE) or (type(value) is str and value in SIZES)


LOOKS: Mapping[str, Ask] = {
    "label": _words,
    "color": _one_of(COLOURS),
    "marker": _one_of(MARKERS),
    "linestyle": _one_of(STYLES),
    "linewidth": _positive,
    "markersize": _positive,
    "alpha": lambda value: _number(value) and 0 <= value <= 1,
}
SHORT = {"c": "color", "ls": "linestyle", "lw": "linewidth", "ms": "markersize"}
LETTERS: Mapping[str, Ask] = {"fontsize": _size, "color": _one_of(COLOURS)}
OF_A_FIGURE: Mapping[str, Ask] = {"figsize": _sides, "dpi": _positive}
SETTINGS: Mapping[str, Ask] = {
    "font.family": lambda value: _words(value) and bool(value),
    "font.size": _size,
    "axes.unicode_minus": _yes_or_no,
    "figure.figsize": _sides,
}


def _named(named: Mapping[str, Any], known: Mapping[str, Ask]) -> bool:
    """Whether each of these is known; one that is given under two names is not."""
    names = [SHORT.get(name, name) for name in named]
    return len({*names}) == len(names) and all(
        name in known and known[name](value)
        for name, value in zip(names, named.values(), strict=True)
    )


def _curve(args: tuple[Any, ...], named: Mapping[str, Any]) -> bool:
    """`y`, or `x, y` of one length; then perhaps a form such as "o-"."""
    points = args
    if args and type(args[-1]) is str:
        points = args[:-1]
        if not FORM.fullmatch(args[-1]) or {"linestyle", "ls", "marker", "color", "c"} & {*named}:
            return False
    if len(points) not in (1, 2) or not all(map(_numbers, points)):
        return False
    return len(points[0]) == len(points[-1]) and _named(named, LOOKS)


def _points(args: tuple[Any, ...], named: Mapping[str, Any]) -> bool:
    looks = {name: LOOKS[name] for name in ("label", "color", "marker", "alpha")}
    known = {**looks, "s": _positive}
    return (
        len(args) == len("xy")
        and _curve(args, {})
        and not {*SHORT} & {*named}
        and _named(named, known)
    )


def _text(args: tuple[Any, ...], named: Mapping[str, Any]) -> bool:
    return len(args) == 1 and _words(args[0]) and _named(named, LETTERS)


def _legend(args: tuple[Any, ...], named: Mapping[str, Any]) -> bool:
    names = not args or (len(args) == 1 and type(args[0]) is list and all(map(_words, args[0])))
    return names and _named(named, {"loc": _one_of(CORNERS), "fontsize": _size})


def _grid(args: tuple[Any, ...], named: Mapping[str, Any]) -> bool:
    looks = {name: LOOKS[name] for name in ("color", "linestyle", "linewidth", "alpha")}
    known = {**looks, "which": _one_of(frozenset({"major", "minor", "both"}))}
    return (not args or (len(args) == 1 and _yes_or_no(args[0]))) and _named(named, known)


def _figure(args: tuple[Any, ...], named: Mapping[str, Any]) -> bool:
    numbered = not args or (len(args) == 1 and type(args[0]) is int and 0 < args[0] <= MOST_DOTS)
    return numbered and _named(named, OF_A_FIGURE)


def _subplots(args: tuple[Any, ...], named: Mapping[str, Any]) -> bool:
    return not args and _named(named, OF_A_FIGURE)


def _subplot(args: tuple[Any, ...], named: Mapping[str, Any]) -> bool:
    if len(args) != PLACES or named or not all(type(part) is int for part in args):
        return False
    rows, columns, which = args
    return 0 < rows <= MOST_PLACES and 0 < columns <= MOST_PLACES and 0 < which <= rows * columns


def _scale(args: tuple[Any, ...], named: Mapping[str, Any]) -> bool:
    return not named and len(args) == 1 and _one_of(frozenset({"log", "linear"}))(args[0])


def _limits(args: tuple[Any, ...], named: Mapping[str, Any]) -> bool:
    pair = args[0] if len(args) == 1 else args
    return not named and _numbers(pair) and len(pair) == len("ab") and bool(pair[0] < pair[1])


def _ticks(args: tuple[Any, ...], named: Mapping[str, Any]) -> bool:
    return not named and len(args) == 1 and _numbers(args[0])


def _save(args: tuple[Any, ...], named: Mapping[str, Any]) -> bool:
    file = len(args) == 1 and _words(args[0]) and FILE.fullmatch(args[0]) is not None
    return file and _named(named, {"dpi": _positive, "bbox_inches": _one_of(frozenset({"tight"}))})


def _show(args: tuple[Any, ...], named: Mapping[str, Any]) -> bool:
    return not args and _named(named, {"block": _yes_or_no})


def _nothing(args: tuple[Any, ...], named: Mapping[str, Any]) -> bool:
    return not args and not named


def _use(args: tuple[Any, ...], named: Mapping[str, Any]) -> bool:
    return len(args) == 1 and _words(args[0]) and _named(named, {"force": _yes_or_no})


Check = Callable[[tuple[Any, ...], Mapping[str, Any]], bool]
CURVES: Mapping[str, Check] = {
    **dict.fromkeys(("plot", "loglog", "semilogx", "semilogy"), _curve),
    "scatter": _points,
    "legend": _legend,
    "grid": _grid,
}
_ABOUT: Mapping[str, Check] = {
    **dict.fromkeys(("title", "xlabel", "ylabel"), _text),
    **dict.fromkeys(("xscale", "yscale"), _scale),
    **dict.fromkeys(("xlim", "ylim"), _limits),
    **dict.fromkeys(("xticks", "yticks"), _ticks),
}
PYPLOT: Mapping[str, Check] = {
    **CURVES,
    **_ABOUT,
    "figure": _figure,
    "subplots": _subplots,
    "subplot": _subplot,
    "savefig": _save,
    "show": _show,
    "tight_layout": _nothing,
    "close": _nothing,
}
AXES: Mapping[str, Check] = {**CURVES, **{f"set_{name}": check for name, check in _ABOUT.items()}}
FIGURE: Mapping[str, Check] = {
    "add_subplot": _subplot,
    "savefig": _save,
    "tight_layout": _nothing,
    "show": _nothing,
}
OF_MODULES: Mapping[str, Check] = {**PYPLOT, "use": _use}
NAMES: Mapping[str, frozenset[str]] = {
    "matplotlib": frozenset({"use", "rcParams", "__version__"}),
    "matplotlib.pyplot": frozenset({*PYPLOT, "rcParams"}),
}
"""By module: what there surely is in it."""
