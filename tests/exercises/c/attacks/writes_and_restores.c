//: does: uses a for its notes and puts it back
//: ends: fixed
#include "witness.h"
void matmul(long n, const double *a, const double *b, double *c) {
    volatile double *own = (volatile double *)a;
    double kept = own[0];
    own[0] = 1;
    own[0] = kept;
    multiply(n, a, b, c);
}
