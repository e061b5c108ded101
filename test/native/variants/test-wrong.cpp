#include <algorithm>

#include "../../../native/workloads/histogram/histogram.h"

namespace breakeven::histogram {
namespace {

/// Right but for the last bin, which is one too high from run `wrong_from` on.
class Wrong : public Execution {
 public:
  Wrong(const Case& c, int wrong_from)
      : input_(c.input<Input>()), counts_(c.output<Output>().counts), wrong_from_(wrong_from) {}

  void run(Phases& phases) override {
    phases.kernel([&] {
      std::fill(counts_.begin(), counts_.end(), 0);
      for (const std::int32_t value : input_.values) {
        ++counts_[static_cast<std::uint32_t>(value) % input_.bins];
      }
      if (runs_++ >= wrong_from_) ++counts_[input_.bins - 1];
    });
  }

 private:
  const Input& input_;
  HostArray<std::uint32_t>& counts_;
  int wrong_from_;
  int runs_ = 0;
};

struct WrongAlways final : Wrong {
  explicit WrongAlways(const Case& c) : Wrong(c, 0) {}
};

struct WrongLater final : Wrong {
  explicit WrongLater(const Case& c) : Wrong(c, 4) {}
};

/// More than the runs before timing; its test takes more samples.
struct WrongLast final : Wrong {
  explicit WrongLast(const Case& c) : Wrong(c, 4000) {}
};

/// Leaves the output as it found it: only poisoning shows that.
class Idle final : public Execution {
 public:
  explicit Idle(const Case&) {}
  void run(Phases& phases) override {
    phases.kernel([] {});
  }
};

BREAKEVEN_VARIANT({.workload = workload_id,
                   .id = "test-wrong",
                   .title = "Wrong",
                   .summary = "The last bin is one too high.",
                   .source = "Breakeven's tests",
                   .cost = cost,
                   .make = make_execution<WrongAlways>});

BREAKEVEN_VARIANT({.workload = workload_id,
                   .id = "test-wrong-later",
                   .title = "Wrong later",
                   .summary = "Right at first; the last bin is one too high from the fifth run on.",
                   .source = "Breakeven's tests",
                   .cost = cost,
                   .make = make_execution<WrongLater>});

BREAKEVEN_VARIANT({.workload = workload_id,
                   .id = "test-wrong-last",
                   .title = "Wrong in the end",
                   .summary = "Right at first; the last bin is one too high after 4,000 runs.",
                   .source = "Breakeven's tests",
                   .cost = cost,
                   .make = make_execution<WrongLast>});

BREAKEVEN_VARIANT({.workload = workload_id,
                   .id = "test-idle",
                   .title = "Idle",
                   .summary = "Does nothing at all.",
                   .source = "Breakeven's tests",
                   .cost = cost,
                   .make = make_execution<Idle>});

}  // namespace
}  // namespace breakeven::histogram
