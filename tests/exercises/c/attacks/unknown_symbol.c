//: does: calls a BLAS that is linked nowhere
//: ends: load:runtime-error
void cblas_dgemm(int, int, int, int, int, int, double, const double *, int, const double *, int, double, double *, int);
void matmul(long n, const double *a, const double *b, double *c) {
    cblas_dgemm(101, 111, 111, n, n, n, 1, a, n, b, n, 0, c, n);
}
