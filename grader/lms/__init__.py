"""Learning management systems: reading their downloads, filling their gradebooks.

In: the names of a download's files; a gradebook, and the bytes of the LMS's own file. Out: the
owner of each file; the LMS's file with the points filled in. Not here: opening archives, joining
people, plain folders, our own table; the engine does these.

    layouts/NAME.toml  the downloads of one LMS
    downloads          what patterns cannot express for two LMSs
    moodle canvas manaba column       files of LMSs to be filled, and their columns
    moodle_book gradescope            files written from scratch
    moodle_feedback                   score sheets
    filling matching sheets csv_text  filling any file without touching anything else
"""
