#include "python-arguments.h"

namespace breakeven::lab {

std::vector<PythonArgument> python_call_arguments(const LabData& input) {
  std::vector<PythonArgument> all;
  for (std::size_t i = 0; i < input.arguments->size(); ++i) {
    const Argument& argument = (*input.arguments)[i];
    PythonArgument one{.name = argument.name, .role = "scalar", .type = argument.type};
    if (argument.is_array) {
      one.role = argument.out ? "out" : "in";
      one.shape = input.shapes[i];
      one.has_first = argument.in_place();
    } else {
      one.value = python_number(argument.type, input.scalars[i]);
    }
    all.push_back(one);
  }
  return all;
}

PythonProgram python_program(const Build& build) {
  return {.python = build.python,
          .file = build.path,
          .name = build.name,
          .function = build.symbol,
          .folder = build.folder};
}

}  // namespace breakeven::lab
