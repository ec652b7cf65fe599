"""Modules of `_grader_guest` inside the sandbox, beside those of grader/guest."""
