#include "python-arguments.h"

#include "worker-source.h"

namespace breakeven::lab {

std::vector<WorkerArgument> python_call_arguments(const LabData& input) {
  std::vector<WorkerArgument> all;
  for (std::size_t i = 0; i < input.arguments->size(); ++i) {
    const Argument& argument = (*input.arguments)[i];
    WorkerArgument one{.name = argument.name, .role = "scalar", .type = argument.type};
    if (argument.workspace) {
      one.role = "omitted";
    } else if (argument.is_array) {
      one.role = argument.returned ? "returned" : argument.out ? "out" : "in";
      one.shape = input.shapes[i];
      one.has_first = argument.in_place();
    } else {
      one.value = number_text(argument.type, input.scalars[i]);
    }
    all.push_back(one);
  }
  return all;
}

WorkerProgram python_program(const Build& build) {
  return {.interpreter = python_worker(build.python),
          .file = build.path,
          .name = build.name,
          .function = build.symbol,
          .folder = build.folder};
}

}  // namespace breakeven::lab
