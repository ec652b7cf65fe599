"""Who may see what: pseudonyms, redaction, and where student data may lie.

In: texts, paths, students. Out: texts without names, stand-ins for students, what is to be removed.
Not here: what the files hold otherwise.
"""
