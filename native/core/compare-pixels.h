#pragma once

#include <span>

#include "workload.h"

namespace breakeven {

/// Pictures that differ in more than this share of their pixels are not the same picture:
/// contracted arithmetic moves single points near the edge of the set, a wrong kernel moves whole
/// columns.
inline constexpr double max_differing_share = 0.01;

/// Compares two pictures pixel by pixel. Exact claims allow no difference; others pass up to
/// `max_differing_share`, and the message says how many differ.
Check compare_pixels(std::span<const double> expected, std::span<const double> actual, bool exact);

}  // namespace breakeven
