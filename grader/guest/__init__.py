"""What runs inside the sandbox: standard library plus the student's own imports.

In: requests over one socket. Out: replies over the same socket; nothing here is believed outside.
Not here: anything secret, any import of grader. The host starts this package under the private
name `_grader_guest`, so its files import each other relatively.
"""
