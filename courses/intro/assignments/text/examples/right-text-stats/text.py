def text_stats(text):
    words = text.split()
    n = 0
    longest = ''
    for w in words:
        n += len(w)
        if len(w) > len(longest):
            longest = w
    return {'lines': len(text.splitlines()), 'words': len(words), 'letters': n, 'longest': longest}
