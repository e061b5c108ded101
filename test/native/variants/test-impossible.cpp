#include <chrono>

#include "../../../native/core/axes.h"
#include "test-sound.h"

namespace breakeven::histogram {
namespace {

/// A billion times the work that is done.
Cost impossible_cost(const Data& input, const Values& values) {
  Cost work = cost(input, values);
  work.bytes_moved *= 1e9;
  return work;
}

constexpr auto busy_time = std::chrono::microseconds(20);

/// Possible for eight cores of any processor, and for one or two of none: 5 TB/s.
Cost cost_of_eight_cores(const Data& input, const Values& values) {
  Cost work = cost(input, values);
  work.bytes_moved = 5e12 * std::chrono::duration<double>(busy_time).count();
  return work;
}

/// Right answers from one thread, whatever number of threads is asked for.
class OneThread final : public Sound {
 public:
  using Sound::Sound;
  void run(Phases& phases) override {
    phases.kernel([&] {
      const auto start = std::chrono::steady_clock::now();
      count();
      while (std::chrono::steady_clock::now() - start < busy_time) {
      }
    });
  }
};

BREAKEVEN_VARIANT({.id = "test-impossible",
                   .title = "Moves too much",
                   .summary = "Right answers, at a rate that no processor has.",
                   .source = "Breakeven's tests",
                   .cost = impossible_cost,
                   .make = make_execution<Sound>});

BREAKEVEN_VARIANT({.id = "test-impossible-of-one-core",
                   .title = "Moves too much for the cores that it uses",
                   .summary = "Right answers, at a rate that eight cores have; it uses one.",
                   .source = "Breakeven's tests",
                   .parameters = {axes::threads()},
                   .cost = cost_of_eight_cores,
                   .make = make_execution<OneThread>});

}  // namespace
}  // namespace breakeven::histogram
