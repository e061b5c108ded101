#include <algorithm>

#include "histogram.h"

namespace breakeven::histogram {
namespace {

class Sequential final : public Execution {
 public:
  explicit Sequential(const Case& c)
      : input_(c.input<Input>()), counts_(c.output<Output>().counts) {}

  void run(Phases& phases) override {
    phases.kernel([&] {
      std::fill(counts_.begin(), counts_.end(), 0);
      for (const std::int32_t value : input_.values) {
        ++counts_[static_cast<std::uint32_t>(value) % input_.bins];
      }
    });
  }

 private:
  const Input& input_;
  HostArray<std::uint32_t>& counts_;
};

BREAKEVEN_VARIANT({.workload = workload_id,
                   .id = "sequential",
                   .title = "Sequential",
                   .summary = "One loop on one core: the count of each value's bin goes up by one.",
                   .device = Device::cpu,
                   .kind = VariantKind::study,
                   .source = la_laguna,
                   .cost = cost,
                   .make = make_execution<Sequential>});

}  // namespace
}  // namespace breakeven::histogram
