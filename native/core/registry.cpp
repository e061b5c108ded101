#include "registry.h"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "axes.h"
#include "errors.h"
#include "machine.h"
#include "outside-sampler.h"

namespace breakeven {
namespace {

std::string fault_of(const Variant& variant) {
  if (variant.id.empty()) return "has no id";
  if (variant.make == nullptr) return "has no make function";
  if (variant.cost == nullptr) return "declares no cost";
  if (variant.source.empty()) return "names no source";
  return {};
}

std::string number(double value) {
  std::ostringstream out;
  out.precision(17);
  out << value;
  return out.str();
}

std::string shown(const Values::Scalar& value) {
  if (const auto* real = std::get_if<double>(&value)) return number(*real);
  if (const auto* text = std::get_if<std::string>(&value)) return "'" + *text + "'";
  return std::get<bool>(value) ? "true" : "false";
}

std::string allowed(const Axis& axis) {
  switch (axis.type) {
    case AxisType::integer:
      return "a whole number from " + number(axis.min) + " to " + number(axis.max);
    case AxisType::real:
      return "a number from " + number(axis.min) + " to " + number(axis.max);
    case AxisType::flag:
      return "true or false";
    case AxisType::text:
      return "a text";
    case AxisType::choice: {
      std::string list;
      for (const auto& choice : axis.choices) list += (list.empty() ? "" : ", ") + choice.id;
      return "one of " + list;
    }
  }
  return {};
}

bool fits(const Axis& axis, const Values::Scalar& value) {
  switch (axis.type) {
    case AxisType::integer:
    case AxisType::real: {
      const auto* given = std::get_if<double>(&value);
      if (given == nullptr || !std::isfinite(*given)) return false;
      if (axis.type == AxisType::integer && *given != std::floor(*given)) return false;
      return *given >= axis.min && *given <= axis.max;
    }
    case AxisType::flag:
      return std::holds_alternative<bool>(value);
    case AxisType::text:
      return std::holds_alternative<std::string>(value);
    case AxisType::choice: {
      const auto* given = std::get_if<std::string>(&value);
      return given != nullptr && std::any_of(axis.choices.begin(), axis.choices.end(),
                                             [&](const Choice& c) { return c.id == *given; });
    }
  }
  return false;
}

Values::Scalar default_of(const Axis& axis) {
  switch (axis.type) {
    case AxisType::integer:
    case AxisType::real:
      return axis.default_number;
    case AxisType::flag:
      return axis.default_flag;
    case AxisType::choice:
    case AxisType::text:
      return axis.default_text;
  }
  return 0.0;
}

Axis measurement_axis(Axis axis) {
  axis.role = AxisRole::measurement;
  return axis;
}

}  // namespace

Registry& Registry::instance() {
  static Registry registry;
  return registry;
}

void Registry::add(std::unique_ptr<Workload> workload) {
  const std::string id = workload->info().id;
  for (const auto& other : workloads_) {
    if (other->info().id == id) {
      problems_.push_back("workload '" + id + "' is registered twice");
      return;
    }
  }
  workloads_.push_back(std::move(workload));
}

void Registry::add(const std::string& provider, const Variant& variant) {
  const std::string name = "variant '" + variant.id + "' of workload '" + variant.workload + "'";
  if (const std::string fault = fault_of(variant); !fault.empty()) {
    problems_.push_back(name + " " + fault);
    return;
  }
  for (const auto& other : entries_) {
    if (other->variant.workload == variant.workload && other->variant.id == variant.id) {
      problems_.push_back(name + " is registered twice");
      return;
    }
  }
  entries_.push_back(std::make_unique<Entry>(Entry{provider, variant}));
}

void Registry::replace(std::shared_ptr<const Workload> workload) {
  const std::string id = workload->info().id;
  const auto found = std::find_if(workloads_.begin(), workloads_.end(),
                                  [&](const auto& other) { return other->info().id == id; });
  if (found == workloads_.end()) {
    workloads_.push_back(std::move(workload));
  } else {
    *found = std::move(workload);
  }
}

void Registry::remove(const std::string& id) {
  std::erase_if(entries_, [&](const auto& entry) { return entry->variant.workload == id; });
  std::erase_if(workloads_, [&](const auto& workload) { return workload->info().id == id; });
}

void Registry::remove_variants(const std::string& provider, const std::string& id) {
  std::erase_if(entries_, [&](const auto& entry) {
    return entry->provider == provider && entry->variant.workload == id;
  });
}

std::vector<const Workload*> Registry::workloads() const {
  std::vector<const Workload*> list;
  for (const auto& workload : workloads_) list.push_back(workload.get());
  std::sort(list.begin(), list.end(),
            [](const Workload* a, const Workload* b) { return a->info().id < b->info().id; });
  return list;
}

std::vector<const Entry*> Registry::variants(const std::string& workload) const {
  const std::string baseline = this->workload(workload).info().baseline;
  std::vector<const Entry*> list;
  for (const auto& entry : entries_) {
    if (entry->variant.workload == workload) list.push_back(entry.get());
  }
  std::sort(list.begin(), list.end(), [&](const Entry* a, const Entry* b) {
    const bool first = a->variant.id == baseline;
    const bool second = b->variant.id == baseline;
    return first != second ? first : a->variant.id < b->variant.id;
  });
  return list;
}

const Workload& Registry::workload(const std::string& id) const {
  for (const auto& workload : workloads_) {
    if (workload->info().id == id) return *workload;
  }
  throw NotFound("there is no workload '" + id + "'");
}

const Entry& Registry::entry(const std::string& workload, const std::string& variant) const {
  this->workload(workload);
  for (const auto& entry : entries_) {
    if (entry->variant.workload == workload && entry->variant.id == variant) return *entry;
  }
  throw NotFound("workload '" + workload + "' has no variant '" + variant + "'");
}

std::vector<std::string> Registry::problems() const {
  std::vector<std::string> list = problems_;
  for (const auto& entry : entries_) {
    const auto known = [&](const auto& w) { return w->info().id == entry->variant.workload; };
    if (std::none_of(workloads_.begin(), workloads_.end(), known)) {
      list.push_back("variant '" + entry->variant.id + "' belongs to the unknown workload '" +
                     entry->variant.workload + "'");
    }
  }
  return list;
}

std::vector<Axis> parameters_of(const Variant& variant) {
  std::vector<Axis> list;
  for (Axis axis : variant.parameters) {
    if (axis.id == "threads") {
      axis.min = 1;
      axis.default_number = physical_cores();
      axis.help = "Threads; the default is one per physical core.";
    }
    list.push_back(std::move(axis));
  }
  list.push_back(measurement_axis(axes::choice("cache", "Cache",
                                               "Contents of the caches when a sample starts.",
                                               {{"hot", "Contents left by the previous sample."},
                                                {"cold", "Flushed before each sample."}})));
  list.push_back(measurement_axis({.id = "freshInput",
                                   .title = "Fresh input",
                                   .help = "New input for each sample, generated and copied "
                                           "outside the timed scope.",
                                   .type = AxisType::flag}));
  if (variant.device != Device::cpu) {
    list.push_back(measurement_axis(axes::allocation()));
  } else if (outside_sampler(variant.workload, variant.id) == nullptr) {
    list.push_back(measurement_axis(axes::pages()));
  }
  return list;
}

std::vector<Axis> axes_of(const Workload& workload, const Variant& variant) {
  std::vector<Axis> list = workload.info().axes;
  for (Axis& axis : parameters_of(variant)) list.push_back(std::move(axis));
  return list;
}

Values complete_values(const Workload& workload, const Variant& variant, const Values& values) {
  Values complete;
  const std::vector<Axis> axes = axes_of(workload, variant);
  for (const Axis& axis : axes) {
    const auto found = values.all().find(axis.id);
    if (found == values.all().end()) {
      complete.set(axis.id, default_of(axis));
      continue;
    }
    Values::Scalar value = found->second;
    if (axis.id == "threads" && value == Values::Scalar{0.0}) value = default_of(axis);
    if (!fits(axis, value)) {
      throw BadInput(axis.id + " is " + shown(value) + ", allowed is " + allowed(axis));
    }
    complete.set(axis.id, std::move(value));
  }
  for (const auto& [id, value] : values.all()) {
    if (complete.has(id)) continue;
    throw BadInput("variant '" + variant.id + "' of workload '" + variant.workload +
                   "' has no axis '" + id + "'");
  }
  return complete;
}

const char* scope_name(Scope scope) {
  switch (scope) {
    case Scope::alloc:
      return "alloc";
    case Scope::h2d:
      return "h2d";
    case Scope::kernel:
      return "kernel";
    case Scope::d2h:
      return "d2h";
    case Scope::host:
      return "host";
    case Scope::call:
      return "call";
    case Scope::total:
      return "total";
    case Scope::levels:
      return "levels";
    case Scope::fragment:
      return "fragment";
    case Scope::fragment_call:
      return "fragmentCall";
    case Scope::batch:
      return "batch";
  }
  return "";
}

void register_workload(std::unique_ptr<Workload> workload) {
  Registry::instance().add(std::move(workload));
}

}  // namespace breakeven
