"""Kinds of exercises, each a plugin in a folder of its own."""
