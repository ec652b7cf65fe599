"""A plugin of another distribution: how long the lines of a program are."""
