#include "../lazy.h"

#include "problem.h"

namespace breakeven::zoo {
namespace {

[[maybe_unused]] const bool added = add_lazy<min3x3::WrongProblem>();

/// The matrix with the first minimum has the others too.
void one_matrix(const min3x3::Input& input, min3x3::Output& output) {
  const auto n = static_cast<std::size_t>(input.n);
  const bool soa = input.layout == min3x3::Layout::soa;
  std::size_t found = 0;
  const auto at = [&](std::size_t p, std::size_t i) {
    return input.values[soa ? p * n + i : i * min3x3::positions + p];
  };
  for (std::size_t i = 0; i < n; ++i) {
    if (at(0, i) < at(0, found)) found = i;
  }
  for (std::size_t p = 0; p < min3x3::positions; ++p) output.minimum[p] = at(p, found);
}

/// The last of nine vectors is taken from its first half.
void half_of_one(const min3x3::Input& input, min3x3::Output& output) {
  const auto n = static_cast<std::size_t>(input.n);
  min3x3::WrongProblem::solve(input, output, n);
  std::int32_t& last = output.minimum[min3x3::positions - 1];
  last = min3x3::none;
  for (std::size_t i = 0; i < n / 2; ++i) {
    last = std::min(last, input.values[input.layout == min3x3::Layout::soa
                                           ? (min3x3::positions - 1) * n + i
                                           : i * min3x3::positions + min3x3::positions - 1]);
  }
}

[[maybe_unused]] const bool added_functions =
    add_function<min3x3::WrongProblem, one_matrix>(
        "lazy-one-matrix", "Takes all minima from the matrix that has the first.") &&
    add_function<min3x3::WrongProblem, half_of_one>("lazy-half-of-one",
                                                    "Reads half of one vector.");

}  // namespace
}  // namespace breakeven::zoo
