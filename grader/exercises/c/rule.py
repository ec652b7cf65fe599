"""The import rule for compiled C sources: headers, symbols, assembly, attributes."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from grader.exercises.c.foreign import is_intrinsics
from grader.exercises.c.record import Compiled
from grader.exercises.c.text import CText, relabelled, walk, written
from grader.model.finding import Location
from grader.model.static import Certainty, Use
from grader.model.submission import SourceFile

if TYPE_CHECKING:
    from tree_sitter import Node

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


def is_standard(name: str) -> bool:
    """Return whether a header is allowed if an assignment lists none."""
    return name in _STANDARD or is_intrinsics(name)


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


def header_reason(name: str) -> str:
    """Return why a header is always forbidden, as a case of wording; "" = it is not."""
    if _GPU.fullmatch(name):
        return "c-gpu"
    if _LINEAR_ALGEBRA.fullmatch(name):
        return "c-blas"
    return "c-leads-out" if name in _LEADING_OUT else ""


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
    """Return check, reason and certainty about a linked symbol; "" = allowed."""
    bare = name.partition("@")[0]
    for reason, (check, words) in _SYMBOLS.items():
        if words.fullmatch(bare):
            return check, reason, True
    return ("POL002", "c-doubtful", False) if _DOUBTFUL.fullmatch(bare) else ("", "", False)


_HARMLESS = re.compile(r'\(\s*"(?:pause|cls|clear|date|time|ver|chcp [^"]*)"\s*\)', re.IGNORECASE)
_GPU_PRAGMA = re.compile(r"#\s*pragma\s+(?:omp\s+(?:declare\s+)?target|acc)\b")
_ESCAPE = re.compile(r"\\(x[0-9a-fA-F]+|[0-7]{1,3}|.)", re.DOTALL)
_PLAIN = {"n": "\n", "t": "\t", "r": "\n", "\n": ""}
_ASSEMBLY = (
    (".incbin", "c-incbin", True, re.compile(r"\.(?:incbin|include)\b", re.IGNORECASE)),
    (
        "syscall",
        "c-syscall",
        True,
        re.compile(
            r"\b(?:syscall|sysenter|vmcall)\b|\bint\s*\$?\s*(?:0x80|128)\b"
            r"|\b(?:svc|swi|scall|ecall)\b",
            re.IGNORECASE,
        ),
    ),
    (
        "asm",
        "c-directive",
        False,
        re.compile(r"(?:^|[;\n])\s*(?:\w+:\s*)*\.(?!p2align|align|balign|loc|L)\w+", re.MULTILINE),
    ),
)
_ATTRIBUTES = {
    **dict.fromkeys(("constructor", "destructor"), ("c-constructor", True)),
    **dict.fromkeys(("section", "ifunc"), ("c-section", False)),
}
_STARTS = (".init", ".fini", ".ctors", ".dtors", ".preinit")


class CFiles(Struct, frozen=True):
    """The submission's texts, by file name as the compiler knows it."""

    main: SourceFile
    files: Mapping[str, SourceFile]

    def place(self, file: str, line: int) -> Location:
        """Return a location under the student's file name."""
        source_file = self.files.get(file.rpartition("/")[2], self.main)
        return source_file.location(line) if line else Location(file=source_file.name, line=0)


def uses(
    compiled: Compiled, text: CText, top: "Node", source: CFiles, allowed: Sequence[str]
) -> tuple[Use, ...]:
    """Return every place that touches the rule; for symbols, the first that names each."""
    nodes = list(walk(top))
    listed = [*_of_headers(text, source, allowed), *_of_symbols(compiled, text, nodes, source)]
    for node in nodes:
        listed += _of_node(node, text, source)
    starts = [name for name in compiled.sections if name.startswith(_STARTS)]
    if starts and all(use.reason != "c-constructor" for use in listed):
        listed.append(_use("POL002", starts[0], "c-constructor", source.place("", 0)))
    label = relabelled({name: source_file.text for name, source_file in source.files.items()})
    if label is not None:
        listed.append(_use("POL002", "#line", "c-line", source.place(*label), sure=False))
    return tuple(listed)


