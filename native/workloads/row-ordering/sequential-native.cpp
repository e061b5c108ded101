#include "../../core/axes.h"
#include "sequential-order.h"
#include "vector-groups.h"

namespace breakeven::row_ordering {
namespace {

/// Finds level and class of all rows in vectors, before the first is asked for.
class VectorGroups {
 public:
  VectorGroups(const Input& input, const Output& output)
      : input_(input), output_(output), groups_(static_cast<std::size_t>(input.n)) {}
  void find() {
    find_groups(input_.start.data(), output_.level.data(), 0, input_.n, groups_.data());
  }
  int row_class(std::size_t row) const { return groups_[row] % classes; }
  std::size_t group(std::size_t row) const { return static_cast<std::size_t>(groups_[row]); }

 private:
  const Input& input_;
  const Output& output_;
  HostArray<std::int32_t> groups_;
};

BREAKEVEN_VARIANT(
    {.id = "sequential-native",
     .title = "Sequential, native vectors",
     .summary = "The counting sort and walk of Sequential on one core, with level and class of a "
                "row found in vectors of AVX-512, AVX2 or the baseline by processor; counting and "
                "placing stay one by one.",
     .source = "Breakeven, after Udelar 2024",
     .parameters = {axes::gpu()},
     .scopes = part_scopes,
     .refuse = refuse_levels,
     .need = [](const Values& values) { return Need{.host_bytes = 4 * values.real("n")}; },
     .make = make_execution<SequentialOrder<VectorGroups>>});

}  // namespace
}  // namespace breakeven::row_ordering
