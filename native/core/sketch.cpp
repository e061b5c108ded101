#include "sketch.h"

#include <stdexcept>

#include "errors.h"
#include "registry.h"

namespace breakeven {
namespace {

/// All axes of the workload, none of a variant.
Values values_of_input(const Workload& workload, const Values& given) {
  Variant outside;
  outside.workload = workload.info().id;
  outside.id = "outside";
  return complete_values(workload, outside, given);
}

}  // namespace

Sketch sketch_input(const std::string& workload_id, const Values& given, const std::string& path) {
  constexpr std::size_t max_cells = 512;
  const Workload& workload = Registry::instance().workload(workload_id);
  const Values values = values_of_input(workload, given);
  try {
    if (!path.empty()) {
      Values read = values;
      return workload.sketch(*workload.read(path, read), max_cells);
    }
    if (const std::string reason = workload.refuse(values); !reason.empty()) throw BadInput(reason);
    return workload.sketch(*workload.generate(values), max_cells);
  } catch (const std::invalid_argument& error) {
    throw BadInput(error.what());
  }
}

}  // namespace breakeven
