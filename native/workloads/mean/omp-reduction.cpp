#include "../../core/axes.h"
#include "mean.h"

namespace breakeven::mean {
namespace {

class OmpReduction final : public Execution {
 public:
  explicit OmpReduction(const Case& c)
      : input_(c.input<Input>()),
        output_(c.output<Output>()),
        threads_(static_cast<int>(c.values.integer("threads"))) {}

  void run(Phases& phases) override {
    phases.kernel([&] {
      const double* const values = input_.values.data();
      const std::int64_t n = input_.n();
      double sum = 0;
#pragma omp parallel for num_threads(threads_) reduction(+ : sum)
      for (std::int64_t i = 0; i < n; ++i) sum += values[i];
      output_.mean = sum / static_cast<double>(n);
    });
  }

 private:
  const Input& input_;
  Output& output_;
  int threads_;
};

}  // namespace

BREAKEVEN_VARIANT({
    .workload = "mean",
    .id = "omp-reduction",
    .title = "OpenMP reduction",
    .summary = "A parallel loop with OpenMP's own reduction of the sum.",
    .source = "Universidad de Oviedo 2022",
    .parameters = {axes::threads()},
    .exact = false,
    .cost = cost,
    .make = make_execution<OmpReduction>,
});

}  // namespace breakeven::mean
