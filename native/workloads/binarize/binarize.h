#pragma once

#include <cstdint>
#include <cstring>

#include "../../core/host-array.h"
#include "../../core/variant.h"
#include "../mean/mean.h"

/// Values at or above their mean become 255, the others 0, in place.
namespace breakeven::binarize {

/// The values with their mean, which is part of the input here: `mean` measures how it is found.
using Input = mean::Input;

/// n doubles; a variant puts the input's values here (restore) and overwrites them.
struct Output : Data {
  HostArray<double> values;

  std::vector<DataArray> arrays() override { return {array_of("values", values)}; }
  void members(Members& each) override { each(values); }
};

inline constexpr double white = 255;
inline constexpr double black = 0;

/// Each value is read and written once; one comparison each.
inline Cost cost(const Data& input, const Values&) {
  const auto n = static_cast<double>(static_cast<const Input&>(input).n());
  return {.bytes_moved = 16 * n, .operations = n, .operation_unit = "comparisons"};
}

/// What its variants do not have to say.
inline Variant of_workload(const Variant& variant) { return completed(variant, "binarize", cost); }

inline void put_back(const Input& input, Output& output) {
  std::memcpy(output.values.data(), input.values.data(), input.values.size_bytes());
}

}  // namespace breakeven::binarize
