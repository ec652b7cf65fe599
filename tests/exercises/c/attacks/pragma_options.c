//: does: asks for a plugin from inside the source
//: ends: refused ok:right
#include "witness.h"
#pragma GCC optimize ("-fplugin=/tmp/evil.so")
#pragma GCC target ("-fplugin=/tmp/evil.so")
void matmul(long n, const double *a, const double *b, double *c) { multiply(n, a, b, c); }
