double own_data(int n, double factor, const double x[n][2]) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += factor * x[i][0] - x[i][1];
  return sum;
}
