"""Open a download from an LMS safely: a zip, a tar, or a folder it was unpacked into.

In: a path and a folder of our own to unpack into. Out: a Download, in which every entry is a member
with a logical name, or refused with a reason. Nothing else is ever written. Not here: who owns the
files.

    opening      the story: open_download, each entry, then the archives among them
    entries      lists a zip or tar with the standard library
    extraction   records what was kept and refused; limits checks sizes first
    encodings    decides the encoding of names; naming makes them paths; formats recognises archives
    folders      the same for a folder
"""

from grader.intake.archives.limits import ArchiveLimits
from grader.intake.archives.opening import open_download

__all__ = ["ArchiveLimits", "open_download"]
