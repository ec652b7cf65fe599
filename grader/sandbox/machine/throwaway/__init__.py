"""A program for a process that is thrown away: it touches a device, and imports none of ours."""
