//: does: kills itself, so that it looks like ours
//: ends: ok:wrong
#include <signal.h>
void matmul(long n, const double *a, const double *b, double *c) { raise(SIGKILL); }
