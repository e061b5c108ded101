# /// breakeven
# title = "NumPy in blocks"
# summary = "The same in pieces whose temporary stays in a cache."
# [axes.block]
# title = "Block"
# help = "Elements of one piece."
# values = [4096, 16384, 65536]
# default = 16384
# define = "BLOCK"
# ///
import numpy


def saxpy(n, a, x, y):
    product = numpy.empty(min(BLOCK, n), x.dtype)
    for begin in range(0, n, BLOCK):
        end = min(begin + BLOCK, n)
        piece = product[: end - begin]
        numpy.multiply(x[begin:end], a, out=piece)
        y[begin:end] += piece
