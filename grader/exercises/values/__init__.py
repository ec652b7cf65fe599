"""Exercises of any values: functions, classes, exceptions, generators, programs with an input.

An instructor writes tests in the table [exercise.values] as Python is written in a session, and a
reference whose answers count where a test says none. Steps of tests are taken apart on the host
(questions.py), done inside the sandbox (guest/value_calls.py), and their values come back as data
(guest/value_data.py), to be compared on the host (comparing.py).
"""
