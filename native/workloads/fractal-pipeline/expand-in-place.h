#pragma once

#include <cstddef>
#include <cstdint>

namespace breakeven::fractal_pipeline {

/// Where the bytes of `expand_in_place` are expected: in the last eighth of its doubles.
inline std::uint8_t* bytes_behind(double* values, std::size_t count) {
  return reinterpret_cast<std::uint8_t*>(values) + 7 * count;
}

namespace {

/// Makes `count` doubles of the bytes in their last eighth. The first seven eighths of the doubles
/// overlap no byte, so all threads write them; then the same holds for what is left.
[[maybe_unused]] void expand_in_place(double* values, std::size_t count) {
  constexpr std::size_t one_thread = 4096;
  const std::uint8_t* const bytes = bytes_behind(values, count);
  std::size_t done = 0;
  while (count - done > one_thread) {
    // The bytes that are still needed begin at 7 count + done; double i ends at 8 i + 8.
    const auto end = static_cast<std::ptrdiff_t>((7 * count + done) / 8);
#pragma omp parallel for schedule(static)
    for (std::ptrdiff_t i = static_cast<std::ptrdiff_t>(done); i < end; ++i) values[i] = bytes[i];
    done = static_cast<std::size_t>(end);
  }
  for (std::size_t i = done; i < count; ++i) {
    const std::uint8_t byte = bytes[i];
    values[i] = byte;
  }
}

}  // namespace
}  // namespace breakeven::fractal_pipeline
