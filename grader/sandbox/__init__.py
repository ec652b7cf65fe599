"""Run a student's program in a confined process and record what happens.

In: a program's files and its exercise. Out: RunRecords, Values, and what this machine can do. Not
here: whether a result is right. Nothing that the guest says is trusted. The guest's own code is in
grader/guest and in plugins' folders `guest`; this room only starts it and talks to it. A plugin
that runs something else, such as a compiler, does so by `Sandbox.fork`.
"""

from grader.guest.protocol import MAX_JSON
from grader.sandbox.cgroups import Headroom, find_headroom
from grader.sandbox.children import Child, ViolationError, read_as, size_of
from grader.sandbox.fonts import japanese_font
from grader.sandbox.ladder import (
    Probe,
    accepts,
    attack_begun,
    choose_level,
    conditions,
    ensure_descriptors,
    ensure_walls,
    is_lower,
    probe,
    probe_all,
)
from grader.sandbox.levels import SAFE, IsolationLevel, SandboxConfig
from grader.sandbox.machine import find_capabilities
from grader.sandbox.missing import missing_attribute, near
from grader.sandbox.mounts import Mounts
from grader.sandbox.pythons import find_pythons, versions_here
from grader.sandbox.replies import clip, decode_values
from grader.sandbox.requests import ArrayPlacement, call_request
from grader.sandbox.sandbox import Sandbox
from grader.sandbox.session import (
    DATA_FACTOR,
    FROM_OUTSIDE,
    MAX_DATA,
    SandboxSession,
    ensure_not_busy,
    roomy,
)
from grader.sandbox.standard import ORDINARY
from grader.sandbox.view import Libraries, find_libraries

__all__ = [
    "DATA_FACTOR",
    "FROM_OUTSIDE",
    "MAX_DATA",
    "MAX_JSON",
    "ORDINARY",
    "SAFE",
    "ArrayPlacement",
    "Child",
    "Headroom",
    "IsolationLevel",
    "Libraries",
    "Mounts",
    "Probe",
    "Sandbox",
    "SandboxConfig",
    "SandboxSession",
    "ViolationError",
    "accepts",
    "attack_begun",
    "call_request",
    "choose_level",
    "clip",
    "conditions",
    "decode_values",
    "ensure_descriptors",
    "ensure_not_busy",
    "ensure_walls",
    "find_capabilities",
    "find_headroom",
    "find_libraries",
    "find_pythons",
    "is_lower",
    "japanese_font",
    "missing_attribute",
    "near",
    "probe",
    "probe_all",
    "read_as",
    "roomy",
    "size_of",
    "versions_here",
]
