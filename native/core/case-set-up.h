#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "clock.h"
#include "result.h"
#include "variant.h"
#include "workload.h"

namespace breakeven {

/// Around a case: what its variant prepares once, such as plans and handles of libraries.
class CaseSetUp {
 public:
  CaseSetUp(const Variant& variant, const Values& values) : variant_(variant) {
    if (variant.set_up == nullptr) return;
    const std::int64_t start = now_ns();
    variant.set_up(values);
    ns_ = ns_since(start);
    open_ = true;
  }
  CaseSetUp(const CaseSetUp&) = delete;
  CaseSetUp& operator=(const CaseSetUp&) = delete;
  ~CaseSetUp() { close(); }

  void finish(CaseResult& result, const Workload& workload) {
    if (open_) result.attributes["setupNs"] = ns_;
    if (workload.info().has_setup) add_total_with_setup(result);
    close();
  }

 private:
  /// End to end with what was prepared before, as a scope of its own: `setup`. Of a variant that
  /// prepares nothing it is end to end.
  void add_total_with_setup(CaseResult& result) const {
    const auto of = [&](const std::string& scope) {
      return std::find_if(result.samples.begin(), result.samples.end(),
                          [&](const ScopeSamples& one) { return one.scope == scope; });
    };
    auto total = of("total");
    if (total != result.samples.end() && !total->same_as.empty()) total = of(total->same_as);
    if (total == result.samples.end()) return;
    ScopeSamples with_setup = *total;
    with_setup.same_as = open_ ? "" : total->scope;
    with_setup.scope = "setup";
    if (!open_) with_setup.times_ns.clear();
    for (double& ns : with_setup.times_ns) ns += ns_;
    result.samples.push_back(std::move(with_setup));
  }

  void close() {
    if (open_ && variant_.tear_down != nullptr) variant_.tear_down();
    open_ = false;
  }

  const Variant& variant_;
  double ns_ = 0;
  bool open_ = false;
};

}  // namespace breakeven
