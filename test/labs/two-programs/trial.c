#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  long n = atol(argv[argc - 1]), count = 0;
  for (long i = 2; i <= n; ++i) {
    long k = 2;
    while (k * k <= i && i % k != 0) ++k;
    count += k * k > i;
  }
  printf("%ld primes\n", count);
}
