#pragma once

#include <cstdint>

#include "histogram.h"

namespace breakeven::histogram {

/// The bin of a value that is below the number of bins.
struct AsItIs {
  std::uint32_t operator()(std::int32_t value) const { return static_cast<std::uint32_t>(value); }
};

struct Remainder {
  std::uint32_t bins;
  std::uint32_t operator()(std::int32_t value) const {
    return static_cast<std::uint32_t>(value) % bins;
  }
};

/// Calls `count` with what gives the bin of a value: without a division where the input is known to
/// need none, as programs have it whose values are made for their bins.
template <class F>
void with_bin_of(const Input& input, F&& count) {
  if (input.below_bins) {
    count(AsItIs{});
  } else {
    count(Remainder{input.bins});
  }
}

}  // namespace breakeven::histogram
