#include "binarize.h"

namespace breakeven::binarize {
namespace {

class Sequential final : public Execution {
 public:
  explicit Sequential(const Case& c) : input_(c.input<Input>()), output_(c.output<Output>()) {}

  void run(Phases& phases) override {
    phases.restore([&] { put_back(input_, output_); });
    phases.kernel([&] {
      double* const values = output_.values.data();
      const std::int64_t n = input_.n();
      const double threshold = input_.mean;
      for (std::int64_t i = 0; i < n; ++i) values[i] = values[i] >= threshold ? white : black;
    });
  }

 private:
  const Input& input_;
  Output& output_;
};

}  // namespace

BREAKEVEN_VARIANT({
    .workload = "binarize",
    .id = "sequential",
    .title = "Sequential",
    .summary =
        "One loop over all values on one core, in portable code that is not vectorised by hand.",
    .source = "Oviedo 2022",
    .cost = cost,
    .make = make_execution<Sequential>,
});

}  // namespace breakeven::binarize
