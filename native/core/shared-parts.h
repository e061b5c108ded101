#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace breakeven {

/// [0, n) in pieces for a team: each thread takes the pieces of its own part in order, the part
/// that it touched first, and then what is left of the parts of others. A thread that lost its
/// core, or shares it, holds nobody up for longer than a piece.
class SharedParts {
 public:
  /// `threads`: how many take part; each calls `each` once.
  SharedParts(std::int64_t n, std::int64_t piece, int threads)
      : n_(n), piece_(piece), parts_(static_cast<std::size_t>(threads)) {
    for (int part = 0; part < threads; ++part) of(part).next = begin_of(part);
  }

  /// Calls `body(begin, end)` for every piece that falls to this thread.
  template <class Body>
  void each(int thread, Body&& body) {
    const int parts = static_cast<int>(parts_.size());
    for (int turn = 0; turn < parts; ++turn) {
      const int part = (thread + turn) % parts;
      const std::int64_t end = begin_of(part + 1);
      while (true) {
        const std::int64_t begin = of(part).next.fetch_add(piece_, std::memory_order_relaxed);
        if (begin >= end) break;
        body(begin, std::min(begin + piece_, end));
      }
    }
  }

 private:
  /// Two lines each: a processor fetches the neighbour of a line that it writes.
  struct alignas(128) Part {
    std::atomic<std::int64_t> next;
  };

  Part& of(int part) { return parts_[static_cast<std::size_t>(part)]; }
  std::int64_t begin_of(int part) const {
    return n_ * part / static_cast<std::int64_t>(parts_.size());
  }

  std::int64_t n_;
  std::int64_t piece_;
  std::vector<Part> parts_;
};

}  // namespace breakeven
