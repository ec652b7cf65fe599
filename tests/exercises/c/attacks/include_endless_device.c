//: does: includes a file that never ends
//: ends: refused compile:timeout
#include "/dev/zero"
void matmul(long n, const double *a, const double *b, double *c) {}
