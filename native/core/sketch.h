#pragma once

#include <string>

#include "values.h"
#include "workload.h"

namespace breakeven {

/// The input that these values and, unless `path` is empty, this file make, drawn. `values`: of the
/// workload's own axes. Throws BadInput and NotFound.
Sketch sketch_input(const std::string& workload, const Values& values, const std::string& path);

}  // namespace breakeven
