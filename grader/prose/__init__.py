"""Normalise Japanese and English text, and split it into sentences.

In: text. Out: text. Not here: the meaning of a text, its place on a page, sentences of ours.
"""
