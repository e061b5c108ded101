#include "open-lab.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "../errors.h"
#include "../inputs.h"
#include "../outside-sampler.h"
#include "../registry.h"
#include "host-variant.h"
#include "outside/command-variant.h"
#include "outside/python-variant.h"

namespace breakeven::lab {
namespace {

std::map<VariantForm, MakeVariant>& cuda_makers() {
  static std::map<VariantForm, MakeVariant> makers;
  return makers;
}

/// Null for forms of another addon.
MakeVariant maker_of(const std::string& provider, VariantForm form) {
  if (form == VariantForm::python_cuda) return provider == "cuda" ? make_python_variant : nullptr;
  if (form == VariantForm::command_cuda) {
    return provider == "cuda" ? make_command_variant : nullptr;
  }
  if (provider == "cpu") {
    switch (form) {
      case VariantForm::host:
        return make_host_variant;
      case VariantForm::python:
        return make_python_variant;
      case VariantForm::command:
        return make_command_variant;
      default:
        return nullptr;
    }
  }
  const auto found = cuda_makers().find(form);
  return found == cuda_makers().end() ? nullptr : found->second;
}

const Workload* registered(const std::string& id) {
  for (const Workload* workload : Registry::instance().workloads()) {
    if (workload->info().id == id) return workload;
  }
  return nullptr;
}

void check_ids(const Description& description) {
  const Workload* const other = registered(description.id);
  if (other != nullptr && other->info().contract.empty()) {
    throw BadInput("'" + description.id + "' is a built-in workload: give the lab another name");
  }
  if (description.contract.empty()) throw BadInput("lab '" + description.id + "' has no contract");
  for (auto variant = description.variants.begin(); variant != description.variants.end();
       ++variant) {
    const auto same = [&](const VariantDescription& one) { return one.id == variant->id; };
    if (std::any_of(description.variants.begin(), variant, same)) {
      throw BadInput("lab '" + description.id + "' has two variants '" + variant->id + "'");
    }
  }
}

}  // namespace

void set_cuda_maker(VariantForm form, MakeVariant make) { cuda_makers()[form] = make; }

void open_lab(const std::string& provider, const Description& description,
              const Artifacts& artifacts) {
  check_ids(description);
  const auto workload = std::make_shared<const LabWorkload>(description, artifacts);
  std::vector<Variant> variants;
  for (const VariantDescription& one : description.variants) {
    const MakeVariant make = maker_of(provider, one.form);
    if (make == nullptr) continue;
    set_outside_sampler(description.id, one.id, nullptr);
    const auto built = artifacts.variants.find(one.id);
    variants.push_back(make(std::make_shared<LabVariant>(
        workload, one, built == artifacts.variants.end() ? std::vector<Build>{} : built->second)));
  }
  Registry& registry = Registry::instance();
  Inputs::instance().clear();
  registry.remove_variants(provider, description.id);
  registry.replace(workload);
  for (const Variant& variant : variants) registry.add(provider, variant);
}

void close_lab(const std::string& id) {
  const Workload* const open = registered(id);
  if (open == nullptr) return;
  if (open->info().contract.empty()) throw BadInput("'" + id + "' is a built-in workload");
  Inputs::instance().clear();
  Registry::instance().remove(id);
}

}  // namespace breakeven::lab
