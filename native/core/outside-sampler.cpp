#include "outside-sampler.h"

#include <map>
#include <utility>

namespace breakeven {
namespace {

/// By workload and variant.
std::map<std::pair<std::string, std::string>, MakeSampler>& makers() {
  static std::map<std::pair<std::string, std::string>, MakeSampler> all;
  return all;
}

}  // namespace

void set_outside_sampler(const std::string& workload, const std::string& variant,
                         MakeSampler make) {
  if (make == nullptr) {
    makers().erase({workload, variant});
  } else {
    makers()[{workload, variant}] = std::move(make);
  }
}

const MakeSampler* outside_sampler(const std::string& workload, const std::string& variant) {
  const auto found = makers().find({workload, variant});
  return found == makers().end() ? nullptr : &found->second;
}

}  // namespace breakeven
