#include "../../../../native/core/axes.h"
#include "../lazy.h"
#include "problem.h"

namespace breakeven::wrong {
namespace {

[[maybe_unused]] const bool added = add_all<exclusive_scan::WrongProblem, Fault::not_a_number>() &&
                                    zoo::add_lazy<exclusive_scan::WrongProblem>();

using exclusive_scan::Input;
using exclusive_scan::Output;

/// The part of the second of two threads, or the last one of more, begins without the value before.
void lose_boundary(const Input& input, Output& output, int threads) {
  exclusive_scan::with_element(input.element, [&]<class T>(T sum) {
    const auto in = input.as<T>();
    const auto out = output.as<T>();
    const auto team = static_cast<std::size_t>(std::max(threads, 2));
    const std::size_t boundary = in.size() * (team - 1) / team;
    for (std::size_t i = 0; i < in.size(); ++i) {
      if (i > 0 && i == boundary) sum -= in[i - 1];
      out[i] = sum;
      sum += in[i];
    }
  });
}

void include_last(const Input& input, Output& output, int) {
  exclusive_scan::WrongProblem::solve(input, output, static_cast<std::size_t>(input.n));
  exclusive_scan::with_element(input.element,
                               [&]<class T>(T) { output.as<T>().back() += input.as<T>().back(); });
}

template <auto scan>
bool add_scan(const char* id, const char* summary) {
  register_variant({.workload = exclusive_scan::WrongProblem::workload,
                    .id = id,
                    .title = id,
                    .summary = summary,
                    .source = source,
                    .parameters = {axes::threads()},
                    .cost = exclusive_scan::cost,
                    .make = make_kernel<scan>});
  return true;
}

[[maybe_unused]] const bool added_scans =
    add_scan<lose_boundary>("test-lost-boundary", "Loses the value before the part of a thread.") &&
    add_scan<include_last>("test-included-last", "Adds the last value to the last sum.");

}  // namespace
}  // namespace breakeven::wrong
