"""Kinds of exercises that the engine knows nothing of: each is a plugin."""
