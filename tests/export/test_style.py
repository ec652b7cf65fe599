"""A page carries the rules that it has a use for, and no others."""

import re

import pytest

from grader.export.style import style_of, style_sheet

PAGE = (
    '<html><body><div class="page"><span class="chip failed" lang=ja>x</span></div></body></html>'
)


def test_rules_of_what_is_there_are_kept() -> None:
    """Also on a phone, on a dark screen and on paper, with the blanks that are shown."""
    style = style_of(PAGE)
    assert '.chip.failed::before{content:"✕ "}' in style
    assert "#show-ja:checked~.page :is(span,div,a)[lang=en]{display:none}" in style.replace(
        ",#show-en:checked~.page :is(span,div,a)[lang=ja]", ""
    )
    phone, paper = "@media screen and (max-width: 37.5rem){", "@media print{"
    assert style.index(phone) < style.index(".page{padding:.6rem .8rem 3rem}") < style.index(paper)
    assert "@media screen and (prefers-color-scheme: dark){:root{" in style
    assert style.count("{") == style.count("}")


@pytest.mark.parametrize(
    "name", [".chip.passed", ".chart", ".card", "table", "details", ".summary"]
)
def test_rules_of_what_is_not_there_are_left_out(name: str) -> None:
    """A class, two of which only one is there, an element, and colours that nothing has then."""
    assert name + "{" not in style_of(PAGE)
    assert "--failed:" in style_of(PAGE)
    assert "--vermillion:" not in style_of(PAGE)


def test_a_page_with_everything_has_every_rule() -> None:
    """Nothing is lost on the way: the declarations of the file, in their order."""
    css = style_sheet()
    classes = " ".join(sorted(set(re.findall(r"\.([a-zA-Z_][\w-]*)", css))))
    elements = "".join(f"<{name}>" for name in sorted(set(re.findall(r"[a-z][a-z0-9]*", css))))
    everything = style_of(f'<p class="{classes}">{elements}')
    written = re.findall(r"\{([^{}]+)\}", css)
    kept = re.findall(r"\{([^{}]+)\}", everything)
    assert len(kept) == len(written)
    assert [re.sub(r"\s", "", one).rstrip(";") for one in written if "--" not in one] == [
        re.sub(r"\s", "", one) for one in kept if "--" not in one
    ]
