from collections import defaultdict

def anagrams(words):
    groups = defaultdict(set)
    for word in words:
        groups[tuple(sorted(word))].add(word)
    return [g for g in groups.values() if len(g) >= 2]
