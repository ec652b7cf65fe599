"""Collect an LMS's downloads into a folder per student, with a manifest.

In: zips, unpacked folders, the LMS's tables, a roster, and the result of earlier runs. Out: the
folder that grading reads, and CollectResult. Not here: reading of archives, layouts and tables;
prompts on the screen.

    collecting   the story: collect; then the times of the LMS's tables, and for each student which
                 files count
    gathering    opens the inputs
    previous     the result of an earlier run, as groups of files that move together
    resolving    matches files to students, using a person's decisions; unmatched: files
                 of no layout
    versions     which of several files is the newest; snapshots: a file and what it came with
    placing      plans paths, a folder at a time (folders, disk_names); disk writes
    outcome      what changed, and how certain it is who did not submit
"""

from grader.intake.collecting.collecting import collect
from grader.intake.collecting.outcome import CollectResult

__all__ = ["CollectResult", "collect"]
