#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "../../core/host-array.h"
#include "../../core/variant.h"

/// Element-wise minimum of n 3x3 matrices of int32: one 3x3 matrix.
namespace breakeven::min3x3 {

inline constexpr int positions = 9;
/// The minimum of nothing: what each position holds for n = 0.
inline constexpr std::int32_t none = std::numeric_limits<std::int32_t>::max();

enum class Layout { soa, aos };

/// 9n values. soa: nine vectors of n, position p of matrix i at p*n + i; aos: matrix after matrix,
/// at 9*i + p.
struct Input : Data {
  Layout layout = Layout::soa;
  std::int64_t n = 0;
  HostArray<std::int32_t> values;

  const std::int32_t* vector(int position) const { return values.data() + position * n; }
  std::vector<DataArray> arrays() override {
    DataArray array = array_of("values", values);
    if (layout == Layout::soa) array.vectors = positions;
    return {array};
  }
  void members(Members& each) override { each(layout, n, values); }
};

/// Row-major. An array of one, since a member has no room for guard bytes.
struct Output : Data {
  HostArray<std::array<std::int32_t, positions>> guarded{1};
  std::array<std::int32_t, positions>& minimum = guarded[0];

  Output() { minimum.fill(0); }
  std::vector<DataArray> arrays() override {
    return {array_of("minimum", guarded, sizeof(std::int32_t))};
  }
  void members(Members& each) override { each(minimum); }
};

/// Each value is read once; one comparison each.
inline Cost cost(const Data& data, const Values&) {
  const auto values = static_cast<double>(positions * static_cast<const Input&>(data).n);
  return {.bytes_moved = values * sizeof(std::int32_t),
          .operations = values,
          .operation_unit = "comparisons"};
}

/// What its variants do not have to say.
inline Variant of_workload(const Variant& variant) { return completed(variant, "min3x3", cost); }

/// For variants that reduce nine separate vectors.
inline std::string refuse_aos(const Values& values, const DeviceLimits&) {
  if (values.text("layout") == "soa") return {};
  return "it reduces nine separate vectors: layout must be soa";
}

}  // namespace breakeven::min3x3
