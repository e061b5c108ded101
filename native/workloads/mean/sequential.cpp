#include "mean.h"

namespace breakeven::mean {
namespace {

class Sequential final : public Execution {
 public:
  explicit Sequential(const Case& c) : input_(c.input<Input>()), output_(c.output<Output>()) {}

  void run(Phases& phases) override {
    phases.kernel([&] {
      double sum = 0;
      for (const double value : input_.values) sum += value;
      output_.mean = sum / static_cast<double>(input_.n());
    });
  }

 private:
  const Input& input_;
  Output& output_;
};

}  // namespace

BREAKEVEN_VARIANT({
    .workload = "mean",
    .id = "sequential",
    .title = "Sequential",
    .summary = "One running sum on one core.",
    .source = "Universidad de Oviedo 2022",
    .exact = false,
    .cost = cost,
    .make = make_execution<Sequential>,
});

}  // namespace breakeven::mean
