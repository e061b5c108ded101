#pragma once

#include <cstdint>

namespace breakeven::binarize {

/// Replaces each of `count` values by white where it is `threshold` or more, and by black
/// elsewhere, by vectors as wide as the processor has.
void to_black_and_white(double* values, std::int64_t count, double threshold);

}  // namespace breakeven::binarize
