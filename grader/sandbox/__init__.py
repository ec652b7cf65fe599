"""Runs a student's program in a confined process and says what happened.

In: a program's files and its exercise, or a report's bytes. Out: RunRecords, Values, Documents, and
what this machine can do.
Not here: what is right or wrong, and any belief in what the guest says. The guest's own code is
in grader/guest; this room only starts it and talks to it.
"""

from grader.sandbox.c_compiling import LIMITS as COMPILER_LIMITS
from grader.sandbox.cgroups import Headroom, find_headroom
from grader.sandbox.documents import LIMITS as DOCUMENT_LIMITS
from grader.sandbox.documents import document_libraries_missing
from grader.sandbox.fonts import japanese_font
from grader.sandbox.ladder import (
    Probe,
    accepts,
    attack_begun,
    choose_level,
    conditions,
    ensure_descriptors,
    is_lower,
    probe,
    probe_all,
)
from grader.sandbox.levels import IsolationLevel
from grader.sandbox.machine import find_capabilities
from grader.sandbox.office import LIMITS as OFFICE_LIMITS
from grader.sandbox.office import find_office, holds_office
from grader.sandbox.sandbox import Sandbox
from grader.sandbox.standard import ORDINARY

__all__ = [
    "COMPILER_LIMITS",
    "DOCUMENT_LIMITS",
    "OFFICE_LIMITS",
    "ORDINARY",
    "Headroom",
    "IsolationLevel",
    "Probe",
    "Sandbox",
    "accepts",
    "attack_begun",
    "choose_level",
    "conditions",
    "document_libraries_missing",
    "ensure_descriptors",
    "find_capabilities",
    "find_headroom",
    "find_office",
    "holds_office",
    "is_lower",
    "japanese_font",
    "probe",
    "probe_all",
]
