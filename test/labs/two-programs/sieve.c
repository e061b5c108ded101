#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  long n = atol(argv[argc - 1]), count = 0;
  char *composite = calloc(n + 1, 1);
  for (long i = 2; i <= n; ++i) {
    if (composite[i]) continue;
    ++count;
    for (long k = i * i; k <= n; k += i) composite[k] = 1;
  }
  printf("%ld primes\n", count);
  free(composite);
}
