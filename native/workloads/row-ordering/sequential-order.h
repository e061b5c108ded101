#pragma once

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "levels.h"
#include "row-ordering.h"

namespace breakeven::row_ordering {

/// Counting sort by level and class, then a walk that fills warps, on one core. `Groups` is made of
/// input and output; once the levels are known `find()` is called, and then `group(row)` is the
/// place of a row's level and class among all, and `row_class(row)` its class.
template <typename Groups>
class SequentialOrder final : public Execution {
 public:
  explicit SequentialOrder(const Case& c)
      : input_(c.input<Input>()),
        output_(c.output<Output>()),
        device_(levels_on_device(c)),
        groups_(input_, output_) {}

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
    groups_.find();

    std::vector<std::int64_t> next(static_cast<std::size_t>(highest) * classes);
    for (std::size_t i = 0; i < n; ++i) ++next[groups_.group(i)];
    std::int64_t sum = 0;
    for (auto& place : next) sum += std::exchange(place, sum);

    for (std::size_t i = 0; i < n; ++i) {
      const auto place = static_cast<std::size_t>(next[groups_.group(i)]++);
      output_.order[place] = static_cast<std::int32_t>(i);
      output_.lanes[place] = lanes_of(groups_.row_class(i));
    }
    output_.warps = walk_warps(input_, output_);
  }

  const Input& input_;
  Output& output_;
  std::unique_ptr<LevelsOnDevice> device_;
  Groups groups_;
};

}  // namespace breakeven::row_ordering
