# /// breakeven
# title = "NumPy"
# summary = "One expression over whole arrays, with a temporary one."
# ///


def saxpy(n, a, x, y):
    y += a * x
