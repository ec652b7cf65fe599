"""Programs for processes that are thrown away: they touch a device, and import nothing of ours."""
