#include "possible-time.h"

#include <algorithm>
#include <string>
#include <variant>

#include "machine.h"
#include "median.h"
#include "physics.h"
#include "registry.h"

namespace breakeven {
namespace {

/// Of the answer, where it says; 4 otherwise, which allows more than 8 would.
double bytes_of_number(const CaseResult& result) {
  const auto type = result.answer_attributes.find("elementType");
  if (type == result.answer_attributes.end()) return 4;
  const auto* const name = std::get_if<std::string>(&type->second);
  if (name == nullptr) return 4;
  return name->ends_with("64") ? 8 : name->ends_with("16") ? 2 : name->ends_with("8") ? 1 : 4;
}

}  // namespace

bool has_possible_time(const Bench& bench, CaseResult& result) {
  const auto kernel = std::find_if(
      result.samples.begin(), result.samples.end(),
      [](const ScopeSamples& samples) { return samples.scope == scope_name(Scope::kernel); });
  if (kernel == result.samples.end() || kernel->times_ns.empty()) return true;
  const auto used = result.attributes.find("effectiveThreads");
  const double cores =
      used == result.attributes.end() ? usable_cpus() : std::get<double>(used->second);
  const Limits limits = bench.sampler.limits(cores, bytes_of_number(result));
  const std::string why = faster_than_possible(*result.cost, limits, median_of(kernel->times_ns));
  if (why.empty()) return true;
  if (!bench.workload.info().contract.empty()) {
    result.attributes["declaresTooMuch"] = true;
    result.warnings.push_back("workload.toml declares more than the kernel can move: " + why);
    return true;
  }
  result.outcome = Outcome::failed;
  result.reason = "faster than this machine can be: " + why;
  result.samples.clear();
  return false;
}

}  // namespace breakeven
