#include "host-variant.h"

#include <omp.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "../errors.h"
#include "library.h"
#include "set-up.h"

namespace breakeven::lab {
namespace {

/// A build that is open.
struct Opened {
  Call call = nullptr;
  void (*set_threads)(int) = nullptr;
  int default_threads = 1;
  SetUpCalls around{};
};

class HostExecution final : public Execution {
 public:
  HostExecution(const Case& c, const Opened& opened)
      : input_(c.input<LabData>()),
        output_(c.output<LabData>()),
        arguments_(input_, output_),
        call_(opened.call) {
    for (const Argument& argument : *input_.arguments) in_place_ |= argument.in_place();
    if (opened.set_threads == nullptr) return;
    // Another variant may have left another number.
    opened.set_threads(c.values.has("threads") ? static_cast<int>(c.values.integer("threads"))
                                               : opened.default_threads);
  }

  void run(Phases& phases) override {
    if (in_place_) {
      phases.restore([&] {
        if (!output_.is_reset) reset(input_, output_);
        output_.is_reset = false;
      });
    }
    phases.kernel([&] { call_(arguments_.get()); });
  }

 private:
  const LabData& input_;
  LabData& output_;
  CallArguments arguments_;
  Call call_;
  bool in_place_ = false;
};

Opened open(const std::string& owner, const std::string& path) {
  const Library library(owner, path);
  Opened opened{.call = library.call(),
                .set_threads = library.set_threads(),
                .around = SetUpCalls::of(library)};
  if (const auto threads = library.max_threads()) opened.default_threads = threads();
  return opened;
}

}  // namespace

Variant make_host_variant(std::shared_ptr<LabVariant> variant) {
  auto opened = std::make_shared<std::vector<Opened>>();
  for (Build& build : variant->builds()) {
    opened->emplace_back();
    if (!build.unavailable.empty()) continue;
    try {
      opened->back() = open(variant->name(), build.path);
    } catch (const BadInput& error) {
      build.unavailable = error.what();
    }
  }
  Variant described = describe(variant);
  described.called_from = "C";
  // A library may bring a runtime of its own, or threads of another kind; without the axis nobody
  // says how many it uses.
  const auto& axes = described.parameters;
  const auto is_threads = [](const Axis& axis) { return axis.id == "threads"; };
  described.openmp = std::any_of(axes.begin(), axes.end(), is_threads) &&
                     std::all_of(opened->begin(), opened->end(), [](const Opened& one) {
                       return one.call == nullptr || one.set_threads == omp_set_num_threads;
                     });
  std::vector<SetUpCalls> around;
  for (const Opened& one : *opened) around.push_back(one.around);
  add_set_up(described, variant, std::move(around));
  described.make = [variant, opened](const Case& c) -> std::unique_ptr<Execution> {
    return std::make_unique<HostExecution>(c, opened->at(*variant->build_for(c.values)));
  };
  return described;
}

}  // namespace breakeven::lab
