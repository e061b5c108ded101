double own_data(int n, double factor, const double *x) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i) sum += factor * x[2 * i] - x[2 * i + 1];
  return sum;
}
