"""Exercises whose answer is a regular expression."""
