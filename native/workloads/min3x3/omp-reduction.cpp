#include <algorithm>

#include "../../core/axes.h"
#include "min3x3.h"

namespace breakeven::min3x3 {
namespace {

class OmpReduction final : public Execution {
 public:
  explicit OmpReduction(const Case& c)
      : input_(c.input<Input>()),
        output_(c.output<Output>()),
        threads_(static_cast<int>(c.values.integer("threads"))) {}

  void run(Phases& phases) override {
    phases.kernel([&] {
      std::int32_t minimum[positions];
      std::fill(std::begin(minimum), std::end(minimum), none);
      const std::int32_t* values = input_.values.data();
      const std::int64_t n = input_.n;
      if (input_.layout == Layout::soa) {
#pragma omp parallel for num_threads(threads_) reduction(min : minimum[ : positions])
        for (std::int64_t i = 0; i < n; ++i) {
          for (int p = 0; p < positions; ++p) {
            minimum[p] = std::min(minimum[p], values[p * n + i]);
          }
        }
      } else {
#pragma omp parallel for num_threads(threads_) reduction(min : minimum[ : positions])
        for (std::int64_t i = 0; i < n; ++i) {
          for (int p = 0; p < positions; ++p) {
            minimum[p] = std::min(minimum[p], values[i * positions + p]);
          }
        }
      }
      std::copy(std::begin(minimum), std::end(minimum), output_.minimum.begin());
    });
  }

 private:
  const Input& input_;
  Output& output_;
  int threads_;
};

}  // namespace

BREAKEVEN_VARIANT({
    .workload = "min3x3",
    .id = "omp-reduction",
    .title = "OpenMP reduction",
    .summary =
        "One parallel loop over the matrices with OpenMP's min reduction over nine positions.",
    .source = "OpenMP array reduction",
    .parameters = {axes::threads()},
    .cost = cost,
    .make = make_execution<OmpReduction>,
});

}  // namespace breakeven::min3x3
