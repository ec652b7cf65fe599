"""Learning management systems: the downloads that come from them, and the gradebooks that go back.

In: the names of a download's files; a gradebook, and the bytes of the LMS's own file. Out: whose
each file is; the file with the points in it. Not here: opening archives, joining people, collecting
a plain folder, our own table, which are the engine's.

    layouts/NAME.toml  what the downloads of one LMS look like
    downloads          what patterns alone cannot say of two of them
    moodle canvas manaba column       files of LMSs that are filled: where everything stands there
    moodle_book gradescope            files written anew
    moodle_feedback                   score sheets
    filling matching sheets csv_text  how any file is filled, and nothing else in it touched
"""
