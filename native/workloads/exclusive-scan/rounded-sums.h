#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "../../core/workload.h"
#include "exclusive-scan.h"

/// Floats of a file, whose sums may be rounded: what is right is then a matter of how far rounding
/// can go.
namespace breakeven::exclusive_scan {

/// Throws std::invalid_argument where the sum of magnitudes is near the largest float.
void refuse_large_sums(const std::string& path, std::span<const float> values);

/// The power of two of which all values are multiples, where their magnitudes add up to less than
/// 2^24 of it, so that sums have the same bits in every order of addition; 0 where they do not.
float unit_of_sums(std::span<const float> values);

/// The sums, added up in double precision.
std::unique_ptr<Output> sums_of(const Input& input);

/// Every sum is as near to the one in double precision as sums of rounded additions are.
Check check_rounded(const Input& input, const Output& given);

/// Changes values by more than rounding can hide.
Planted plant_rounded(Input& input, std::uint64_t seed, int threads);

}  // namespace breakeven::exclusive_scan
