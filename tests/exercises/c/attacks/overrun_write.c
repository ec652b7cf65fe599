//: does: writes one element behind c
//: ends: behind
#include "witness.h"
void matmul(long n, const double *a, const double *b, double *c) {
    multiply(n, a, b, c);
    c[n * n] = 0;
}
