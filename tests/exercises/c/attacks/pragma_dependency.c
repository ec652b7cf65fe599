//: does: asks the preprocessor whether files are there, and how old
//: ends: refused ok:right
#pragma GCC dependency "/etc/passwd"
#pragma GCC dependency "../24A1999/kadai1.py"
#include "witness.h"
void matmul(long n, const double *a, const double *b, double *c) { multiply(n, a, b, c); }
