#pragma once

#include <cstdint>

namespace breakeven::mandelbrot {

/// Points that go through the steps together at the longest.
inline constexpr int escape_line = 1024;
/// Places behind them that may be read and written.
inline constexpr int escape_padding = 32;

/// Points (first + i)*dx + xmin, i below `count`, at height cy.
struct EscapeLine {
  std::int64_t first;
  std::int32_t count;
  double dx, xmin, cy;
  std::int32_t maxiter;
};

/// The escape time of each point of a line, equal to `escape_time`, by vectors of one instruction
/// set; the processor must have it.
using EscapeTimes = void (*)(const EscapeLine& line, std::int32_t* times);
void escape_times_baseline(const EscapeLine& line, std::int32_t* times);
#if defined(__x86_64__)
void escape_times_avx2(const EscapeLine& line, std::int32_t* times);
void escape_times_avx512(const EscapeLine& line, std::int32_t* times);
#endif

}  // namespace breakeven::mandelbrot
