#pragma once

#include <cstddef>
#include <functional>
#include <span>

#include "workload.h"

namespace breakeven {

/// Pictures that differ in more than this share of their pixels, or of those of a row or column of
/// theirs, are not the same picture: a wrong kernel moves whole rows and columns. One pixel may
/// differ in a row or column of any length.
inline constexpr double max_differing_share = 0.001;

/// The value of a pixel, by its position, where a*b+c is rounded once.
using Contracted = std::function<double(std::size_t)>;

/// Compares two pictures of `width` pixels a row. Exact claims allow no difference. Of others a
/// pixel has the expected value or the contracted one, where that is known, and up to
/// `max_differing_share` may have neither; the message says how many differ.
Check compare_pixels(std::span<const double> expected, std::span<const double> actual, bool exact,
                     std::size_t width, const Contracted& contracted = nullptr);

}  // namespace breakeven
