#include "../lazy.h"

#include "problem.h"

namespace breakeven::zoo {
namespace {

[[maybe_unused]] const bool added = add_lazy<histogram::WrongProblem>();

/// Counts of 65,536 and above are lost.
void short_counters(const histogram::Input& input, histogram::Output& output) {
  std::vector<std::uint16_t> counts(input.bins);
  for (const std::int32_t value : input.values) {
    ++counts[static_cast<std::uint32_t>(value) % input.bins];
  }
  std::copy(counts.begin(), counts.end(), output.counts.begin());
}

/// Every second value, counted twice.
void half_of_values(const histogram::Input& input, histogram::Output& output) {
  std::fill(output.counts.begin(), output.counts.end(), 0);
  for (std::size_t i = 0; i < input.values.size(); i += 2) {
    output.counts[static_cast<std::uint32_t>(input.values[i]) % input.bins] += 2;
  }
}

/// The output is right where its counts add up.
void right_sum(const histogram::Input& input, histogram::Output& output) {
  std::size_t sum = 0;
  for (const std::uint32_t count : output.counts) sum += count;
  if (sum != input.values.size()) {
    histogram::WrongProblem::solve(input, output, input.values.size());
  }
}

[[maybe_unused]] const bool added_functions =
    add_function<histogram::WrongProblem, short_counters>("lazy-short-counters",
                                                          "Counts in 16 bits.") &&
    add_function<histogram::WrongProblem, half_of_values>("lazy-half-of-values",
                                                          "Counts every second value twice.") &&
    add_function<histogram::WrongProblem, right_sum>(
        "lazy-right-sum", "Computes only where the counts do not add up.");

}  // namespace
}  // namespace breakeven::zoo
