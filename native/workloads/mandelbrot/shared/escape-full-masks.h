// Masks as vectors of whole numbers, of the same shape as the lanes. To be included after `Lanes`
// and `Mask`, which differ by instruction set; every function is of its translation unit alone.

#pragma once

#include <cstdint>
#include <cstring>

namespace breakeven::mandelbrot {
namespace {

inline Mask every_lane() { return Mask{} - 1; }
inline Mask inside(Mask mask, Lanes u, Lanes v) { return mask & (u * u + v * v < 4.0); }
inline Mask counted(Mask counts, Mask mask) { return counts - mask; }

/// The lanes whose bit is set, one after another.
inline void keep(double* to, Lanes lanes, std::uint32_t bits) {
  if (bits == (1u << (sizeof(Lanes) / sizeof(double))) - 1) {
    std::memcpy(to, &lanes, sizeof lanes);
    return;
  }
  for (; bits != 0; bits &= bits - 1) *to++ = lanes[__builtin_ctz(bits)];
}

}  // namespace
}  // namespace breakeven::mandelbrot
