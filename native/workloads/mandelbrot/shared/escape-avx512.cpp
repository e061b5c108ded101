// Compiled for AVX-512 (native/CMakeLists.txt).

#if defined(__AVX512F__)
#include <immintrin.h>

#include <cstdint>

namespace breakeven::mandelbrot {
namespace {

using Lanes = double __attribute__((vector_size(64)));

inline Lanes twice_plus(Lanes a, Lanes b) { return _mm512_fmadd_pd(_mm512_set1_pd(2.0), a, b); }

using Mask = __mmask8;

inline Mask every_lane() { return 0xFF; }
inline std::uint32_t bits_of(Mask mask) { return mask; }
inline Mask inside(Mask mask, Lanes u, Lanes v) {
  return _mm512_mask_cmp_pd_mask(mask, u * u + v * v, _mm512_set1_pd(4.0), _CMP_LT_OQ);
}

using Longs = std::int64_t __attribute__((vector_size(64)));
inline Longs counted(Longs counts, Mask mask) {
  const auto before = reinterpret_cast<__m512i>(counts);
  return reinterpret_cast<Longs>(_mm512_mask_add_epi64(before, mask, before, _mm512_set1_epi64(1)));
}

inline void keep(double* to, Lanes lanes, std::uint32_t bits) {
  _mm512_storeu_pd(to, _mm512_maskz_compress_pd(static_cast<Mask>(bits), lanes));
}

}  // namespace
}  // namespace breakeven::mandelbrot

#include "escape-lanes.h"

namespace breakeven::mandelbrot {

void escape_times_avx512(const EscapeLine& line, std::int32_t* times) { find_times(line, times); }

}  // namespace breakeven::mandelbrot
#endif
