#include "../../core/axes.h"
#include "sequential-order.h"

namespace breakeven::row_ordering {
namespace {

/// Finds level and class of a row where they are asked for.
class PlainGroups {
 public:
  PlainGroups(const Input& input, const Output& output) : input_(input), output_(output) {}
  void find() {}
  int row_class(std::size_t row) const {
    return class_of(input_.off_diagonals(static_cast<std::int32_t>(row)));
  }
  std::size_t group(std::size_t row) const {
    return static_cast<std::size_t>(group_of(output_.level[row], row_class(row)));
  }

 private:
  const Input& input_;
  const Output& output_;
};

BREAKEVEN_VARIANT(
    {.id = "sequential",
     .title = "Sequential",
     .summary = "Counting sort by level and class, then a walk that fills warps, on one core, in "
                "portable code for the baseline instruction set, not vectorised by hand.",
     .source = "Udelar 2024",
     .parameters = {axes::gpu()},
     .scopes = part_scopes,
     .refuse = refuse_levels,
     .make = make_execution<SequentialOrder<PlainGroups>>});

}  // namespace
}  // namespace breakeven::row_ordering
