// The levels are one chain of dependent loads in most matrices, so one core finds them and loses
// nothing. On its way it has level and length of each row at hand: for a matrix that one core
// orders as fast as a team does, it counts the groups in the same pass, which leaves a scan over
// the groups (with the warps of each, in closed form, and the lanes of its rows) and one pass that
// places rows. Before that, vectors find the groups of all rows again: counting and placing are
// chains through memory, which vectors do not shorten, and have nothing else to wait for then.
//
// Floor of that pass: 4 * (n + 1 + nonzeros) bytes read and 12 * n written.

#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "../../core/axes.h"
#include "levels.h"
#include "parallel-order.h"
#include "vector-groups.h"

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
        device_(levels_on_device(c)),
        alone_(threads_ == 1 || input_.n < small_rows),
        groups_(static_cast<std::size_t>(input_.n)) {}

  void run(Phases& phases) override {
    if (device_ != nullptr) {
      find_levels_on(phases, *device_, output_.level.data());
    } else {
      phases.part(Scope::levels);
      phases.kernel([&] { find_levels(); });
    }
    phases.part(Scope::fragment);
    phases.kernel([&] {
      if (device_ != nullptr) {
        highest_ = highest_level(output_.level.data(), input_.n, alone_ ? 1 : threads_);
      }
      if (!alone_) return order_rows(input_, output_, highest_, threads_, groups_.data());
      find_groups(input_.start.data(), output_.level.data(), 0, input_.n, groups_.data());
      if (device_ != nullptr) count();
      place();
    });
  }

 private:
  void find_levels() {
    std::int32_t* const level = output_.level.data();
    if (alone_) {
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
    for (const std::int32_t group : groups_) ++places_[static_cast<std::size_t>(group)];
  }

  void place() {
    std::int32_t sum = 0;
    std::int64_t warps = 0;
    const std::size_t groups = static_cast<std::size_t>(highest_) * classes;
    for (std::size_t g = 0; g < groups; ++g) {
      const std::int32_t rows = std::exchange(places_[g], sum);
      if (rows == 0) continue;
      const auto row_class = static_cast<int>(g % classes);
      warps += warps_of(rows, row_class);
      std::fill_n(output_.lanes.data() + sum, rows, lanes_of(row_class));
      sum += rows;
    }
    output_.warps = warps;
    // All rows of the first level are of one class: where there is no other, they are in order.
    if (highest_ == 1) {
      std::iota(output_.order.begin(), output_.order.end(), 0);
      return;
    }
    for (std::int32_t i = 0; i < input_.n; ++i) {
      const auto group = static_cast<std::size_t>(groups_[static_cast<std::size_t>(i)]);
      output_.order[static_cast<std::size_t>(places_[group]++)] = i;
    }
  }

  const Input& input_;
  Output& output_;
  int threads_;
  std::unique_ptr<LevelsOnDevice> device_;
  bool alone_;
  std::int32_t highest_ = 0;
  std::vector<std::int32_t> places_;
  /// The group of each row.
  HostArray<std::int32_t> groups_;
};

Need need(const Values& values) { return {.host_bytes = 4 * values.real("n")}; }

BREAKEVEN_VARIANT({.id = "cpu-fast",
                   .title = "Tuned CPU",
                   .summary = "One pass finds levels and counts groups (so the levels time "
                              "includes step c) in scalar code; groups for placing are found in "
                              "vectors of AVX-512, AVX2 or the baseline by processor; all threads "
                              "count and place large matrices.",
                   .kind = VariantKind::fast,
                   .source = "Breakeven",
                   .parameters = {axes::threads(), axes::gpu()},
                   .scopes = part_scopes,
                   .refuse = refuse_levels,
                   .need = need,
                   .make = make_execution<CpuFast>});

}  // namespace
}  // namespace breakeven::row_ordering
