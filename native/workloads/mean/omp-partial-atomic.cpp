#include "../../core/axes.h"
#include "mean.h"

namespace breakeven::mean {
namespace {

class OmpPartialAtomic final : public Execution {
 public:
  explicit OmpPartialAtomic(const Case& c)
      : input_(c.input<Input>()),
        output_(c.output<Output>()),
        threads_(static_cast<int>(c.values.integer("threads"))) {}

  void run(Phases& phases) override {
    phases.kernel([&] {
      const double* const values = input_.values.data();
      const std::int64_t n = input_.n();
      double sum = 0;
#pragma omp parallel num_threads(threads_)
      {
        double partial = 0;
#pragma omp for nowait
        for (std::int64_t i = 0; i < n; ++i) partial += values[i];
#pragma omp atomic
        sum += partial;
      }
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
    .id = "omp-partial-atomic",
    .title = "OpenMP partial sums",
    .summary = "Each thread adds up its part and adds it to the result once, atomically.",
    .source = "Universidad de Oviedo 2022",
    .parameters = {axes::threads()},
    .exact = false,
    .cost = cost,
    .make = make_execution<OmpPartialAtomic>,
});

}  // namespace breakeven::mean
