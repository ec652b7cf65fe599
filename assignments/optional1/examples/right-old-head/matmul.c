#include <stdio.h>
void matmul(n, a, b, c)
int n;
double *a, *b, *c;
{
    int i, j, k;
    double s;
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++) {
            s = 0.0;
            for (k = 0; k < n; k++)
                s = s + a[i*n+k] * b[k*n+j];
            c[i*n+j] = s;
        }
}
