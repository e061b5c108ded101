#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <thread>

#include "../../core/axes.h"
#include "levels.h"
#include "parallel-order.h"

namespace breakeven::row_ordering {
namespace {

/// Rows that a thread takes at once. They are taken in index order, so the first row that is not
/// done yet always belongs to a thread that can go on.
constexpr std::int32_t taken_at_once = 256;
/// A core that others use as well must get to run.
constexpr int spins_before_yield = 1024;

class Omp final : public Execution {
 public:
  explicit Omp(const Case& c)
      : input_(c.input<Input>()),
        output_(c.output<Output>()),
        threads_(static_cast<int>(c.values.integer("threads"))),
        device_(levels_on_device(c)) {}

  void run(Phases& phases) override {
    if (device_ != nullptr) {
      find_levels_on(phases, *device_, output_.level.data());
    } else {
      phases.part(Scope::levels);
      phases.kernel([&] { find_levels(); });
    }
    phases.part(Scope::fragment);
    phases.kernel([&] {
      const std::int32_t highest = highest_level(output_.level.data(), input_.n, threads_);
      order_rows(input_, output_, highest, threads_);
    });
  }

 private:
  /// A level is its own flag: 0 until it is known. (The builtins are what std::atomic_ref does;
  /// libc++ has it only from version 19 on.)
  void find_levels() {
    std::int32_t* const level = output_.level.data();
    std::atomic<std::int32_t> next = 0;
#pragma omp parallel num_threads(threads_)
    {
#pragma omp for
      for (std::int32_t i = 0; i < input_.n; ++i) level[i] = 0;
      for (;;) {
        const std::int32_t first = next.fetch_add(taken_at_once, std::memory_order_relaxed);
        if (first >= input_.n) break;
        const std::int32_t last = std::min(input_.n, first + taken_at_once);
        for (std::int32_t i = first; i < last; ++i) find_level(i, level);
      }
    }
  }

  void find_level(std::int32_t i, std::int32_t* level) const {
    const auto row = static_cast<std::size_t>(i);
    std::int32_t needed = 0;
    for (std::int32_t e = input_.start[row]; e < input_.start[row + 1] - 1; ++e) {
      const std::int32_t* const other = level + input_.columns[static_cast<std::size_t>(e)];
      std::int32_t found;
      for (int spins = 1; (found = __atomic_load_n(other, __ATOMIC_RELAXED)) == 0; ++spins) {
        if (spins % spins_before_yield == 0) std::this_thread::yield();
      }
      needed = std::max(needed, found);
    }
    __atomic_store_n(level + i, needed + 1, __ATOMIC_RELAXED);
  }

  const Input& input_;
  Output& output_;
  int threads_;
  std::unique_ptr<LevelsOnDevice> device_;
};

BREAKEVEN_VARIANT(
    {.id = "omp",
     .title = "OpenMP counting sort",
     .summary = "Each row waits for the rows that it depends on; then threads count and place "
                "their own ranges of rows, and warps are summed by group; portable code for the "
                "baseline instruction set, not vectorised by hand.",
     .source = "Breakeven, after Udelar 2024",
     .parameters = {axes::threads(), axes::gpu()},
     .scopes = part_scopes,
     .refuse = refuse_levels,
     .make = make_execution<Omp>});

}  // namespace
}  // namespace breakeven::row_ordering
