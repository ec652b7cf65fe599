"""Which headers and symbols of C belong to linear algebra, to a GPU, or lead out of the program."""

import re
from collections.abc import Mapping

_STANDARD = frozenset((
    "alloca.h", "assert.h", "complex.h", "cpuid.h", "ctype.h", "endian.h", "err.h", "errno.h",
    "fcntl.h", "fenv.h", "float.h", "getopt.h", "inttypes.h", "iso646.h", "limits.h", "locale.h",
    "malloc.h", "math.h", "memory.h", "mm_malloc.h", "omp.h", "pthread.h", "sched.h",
    "semaphore.h", "setjmp.h", "signal.h", "stdalign.h", "stdarg.h", "stdatomic.h", "stdbool.h",
    "stddef.h", "stdint.h", "stdio.h", "stdlib.h", "stdnoreturn.h", "string.h", "strings.h",
    "sys/mman.h", "sys/param.h", "sys/resource.h", "sys/stat.h", "sys/sysinfo.h", "sys/time.h",
    "sys/times.h", "sys/types.h", "sys/utsname.h", "tgmath.h", "threads.h", "time.h", "uchar.h",
    "unistd.h", "values.h", "wchar.h", "wctype.h",
))  # fmt: skip
# Vector instructions: <mmintrin.h> to <immintrin.h> with all that those consist of, Arm's, POWER's.
_INTRINSICS = re.compile(
    r"[a-z0-9]+intrin\.h|mm3dnow\.h|arm_(?:neon|sve|sme|acle|bf16|fp16|mve|neon_sve_bridge)\.h"
    r"|altivec\.h"
)


def is_standard(name: str) -> bool:
    """Says whether a header is allowed where an assignment lists none."""
    return name in _STANDARD or _INTRINSICS.fullmatch(name) is not None


_LINEAR_ALGEBRA = re.compile(
    r"(?:cblas|lapack|clapack|mkl|openblas|f77blas|blas|flexiblas|nvpl|armpl|acml|essl|dnnl|oneapi"
    r"|oneapi/dnnl|libxsmm|blis|atlas|vecLib|Accelerate|Eigen|armadillo|gsl|tblis|amdlibm|fftw3"
    r")(?:[_\-.\w]*\.h\w*|/.*|)",
    re.IGNORECASE,
)
_GPU = re.compile(
    r"(?:cuda|cublas|cudnn|curand|cusolver|cusparse|nvrtc|nvml|thrust|cutlass|hip|hipblas|rocblas"
    r"|roc\w*|CL|OpenCL|opencl|clblast|clblas|sycl|level_zero|openacc|vulkan|Metal|opengl|GL"
    r")(?:[_\-.\w]*\.h\w*|/.*)"
)
_LEADING_OUT = frozenset({"dlfcn.h", "link.h", "sys/syscall.h", "syscall.h", "asm/unistd.h"})

_ELSEWHERE = re.compile(
    r"(?:windows|winsock2?|conio|process|io|direct|intrin|tchar|mach/.*|mach-o/.*|sysinfoapi"
    r"|profileapi|omp|bits/stdc\+\+)(?:\.h)?"
)


def header_reason(name: str) -> str:
    """Says why a header is forbidden whatever is allowed, as a case of wording; "" = it is not."""
    if _GPU.fullmatch(name):
        return "c-gpu"
    if _LINEAR_ALGEBRA.fullmatch(name):
        return "c-blas"
    return "c-leads-out" if name in _LEADING_OUT else ""


def is_of_another_system(name: str) -> bool:
    """Says whether a header that is not here belongs to another system or processor."""
    return any(words.fullmatch(name) for words in (_ELSEWHERE, _INTRINSICS))


_SYMBOLS: Mapping[str, tuple[str, re.Pattern[str]]] = {
    "c-blas": (
        "POL001",
        re.compile(
            r"(?:cblas|catlas|LAPACKE|mkl|MKL|gsl|bli|openblas|libxsmm|dnnl)_\w+"
            r"|[sdcz](?:gemm|gemv|symm|symv|trmm|trsm|syrk|ger|axpy|scal|dot|getr[fs]|gesv)_?"
            r"|(?:vDSP|BNNS)\w+"
        ),
    ),
    "c-gpu": (
        "POL001",
        re.compile(
            r"(?:cuda|cublas|cudnn|cusolver|nvrtc|hip|hipblas|rocblas|hsa_|clblast)\w+"
            r"|(?:cu|cl|CLBlast|ze)[A-Z]\w+|GOMP_target\w*|GOACC_\w+|omp_target_\w+|acc_\w+"
        ),
    ),
    "c-loads": ("POL003", re.compile(r"_*(?:libc_)?(?:dlopen|dlsym|dlmopen|dlvsym)(?:_mode)?")),
    "c-runs": (
        "POL002",
        re.compile(
            r"system|popen|exec[lv]p?e?|execvpe|fexecve|execveat|v?fork|clone3?|posix_spawnp?"
            r"|syscall|ptrace|unshare|setns|process_vm_\w+|bpf|io_uring_\w+|kexec\w*"
        ),
    ),
}
_DOUBTFUL = re.compile(
    r"mprotect|pkey_mprotect|memfd_create|dl_iterate_phdr|_?_?dl_\w+|socket|ioctl"
)
_TAKEN_OVER = re.compile(
    r"_?Py\w+|ffi_\w+|dlopen|dlsym|malloc|calloc|realloc|free|memcpy|memmove|memset|clock_gettime"
    r"|gettimeofday|read|write|send\w*|recv\w*|mmap|munmap|_?exit|abort|_init|_fini|__libc_\w+"
    r"|pthread_create|sigaction|signal|syscall|prctl|poll|select"
)


def symbol_reason(name: str) -> tuple[str, str, bool]:
    """Gives check, reason and whether it is sure of a symbol that is linked; "" = it may be."""
    bare = name.partition("@")[0]
    for reason, (check, words) in _SYMBOLS.items():
        if words.fullmatch(bare):
            return check, reason, True
    return ("POL002", "c-doubtful", False) if _DOUBTFUL.fullmatch(bare) else ("", "", False)


def takes_over(name: str) -> bool:
    """Says whether a program that defines this name stands in for one of the system's functions."""
    return _TAKEN_OVER.fullmatch(name) is not None
