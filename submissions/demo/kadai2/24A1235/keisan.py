# 24A1235
def seki_wa(u, v):
    """掛けて足す"""
    s = 0
    for p, q in zip(u, v):
        s += p * q
    return s
