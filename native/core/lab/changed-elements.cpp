#include "changed-elements.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "../planting.h"

namespace breakeven::lab {
namespace {

constexpr std::size_t max_positions = 12;

/// A quarter of the way from one element to a larger one.
template <class T>
T quarter_between(T low, T high) {
  if constexpr (std::is_integral_v<T>) {
    const auto gap = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
    return static_cast<T>(static_cast<std::uint64_t>(low) + (gap + 3) / 4);
  } else {
    const auto from = static_cast<double>(low);
    return static_cast<T>(from + 0.25 * (static_cast<double>(high) - from));
  }
}

/// Whether one element stands before another.
template <class T>
bool less(T one, T other) {
  if constexpr (std::is_integral_v<T>) return one < other;
  return static_cast<double>(one) < static_cast<double>(other);
}

}  // namespace

void ChangedElements::keep(std::byte* element, std::size_t bytes) {
  Before before{.element = element, .bytes = bytes, .value = {}};
  std::memcpy(before.value.data(), element, bytes);
  before_.push_back(before);
}

void ChangedElements::exchange(std::byte* data, std::size_t count, std::size_t bytes,
                               std::uint64_t seed) {
  for (const std::size_t at : planting_positions(count, max_positions, seed)) {
    const std::size_t other = (at + count / 2 + seed) % count;
    if (other == at) continue;
    keep(data + at * bytes, bytes);
    keep(data + other * bytes, bytes);
    std::swap_ranges(data + at * bytes, data + (at + 1) * bytes, data + other * bytes);
  }
}

void ChangedElements::move_sorted(ElementType type, std::byte* data, std::size_t count,
                                  std::uint64_t seed) {
  with_type(type, [&](auto zero) {
    using T = decltype(zero);
    if constexpr (!is_complex<T>) {
      T* const all = reinterpret_cast<T*>(data);
      for (const std::size_t at : planting_positions(count, max_positions, seed)) {
        const T low = all[at == 0 ? 0 : at - 1];
        const T high = all[at + 1 == count ? at : at + 1];
        const T moved = quarter_between(low, high);
        const bool elsewhere = less(moved, all[at]) || less(all[at], moved);
        if (!elsewhere || !less(low, moved) || !less(moved, high)) continue;
        keep(data + at * sizeof(T), sizeof(T));
        all[at] = moved;
      }
    }
  });
}

void ChangedElements::undo() const {
  for (auto before = before_.rbegin(); before != before_.rend(); ++before) {
    std::memcpy(before->element, before->value.data(), before->bytes);
  }
}

}  // namespace breakeven::lab
