"""What people write, in Japanese and English: brought to one form, and cut into sentences.

In: text. Out: text. Not here: what a text means, where it stands on a page, sentences of ours.
"""
