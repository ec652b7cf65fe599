//: does: transposes b where it is
//: ends: ok:changed
#include "witness.h"
void matmul(long n, const double *a, const double *b, double *c) {
    double *own = (double *)b;
    multiply(n, a, b, c);
    for (long i = 0; i < n; i++)
        for (long j = 0; j < i; j++) {
            double kept = own[i * n + j];
            own[i * n + j] = own[j * n + i];
            own[j * n + i] = kept;
        }
}
