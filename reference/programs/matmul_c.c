/* Known answer, and what a program in C is timed beside: the textbook's three loops, i, j, k. */

void matmul(int n, const double *a, const double *b, double *c)
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            double sum = 0.0;
            for (int k = 0; k < n; k++) {
                sum += a[(long)i * n + k] * b[(long)k * n + j];
            }
            c[(long)i * n + j] = sum;
        }
    }
}
