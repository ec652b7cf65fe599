"""Programs for a throwaway process: they use a device, and import nothing of grader."""
