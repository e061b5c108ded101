#include "lab-data.h"

#include <cstring>

namespace breakeven::lab {

CallArguments::CallArguments(const LabData& input, LabData& output) : scalars_(input.scalars) {
  const Arguments& arguments = *input.arguments;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (!arguments[i].is_array) {
      pointers_.push_back(scalars_[i].data());
    } else {
      pointers_.push_back((arguments[i].out ? output : input).arrays_by_argument[i].data());
    }
  }
}

void reset(const LabData& input, LabData& output) {
  const Arguments& arguments = *input.arguments;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const GuardedArray& first = input.arrays_by_argument[i];
    if (!arguments[i].in_place() || first.size() == 0) continue;
    std::memcpy(output.arrays_by_argument[i].data(), first.data(), first.size());
  }
  output.is_reset = true;
}

}  // namespace breakeven::lab
