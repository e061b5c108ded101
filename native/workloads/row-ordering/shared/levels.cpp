#include "../levels.h"

#include <algorithm>

#include "../row-ordering.h"

namespace breakeven::row_ordering {
namespace {

CudaLevels registered;

}  // namespace

void set_cuda_levels(const CudaLevels& levels) { registered = levels; }
const CudaLevels& cuda_levels() { return registered; }

std::int32_t compute_levels(const Input& input, std::int32_t* level) {
  std::int32_t highest = 0;
  for (std::int32_t i = 0; i < input.n; ++i) {
    const auto row = static_cast<std::size_t>(i);
    std::int32_t needed = 0;
    // The diagonal is the last entry of its row.
    for (std::int32_t e = input.start[row]; e < input.start[row + 1] - 1; ++e) {
      needed = std::max(needed, level[input.columns[static_cast<std::size_t>(e)]]);
    }
    level[i] = needed + 1;
    highest = std::max(highest, level[i]);
  }
  return highest;
}

std::unique_ptr<Input> from_pattern(const Pattern& pattern) {
  auto input = std::make_unique<Input>();
  const std::size_t n = pattern.size();
  input->n = static_cast<std::int32_t>(n);
  std::size_t entries = n;
  for (const auto& row : pattern) entries += row.size();
  input->start = HostArray<std::int32_t>(n + 1);
  input->columns = HostArray<std::int32_t>(entries);
  std::int32_t at = 0;
  for (std::size_t i = 0; i < n; ++i) {
    input->start[i] = at;
    std::copy(pattern[i].begin(), pattern[i].end(), input->columns.data() + at);
    at += static_cast<std::int32_t>(pattern[i].size());
    input->columns[static_cast<std::size_t>(at++)] = static_cast<std::int32_t>(i);
  }
  input->start[n] = at;
  return input;
}

}  // namespace breakeven::row_ordering
