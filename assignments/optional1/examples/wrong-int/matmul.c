#include <stdio.h>
#include <stdlib.h>
/* int ‚Ìs—ñ‚ÅÀŒ± */
void matmul(int n, const int *a, const int *b, int *c)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            int sum = 0;
            for (int k = 0; k < n; k++) sum += a[i * n + k] * b[k * n + j];
            c[i * n + j] = sum;
        }
}
