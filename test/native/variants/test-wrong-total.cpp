#include <algorithm>
#include <chrono>
#include <thread>

#include "../../../native/workloads/histogram/histogram.h"

namespace breakeven::histogram {
namespace {

/// Right in the first Execution of a process, which is the one whose kernel and call are sampled.
/// From the second one on, which only the whole makes, the last bin is one too high.
class WrongTotal : public Execution {
 public:
  explicit WrongTotal(const Case& c)
      : input_(c.input<Input>()), counts_(c.output<Output>().counts), wrong_(made_++ > 0) {}

  void run(Phases& phases) override {
    phases.kernel([&] { count(); });
  }

 protected:
  void count() {
    std::fill(counts_.begin(), counts_.end(), 0);
    for (const std::int32_t value : input_.values) {
      ++counts_[static_cast<std::uint32_t>(value) % input_.bins];
    }
    if (wrong_) ++counts_[input_.bins - 1];
  }

 private:
  static inline int made_ = 0;

  const Input& input_;
  HostArray<std::uint32_t>& counts_;
  bool wrong_;
};

/// As above, and so long that no further run is spared: a sample's own answer is verified.
class WrongLongTotal final : public WrongTotal {
 public:
  using WrongTotal::WrongTotal;

  void run(Phases& phases) override {
    phases.kernel([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(1050));
      count();
    });
  }
};

BREAKEVEN_VARIANT({.workload = workload_id,
                   .id = "test-wrong-total",
                   .title = "Wrong from end to end",
                   .summary = "Right on the kernel's own arrays, wrong whenever it starts anew.",
                   .source = "Breakeven's tests",
                   .cost = cost,
                   .make = make_execution<WrongTotal>});

BREAKEVEN_VARIANT({.workload = workload_id,
                   .id = "test-wrong-long-total",
                   .title = "Wrong from end to end, long",
                   .summary = "As test-wrong-total, and every run takes more than a second.",
                   .source = "Breakeven's tests",
                   .cost = cost,
                   .make = make_execution<WrongLongTotal>});

}  // namespace
}  // namespace breakeven::histogram
