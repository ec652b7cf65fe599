"""What a report says: chapters, figures, captions, sentences. Looks at the text; runs nothing.

In: a Document, as it came out of the fence. Out: a ReportOutline, and from that findings. Not here:
opening files, decoding pictures, points.
"""

from grader.report.cover import pattern_like
from grader.report.outline import outline

__all__ = ["outline", "pattern_like"]
