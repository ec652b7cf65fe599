"""The page on which TAs decide and confirm, and what it shows to be alike."""
