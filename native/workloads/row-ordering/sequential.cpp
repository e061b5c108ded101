#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "../../core/axes.h"
#include "levels.h"
#include "row-ordering.h"

namespace breakeven::row_ordering {
namespace {

class Sequential final : public Execution {
 public:
  explicit Sequential(const Case& c)
      : input_(c.input<Input>()), output_(c.output<Output>()), device_(levels_on_device(c)) {}

  void run(Phases& phases) override {
    if (device_ != nullptr) {
      find_levels_on(phases, *device_, output_.level.data());
    } else {
      phases.part(Scope::levels);
      phases.kernel([&] { compute_levels(input_, output_.level.data()); });
    }
    phases.part(Scope::fragment);
    phases.kernel([&] { order_rows(); });
  }

 private:
  void order_rows() {
    const auto n = static_cast<std::size_t>(input_.n);
    std::int32_t highest = 0;
    for (std::size_t i = 0; i < n; ++i) highest = std::max(highest, output_.level[i]);

    std::vector<std::int64_t> next(static_cast<std::size_t>(highest) * classes);
    for (std::size_t i = 0; i < n; ++i) ++next[group(i)];
    std::int64_t sum = 0;
    for (auto& place : next) sum += std::exchange(place, sum);

    for (std::size_t i = 0; i < n; ++i) {
      const auto place = static_cast<std::size_t>(next[group(i)]++);
      output_.order[place] = static_cast<std::int32_t>(i);
      output_.lanes[place] = lanes_of(row_class(i));
    }
    output_.warps = walk_warps(input_, output_);
  }

  int row_class(std::size_t row) const {
    return class_of(input_.off_diagonals(static_cast<std::int32_t>(row)));
  }
  std::size_t group(std::size_t row) const {
    return static_cast<std::size_t>(group_of(output_.level[row], row_class(row)));
  }

  const Input& input_;
  Output& output_;
  std::unique_ptr<LevelsOnDevice> device_;
};

BREAKEVEN_VARIANT(
    {.workload = "row-ordering",
     .id = "sequential",
     .title = "Sequential",
     .summary = "Counting sort by level and class, then a walk that fills warps, on one core, in "
                "portable code for the baseline instruction set, not vectorised by hand.",
     .source = "Udelar 2024",
     .parameters = {axes::gpu()},
     .scopes = part_scopes,
     .refuse = refuse_levels,
     .cost = cost,
     .make = make_execution<Sequential>});

}  // namespace
}  // namespace breakeven::row_ordering
