#include <math.h>
#include <stdlib.h>

static double *table;

void roots_setup(int n) {
  table = malloc(sizeof(double) * (n + 1));
  for (int i = 0; i < n; ++i) table[i] = sqrt(i + 1.0);
}

void roots(int n, const double *x, double *y) {
  for (int i = 0; i < n; ++i) y[i] = table[i] * x[i];
}

void roots_teardown(void) {
  free(table);
  table = NULL;
}
