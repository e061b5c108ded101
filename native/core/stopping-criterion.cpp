#include "stopping-criterion.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <utility>

#include "axes.h"
#include "errors.h"

namespace breakeven {
namespace {

/// Made at the first use: criteria of other files register before `main`.
std::vector<StoppingCriterionInfo>& registered() {
  static std::vector<StoppingCriterionInfo> criteria;
  return criteria;
}

std::string number(double value) {
  std::ostringstream out;
  out.precision(15);
  out << value;
  return out.str();
}

std::string shown(const Values::Scalar& value) {
  if (const auto* given = std::get_if<double>(&value)) return number(*given);
  if (const auto* text = std::get_if<std::string>(&value)) return "'" + *text + "'";
  return std::get<bool>(value) ? "true" : "false";
}

bool fits(const Axis& axis, const Values::Scalar& value) {
  const auto* given = std::get_if<double>(&value);
  if (given == nullptr) return false;
  if (axis.type == AxisType::integer && *given != std::floor(*given)) return false;
  return *given >= axis.min && *given <= axis.max;
}

/// Defaults of a criterion with what the policy sets over them.
Values parameters_of(const StoppingCriterionInfo& criterion, const Policy& policy) {
  Values values;
  for (const Axis& axis : criterion.parameters) values.set(axis.id, axis.default_number);
  for (const auto& given : policy.parameters.all()) {
    // Not a structured binding: clang before 16 does not let a lambda capture one.
    const std::string& id = given.first;
    const Values::Scalar& value = given.second;
    const auto axis = std::find_if(criterion.parameters.begin(), criterion.parameters.end(),
                                   [&](const Axis& a) { return a.id == id; });
    if (axis == criterion.parameters.end()) {
      throw BadInput("stopping criterion '" + criterion.id + "' has no parameter '" + id + "'");
    }
    if (!fits(*axis, value)) {
      const char* kind = axis->type == AxisType::integer ? "a whole number" : "a number";
      throw BadInput("parameter '" + id + "' of stopping criterion '" + criterion.id + "' is " +
                     shown(value) + ", allowed is " + kind + " from " + number(axis->min) + " to " +
                     number(axis->max));
    }
    values.set(id, value);
  }
  return values;
}

}  // namespace

void register_stopping_criterion(StoppingCriterionInfo criterion) {
  for (Axis& axis : criterion.parameters) axis.role = AxisRole::measurement;
  registered().push_back(std::move(criterion));
}

std::vector<StoppingCriterionInfo> stopping_criteria() {
  std::vector<StoppingCriterionInfo> criteria = registered();
  const std::string default_id = Policy{}.criterion;
  std::sort(criteria.begin(), criteria.end(), [&](const auto& a, const auto& b) {
    return std::pair{a.id != default_id, a.id} < std::pair{b.id != default_id, b.id};
  });
  return criteria;
}

std::unique_ptr<StoppingCriterion> make_stopping_criterion(const Policy& policy,
                                                           const SamplingContext& context) {
  std::string known;
  for (const StoppingCriterionInfo& criterion : stopping_criteria()) {
    if (criterion.id == policy.criterion) {
      return criterion.make(parameters_of(criterion, policy), context);
    }
    known += (known.empty() ? "" : ", ") + criterion.id;
  }
  throw BadInput("there is no stopping criterion '" + policy.criterion + "', allowed is one of " +
                 known);
}

namespace criterion_axes {

Axis integer(std::string id, std::string title, std::string help, double min, double max,
             double default_value) {
  return axes::integer(std::move(id), std::move(title), std::move(help), min, max, default_value);
}

Axis real(std::string id, std::string title, std::string help, double min, double max,
          double default_value) {
  Axis axis = integer(std::move(id), std::move(title), std::move(help), min, max, default_value);
  axis.type = AxisType::real;
  return axis;
}

Axis min_samples(double min, double default_value) {
  return integer("minSamples", "Minimum samples", "At least this many samples.", min, 1e7,
                 default_value);
}

Axis min_time(std::string help, double default_value) {
  return real("minTime", "Minimum time", std::move(help), 0, 1e5, default_value);
}

Axis max_samples(double min, double default_value) {
  return integer("maxSamples", "Maximum samples", "At most this many samples.", min, 1e7,
                 default_value);
}

}  // namespace criterion_axes

}  // namespace breakeven
