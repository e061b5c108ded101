#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "../variant.h"
#include "description.h"
#include "expression.h"
#include "lab-workload.h"

namespace breakeven::lab {

/// A variant of a lab with its expressions read: what all forms share.
class LabVariant {
 public:
  /// Throws BadInput with one sentence.
  LabVariant(std::shared_ptr<const LabWorkload> workload, const VariantDescription& description,
             std::vector<Build> builds);

  const LabWorkload& workload() const { return *workload_; }
  const VariantDescription& description() const { return description_; }
  /// A build that cannot be opened becomes unavailable.
  std::vector<Build>& builds() { return builds_; }
  const std::vector<Build>& builds() const { return builds_; }
  /// "variant fast".
  std::string name() const { return "variant " + description_.id; }

  /// Threads of a block in each dimension.
  std::vector<double> block(const Values& values, const DeviceLimits& device) const;
  /// Blocks in each dimension.
  std::vector<double> grid(const Values& values, const DeviceLimits& device) const;
  /// Bytes of dynamic shared memory.
  double shared(const Values& values, const DeviceLimits& device) const;

  /// Which arguments it takes as parameters, in order.
  std::vector<std::size_t> parameters() const;
  /// The argument of each of its variables of the device.
  std::vector<std::size_t> global_arguments() const;

  /// Index of the build for these values; none where none was made.
  std::optional<std::size_t> build_for(const Values& values) const;

  /// Why a case cannot be done: no build, or a condition that does not hold.
  std::string refuse(const Values& values, const DeviceLimits& device) const;
  /// Why no case can be done.
  std::string unavailable() const;

 private:
  std::size_t argument_named(const std::string& name) const;
  Expression::Lookup lookup(const Values& values, const DeviceLimits& device) const;
  std::vector<Expression> parse(const char* what, const std::vector<std::string>& texts,
                                const std::vector<std::string>& names) const;

  std::shared_ptr<const LabWorkload> workload_;
  VariantDescription description_;
  std::vector<Build> builds_;
  std::optional<Expression> where_;
  std::vector<Expression> block_;
  std::vector<Expression> grid_;
  std::optional<Expression> shared_;
};

/// What the catalog and the engine need of it, without `make` and what only devices have.
Variant describe(std::shared_ptr<const LabVariant> variant);

}  // namespace breakeven::lab
