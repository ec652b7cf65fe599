"""CuPy, which runs only on a GPU."""

from grader.backends.library import (
    ON_A_GPU,
    ORDINARY_MODULES,
    SMALL_CASES,
    BackendLibrary,
    Baseline,
    LibraryUse,
    Package,
)

CUPY = BackendLibrary(
    name="cupy",
    printed="CuPy",
    packages=(
        # Importing it may initialise a device, which no forked child survives.
        Package(
            name="cupy",
            uses=("scipy", "nvidia"),
            usual_imports=("import cupy as cp",),
            after_fork=("cupy",),
        ),
        Package(name="cupyx", installed_with="cupy", kept_by_others=False),
    ),
    forms=("cupy",),
    usual_forms=("cupy",),
    devices=("gpu",),
    zygote_mib=512,
    use=LibraryUse(around="asnumpy get_array_module", to_host="cupy.asnumpy"),
    in_reports=r"cupy|クーパイ|(?<![a-z.])cp\.\w+",
    in_labels=r"cupy|(?<![a-z])cp(?![a-z])",
    baselines=(
        Baseline(
            name="cupy",
            look="cupy",
            drawn="CuPy",
            mark=("x", 8.0, "×"),
            colour="orange",
            dashes="2 5 8 5",
            wide=True,
            in_findings="CuPy",
        ),
    ),
    largest_timed=3690,
    new_exercise={
        "allowed_imports": [*ORDINARY_MODULES, "cupy", "cupyx", "numpy"],
        "requires": ["cupy", "cupyx"],
        "device": "gpu",
        "gives": ["cupy", "numpy", "lists"],
        "dtype": "float32",
        "precision": "single",
        "cases": SMALL_CASES,
        "limits": ON_A_GPU,
        "sweep": {"first": 64, "last": 2048, "factor": 1.25, "seconds": 3},
    },
    import_line="import cupy as cp",
    may_be_absent=True,
    makes="cp.array({})",
)
