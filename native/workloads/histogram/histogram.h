#pragma once

#include <cstdint>
#include <string>

#include "../../core/host-array.h"
#include "../../core/variant.h"

namespace breakeven::histogram {

/// n int32 values >= 0; a value's bin is value mod bins.
struct Input : Data {
  HostArray<std::int32_t> values;
  std::uint32_t bins = 1;
  /// No value reaches `bins`, so that the value is the bin. Known to whoever made the input, also
  /// to library peers.
  bool below_bins = false;

  std::vector<DataArray> arrays() override { return {array_of("values", values)}; }
  void members(Members& each) override { each(values, bins, below_bins); }
};

/// One count a bin.
struct Output : Data {
  HostArray<std::uint32_t> counts;

  std::vector<DataArray> arrays() override { return {array_of("counts", counts)}; }
  void members(Members& each) override { each(counts); }
};

/// Each value is read once, each count written once; one addition a value.
inline Cost cost(const Data& input, const Values&) {
  const auto& data = static_cast<const Input&>(input);
  const double n = static_cast<double>(data.values.size());
  return {.bytes_moved = 4 * n + 4.0 * data.bins, .operations = n, .operation_unit = "elements"};
}

/// Values and counts on the device.
inline Need device_need(const Values& values) {
  return {.device_bytes = 4 * values.real("n") + 4 * values.real("bins")};
}

inline constexpr const char* workload_id = "histogram";

/// What its variants do not have to say.
inline Variant of_workload(const Variant& variant) { return completed(variant, workload_id, cost); }
/// Universidad de La Laguna, 2024.
inline constexpr const char* la_laguna = "La Laguna 2024";
/// Belarusian State University of Informatics and Radioelectronics; the year is not stated.
inline constexpr const char* bsuir = "BSUIR";

}  // namespace breakeven::histogram
