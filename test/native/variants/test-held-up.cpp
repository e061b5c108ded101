#include <chrono>
#include <numeric>
#include <thread>

#include "../../../native/workloads/binarize/binarize.h"
#include "test-sound.h"

/// Right programs that wait without computing, as a team of threads does on a busy machine, and one
/// that works where it is not timed.
namespace breakeven::binarize {
namespace {

constexpr auto held_up = std::chrono::milliseconds(3);

/// So short that it runs undisturbed now and then.
constexpr auto worked = std::chrono::microseconds(100);

template <bool works>
class LongRestore final : public Execution {
 public:
  explicit LongRestore(const Case& c) : input_(c.input<Input>()), output_(c.output<Output>()) {}

  void run(Phases& phases) override {
    phases.restore([&] {
      const auto start = std::chrono::steady_clock::now();
      while (works && std::chrono::steady_clock::now() - start < worked) {
      }
      if (!works) std::this_thread::sleep_for(held_up);
      put_back(input_, output_);
    });
    phases.kernel([&] {
      for (double& value : output_.values) value = value >= input_.mean ? 255 : 0;
    });
  }

 private:
  const Input& input_;
  Output& output_;
};

BREAKEVEN_VARIANT({.id = "test-held-up",
                   .title = "Waits in restore",
                   .summary = "Its restore phase waits for 3 ms before it copies.",
                   .source = "Breakeven's tests",
                   .make = make_execution<LongRestore<false>>});

BREAKEVEN_VARIANT({.id = "test-works-in-restore",
                   .title = "Works in restore",
                   .summary = "Its restore phase works for 0.1 ms before it copies.",
                   .source = "Breakeven's tests",
                   .make = make_execution<LongRestore<true>>});

}  // namespace
}  // namespace breakeven::binarize

namespace breakeven::histogram {
namespace {

/// Waits whenever the values are others than in the run before.
class HeldUpOnNewValues final : public Sound {
 public:
  using Sound::Sound;

  void run(Phases& phases) override {
    phases.kernel([&] {
      const std::int64_t sum =
          std::accumulate(input_.values.begin(), input_.values.end(), std::int64_t{0});
      if (sum != last_sum_) std::this_thread::sleep_for(std::chrono::milliseconds(3));
      last_sum_ = sum;
      count();
    });
  }

 private:
  std::int64_t last_sum_ = -1;
};

[[maybe_unused]] const bool added = add<HeldUpOnNewValues>(
    "test-held-up", "Waits on new values", "Counts; waits for 3 ms where the values are new.");

}  // namespace
}  // namespace breakeven::histogram
