/// breakeven
// function = "mean_cpu"
///
double mean_cpu(int xres, int yres, double* a) {
  double sum = 0;
  for (int i = 0; i < xres * yres; i++) sum += a[i];
  return sum / ((double)xres * yres);
}
