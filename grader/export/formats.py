"""Every format in which a gradebook can be written, of the engine and of plugins.

They are listed without their writers, so that help loads no library.
"""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from grader.model.formats import ExportFormat, FormatKind
from grader.plugins import installed


@cache
def formats() -> Mapping[str, ExportFormat]:
    """List them by name, in the order in which the command and the page offer them."""
    offered = [form for plugin in installed().values() for form in plugin.formats]
    ordered = (form for kind in FormatKind for form in offered if form.kind is kind)
    return MappingProxyType({form.name: form for form in ordered})
