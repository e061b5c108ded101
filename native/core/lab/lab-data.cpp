#include "lab-data.h"

#include <cstring>

namespace breakeven::lab {

std::vector<DataArray> LabData::arrays() {
  std::vector<DataArray> list;
  for (std::size_t i = 0; i < arguments->size(); ++i) {
    const GuardedArray& array = arrays_by_argument[i];
    if (array.data() == nullptr) continue;
    const Argument& argument = (*arguments)[i];
    list.push_back({.name = argument.name,
                    .data = array.data(),
                    .bytes = array.size(),
                    .element_bytes = bytes_of(argument.type),
                    .guarded = true});
  }
  return list;
}

CallArguments::CallArguments(const LabData& input, LabData& output) : scalars_(input.scalars) {
  const Arguments& arguments = *input.arguments;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (!arguments[i].is_array) {
      pointers_.push_back(scalars_[i].data());
    } else if (arguments[i].workspace) {
      const std::size_t bytes = input.count(i) * bytes_of(arguments[i].type);
      pointers_.push_back(workspaces_.emplace_back(bytes).data());
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
