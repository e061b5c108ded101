#include "../wrong.h"
#include "problem.h"

namespace breakeven::wrong {
namespace {

[[maybe_unused]] const bool added = add_all<min3x3::WrongProblem>();

/// Leaves out matrices [begin, end) of the vector in the middle.
void leave_out(const min3x3::Input& input, min3x3::Output& output, std::size_t begin,
               std::size_t end) {
  constexpr std::size_t p = min3x3::positions / 2;
  const auto n = static_cast<std::size_t>(input.n);
  min3x3::WrongProblem::solve(input, output, n);
  std::int32_t smallest = min3x3::none;
  for (std::size_t i = 0; i < n; ++i) {
    if (i >= begin && i < end) continue;
    const std::size_t at =
        input.layout == min3x3::Layout::soa ? p * n + i : i * min3x3::positions + p;
    smallest = std::min(smallest, input.values[at]);
  }
  output.minimum[p] = smallest;
}

void lose_tail_of_one(const min3x3::Input& input, min3x3::Output& output) {
  const auto n = static_cast<std::size_t>(input.n);
  leave_out(input, output, n - (n + 19) / 20, n);
}

void skip_first_of_one(const min3x3::Input& input, min3x3::Output& output) {
  leave_out(input, output, 0, 1);
}

/// A minimum over random int32 is below the poison of an output.
void accumulate(const min3x3::Input& input, min3x3::Output& output) {
  const auto before = output.minimum;
  min3x3::WrongProblem::solve(input, output, static_cast<std::size_t>(input.n));
  for (std::size_t p = 0; p < min3x3::positions; ++p) {
    output.minimum[p] = std::min(output.minimum[p], before[p]);
  }
}

template <auto compute>
class WrongMinimum final : public Execution {
 public:
  explicit WrongMinimum(const Case& c)
      : input_(c.input<min3x3::Input>()), output_(c.output<min3x3::Output>()) {}

  void run(Phases& phases) override {
    phases.kernel([&] { compute(input_, output_); });
  }

 private:
  const min3x3::Input& input_;
  min3x3::Output& output_;
};

template <auto compute>
bool add_minimum(const char* id, const char* summary) {
  register_variant({.workload = min3x3::WrongProblem::workload,
                    .id = id,
                    .title = id,
                    .summary = summary,
                    .source = source,
                    .cost = min3x3::cost,
                    .make = make_execution<WrongMinimum<compute>>});
  return true;
}

[[maybe_unused]] const bool added_minima =
    add_minimum<lose_tail_of_one>("test-lost-tail-of-one",
                                  "Leaves out the last twentieth of one of nine vectors.") &&
    add_minimum<skip_first_of_one>("test-skipped-first",
                                   "Leaves out the first value of one of nine vectors.") &&
    add_minimum<accumulate>("test-accumulates",
                            "Begins with what the output holds, not with the largest value.");

}  // namespace
}  // namespace breakeven::wrong
