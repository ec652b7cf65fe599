#include <omp.h>
#include <string.h>

void matmul(int n, const double *a, const double *b, double *c)
{
    memset(c, 0, sizeof(double) * n * n);
#pragma omp parallel for schedule(static)
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < n; k++) {
            double x = a[i * n + k];
#pragma omp simd
            for (int j = 0; j < n; j++) {
                c[i * n + j] += x * b[k * n + j];
            }
        }
    }
}
