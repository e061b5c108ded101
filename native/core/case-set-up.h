#pragma once

#include <cstdint>

#include "clock.h"
#include "result.h"
#include "variant.h"

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

  void finish(CaseResult& result) {
    if (open_) result.attributes["setupNs"] = ns_;
    close();
  }

 private:
  void close() {
    if (open_ && variant_.tear_down != nullptr) variant_.tear_down();
    open_ = false;
  }

  const Variant& variant_;
  double ns_ = 0;
  bool open_ = false;
};

}  // namespace breakeven
