import math
def softmax(values):
    s = 0
    for v in values:
        s += math.exp(v)
    return [math.exp(v) / s for v in values]
