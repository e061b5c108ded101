#include "exclusive-scan.h"

namespace breakeven::exclusive_scan {
namespace {

class Sequential final : public Execution {
 public:
  explicit Sequential(const Case& c) : input_(c.input<Input>()), output_(c.output<Output>()) {}

  void run(Phases& phases) override {
    phases.kernel([&] {
      with_element(input_.element, [&]<class T>(T sum) {
        const auto in = input_.as<T>();
        const auto out = output_.as<T>();
        for (std::size_t i = 0; i < in.size(); ++i) {
          out[i] = sum;
          sum += in[i];
        }
      });
    });
  }

 private:
  const Input& input_;
  Output& output_;
};

}  // namespace

BREAKEVEN_VARIANT({
    .workload = "exclusive-scan",
    .id = "sequential",
    .title = "Sequential",
    .summary = "One loop with a running sum on one core.",
    .source = "Udelar 2024, GPGPU exercise 5.1",
    .cost = cost,
    .make = make_execution<Sequential>,
});

}  // namespace breakeven::exclusive_scan
