#include <stdexcept>

#include "../../../native/workloads/histogram/histogram.h"

namespace breakeven::histogram {
namespace {

class Throw final : public Execution {
 public:
  explicit Throw(const Case&) {}
  void run(Phases& phases) override {
    phases.kernel([] { throw std::runtime_error("thrown on purpose"); });
  }
};

BREAKEVEN_VARIANT({.workload = workload_id,
                   .id = "test-throw",
                   .title = "Throws",
                   .summary = "Throws an exception instead of counting.",
                   .source = "Breakeven's tests",
                   .cost = cost,
                   .make = make_execution<Throw>});

}  // namespace
}  // namespace breakeven::histogram
