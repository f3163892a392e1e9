/* A slower disk: put before a program by LD_PRELOAD, it makes each fsync and fdatasync take
   SLOW_DISK_MS milliseconds longer. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <time.h>

static int slower(const char *name, int file) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
  int done = real(file), fault = errno;
  const char *asked = getenv("SLOW_DISK_MS");
  long ms = asked ? atol(asked) : 0;
  struct timespec left = {ms / 1000, ms % 1000 * 1000000};
  while (nanosleep(&left, &left) && errno == EINTR) {
  }
  errno = fault;
  return done;
}

int fsync(int file) { return slower("fsync", file); }
int fdatasync(int file) { return slower("fdatasync", file); }
