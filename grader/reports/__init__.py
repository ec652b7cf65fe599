"""Read what a report says: chapters, figures, captions, sentences. Runs nothing.

In: a Document, as it came out of the fence. Out: a ReportOutline, and from that findings; pictures
of pages. Not here: opening files, decoding pictures, points.

`outline.py` calls the passes over a document, each a file that reads what is before it and adds its
own. Of its lines: `titles` (marks and words), `lines` (looks). Of its headings: `joining`, `rows`
(what could be one), `headings` (each weighed by itself), `chapters` (by each other, with levels).
Of its text: `paragraphs`, `sentences`, `captions`. Of its pictures: `page_png` (made small),
`graphs`, `figures` (with captions). Then what is said: `explaining`, `relations`, `backends`; what
a template left and whose it is: `leftovers`; and what can be seen at all: `visible`.
"""
