"""Exercises about small nets: a model, one training step, inference. All of it is this folder.

In: a program whose exercise says `calls = "model"`, "step" or "inference", and a reference with the
layers of its net. Out: what was called and how, a record of what the net showed besides numbers,
and the sentences for it. The parameters are set by the host, so what counts is what is computed.
Take the folder away, and its line in grader/plugins.py: such exercises wait, the rest goes on.
"""
