#include <string.h>
static double tmp[1024 * 1024];
void matmul(int n, const double *a, const double *b, double *c)
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            for (int j = 0; j < n; j++) tmp[i * n + j] += a[i * n + k] * b[k * n + j];
    memcpy(c, tmp, sizeof(double) * n * n);
}
