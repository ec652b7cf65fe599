"""Exercises about small nets: a model, one training step, inference. All of it is in this folder.

In: a program whose exercise says `calls = "model"`, "step" or "inference", and a reference with the
net's layers. Out: what was called and how, a record of observations besides numbers, and their
sentences. The host sets the parameters, so only the computation counts. Without this folder and its
line in grader/plugins.py, such exercises wait and all others work.
"""
