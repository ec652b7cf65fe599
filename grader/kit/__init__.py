"""What a student takes home of an assignment: its own inputs with their answers, as numbers.

In: a course's assignment, or an unpacked kit. Out: a zip file for students; of an unpacked kit an
Assignment and References that answer the kit's questions and no others, so that checking from it
goes the same way as from a course. No program, reference, example, secret or student's data gets
into a kit. Not here: running programs, findings.
"""
