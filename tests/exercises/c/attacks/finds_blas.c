//: does: looks for somebody else's matrix product
//: ends: ok:right
#include "witness.h"
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
static const char *names[] = {
    "libblas.so.3", "libcblas.so.3", "libopenblas.so.0", "libopenblas.so", "liblapack.so.3", "libgslcblas.so.0",
    "libatlas.so.3", "libmkl_rt.so", "libmkl_rt.so.2", "libscipy_openblas64_.so", "libgfortran.so.5",
    "libpython3.so", "libffi.so.8", "libz.so.1", "libcrypto.so.3", "libbz2.so.1.0",
    "/usr/lib/x86_64-linux-gnu/libblas.so.3", "/usr/lib/x86_64-linux-gnu/libz.so.1", "/lib/x86_64-linux-gnu/libbz2.so.1.0",
};
static const char *functions[] = {"cblas_dgemm", "dgemm_", "cblas_dgemm64_", "scipy_cblas_dgemm64_", "LAPACKE_dgesv"};
void matmul(long n, const double *a, const double *b, double *c) {
    multiply(n, a, b, c);
    for (unsigned i = 0; i < sizeof functions / sizeof *functions; i++)
        if (dlsym(0, functions[i])) { printf("%s\n", functions[i]); BREAK(c); }
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        void *found = dlopen(names[i], 2);
        if (found && dlopen(names[i], 2 | 4) == 0) BREAK(c);
        for (unsigned j = 0; found && j < sizeof functions / sizeof *functions; j++)
            if (dlsym(found, functions[j])) { printf("%s\n", names[i]); BREAK(c); }
    }
}
