#include <csignal>

#include "../../../native/workloads/histogram/histogram.h"

namespace breakeven::histogram {
namespace {

/// Ends the process as a stray pointer would.
class Crash final : public Execution {
 public:
  explicit Crash(const Case&) {}
  void run(Phases& phases) override {
    phases.kernel([] { std::raise(SIGSEGV); });
  }
};

BREAKEVEN_VARIANT({.workload = workload_id,
                   .id = "test-crash",
                   .title = "Crashes",
                   .summary = "Ends the engine with a segmentation fault.",
                   .source = "Breakeven's tests",
                   .cost = cost,
                   .make = make_execution<Crash>});

}  // namespace
}  // namespace breakeven::histogram
