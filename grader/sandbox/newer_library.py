"""Names that the standard library gained after the Python that runs programs here.

A program that needs one is right on its author's computer. The lists are from "What's New in
Python" 3.12, 3.13 and 3.14, functions and classes only.
"""

import re
import sys
from collections.abc import Mapping

from grader.model.run import Traceback

Version = tuple[int, int]
HERE: Version = sys.version_info[:2]
MISSING = re.compile(
    r"cannot import name '(?P<imported>\w+)' from '(?P<from>[\w.]+)'"
    r"|module '(?P<module>[\w.]+)' has no attribute '(?P<attribute>\w+)'"
)
ADDED: dict[Version, str] = {
    (3, 12): """
        calendar.Day calendar.Month collections.abc.Buffer inspect.BufferFlags
        inspect.getasyncgenstate inspect.getasyncgenlocals itertools.batched math.sumprod
        os.listdrives os.listmounts os.listvolumes os.path.isjunction os.path.splitroot
        random.binomialvariate sys.activate_stack_trampoline sys.monitoring
        threading.setprofile_all_threads threading.settrace_all_threads types.get_original_bases
        typing.TypeAliasType typing.override
    """,
    (3, 13): """
        base64.z85decode base64.z85encode copy.replace glob.translate math.fma
        os.process_cpu_count pathlib.UnsupportedOperation queue.ShutDown
        statistics.kde statistics.kde_random types.CapsuleType typing.NoDefault typing.ReadOnly
        typing.TypeIs typing.get_protocol_members typing.is_protocol warnings.deprecated
    """,
    (3, 14): """
        asyncio.capture_call_graph asyncio.print_call_graph
        concurrent.futures.InterpreterPoolExecutor functools.Placeholder
        heapq.heapify_max heapq.heappop_max heapq.heappush_max heapq.heappushpop_max
        heapq.heapreplace_max io.Reader io.Writer operator.is_none operator.is_not_none
        os.reload_environ typing.evaluate_forward_ref
        uuid.MAX uuid.NIL uuid.uuid6 uuid.uuid7 uuid.uuid8
    """,
}
VERSIONS = {name: version for version, names in ADDED.items() for name in names.split()}


def ran_under(place: Mapping[str, str]) -> Version:
    """Return the Python version that a program was run under, from its evidence."""
    major, _, rest = place.get("python", "").partition(".")
    minor = rest.partition(".")[0]
    return (int(major), int(minor)) if major.isdigit() and minor.isdigit() else HERE


def newer_name(error: Traceback | None, here: Version = HERE) -> tuple[str, Version] | None:
    """Return the missing name and the Python that added it; None for any other error.

    >>> message = "module 'math' has no attribute 'sumprod'"
    >>> newer_name(Traceback(type="AttributeError", message=message, frames=()), (3, 11))
    ('math.sumprod', (3, 12))
    """
    if error is None or error.type not in {"ImportError", "AttributeError"}:
        return None
    found = MISSING.match(error.message)
    if found is None:
        return None
    module = found["from"] or found["module"]
    module = "os.path" if module == "posixpath" else module
    name = f"{module}.{found['imported'] or found['attribute']}"
    version = VERSIONS.get(name)
    return (name, version) if version is not None and version > here else None
