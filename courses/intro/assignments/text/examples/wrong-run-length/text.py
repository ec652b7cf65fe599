from itertools import groupby
def run_length(text):
    for k, g in groupby(text):
        yield k, len(list(g))
