"""What a report says: chapters, figures, captions, sentences. Looks at the text; runs nothing.

In: a Document, as it came out of the fence. Out: a ReportOutline, and from that findings; pictures
of pages. Not here: opening files, decoding pictures, points.
"""

from grader.report.backends import backend_name
from grader.report.checks import heading_of
from grader.report.leftovers import pattern_like
from grader.report.outline import outline
from grader.report.page_png import page_png, painted_over

__all__ = ["backend_name", "heading_of", "outline", "page_png", "painted_over", "pattern_like"]
