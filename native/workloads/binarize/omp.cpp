#include "../../core/axes.h"
#include "binarize.h"

namespace breakeven::binarize {
namespace {

class Omp final : public Execution {
 public:
  explicit Omp(const Case& c)
      : input_(c.input<Input>()),
        output_(c.output<Output>()),
        threads_(static_cast<int>(c.values.integer("threads"))) {}

  void run(Phases& phases) override {
    phases.restore([&] { put_back(input_, output_); });
    phases.kernel([&] {
      double* const values = output_.values.data();
      const std::int64_t n = input_.n();
      const double threshold = input_.mean;
#pragma omp parallel for num_threads(threads_)
      for (std::int64_t i = 0; i < n; ++i) values[i] = values[i] >= threshold ? white : black;
    });
  }

 private:
  const Input& input_;
  Output& output_;
  int threads_;
};

}  // namespace

BREAKEVEN_VARIANT({
    .workload = "binarize",
    .id = "omp",
    .title = "OpenMP loop",
    .summary = "A parallel loop over all values.",
    .source = "Oviedo 2022",
    .parameters = {axes::threads()},
    .cost = cost,
    .make = make_execution<Omp>,
});

}  // namespace breakeven::binarize
