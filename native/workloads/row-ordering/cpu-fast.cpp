// The levels are one chain of dependent loads in most matrices, so one core finds them and loses
// nothing. On its way it has level and length of each row at hand: for a matrix that one core
// orders as fast as a team does, it counts the groups in the same pass, which leaves a scan over
// the groups (with the warps of each, in closed form) and one pass that places rows.
//
// Floor of that pass: 4 * (n + 1 + nonzeros) bytes read and 12 * n written.

#include <algorithm>
#include <utility>
#include <vector>

#include "../../core/axes.h"
#include "levels.h"
#include "parallel-order.h"

namespace breakeven::row_ordering {
namespace {

/// Below this many rows a team costs more than it saves.
constexpr std::int32_t small_rows = 1 << 17;

class CpuFast final : public Execution {
 public:
  explicit CpuFast(const Case& c)
      : input_(c.input<Input>()),
        output_(c.output<Output>()),
        threads_(static_cast<int>(c.values.integer("threads"))),
        on_cuda_(levels_on_cuda(c.values)),
        alone_(threads_ == 1 || input_.n < small_rows) {}

  void run(Phases& phases) override {
    phases.part(Scope::levels);
    phases.kernel([&] { find_levels(); });
    phases.part(Scope::fragment);
    phases.kernel([&] {
      if (!alone_) return order_rows(input_, output_, highest_, threads_);
      if (on_cuda_) count();
      place();
    });
  }

 private:
  void find_levels() {
    std::int32_t* const level = output_.level.data();
    if (on_cuda_) {
      cuda_levels().compute(input_, level);
      highest_ = input_.n == 0 ? 0 : *std::max_element(level, level + input_.n);
    } else if (alone_) {
      find_and_count(level);
    } else {
      highest_ = compute_levels(input_, level);
    }
  }

  void find_and_count(std::int32_t* level) {
    const std::int32_t* const start = input_.start.data();
    const std::int32_t* const columns = input_.columns.data();
    places_.assign(64 * classes, 0);
    std::int32_t highest = 0;
    for (std::int32_t i = 0; i < input_.n; ++i) {
      const std::int32_t last = start[i + 1] - 1;
      std::int32_t needed = 0;
      for (std::int32_t e = start[i]; e < last; ++e) needed = std::max(needed, level[columns[e]]);
      level[i] = needed + 1;
      // Levels come one by one: a row is at most one above those before it.
      if (needed == highest) {
        ++highest;
        const std::size_t groups = static_cast<std::size_t>(highest) * classes;
        if (places_.size() < groups) places_.resize(2 * groups);
      }
      ++places_[static_cast<std::size_t>(group_of(needed + 1, class_of(last - start[i])))];
    }
    highest_ = highest;
  }

  void count() {
    places_.assign(static_cast<std::size_t>(highest_) * classes, 0);
    for (std::int32_t i = 0; i < input_.n; ++i) ++places_[group(i)];
  }

  void place() {
    std::int32_t sum = 0;
    std::int64_t warps = 0;
    const std::size_t groups = static_cast<std::size_t>(highest_) * classes;
    for (std::size_t g = 0; g < groups; ++g) {
      const std::int32_t rows = std::exchange(places_[g], sum);
      if (rows == 0) continue;
      warps += warps_of(rows, static_cast<int>(g % classes));
      sum += rows;
    }
    for (std::int32_t i = 0; i < input_.n; ++i) {
      const auto at = static_cast<std::size_t>(places_[group(i)]++);
      output_.order[at] = i;
      output_.lanes[at] = lanes_of(class_of(input_.off_diagonals(i)));
    }
    output_.warps = warps;
  }

  std::size_t group(std::int32_t row) const {
    return static_cast<std::size_t>(group_of(output_.level[static_cast<std::size_t>(row)],
                                             class_of(input_.off_diagonals(row))));
  }

  const Input& input_;
  Output& output_;
  int threads_;
  bool on_cuda_;
  bool alone_;
  std::int32_t highest_ = 0;
  std::vector<std::int32_t> places_;
};

BREAKEVEN_VARIANT({.workload = "row-ordering",
                   .id = "cpu-fast",
                   .title = "Tuned CPU",
                   .summary = "One pass finds levels and counts groups (so the levels time "
                              "includes step c), then rows are placed; all threads count and place "
                              "large matrices; scalar code for the baseline instruction set.",
                   .kind = VariantKind::fast,
                   .source = "Breakeven",
                   .parameters = {axes::threads()},
                   .scopes = part_scopes,
                   .refuse = refuse_levels,
                   .cost = cost,
                   .make = make_execution<CpuFast>});

}  // namespace
}  // namespace breakeven::row_ordering
