"""Downloads of an LMS, collected into a folder per student, with a manifest.

In: zips, unpacked folders, the LMS's tables, a roster, and what was collected before. Out: the
folder that grading reads, and CollectResult. Not here: how archives, layouts and tables are read,
what a person is asked on the screen.

    collecting   the story: collect
    gathering    opens what was given; dating adds the times of the LMS's tables
    remembering  what was there, as a person left it; moving follows folders
    resolving    whose everything is
    settling     each student: versions (attempts, copies) says which files count
    placing      where everything lies (owners, roles, disk_names); disk writes
"""

from grader.intake.collecting.collecting import collect
from grader.intake.collecting.outcome import CollectResult, DownloadResult

__all__ = ["CollectResult", "DownloadResult", "collect"]
