#include "../lazy.h"

#include "problem.h"

namespace breakeven::zoo {
namespace {

[[maybe_unused]] const bool added = add_lazy<mean::WrongProblem>();

void first_values(const mean::Input& input, mean::Output& output) {
  const std::size_t count = std::min<std::size_t>(input.values.size(), 1000);
  double sum = 0;
  for (std::size_t i = 0; i < count; ++i) sum += input.values[i];
  output.mean = sum / static_cast<double>(std::max<std::size_t>(count, 1));
}

void single_precision(const mean::Input& input, mean::Output& output) {
  float sum = 0;
  for (const double value : input.values) sum += static_cast<float>(value);
  output.mean = static_cast<double>(sum) / static_cast<double>(input.n());
}

[[maybe_unused]] const bool added_functions =
    add_function<mean::WrongProblem, first_values>("lazy-first-values",
                                                   "The mean of the first thousand values.") &&
    add_function<mean::WrongProblem, single_precision>("lazy-single-precision", "Sums in 32 bits.");

}  // namespace
}  // namespace breakeven::zoo
