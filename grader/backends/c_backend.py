"""The record of C; parsing, compiling and calling it are elsewhere."""

from grader.backends.library import SMALL_CASES, BackendLibrary, Baseline

C = BackendLibrary(
    name="c",
    printed="C",
    forms=("c-double", "c-float", "c-rows"),
    usual_forms=("c-double", "c-float", "c-rows"),
    in_reports=(
        r"c ?言語|(?<![a-z])gcc|(?<![a-z])c ?(?:プログラム|コード|実装|版)"
        r"|(?<![a-z])c (?:language|program|code|implementation|version)|(?<![a-z])in c(?![a-z])"
    ),
    in_labels=r"c言語|openmp|(?<![a-z])gcc(?![a-z])",
    baselines=(
        Baseline(
            name="c",
            look="c",
            drawn="C",
            mark=("*", 11.0, "★"),
            colour="green",
            dashes="16 4",
        ),
    ),
    new_exercise={
        "gives": ["c-double"],
        "cases": SMALL_CASES,
        "limits": {"call_seconds": 10, "cpu_seconds": 30, "load_seconds": 10, "memory_mib": 1024},
        "sweep": {"first": 64, "last": 512, "factor": 1.25, "seconds": 3},
    },
)
