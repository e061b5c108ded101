double element(double x);
