//: does: kills itself
//: ends: signal
#include <signal.h>
void matmul(long n, const double *a, const double *b, double *c) { raise(SIGKILL); }
