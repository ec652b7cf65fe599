"""A download from an LMS, opened safely: one zip (or tar), or one folder that somebody unpacked.

In: a path and a folder of our own to unpack into. Out: a Download, in which every entry is a member
with a logical name, or refused with the reason. Nothing else is ever written.
Whose files they are does not belong here.

    opening      the story: open_download, each entry, then the archives among them
    entries      what is in a zip or tar, by the standard library
    extraction   what was kept and refused; limits weighs it before
    encodings    which encoding names are in; naming makes them paths; formats tells archives apart
    folders      the same for a folder
"""

from grader.intake.archives.limits import ArchiveLimits
from grader.intake.archives.opening import open_download

__all__ = ["ArchiveLimits", "open_download"]
