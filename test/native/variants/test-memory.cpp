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

}  // namespace
}  // namespace breakeven::histogram
