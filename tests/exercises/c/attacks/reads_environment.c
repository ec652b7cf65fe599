//: does: looks for secrets in the environment and in others' processes
//: ends: ok:right
#include "witness.h"
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
extern char **environ;
void matmul(long n, const double *a, const double *b, double *c) {
    char path[64];
    multiply(n, a, b, c);
    for (char **one = environ; one && *one; one++)
        if (strstr(*one, "SECRET") || strstr(*one, "/root") || strstr(*one, "PYTHONPATH")) BREAK(c);
    int others[] = {PARENT, SIBLING, getppid()};
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "/proc/%d/environ", others[i]);
        if (open(path, O_RDONLY) >= 0) BREAK(c);
        snprintf(path, sizeof path, "/proc/%d/mem", others[i]);
        if (open(path, O_RDWR) >= 0) BREAK(c);
    }
}
