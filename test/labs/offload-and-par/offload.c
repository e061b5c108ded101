/// breakeven
// flags = ["-foffload=nvptx-none", "-foffload-options=nvptx-none=-misa=sm_80"]
///
void twice(int n, const float *x, float *y) {
#pragma omp target teams distribute parallel for map(to : x[0 : n]) map(from : y[0 : n])
  for (int i = 0; i < n; ++i) y[i] = 2 * x[i];
}
