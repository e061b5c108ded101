#include <cstddef>
#include <vector>

#include "test-sound.h"

namespace breakeven::histogram {
namespace {

/// More than a process has addresses.
constexpr std::size_t too_many_bytes = std::size_t{1} << 48;

class Memory final : public Sound {
 public:
  using Sound::Sound;
  void run(Phases& phases) override {
    blocks_.resize(too_many_bytes);
    Sound::run(phases);
  }

 private:
  std::vector<char> blocks_;
};

BREAKEVEN_VARIANT({.workload = workload_id,
                   .id = "test-memory",
                   .title = "Exhausts memory",
                   .summary = "Asks for more memory than there is.",
                   .source = "Breakeven's tests",
                   .cost = cost,
                   .make = make_execution<Memory>});

/// A leak: memory is asked for in pieces, each of which is given and used. It ends by itself where
/// nothing ends it, so that a machine without a limit is spared.
class Leak final : public Sound {
 public:
  using Sound::Sound;
  void run(Phases& phases) override {
    while (pieces_.size() * piece_bytes < leaked_bytes) pieces_.emplace_back(piece_bytes, 'x');
    Sound::run(phases);
  }

 private:
  static constexpr std::size_t piece_bytes = std::size_t{1} << 22;
  static constexpr std::size_t leaked_bytes = std::size_t{1} << 30;

  std::vector<std::vector<char>> pieces_;
};

BREAKEVEN_VARIANT({.workload = workload_id,
                   .id = "test-leak",
                   .title = "Leaks memory",
                   .summary = "Right, and takes a gibibyte, page by page.",
                   .source = "Breakeven's tests",
                   .cost = cost,
                   .make = make_execution<Leak>});

}  // namespace
}  // namespace breakeven::histogram
