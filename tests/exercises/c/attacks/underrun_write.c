//: does: writes one element before c
//: ends: before
#include "witness.h"
void matmul(long n, const double *a, const double *b, double *c) {
    multiply(n, a, b, c);
    c[-1] = 0;
}
