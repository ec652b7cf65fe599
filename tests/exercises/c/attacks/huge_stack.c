//: does: keeps a large matrix on the stack
//: ends: signal
#include "witness.h"
void matmul(long n, const double *a, const double *b, double *c) {
    volatile double all[4000][1000];
    for (int i = 0; i < 4000; i++) all[i][0] = i;
    multiply(n, a, b, c);
    if (all[1][0] != 1) BREAK(c);
}
