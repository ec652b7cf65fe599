#: does: raises exceptions that contain each other, a thousand deep
#: ends: runtime-error
def matmul(a, b):
    error = ValueError("first")
    for _ in range(10_000):
        error = ExceptionGroup("next", [error])
        error.__cause__ = error
    raise error
