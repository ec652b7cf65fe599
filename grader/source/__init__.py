"""The import rule, checked in the source: nothing is executed.

In: a Submission's source and helper files, and what an exercise allows. Out: SourceFacts (uses,
definitions), and the findings POL001 to POL004. Not here: running anything, decoding files, finding
the function to grade.

The story: `reader` (host) asks `child` (a process under limits), which calls `reading`. `program`
finds and parses the student's files, `names` resolves their names, and `rule` notes each use that
touches the rule, in all files or in what `reach` extracts for one function. Values are not
followed: what a run prevents is left to the run. `checks` judges. Sources of other kinds of
exercises are read in the same process, by a plugin's own function.
"""

from grader.source.checks import forbidden
from grader.source.reader import SourceReader

__all__ = ["SourceReader", "forbidden"]
