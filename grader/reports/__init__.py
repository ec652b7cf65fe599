"""What a report says: chapters, figures, captions, sentences. Looks at the text; runs nothing.

In: a Document, as it came out of the fence. Out: a ReportOutline, and from that findings; pictures
of pages. Not here: opening files, decoding pictures, points.
"""
