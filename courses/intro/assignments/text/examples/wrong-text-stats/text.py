def text_stats(text):
    words = text.split()
    return {'lines': len(text.splitlines()), 'words': len(words), 'letters': len(text),
            'longest': max(words, key=len) if words else ''}
