"""A download from an LMS, opened safely: one zip (or tar), or one folder that somebody unpacked.

In: a path and a folder of our own to unpack into. Out: a Download, in which every entry is a member
with a logical name, or refused with the reason. Nothing else is ever written.
Whose files they are does not belong here.

    opening      the story: open_download
    contents     an archive's entries: directory, rescuing, ranges, tars find them; encodings,
                 naming name them
    zips         unpacks them; inflating writes one entry; limits weighs it before
    shelf        what was kept and refused; sorting and nested deal with archives in archives
    folders      the same for a folder
"""

from grader.intake.archives.limits import ArchiveLimits
from grader.intake.archives.opening import open_download

__all__ = ["ArchiveLimits", "open_download"]
