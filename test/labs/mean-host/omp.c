/// breakeven
// function = "mean_omp"
///
double mean_omp(int xres, int yres, double* a) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < xres * yres; i++) sum += a[i];
  return sum / ((double)xres * yres);
}
