#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace breakeven {

/// How many values of an array are changed.
inline constexpr std::size_t planted_values = 24;

/// Positions below `count`, `max_count` of them at the most, none twice: the last and the first,
/// either side of the last and of a middle boundary of what kernels divide arrays into and of where
/// the last thread of a team begins, and some at random. The last is always among them, and both
/// sides of up to three boundaries between the parts of so many `threads`; the others vary with
/// `seed`.
std::vector<std::size_t> planting_positions(std::size_t count, std::size_t max_count,
                                            std::uint64_t seed, int threads = 1);

/// A seed of its own kind: a few positions at random and no others, since a program may look at the
/// usual ones to know whether it has seen an input.
inline constexpr std::uint64_t random_positions_alone = std::uint64_t{1} << 63;

/// One of these positions, for answers in which a single value shows: the last, the first and
/// others by turns from seed to seed. `count` is not 0.
std::size_t planting_position(std::size_t count, std::uint64_t seed);

/// Whether that position is the last or the first, whatever the count.
bool is_end(std::uint64_t seed);

/// Values of an array that were changed, to be put back.
template <class T>
class Changes {
 public:
  explicit Changes(T* data) : data_(data) {}

  void set(std::size_t at, T value) {
    before_.push_back({at, data_[at]});
    data_[at] = value;
  }
  /// The last change first, for places that were changed twice.
  void undo() {
    for (; !before_.empty(); before_.pop_back()) data_[before_.back().at] = before_.back().value;
  }

 private:
  struct Before {
    std::size_t at;
    T value;
  };
  T* data_;
  std::vector<Before> before_;
};

}  // namespace breakeven
