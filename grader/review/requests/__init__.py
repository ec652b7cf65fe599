"""Students' requests to look again, and people's answers.

In: requests as an LMS hands them back (files of the form on a sheet, a column of a table, the text
of a mail). Out: notes in the store, a queue on the page, answers that go out with the next export.
Not here: points, which are ordinary decisions. What a student wrote is text to be read: no points,
no path and no identity is taken from it.

    text         one request as the form writes it, and whatever else a student wrote instead
    kept         requests and answers in the store, and which request is still open
    importing    files, folders and tables of an LMS -> requests, each of one student
    alike        who has the same mistake as somebody who asked
    answering    an answer of a person -> decisions, comments and notes
    shown        the queue on the review page
    form         what a student fills in on the sheet
"""
