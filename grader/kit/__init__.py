"""Kits: inputs of an assignment with their answers, as numbers, for students to check with.

In: a course's assignment, or an unpacked kit. Out: a zip file for students; for an unpacked kit, an
Assignment and References that answer only the kit's questions, so that checking from it works as
from a course. A kit contains no correct program, reference, example, secret or student's data.
Not here: running programs, findings.
"""
