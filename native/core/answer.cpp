#include "answer.h"

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

}  // namespace breakeven
