/// breakeven
// title = "Two files, and a header of a folder"
// sources = ["_element.c"]
// flags = ["-I", "include"]
///
#include "element.h"

void twice(int n, const double *x, double *y) {
  for (int i = 0; i < n; ++i) y[i] = element(x[i]);
}
