#include "lab-variant.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "../axes.h"
#include "../errors.h"
#include "../machine.h"

namespace breakeven::lab {
namespace {

constexpr double default_block = 256;

double product(const std::vector<double>& sizes) {
  double result = 1;
  for (const double size : sizes) result *= size;
  return result;
}

std::vector<double> evaluate(const std::vector<Expression>& expressions,
                             const Expression::Lookup& lookup) {
  std::vector<double> values;
  for (const Expression& expression : expressions) values.push_back(expression.evaluate(lookup));
  return values;
}

/// As the text of a choice: 64, not 64.0.
std::string text_of(const Values::Scalar& value) {
  if (const auto* number = std::get_if<double>(&value)) return number_text(*number);
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
  return std::get<std::string>(value);
}

}  // namespace

LabVariant::LabVariant(std::shared_ptr<const LabWorkload> workload,
                       const VariantDescription& description, std::vector<Build> builds)
    : workload_(std::move(workload)), description_(description), builds_(std::move(builds)) {
  std::vector<std::string> names = workload_->axis_names();
  for (const Axis& axis : description_.axes) {
    if (std::find(names.begin(), names.end(), axis.id) != names.end()) {
      throw BadInput("axis " + axis.id + " of " + name() + " is there already");
    }
    names.push_back(axis.id);
  }
  for (const char* builtin : {"sms", "shared_max", "threads"}) {
    if (std::find(names.begin(), names.end(), builtin) == names.end()) names.push_back(builtin);
  }
  if (!description_.where.empty()) {
    where_ = parse_over("where of " + name(), description_.where, names);
  }
  if (!description_.shared.empty()) {
    shared_ = parse_over("shared of " + name(), description_.shared, names);
  }
  block_ = parse("block", description_.block, names);
  names.push_back("block");
  grid_ = parse("grid", description_.grid, names);
}

std::vector<Expression> LabVariant::parse(const char* what, const std::vector<std::string>& texts,
                                          const std::vector<std::string>& names) const {
  const std::string owner = what + std::string(" of ") + name();
  if (texts.size() > 3) throw BadInput(owner + " has more than three dimensions");
  std::vector<Expression> expressions;
  for (const std::string& text : texts) expressions.push_back(parse_over(owner, text, names));
  return expressions;
}

Expression::Lookup LabVariant::lookup(const Values& values, const DeviceLimits& device) const {
  return [&values, &device](const std::string& name) -> std::optional<double> {
    if (const auto value = lookup_in(values)(name)) return value;
    if (name == "sms") return device.multiprocessors;
    if (name == "shared_max") return static_cast<double>(device.shared_per_block_optin);
    if (name == "threads") return physical_cores();
    return std::nullopt;
  };
}

std::size_t LabVariant::argument_named(const std::string& name) const {
  const Arguments& arguments = *workload_->arguments();
  const auto found = std::find_if(arguments.begin(), arguments.end(),
                                  [&](const Argument& one) { return one.name == name; });
  if (found == arguments.end()) throw BadInput(this->name() + " takes the unknown " + name);
  return static_cast<std::size_t>(found - arguments.begin());
}

std::vector<std::size_t> LabVariant::parameters() const {
  std::vector<std::size_t> indices;
  if (description_.arguments) {
    for (const std::string& one : *description_.arguments) indices.push_back(argument_named(one));
    return indices;
  }
  for (std::size_t i = 0; i < workload_->arguments()->size(); ++i) indices.push_back(i);
  return indices;
}

std::vector<std::size_t> LabVariant::global_arguments() const {
  std::vector<std::size_t> indices;
  for (const auto& global : description_.globals)
    indices.push_back(argument_named(global.argument));
  return indices;
}

std::vector<double> LabVariant::block(const Values& values, const DeviceLimits& device) const {
  if (block_.empty()) return {default_block};
  return evaluate(block_, lookup(values, device));
}

std::vector<double> LabVariant::grid(const Values& values, const DeviceLimits& device) const {
  const double threads = product(block(values, device));
  if (grid_.empty()) {
    return {std::ceil(values.real(workload_->info().size_axis) / threads)};
  }
  const Expression::Lookup outer = lookup(values, device);
  return evaluate(grid_, [&](const std::string& name) -> std::optional<double> {
    if (const auto value = outer(name)) return value;
    return name == "block" ? std::optional(threads) : std::nullopt;
  });
}

double LabVariant::shared(const Values& values, const DeviceLimits& device) const {
  return shared_ ? shared_->evaluate(lookup(values, device)) : 0;
}

std::optional<std::size_t> LabVariant::build_for(const Values& values) const {
  const auto fits = [&](const Build& build) {
    return std::all_of(build.defines.begin(), build.defines.end(), [&](const auto& define) {
      const auto found = values.all().find(define.first);
      return found != values.all().end() && text_of(found->second) == define.second;
    });
  };
  const auto found = std::find_if(builds_.begin(), builds_.end(), fits);
  if (found == builds_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - builds_.begin());
}

std::string LabVariant::refuse(const Values& values, const DeviceLimits& device) const {
  try {
    if (where_ && where_->evaluate(lookup(values, device)) == 0) {
      return "its condition " + where_->text() + " does not hold at these values";
    }
  } catch (const BadInput& error) {
    return error.what();
  }
  const auto index = build_for(values);
  if (index) return builds_[*index].unavailable;
  std::string missing;
  for (const auto& define : builds_.front().defines) {
    missing +=
        (missing.empty() ? "" : " ") + define.first + "=" + text_of(values.all().at(define.first));
  }
  return "it is not built with " + missing;
}

std::string LabVariant::unavailable() const {
  if (builds_.empty()) return "it is not built";
  for (const Build& build : builds_) {
    if (build.unavailable.empty()) return {};
  }
  return builds_.front().unavailable;
}

Variant describe(std::shared_ptr<const LabVariant> variant) {
  const VariantDescription& description = variant->description();
  Variant described{.workload = variant->workload().info().id,
                    .id = description.id,
                    .title = description.title,
                    .summary = description.summary,
                    .source = description.source.empty() ? "own code" : description.source,
                    .exact = variant->workload().exact()};
  for (const Axis& axis : description.axes) {
    described.parameters.push_back(axis.id == "threads" ? axes::threads()
                                                        : axes::variant_axis(axis));
  }
  described.unavailable = [variant] { return variant->unavailable(); };
  described.refuse = [variant](const Values& values, const DeviceLimits& device) {
    return variant->refuse(values, device);
  };
  described.cost = [variant](const Data&, const Values& values) {
    return variant->workload().cost(values);
  };
  return described;
}

}  // namespace breakeven::lab
