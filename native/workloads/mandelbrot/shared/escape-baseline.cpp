// For what every processor of its kind has: 128 bits of SSE2 or NEON.

#if defined(__aarch64__)
#include <arm_neon.h>
#endif

#include <cstdint>

namespace breakeven::mandelbrot {
namespace {

using Lanes = double __attribute__((vector_size(16)));

inline Lanes twice_plus(Lanes a, Lanes b) {
#if defined(__aarch64__)
  return vfmaq_f64(b, a, vdupq_n_f64(2.0));
#else
  return (a + a) + b;
#endif
}

using Mask = std::int64_t __attribute__((vector_size(16)));

inline std::uint32_t bits_of(Mask mask) {
  return (mask[0] != 0 ? 1u : 0u) | (mask[1] != 0 ? 2u : 0u);
}

}  // namespace
}  // namespace breakeven::mandelbrot

#include "escape-full-masks.h"
#include "escape-lanes.h"

namespace breakeven::mandelbrot {

void escape_times_baseline(const EscapeLine& line, std::int32_t* times) { find_times(line, times); }

}  // namespace breakeven::mandelbrot
