from itertools import groupby
def run_length(text):
    return [(k, len(list(g))) for k, g in groupby(text)]
