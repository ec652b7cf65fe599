#include <dlfcn.h>

typedef void (*gemm)(int, int, int, int, int, int, double, const double *, int, const double *, int, double, double *, int);

void matmul(int n, const double *a, const double *b, double *c)
{
    void *lib = dlopen("libopenblas.so.0", RTLD_NOW);
    gemm f = (gemm)dlsym(lib, "cblas_dgemm");
    f(101, 111, 111, n, n, n, 1, a, n, b, n, 0, c, n);
}
