#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "../../core/host-array.h"
#include "../../core/variant.h"

/// Exclusive prefix sum: out[0] = 0, out[i] = in[0] + ... + in[i-1].
namespace breakeven::exclusive_scan {

enum class Element { int32, int64, float32 };

/// n elements of the chosen type as raw bytes: 4n or 8n of them. Integers are held unsigned, so
/// that sums wrap.
struct Array : Data {
  Element element = Element::int32;
  std::int64_t n = 0;
  /// Of an input of floats: a power of two of which all values are multiples, so few that every sum
  /// is exact; 0: sums are rounded, and so depend on the order of addition.
  float unit = 1;
  HostArray<std::byte> bytes;

  std::vector<DataArray> arrays() override;
  void members(Members& each) override { each(element, n, unit, bytes); }

  bool rounded() const { return element == Element::float32 && unit == 0; }

  template <class T>
  std::span<const T> as() const {
    return {reinterpret_cast<const T*>(bytes.data()), static_cast<std::size_t>(n)};
  }
  template <class T>
  std::span<T> as() {
    return {reinterpret_cast<T*>(bytes.data()), static_cast<std::size_t>(n)};
  }
};

using Input = Array;
using Output = Array;

inline std::size_t element_size(Element element) { return element == Element::int64 ? 8 : 4; }

inline std::vector<DataArray> Array::arrays() {
  return {array_of("elements", bytes, element_size(element))};
}

/// Calls `function` with a value of the C++ type that sums elements of this kind: unsigned for
/// integers, whose overflow is defined.
template <class F>
decltype(auto) with_element(Element element, F&& function) {
  switch (element) {
    case Element::int64:
      return function(std::uint64_t{});
    case Element::float32:
      return function(float{});
    case Element::int32:
      break;
  }
  return function(std::uint32_t{});
}

/// One read and one write of each element, one addition each.
inline Cost cost(const Data& data, const Values&) {
  const auto& input = static_cast<const Input&>(data);
  const auto n = static_cast<double>(input.n);
  return {.bytes_moved = 2 * n * static_cast<double>(element_size(input.element)),
          .operations = n,
          .operation_unit = "additions"};
}

/// What its variants do not have to say.
inline Variant of_workload(const Variant& variant) {
  return completed(variant, "exclusive-scan", cost);
}

}  // namespace breakeven::exclusive_scan
