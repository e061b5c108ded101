#include "test-work.h"

#include <algorithm>

namespace breakeven::histogram {
namespace {

/// Counts, then computes for as long as it is told to: what is timed has a known cost.
class Work final : public Execution {
 public:
  explicit Work(const Case& c)
      : input_(c.input<Input>()),
        counts_(c.output<Output>().counts),
        steps_(c.values.integer("work")) {}

  void run(Phases& phases) override {
    phases.kernel([&] {
      std::fill(counts_.begin(), counts_.end(), 0);
      for (const std::int32_t value : input_.values) {
        ++counts_[static_cast<std::uint32_t>(value) % input_.bins];
      }
      double x = start_;
      for (std::int64_t step = 0; step < steps_; ++step) x = x * factor_ + 0.25;
      start_ = x;
    });
  }

 private:
  const Input& input_;
  HostArray<std::uint32_t>& counts_;
  std::int64_t steps_;
  /// The chain has a fixed point between these, so that it never leaves the normal numbers.
  double start_ = 0.4;
  double factor_ = 0.5;
};

BREAKEVEN_VARIANT({.id = "test-work",
                   .title = "Known work",
                   .summary = "Counts, then does a known amount of arithmetic.",
                   .source = "Breakeven's tests",
                   .parameters = {work_axis(18000)},
                   .make = make_execution<Work>});

}  // namespace
}  // namespace breakeven::histogram
