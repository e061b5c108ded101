#include <chrono>
#include <thread>

#include "../../../native/workloads/histogram/histogram.h"

namespace breakeven::histogram {
namespace {

/// Never returns, and sees no cancel.
class Hang final : public Execution {
 public:
  explicit Hang(const Case&) {}
  void run(Phases& phases) override {
    phases.kernel([] {
      for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
    });
  }
};

BREAKEVEN_VARIANT({.workload = workload_id,
                   .id = "test-hang",
                   .title = "Hangs",
                   .summary = "Never comes back.",
                   .source = "Breakeven's tests",
                   .cost = cost,
                   .make = make_execution<Hang>});

}  // namespace
}  // namespace breakeven::histogram
