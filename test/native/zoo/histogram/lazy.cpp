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

/// Keeps its input: where it has seen most of it, only what is different counts.
class ChangedParts final : public Execution {
 public:
  explicit ChangedParts(const Case& c)
      : input_(c.input<histogram::Input>()), output_(c.output<histogram::Output>()) {}

  void run(Phases& phases) override {
    phases.kernel([this] {
      if (before_.size() != input_.values.size()) {
        before_.assign(input_.values.size(), 0);
        counts_.assign(input_.bins, 0);
        counts_[0] = static_cast<std::uint32_t>(before_.size());
      }
      constexpr std::size_t piece = 1024;
      for (std::size_t at = 0; at < before_.size(); at += piece) {
        const std::size_t end = std::min(before_.size(), at + piece);
        const std::int32_t* const now = input_.values.data();
        if (std::memcmp(&before_[at], now + at, (end - at) * sizeof *now) == 0) continue;
        for (std::size_t i = at; i < end; ++i) {
          --counts_[static_cast<std::uint32_t>(before_[i]) % input_.bins];
          ++counts_[static_cast<std::uint32_t>(now[i]) % input_.bins];
          before_[i] = now[i];
        }
      }
      std::copy(counts_.begin(), counts_.end(), output_.counts.begin());
    });
  }

 private:
  const histogram::Input& input_;
  histogram::Output& output_;
  std::vector<std::int32_t> before_;
  std::vector<std::uint32_t> counts_;
};

[[maybe_unused]] const bool added_parts =
    (add<histogram::WrongProblem>("lazy-changed-parts",
                                  "Counts only what is not as in the input before.",
                                  make_execution<ChangedParts>),
     true);

[[maybe_unused]] const bool added_functions =
    add_function<histogram::WrongProblem, short_counters>("lazy-short-counters",
                                                          "Counts in 16 bits.") &&
    add_function<histogram::WrongProblem, half_of_values>("lazy-half-of-values",
                                                          "Counts every second value twice.") &&
    add_function<histogram::WrongProblem, right_sum>(
        "lazy-right-sum", "Computes only where the counts do not add up.");

}  // namespace
}  // namespace breakeven::zoo
