//: does: starts a shell, a compiler and itself
//: ends: ok:right
#include "witness.h"
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
void matmul(long n, const double *a, const double *b, double *c) {
    char *words[] = {"x", 0};
    multiply(n, a, b, c);
    int answer = system("touch /tmp/evil");
    if (answer == 0) BREAK(c);
    if (popen("id", "r") != NULL) BREAK(c);
    execv("/proc/self/exe", words);
    execv("/usr/bin/gcc", words);
}
