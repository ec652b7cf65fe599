"""The code inside the sandbox: standard library plus the student's own imports.

In: requests over one socket. Out: replies over the same socket; the host trusts none of them. Not
here: secrets, any import of grader. The host starts this package under the private name
`_grader_guest`, so its files import each other relatively.
"""
