#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "mandelbrot.h"

/// Rows of a picture that are complex conjugates of others: z <- z^2 + c takes conjugates to
/// conjugates, in rounded arithmetic too, since only signs differ. So both have the same escape
/// times, bit for bit.
namespace breakeven::mandelbrot {

/// Rows are computed as far as the axis; row j of them is stored as row `sum - j` as well, where
/// the picture has it. Rows beyond `sum`, which mirror nothing, are computed too.
struct MirroredRows {
  /// Computed rows up to the axis; all of them where nothing is mirrored.
  std::int64_t half = 0;
  /// j + mirror of j; -1 where no row mirrors another.
  std::int64_t sum = -1;
  /// Rows to compute.
  std::int64_t computed = 0;

  /// The row of the picture that is the r-th to compute.
  constexpr std::int64_t row(std::int64_t r) const { return r < half ? r : r - half + sum + 1; }
  /// The row that gets the same values as row j, which is computed; yres and above or j and below
  /// where there is none.
  constexpr std::int64_t mirror(std::int64_t j) const { return sum - j; }
};

/// Rows mirror each other exactly where j*dy and j*dy + ymin are not rounded for any row: dy has so
/// few bits that every multiple of it up to the picture's ends is a number, and ymin is one.
inline MirroredRows mirrored_rows(const Picture& picture) {
  const MirroredRows none{.half = picture.yres, .sum = -1, .computed = picture.yres};
  const double dy = picture.dy();
  const double ymin = picture.region.ymin;
  if (!(dy > 0) || !(ymin < 0) || dy < 1e-200 || picture.yres > 1 << 30) return none;
  const double steps = -ymin / dy;
  // The axis lies at row `steps`, or in the middle of two rows.
  const double twice = 2 * steps;
  if (!(twice < 2 * static_cast<double>(picture.yres)) || twice != std::floor(twice)) return none;
  // ymin is -twice * (dy / 2), exactly; then every row is a multiple of dy / 2.
  if (std::fma(twice, dy / 2, ymin) != 0) return none;
  int exponent = 0;
  const double mantissa = std::frexp(dy, &exponent);
  const auto bits = static_cast<std::uint64_t>(std::ldexp(mantissa, 53));
  const int used = 53 - std::countr_zero(bits);
  const auto largest =
      static_cast<std::uint64_t>(2 * picture.yres + static_cast<std::int64_t>(twice));
  if (used + static_cast<int>(std::bit_width(largest)) > 53) return none;

  const auto sum = static_cast<std::int64_t>(twice);
  const std::int64_t half = sum / 2 + 1;
  if (sum < 1 || half > picture.yres) return none;
  const std::int64_t beyond = picture.yres > sum + 1 ? picture.yres - sum - 1 : 0;
  return {.half = half, .sum = sum, .computed = half + beyond};
}

/// Steps of the rows that need not be computed, of a picture whose escape times are known.
double mirrored_iterations(const Picture& picture, const double* pixels);

}  // namespace breakeven::mandelbrot
