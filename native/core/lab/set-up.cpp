#include "set-up.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "../errors.h"
#include "arguments.h"

namespace breakeven::lab {

LoadedBuilds load_builds(LabVariant& variant) {
  LoadedBuilds loaded;
  for (Build& build : variant.builds()) {
    loaded.calls.push_back(nullptr);
    loaded.around.emplace_back();
    loaded.globals.push_back(nullptr);
    if (!build.unavailable.empty()) continue;
    try {
      const Library library(variant.name(), build.path);
      loaded.calls.back() = library.call();
      loaded.around.back() = SetUpCalls::of(library);
      loaded.globals.back() = library.globals();
    } catch (const BadInput& error) {
      build.unavailable = error.what();
    }
  }
  return loaded;
}

void add_set_up(Variant& described, std::shared_ptr<const LabVariant> variant,
                std::vector<SetUpCalls> calls) {
  const auto has_one = [](const SetUpCalls& one) { return one.set_up != nullptr; };
  if (std::none_of(calls.begin(), calls.end(), has_one)) return;
  const auto open = std::make_shared<SetUpCalls>();
  described.set_up = [variant, calls = std::move(calls), open](const Values& values) {
    *open = {};
    const std::optional<std::size_t> build = variant->build_for(values);
    if (!build || calls.at(*build).set_up == nullptr) return;
    const Arguments& arguments = *variant->workload().arguments();
    std::vector<ScalarValue> scalars(arguments.size());
    std::vector<void*> pointers;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      if (!arguments[i].is_array) scalars[i] = scalar_at(arguments[i], values);
      pointers.push_back(scalars[i].data());
    }
    *open = calls.at(*build);
    open->set_up(pointers.data());
  };
  described.tear_down = [open] {
    if (open->tear_down != nullptr) open->tear_down();
  };
}

}  // namespace breakeven::lab
