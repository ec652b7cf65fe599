"""Plain scripts: run as their authors run them, and graded by that where it is sure.

In: a program in which no function was found. Out: its exercises graded all the same, the run itself
(what it printed, drew and plotted), and the student's own times over sizes. Nobody is accused here.
The story: `extracting` guesses in the text which loops are the work, and cuts them out as a
function; `run` runs the script, and asks a guess for fresh matrices; `results` holds what it does
beside what the script did, and looks for products among the matrices that were left. `series` reads
times off what was plotted, by `plots` and `words`.
"""
