#include <math.h>
#include <stdlib.h>

static double *table = NULL;
static int size;

void roots(int n, const double *x, double *y) {
  if (!table || size < n) {
    free(table);
    table = malloc(sizeof(double) * (n + 1));
    size = n;
    for (int i = 0; i < n; ++i) table[i] = sqrt(i + 1.0);
  }
  for (int i = 0; i < n; ++i) y[i] = table[i] * x[i];
}
