"""What an exception shows of its objects: names like a missing one, a list an index is beyond."""

import linecache
from collections import OrderedDict
from typing import Any

import pytest

from grader.guest.raised import index_beyond, names_like

NAME = "k.py"


def raised(body: str, **names: Any) -> BaseException:
    """Return what a function with this body raises."""
    text = "def f():\n" + "".join(f"    {line}\n" for line in body.split("\n"))
    linecache.cache[NAME] = (len(text), None, text.splitlines(keepends=True), NAME)
    space = dict(names)
    exec(compile(text, NAME, "exec"), space)
    with pytest.raises(Exception) as caught:  # noqa: PT011  whatever it is
        space["f"]()
    return caught.value


class Net:
    """A student's class."""

    def __init__(self) -> None:
        self.conv = 1


NAMES = {
    "linecache.getlin": "getline",
    "OrderedDict().poptiem": "popitem",
    "Net().con": "conv",
    "Net().CONV": "conv",
    "linecache.qwerty": "",
    "Net().__secret": "",
}


@pytest.mark.parametrize("expression", NAMES)
def test_names_of_the_object_itself_are_told(expression: str) -> None:
    """Of a library, of a class of the student's; nothing that is like none of them."""
    error = raised(f"return {expression}", linecache=linecache, OrderedDict=OrderedDict, Net=Net)
    near = names_like(error)
    assert (near[0] if near else "") == NAMES[expression]


def test_names_of_a_module_are_told_to_who_imports_from_it() -> None:
    """`from linecache import getlin`."""
    assert names_like(raised("from linecache import getlin"))[0] == "getline"


INDICES = {
    "k = 2\nreturn a[1][k]": ("a[1]", "k", 2, 2),
    "i = 1\nreturn a[i][i + 1]": ("a[i]", "i + 1", 2, 2),
    "return a[len(a)]": ("a", "len(a)", 2, 2),
    "k = 1\na[k - 4][0] += 1": ("a", "k - 4", -3, 2),
    "c = []\nc[0] = 1": ("c", "0", 0, 0),
    "日 = 2\nreturn 3 * a[0][日]": ("a[0]", "日", 2, 2),
}


@pytest.mark.parametrize("body", INDICES)
def test_the_list_and_the_index_are_told_as_written(body: str) -> None:
    """With the index's value, and how many elements there are."""
    assert index_beyond(raised(body, a=[[1, 2], [3, 4]]), [NAME]) == INDICES[body]


UNKNOWN = [
    "return a[step()]",  # a call would have to be repeated
    "return [].pop()",
    "raise IndexError('list index out of range')",
    "return a[\n    2]",
    "return range(2)[2]",
    "return a[0][10**400]",
]


@pytest.mark.parametrize("body", UNKNOWN)
def test_what_is_not_shown_is_not_told(body: str) -> None:
    """None where the expression is another, or would have to call something."""
    error = raised(body, a=[[1, 2], [3, 4]], step=iter([2, 0]).__next__)
    assert index_beyond(error, [NAME]) is None


def test_a_library_s_own_mistake_is_not_told() -> None:
    """The index does not stand in the program."""
    assert index_beyond(raised("return a[2]", a=[1]), ["other.py"]) is None
