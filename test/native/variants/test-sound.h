#pragma once

#include <algorithm>
#include <cstdint>

#include "../../../native/workloads/histogram/histogram.h"

namespace breakeven::histogram {

/// A right answer, beside which a variant does something wrong.
class Sound : public Execution {
 public:
  explicit Sound(const Case& c) : input_(c.input<Input>()), counts_(c.output<Output>().counts) {}

  void run(Phases& phases) override {
    phases.kernel([&] { count(); });
  }

 protected:
  void count() {
    std::fill(counts_.begin(), counts_.end(), 0);
    count_on();
  }
  /// From what the counts are.
  void count_on() {
    for (const std::int32_t value : input_.values) {
      ++counts_[static_cast<std::uint32_t>(value) % input_.bins];
    }
  }

  const Input& input_;
  HostArray<std::uint32_t>& counts_;
};

/// Registers a variant of the tests with the cost of every histogram.
template <class E>
bool add(const char* id, const char* title, const char* summary) {
  register_variant({.workload = workload_id,
                    .id = id,
                    .title = title,
                    .summary = summary,
                    .source = "Breakeven's tests",
                    .cost = cost,
                    .make = make_execution<E>});
  return true;
}

}  // namespace breakeven::histogram
