from math import exp
def softmax(values):
    m = max(values)
    e = [exp(v - m) for v in values]
    s = sum(e)
    return [x / s for x in e]
