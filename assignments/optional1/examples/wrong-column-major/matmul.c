#define A(i, j) a[(j) * n + (i)]
#define B(i, j) b[(j) * n + (i)]
#define C(i, j) c[(j) * n + (i)]
void matmul(int n, const double *a, const double *b, double *c)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            C(i, j) = 0;
            for (int k = 0; k < n; k++) C(i, j) += A(i, k) * B(k, j);
        }
}
