#pragma once

#include <memory>
#include <string>
#include <vector>

#include "workload.h"

namespace breakeven {

/// A variant with the addon that brought it.
struct Entry {
  std::string provider;
  Variant variant;
};

/// Everything that was registered, by any addon of this process. Faults are collected,
/// not thrown: at load time nobody could catch them.
class Registry {
 public:
  static Registry& instance();

  void add(std::unique_ptr<Workload> workload);
  void add(const std::string& provider, const Variant& variant);

  /// In the place of the workload of its id, whose variants stay.
  void replace(std::shared_ptr<const Workload> workload);
  /// With all its variants.
  void remove(const std::string& workload);
  void remove_variants(const std::string& provider, const std::string& workload);

  /// Sorted by id.
  std::vector<const Workload*> workloads() const;
  /// Of one workload, sound ones alone: the baseline first, then by id.
  std::vector<const Entry*> variants(const std::string& workload) const;

  /// Throw NotFound with a sentence.
  const Workload& workload(const std::string& id) const;
  const Entry& entry(const std::string& workload, const std::string& variant) const;

  std::vector<std::string> problems() const;

 private:
  std::vector<std::shared_ptr<const Workload>> workloads_;
  std::vector<std::unique_ptr<Entry>> entries_;
  std::vector<std::string> problems_;
};

/// The axes that a case of this variant has: the workload's, the variant's own, and how it is
/// measured.
std::vector<Axis> parameters_of(const Variant& variant);
std::vector<Axis> axes_of(const Workload& workload, const Variant& variant);

/// `values` with defaults for what is missing and `threads` 0 replaced. Throws BadInput: which
/// axis, what was given, what is allowed.
Values complete_values(const Workload& workload, const Variant& variant, const Values& values);

const char* scope_name(Scope scope);

}  // namespace breakeven
