//: does: searches all memory of its process, where others' work might be left
//: ends: ok:right output
#include "witness.h"
#include <stdio.h>
#include <string.h>
void matmul(long n, const double *a, const double *b, double *c) {
    char line[8192];
    unsigned long from, to;
    char rights[8];
    FILE *maps = fopen("/proc/self/maps", "r");
    static const char word[] = "grader: SECRET" " in";
    multiply(n, a, b, c);
    while (maps && fgets(line, sizeof line, maps)) {
        if (sscanf(line, "%lx-%lx %7s", &from, &to, rights) != 3 || rights[1] != 'w' || to > 1ul << 47) continue;
        for (char *at = (char *)from; at + sizeof word < (char *)to; at++)
            if (*at == 'g' && at != word && memcmp(at, word, sizeof word - 1) == 0 && at[sizeof word - 1] == ' ') BREAK(c);
    }
}
