def anagrams(words):
    result = []
    for w in words:
        g = {v for v in words if set(v) == set(w)}
        if len(g) > 1 and g not in result:
            result.append(g)
    return result
