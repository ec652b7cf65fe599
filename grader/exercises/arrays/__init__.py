"""Functions of arrays: products, convolutions and whatever else a reference computes.

In: a source that was read, and a Reference. A function is found by its name, or because it answers
a small probe; it is put fresh cases, listed and secret, and what it returns is compared with the
right answer and with known mistakes. Out: the exercise's evidence, and findings about finding the
function (RUN002), its type (RUN008) and its values (COR). What other plugins need of it as well
is in `grader/cases`.
"""
