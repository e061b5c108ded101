#include <algorithm>
#include <utility>
#include <vector>

#include "levels.h"
#include "row-ordering.h"

namespace breakeven::row_ordering {
namespace {

class Sequential final : public Execution {
 public:
  explicit Sequential(const Case& c)
      : case_(c), input_(c.input<Input>()), output_(c.output<Output>()) {}

  void run(Phases& phases) override {
    phases.part(Span::levels);
    phases.kernel([&] { levels_for_host(case_, input_, output_.level.data()); });
    phases.part(Span::fragment);
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
    output_.warps = walk();
  }

  /// A row joins the current warp when level and class equal the previous row's and the warp has
  /// room.
  std::int64_t walk() const {
    std::int64_t warps = 0;
    std::size_t previous = 0;
    std::int32_t rows = 0;
    for (std::size_t at = 0; at < output_.order.size(); ++at) {
      const auto row = static_cast<std::size_t>(output_.order[at]);
      const std::int32_t lanes = output_.lanes[at];
      const bool room = lanes == 0 ? rows < warp_lanes : rows * lanes < warp_lanes;
      if (at > 0 && room && group(row) == group(previous)) {
        ++rows;
      } else {
        ++warps;
        rows = 1;
      }
      previous = row;
    }
    return warps;
  }

  int row_class(std::size_t row) const {
    return class_of(input_.off_diagonals(static_cast<std::int32_t>(row)));
  }
  std::size_t group(std::size_t row) const {
    return static_cast<std::size_t>(group_of(output_.level[row], row_class(row)));
  }

  const Case case_;
  const Input& input_;
  Output& output_;
};

BREAKEVEN_VARIANT(
    {.workload = "row-ordering",
     .id = "sequential",
     .title = "Sequential",
     .summary = "Counting sort by level and class, then a walk that fills warps, on one core.",
     .source = "Udelar 2024, GPGPU exercise 5.2",
     .spans = part_spans,
     .refuse = refuse_levels,
     .cost = cost,
     .make = make_execution<Sequential>});

}  // namespace
}  // namespace breakeven::row_ordering
