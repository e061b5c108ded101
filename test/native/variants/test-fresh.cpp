#include <stdexcept>
#include <vector>

#include "../../../native/workloads/row-ordering/parallel-order.h"
#include "../../../native/workloads/row-ordering/row-ordering.h"

namespace breakeven::row_ordering {
namespace {

/// Orders rows soundly, but refuses to begin with the input that the one before it had: each sample
/// of the timing scope `total` is a new one, which freshInput promises another matrix.
class Fresh final : public Execution {
 public:
  explicit Fresh(const Case& c) : input_(c.input<Input>()), output_(c.output<Output>()) {
    static std::vector<std::int32_t> before;
    const std::vector<std::int32_t> now(input_.columns.begin(), input_.columns.end());
    if (c.values.flag("freshInput") && now == before) {
      throw std::runtime_error("the matrix is the one of the sample before");
    }
    before = now;
  }

  void run(Phases& phases) override {
    phases.kernel(
        [&] { order_rows(input_, output_, compute_levels(input_, output_.level.data()), 1); });
  }

 private:
  const Input& input_;
  Output& output_;
};

BREAKEVEN_VARIANT({.id = "test-fresh",
                   .title = "Sees each matrix once",
                   .summary = "Fails where a sample has the input of the one before.",
                   .source = "Breakeven's tests",
                   .make = make_execution<Fresh>});

}  // namespace
}  // namespace breakeven::row_ordering
