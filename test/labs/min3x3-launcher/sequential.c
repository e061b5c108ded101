void min3x3(unsigned char* in, unsigned char* out, int rows, int cols) {
  for (int r = 0; r < rows; r++)
    for (int c = 0; c < cols; c++) {
      unsigned char smallest = 255;
      for (int i = r - 1; i <= r + 1; i++)
        for (int j = c - 1; j <= c + 1; j++)
          if (i >= 0 && i < rows && j >= 0 && j < cols && in[i * cols + j] < smallest)
            smallest = in[i * cols + j];
      out[r * cols + c] = smallest;
    }
}
