//: does: never gives back what it takes
//: ends: ok:right
#include "witness.h"
#include <stdlib.h>
void matmul(long n, const double *a, const double *b, double *c) {
    double *kept = calloc(n * n, sizeof *kept);
    multiply(n, a, b, kept);
    for (long i = 0; i < n * n; i++) c[i] = kept[i];
}
