#include <stdio.h>
#define N 100
static double a[N][N], b[N][N], c[N][N], bt[N][N];
int main(void) {
    for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) { a[i][j] = i; b[i][j] = j; bt[j][i] = b[i][j]; }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            for (int k = 0; k < N; k++)
                c[i][j] += a[i][k] * bt[j][k];
    printf("%f\n", c[1][1]);
}
