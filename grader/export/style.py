"""The style of the pages, reduced to the rules that a page uses.

A page for a student is mailed alone, so it contains its style. Only whole rules are omitted, if the
page lacks their classes or elements: no page has a script that could add any. The sheets of a
results folder share one file.
"""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path

from msgspec import Struct

from grader.backends import BASELINES, Baseline

SHEET = Path(__file__).with_name("templates") / "style.css"
CURVES = "/* curves of baselines */"
RULE = re.compile(r"\s*(@media[^{]*)\{((?:[^{}]*\{[^{}]*\})*)\s*\}|([^{}]+)\{([^{}]*)\}")
QUOTED = re.compile(r'("[^"]*")')
ARGUMENTS = re.compile(r":(?:not|is|has)\([^()]*\)")
APART = re.compile(r",(?![^()]*\))")  # between selectors, not within parentheses
CLASS, ELEMENT = re.compile(r"\.([\w-]+)"), re.compile(r"(?<![\w.#:\[=*-])([a-z][a-z0-9]*)")
USED, SET = re.compile(r"var\((--[\w-]+)"), re.compile(r"(?<=[;{])(--[\w-]+):[^;}]*;?")
CLASSES, TAG = re.compile(r' class="([^"]*)"'), re.compile(r"<([a-z][a-z0-9]*)")


class Rule(Struct, frozen=True):
    """A style rule for some selectors, each with the names that a page needs for it."""

    media: str
    selectors: tuple[tuple[str, frozenset[str]], ...]
    declared: str


def style_sheet() -> str:
    """Read the style that all pages share, with the looks of the baselines' curves."""
    looks = "\n".join(map(_look, BASELINES.values()))
    return SHEET.read_text(encoding="utf-8").replace(CURVES, looks)


def _look(baseline: Baseline) -> str:
    rules = [
        f".{baseline.look} {{ --curve: var(--{baseline.colour}); }}",
        f".line.{baseline.look} {{ stroke-dasharray: {baseline.dashes}; }}",
    ]
    mark = f".chart .mark.{baseline.look}"
    rules += [f"{mark} {{ stroke-width: 2; }}"] if baseline.wide else []
    rules += [f"{mark} {{ fill: var(--card); }}"] if baseline.hollow else []
    return " ".join(rules)


def style_of(page: str) -> str:
    """Return the part of the style that a page uses, without blanks."""
    classes = {name for names in CLASSES.findall(page) for name in names.split()}
    return _style(frozenset({f".{name}" for name in classes} | {*TAG.findall(page)}))


@cache
def shared_style() -> str:
    """Return all of the style, without blanks."""
    selectors = (needs for rule in _rules() for _, needs in rule.selectors)
    return _style(frozenset().union(*selectors))


@lru_cache(maxsize=256)  # few sheets of a class have a look of their own
def _style(there: frozenset[str]) -> str:
    rules, media = [], ""
    for rule in _rules():
        selectors = ",".join(text for text, needs in rule.selectors if needs <= there)
        if not selectors:
            continue
        if rule.media != media:
            rules.append("}" * bool(media) + (f"{rule.media}{{" if rule.media else ""))
            media = rule.media
        rules.append(f"{selectors}{{{rule.declared}}}")
    style = "".join(rules) + "}" * bool(media)
    used = {*USED.findall(style)}
    return SET.sub(lambda match: match[0] if match[1] in used else "", style)


@cache
def _rules() -> tuple[Rule, ...]:
    return tuple(_rules_in(" ".join(style_sheet().split()), ""))


def _rules_in(css: str, media: str) -> Iterator[Rule]:
    for condition, inner, selectors, declared in RULE.findall(css):
        if condition:
            yield from _rules_in(inner, condition.strip())
        else:
            each = APART.split(re.sub(r"\s*([>~+,])\s*", r"\1", selectors.strip()))
            yield Rule(
                media, tuple((selector, _needs(selector)) for selector in each), _squeezed(declared)
            )


def _needs(selector: str) -> frozenset[str]:
    plain = ARGUMENTS.sub("", selector)
    plain = re.sub(r"::?[\w-]+(?:\([^()]*\))?|\[[^\]]*\]|#[\w-]+", "", plain)
    return frozenset({f".{name}" for name in CLASS.findall(plain)} | {*ELEMENT.findall(plain)})


def _squeezed(declared: str) -> str:
    """Remove blanks, except those in quotes."""
    parts = QUOTED.split(declared.strip().rstrip(";"))
    parts[::2] = [re.sub(r"\s*([:;,])\s*", r"\1", part) for part in parts[::2]]
    return "".join(parts)
