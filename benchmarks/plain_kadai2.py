"""The plain way to grade one student's kadai2, without any fence, for benchmarks/verify.py.

    plain_kadai2.py COURSE FILE EXERCISE…

Imports the program, calls each exercise's function on fresh inputs of the assignment's sizes, and
compares with the NumPy reference within the same bounds as grader. Prints how many passed.
"""

import importlib
import os
import random
import sys
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

SINGLE, DOUBLE = 64 * 2.0**-23, 2.0**-38  # of the scale, as in grader/cases/values.py


def given(matrix: Any, form: str, dtype: str) -> Any:
    """Hands a matrix over as the handout says."""
    if form == "lists":
        return matrix.tolist()
    array = matrix.astype(dtype)
    if form == "numpy":
        return array
    import torch

    tensor = torch.from_numpy(array)
    return tensor[None, None] if form == "torch-4d" else tensor


def numbers(result: Any) -> Any:
    """Makes a two-dimensional float64 array of what came back."""
    import numpy as np

    array = np.asarray(result.detach().cpu() if hasattr(result, "detach") else result, dtype=float)
    return array.reshape(array.shape[-2:])


def passes(exercise: dict[str, Any], function: Any) -> bool:
    """Grades one function in this process."""
    from grader.model.course import Case, CaseKind

    module = importlib.import_module(f"reference.{exercise['operation']}")
    reference = module.variant() if hasattr(module, "variant") else module
    dtype, share = exercise.get("dtype", "float64"), DOUBLE
    if exercise.get("precision") == "single":
        share = SINGLE
    for kind, sizes in exercise["cases"].items():
        for size in sizes:
            case = Case(size=size, kind=CaseKind(kind))
            inputs = reference.inputs(case, random.Random(os.urandom(8)))
            inputs = tuple(one.astype(dtype).astype("float64") for one in inputs)
            form = exercise["gives"][0]
            got = numbers(function(*(given(one, form, dtype) for one in inputs)))
            bound = share * reference.scale(*inputs)
            if not (abs(got - reference.expected(*inputs)) <= bound).all():
                return False
    return True


def main() -> None:
    """Grades what the command line says."""
    from plain import load

    course, file, wanted = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:]
    sys.path.insert(0, str(course))
    text = (course / "assignments/kadai2/assignment.toml").read_text(encoding="utf-8")
    exercises = [one for one in tomllib.loads(text)["exercise"] if one["id"] in wanted]
    program = load(file, "kadai2")
    print(sum(passes(one, getattr(program, one["entry"])) for one in exercises))


if __name__ == "__main__":
    main()
