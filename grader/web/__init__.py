"""A page that checks a student's files in the browser: nothing is installed, nothing leaves it.

In: a kit, and the files of Pyodide (Python for WebAssembly) that whoever builds the page names.
Out: a folder of static files for any web server or page of an LMS.

The page starts a Web Worker, the worker starts Python, and that is given our own wheel: the same
reading, running, comparing and judging as on the command line. In the place of the sandbox, whose
processes a browser does not have, stand the children of `children.py`: each is the guest's own
code, imported again, in the interpreter that also judges. A student who checks himself need not be
kept from his own code; the page ends the worker that does not come back.
"""
