"""The page on which TAs decide and confirm, with similarities that it shows."""
