#include "answer.h"

#include <stdexcept>

#include "errors.h"
#include "inputs.h"
#include "registry.h"

namespace breakeven {

ExpectedAnswer expected_answer(const std::string& workload_id, const Values& given) {
  const Workload& workload = Registry::instance().workload(workload_id);
  Variant outside;
  outside.workload = workload_id;
  outside.id = "outside";
  const Values values = complete_values(workload, outside, given);
  if (const std::string reason = workload.refuse(values); !reason.empty()) throw BadInput(reason);
  const auto prepared = Inputs::instance().get(workload, values, "", [](const char*) {});
  hash_expected(workload, *prepared);
  ExpectedAnswer answer{.sha256 = prepared->sha256, .facts = prepared->facts, .values = {}};
  for (const Axis& axis : workload.info().axes) {
    answer.values.set(axis.id, values.all().at(axis.id));
  }
  return answer;
}

Sketch sketch_input(const std::string& workload_id, const Values& given, const std::string& path) {
  constexpr std::size_t most_cells = 512;
  const Workload& workload = Registry::instance().workload(workload_id);
  Variant outside;
  outside.workload = workload_id;
  outside.id = "outside";
  const Values values = complete_values(workload, outside, given);
  try {
    if (!path.empty()) {
      Values read = values;
      return workload.sketch(*workload.read(path, read), most_cells);
    }
    if (const std::string reason = workload.refuse(values); !reason.empty()) throw BadInput(reason);
    return workload.sketch(*workload.generate(values), most_cells);
  } catch (const std::invalid_argument& error) {
    throw BadInput(error.what());
  }
}

}  // namespace breakeven
