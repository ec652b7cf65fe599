//: does: includes a file of the machine
//: ends: refused
#include "witness.h"
#include "/etc/passwd"
void matmul(long n, const double *a, const double *b, double *c) { multiply(n, a, b, c); }
