// Compiled for AVX2 and FMA (native/CMakeLists.txt).

#if defined(__AVX2__) && defined(__FMA__)
#include <immintrin.h>

#include <cstdint>

namespace breakeven::mandelbrot {
namespace {

using Lanes = double __attribute__((vector_size(32)));

inline Lanes twice_plus(Lanes a, Lanes b) { return _mm256_fmadd_pd(_mm256_set1_pd(2.0), a, b); }

using Mask = std::int64_t __attribute__((vector_size(32)));

inline std::uint32_t bits_of(Mask mask) {
  return static_cast<std::uint32_t>(_mm256_movemask_pd(reinterpret_cast<__m256d>(mask)));
}

}  // namespace
}  // namespace breakeven::mandelbrot

#include "escape-full-masks.h"
#include "escape-lanes.h"

namespace breakeven::mandelbrot {

void escape_times_avx2(const EscapeLine& line, std::int32_t* times) { find_times(line, times); }

}  // namespace breakeven::mandelbrot
#endif
