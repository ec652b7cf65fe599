//: does: opens files of libraries, to read or map them itself
//: ends: ok:right
#include "witness.h"
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
static int look(const char *folder) {
    int found = 0;
    DIR *all = opendir(folder);
    for (struct dirent *one; all && (one = readdir(all));) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", folder, one->d_name);
        if (strstr(one->d_name, ".so") && open(path, O_RDONLY) >= 0) { printf("%s\n", path); found = 1; }
    }
    return found;
}
void matmul(long n, const double *a, const double *b, double *c) {
    multiply(n, a, b, c);
    if (look("/usr/lib/x86_64-linux-gnu") || look("/lib/x86_64-linux-gnu") || look("/usr/lib64") || look("/usr/lib")) BREAK(c);
    if (open("/lib/x86_64-linux-gnu/libc.so.6", O_RDONLY) >= 0 || open("/lib64/libc.so.6", O_RDONLY) >= 0) BREAK(c);
}
