"""A program for a throwaway process: it touches a device and imports none of our modules."""
