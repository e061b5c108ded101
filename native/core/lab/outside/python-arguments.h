#pragma once

#include <vector>

#include "worker-process.h"

namespace breakeven::lab {

/// The arguments of a variant or a reference, in their order; arrays have the shapes of `input`.
std::vector<WorkerArgument> python_call_arguments(const LabData& input);

/// The program of a build that is a Python file.
WorkerProgram python_program(const Build& build);

}  // namespace breakeven::lab
