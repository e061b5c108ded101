#include <algorithm>

#include "../../../native/workloads/histogram/histogram.h"

namespace breakeven::histogram {
namespace {

/// The plain loop from the last value to the first: compiled alone into a library that the engine
/// opens.
class Backwards final : public Execution {
 public:
  explicit Backwards(const Case& c)
      : input_(c.input<Input>()), counts_(c.output<Output>().counts) {}

  void run(Phases& phases) override {
    phases.kernel([&] {
      std::fill(counts_.begin(), counts_.end(), 0);
      for (std::size_t i = input_.values.size(); i > 0; --i) {
        ++counts_[static_cast<std::uint32_t>(input_.values[i - 1]) % input_.bins];
      }
    });
  }

 private:
  const Input& input_;
  HostArray<std::uint32_t>& counts_;
};

BREAKEVEN_VARIANT({.workload = workload_id,
                   .id = "plugin-backwards",
                   .title = "Backwards",
                   .summary = "Counts from the last value to the first.",
                   .source = "Breakeven's tests",
                   .cost = cost,
                   .make = make_execution<Backwards>});

}  // namespace
}  // namespace breakeven::histogram