def _of_headers(text: CText, source: CFiles, allowed: Sequence[str]) -> Iterator[Use]:
    for header in text.headers.values():
        reason = header_reason(header.name)
        allowed_here = header.name in allowed if allowed else is_standard(header.name)
        if header.direct and (reason or not allowed_here):
            check = "POL003" if reason == "c-leads-out" else "POL001"
            case = reason or ("c-path" if header.name.startswith("/") else "c-header")
            yield _use(check, header.name, case, source.place(header.file, header.line))


def absent_header(name: str, place: Location) -> Use | None:
    """Judge a missing header; None if it is merely missing."""
    reason = header_reason(name)
    if not reason:
        return None
    return _use("POL003" if reason == "c-leads-out" else "POL001", name, reason, place)


def _of_symbols(
    compiled: Compiled, text: CText, nodes: Sequence["Node"], source: CFiles
) -> Iterator[Use]:
    named: dict[str, Node] = {}
    for node in nodes:
        if node.type == "identifier":
            named.setdefault(written(node), node)
    for name in compiled.undefined:
        check, reason, sure = symbol_reason(name)
        if check and not (name == "system" and _only_waits(nodes)):
            place = source.place(*text.place(named.get(name)))
            yield _use(check, name, reason, place, sure=sure)
    for name in compiled.defined:
        if _TAKEN_OVER.fullmatch(name):  # it replaces the system's function
            place = source.place(*text.place(named.get(name)))
            yield _use("POL002", name, "c-takes-over", place, sure=False)


def _only_waits(nodes: Sequence["Node"]) -> bool:
    """Return whether every system() only waits for a key or clears the screen, as on Windows."""
    around = [
        node.parent for node in nodes if node.type == "identifier" and written(node) == "system"
    ]
    arguments = [
        written(call.child_by_field_name("arguments"))
        if call is not None and call.type == "call_expression"
        else ""
        for call in around
    ]
    return bool(arguments) and all(_HARMLESS.fullmatch(argument) for argument in arguments)


def _of_node(node: "Node", text: CText, source: CFiles) -> Iterator[Use]:
    """Judge pragmas, inline assembly and attributes."""

    def use(check: str, what: str, reason: str, *, sure: bool) -> Use:
        # Locating a node is slow, and few nodes are uses.
        return _use(check, what, reason, source.place(*text.place(node)), sure=sure)

    if node.type == "preproc_call" and _GPU_PRAGMA.match(written(node)):
        yield use("POL001", " ".join(written(node).split())[:60], "c-gpu", sure=False)
    elif node.type == "gnu_asm_expression":
        code = _joined(node)
        sign = next((sign for sign in _ASSEMBLY if sign[3].search(code)), None)
        if sign is not None:
            yield use("POL002", sign[0], sign[1], sure=sign[2])
    elif node.type == "attribute_specifier":
        for word in walk(node):
            name = written(word).strip("_") if word.type == "identifier" else ""
            if name in _ATTRIBUTES:
                reason, sure = _ATTRIBUTES[name]
                yield use("POL002", name, reason, sure=sure)


def _joined(node: "Node") -> str:
    """Join the texts of an assembly statement as the compiler does."""
    texts = (written(part) for part in walk(node) if part.type == "string_literal")
    bare = (text[text.find('"') + 1 :].removesuffix('"') for text in texts)
    return _ESCAPE.sub(_meant, "".join(bare))


def _meant(escape: re.Match[str]) -> str:
    body = escape[1]
    if body[0] == "x" and len(body) > 1:
        return chr(int(body[1:], 16) % 256)
    if body.isdigit():
        return chr(int(body, 8) % 256) if set(body) <= set("01234567") else body
    return _PLAIN.get(body, body)


def _use(check: str, what: str, reason: str, place: Location, *, sure: bool = True) -> Use:
    certainty = Certainty.SURE if sure else Certainty.UNSURE
    return Use(check=check, what=what, certainty=certainty, reason=reason, location=place)
