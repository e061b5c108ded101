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
    for (const std::int32_t value : input_.values) {
      ++counts_[static_cast<std::uint32_t>(value) % input_.bins];
    }
  }

 private:
  const Input& input_;
  HostArray<std::uint32_t>& counts_;
};

}  // namespace breakeven::histogram
