#include "../../../../native/workloads/binarize/binarize.h"
#include "../wrong.h"

namespace breakeven::binarize {
namespace {

struct Problem {
  using Input = binarize::Input;
  using Output = binarize::Output;
  static constexpr bool exact = true;
  static constexpr auto cost_of = cost;

  static std::size_t size(const Input& input) { return input.values.size(); }
  /// Past the count it stays as it was put there.
  static void solve(const Input& input, Output& output, std::size_t count) {
    put_back(input, output);
    for (std::size_t i = 0; i < count; ++i) {
      output.values[i] = output.values[i] >= input.mean ? white : black;
    }
  }
};

[[maybe_unused]] const bool added =
    wrong::add_all<Problem, wrong::Fault::out_of_bounds, wrong::Fault::not_a_number>("binarize");

}  // namespace
}  // namespace breakeven::binarize
