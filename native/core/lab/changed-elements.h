#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "element-type.h"

namespace breakeven::lab {

/// Elements of arrays that were changed where programs go wrong (planting.h), to be put back.
class ChangedElements {
 public:
  bool empty() const { return before_.empty(); }

  /// Exchanges elements with others far from them: what holds for all of them stays, a range or a
  /// permutation, and so does every sum.
  void exchange(std::byte* data, std::size_t count, std::size_t bytes, std::uint64_t seed);
  /// Moves elements of a sorted array between their neighbours: it stays sorted, none is equal to
  /// another that was not, and none leaves the range. Whole numbers that follow each other and
  /// complex numbers stay.
  void move_sorted(ElementType type, std::byte* data, std::size_t count, std::uint64_t seed);
  /// The last change first.
  void undo() const;

 private:
  void keep(std::byte* element, std::size_t bytes);

  static constexpr std::size_t max_bytes = 16;
  struct Before {
    std::byte* element;
    std::size_t bytes;
    std::array<std::byte, max_bytes> value;
  };
  std::vector<Before> before_;
};

}  // namespace breakeven::lab
