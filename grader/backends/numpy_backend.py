"""NumPy and SciPy; using SciPy implies using NumPy."""

from grader.backends.library import (
    ORDINARY_MODULES,
    SMALL_CASES,
    BackendLibrary,
    Baseline,
    LibraryUse,
    Package,
    SlowModule,
)

NUMPY = BackendLibrary(
    name="numpy",
    printed="NumPy",
    packages=(
        Package(
            name="numpy",
            short_names=("np",),
            usual_imports=("import numpy as np",),
            preloads=(
                *("numpy", "numpy.linalg", "numpy.fft", "numpy.random"),
                "numpy.lib.stride_tricks",
            ),
        ),
        Package(
            name="scipy",
            kept_by_others=False,  # CuPy has a `scipy` of its own
            usual_imports=("from scipy import signal",),
            preloads=("scipy.signal", "scipy.ndimage", "scipy.linalg"),
            slow=(SlowModule(name="scipy", mentioned="scipy", free_beside="torch"),),
            printed="SciPy",
            in_reports=r"scipy|サイパイ",
        ),
    ),
    forms=("numpy",),
    usual_forms=("numpy", "lists"),
    extra="numpy",
    use=LibraryUse(
        around="""
            array asarray asanyarray ascontiguousarray asfortranarray copy zeros zeros_like empty
            empty_like ones ones_like full full_like eye identity arange linspace ndarray dtype
            shape size ndim float16 float32 float64 int8 int16 int32 int64 uint8 bool_ bool
            complex64 complex128 newaxis pi inf nan allclose array_equal isclose shares_memory
            ascontiguous atleast_2d expand_dims squeeze reshape device
        """,
        products="""
            dot matmul einsum tensordot inner vdot vecdot multi_dot convolve correlate convolve2d
            correlate2d convolve1d correlate1d fftconvolve oaconvolve
        """,
        to_host="numpy.asarray numpy.array numpy.asanyarray numpy.ascontiguousarray",
        in_host_memory=True,
    ),
    in_reports=r"numpy|ナムパイ|ナンパイ|(?<![a-z.])np(?:\.\w+|(?=[ではをのにと、]))",
    in_labels=r"numpy|ナムパイ|scipy|(?<![a-z])np(?![a-z])",
    baselines=(
        Baseline(
            name="numpy",
            look="numpy",
            drawn="NumPy",
            mark=("s", 7.4, "■"),
            colour="blue",
            dashes="14 3 2 3",
            in_findings="NumPy",
        ),
        Baseline(
            name="numpy-all",
            look="numpy-all",
            drawn="NumPy, all CPUs",
            mark=("s", 7.4, "□"),
            colour="blue",
            dashes="3 3",
            hollow=True,
            quoted=False,
        ),
    ),
    beside_all=True,
    largest_timed=1640,
    new_exercise={
        "allowed_imports": [*ORDINARY_MODULES, "numpy", "scipy"],
        "gives": ["numpy", "lists"],
        "cases": SMALL_CASES,
        "limits": {"call_seconds": 10, "cpu_seconds": 30, "load_seconds": 10, "memory_mib": 2048},
        "sweep": {"first": 64, "last": 1024, "factor": 1.25, "seconds": 3},
    },
    import_line="import numpy as np",
    makes="np.array({})",
)
