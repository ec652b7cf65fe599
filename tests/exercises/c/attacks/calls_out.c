//: does: talks to whoever listens on this machine
//: ends: ok:right
#include "witness.h"
#include <arpa/inet.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
void matmul(long n, const double *a, const double *b, double *c) {
    struct sockaddr_in there = {.sin_family = AF_INET, .sin_port = htons(TCP), .sin_addr = {htonl(0x7f000001)}};
    struct sockaddr_un door = {.sun_family = AF_UNIX};
    strncpy(door.sun_path, UNIX, sizeof door.sun_path - 1);
    multiply(n, a, b, c);
    if (connect(socket(AF_INET, SOCK_STREAM, 0), (void *)&there, sizeof there) == 0) BREAK(c);
    if (connect(socket(AF_UNIX, SOCK_STREAM, 0), (void *)&door, sizeof door) == 0) BREAK(c);
}
