def extend(command): pass
