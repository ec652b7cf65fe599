"""Downloads of an LMS, collected into a folder per student, with a manifest.

In: zips, unpacked folders, the LMS's tables, a roster, and what was collected before. Out: the
folder that grading reads, and CollectResult. Not here: how archives, layouts and tables are read,
what a person is asked on the screen.

    collecting   the story: collect; then the times of the LMS's tables, and for each student which
                 files count
    gathering    opens what was given
    previous     what an earlier run collected, as groups of files that move together
    resolving    whose everything is, with what a person says; unmatched are files of no layout
    versions     which of several files is the newest; snapshots: a file and what it came with
    placing      where everything lies, a folder at a time (folders, disk_names); disk writes
    outcome      what was done, and how certain it is who did not hand in
"""

from grader.intake.collecting.collecting import collect
from grader.intake.collecting.outcome import CollectResult

__all__ = ["CollectResult", "collect"]
