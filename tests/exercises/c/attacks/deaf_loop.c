//: does: ignores every signal and never returns
//: ends: timeout
#include <signal.h>
void matmul(long n, const double *a, const double *b, double *c) {
    for (int one = 1; one < 65; one++) signal(one, SIG_IGN);
    for (volatile int i = 0;; i++);
}
