#pragma once

#include <vector>

namespace breakeven {

/// Samples that one independent sample is worth to the median, at least 1. `median` is that of
/// `times`, which are in the order taken. `src-main/stats/autocorrelation.ts` computes the same.
double autocorrelation_inflation(const std::vector<double>& times, double median);

}  // namespace breakeven
