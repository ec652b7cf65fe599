"""Text that UTF-8 can carry."""


def clean(text: str) -> str:
    """Replaces halves of surrogate pairs, which UTF-8 cannot carry."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()
