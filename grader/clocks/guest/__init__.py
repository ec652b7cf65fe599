"""The part inside the sandbox: modules of `_grader_guest`, beside those of grader/guest."""
