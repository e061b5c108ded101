#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "../../core/axes.h"
#include "levels.h"
#include "row-ordering.h"
#include "vector-groups.h"

namespace breakeven::row_ordering {
namespace {

class SequentialNative final : public Execution {
 public:
  explicit SequentialNative(const Case& c)
      : input_(c.input<Input>()),
        output_(c.output<Output>()),
        device_(levels_on_device(c)),
        groups_(static_cast<std::size_t>(input_.n)) {}

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
    find_groups(input_.start.data(), output_.level.data(), 0, input_.n, groups_.data());

    std::vector<std::int64_t> next(static_cast<std::size_t>(highest) * classes);
    for (std::size_t i = 0; i < n; ++i) ++next[group(i)];
    std::int64_t sum = 0;
    for (auto& place : next) sum += std::exchange(place, sum);

    for (std::size_t i = 0; i < n; ++i) {
      const auto place = static_cast<std::size_t>(next[group(i)]++);
      output_.order[place] = static_cast<std::int32_t>(i);
      output_.lanes[place] = lanes_of(groups_[i] % classes);
    }
    output_.warps = walk_warps(input_, output_);
  }

  std::size_t group(std::size_t row) const { return static_cast<std::size_t>(groups_[row]); }

  const Input& input_;
  Output& output_;
  std::unique_ptr<LevelsOnDevice> device_;
  HostArray<std::int32_t> groups_;
};

BREAKEVEN_VARIANT(
    {.workload = "row-ordering",
     .id = "sequential-native",
     .title = "Sequential, native vectors",
     .summary = "The counting sort and walk of Sequential on one core, with level and class of a "
                "row found in vectors of AVX-512, AVX2 or the baseline by processor; counting and "
                "placing stay one by one.",
     .source = "Breakeven, after Udelar 2024",
     .parameters = {axes::gpu()},
     .scopes = part_scopes,
     .refuse = refuse_levels,
     .cost = cost,
     .need = [](const Values& values) { return Need{.host_bytes = 4 * values.real("n")}; },
     .make = make_execution<SequentialNative>});

}  // namespace
}  // namespace breakeven::row_ordering
