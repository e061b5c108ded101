#include <algorithm>

#include "min3x3.h"

namespace breakeven::min3x3 {
namespace {

class Sequential final : public Execution {
 public:
  explicit Sequential(const Case& c) : input_(c.input<Input>()), output_(c.output<Output>()) {}

  void run(Phases& phases) override {
    phases.kernel([&] {
      auto minimum = output_.minimum;
      minimum.fill(none);
      if (input_.layout == Layout::soa) {
        for (int p = 0; p < positions; ++p) {
          const std::int32_t* vector = input_.vector(p);
          std::int32_t least = none;
          for (std::int64_t i = 0; i < input_.n; ++i) least = std::min(least, vector[i]);
          minimum[static_cast<std::size_t>(p)] = least;
        }
      } else {
        const std::int32_t* matrix = input_.values.data();
        for (std::int64_t i = 0; i < input_.n; ++i, matrix += positions) {
          for (std::size_t p = 0; p < positions; ++p) minimum[p] = std::min(minimum[p], matrix[p]);
        }
      }
      output_.minimum = minimum;
    });
  }

 private:
  const Input& input_;
  Output& output_;
};

}  // namespace

BREAKEVEN_VARIANT({
    .workload = "min3x3",
    .id = "sequential",
    .title = "Sequential",
    .summary = "One loop over all values on one core.",
    .source = "IME-USP, MAC0219 EP2",
    .cost = cost,
    .make = make_execution<Sequential>,
});

}  // namespace breakeven::min3x3
