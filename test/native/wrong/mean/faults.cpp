#include "../../../../native/workloads/mean/mean.h"
#include "../wrong.h"

namespace breakeven::mean {
namespace {

struct Problem {
  using Input = mean::Input;
  using Output = mean::Output;
  static constexpr bool exact = false;
  static constexpr auto cost_of = cost;

  static std::size_t size(const Input& input) { return input.values.size(); }
  static void solve(const Input& input, Output& output, std::size_t count) {
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i) sum += input.values[i];
    output.mean = sum / static_cast<double>(input.n());
  }
};

[[maybe_unused]] const bool added = wrong::add_all<Problem, wrong::Fault::not_a_number>("mean");

}  // namespace
}  // namespace breakeven::mean
