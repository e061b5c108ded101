/// breakeven
// flags = ["-ffp-contract=off"]
///
void mandelbrot(int* counts, int width, int height, int iterations) {
  for (int row = 0; row < height; row++)
    for (int col = 0; col < width; col++) {
      double cr = -2.0 + 3.0 * col / width, ci = -1.5 + 3.0 * row / height, r = 0, i = 0;
      int count = 0;
      while (count < iterations && r * r + i * i < 4.0) {
        double next = r * r - i * i + cr;
        i = 2 * r * i + ci;
        r = next;
        count++;
      }
      counts[row * width + col] = count;
    }
}
