#pragma once

#include <functional>
#include <memory>
#include <string>

#include "sampler.h"

namespace breakeven {

/// Makes the sampler of a variant whose computation runs outside of this process, so that the
/// usual samplers can neither run nor time it.
using MakeSampler = std::function<std::unique_ptr<Sampler>(const Values& values)>;

/// Null takes back what was set.
void set_outside_sampler(const std::string& workload, const std::string& variant, MakeSampler make);
/// Null for variants that run in this process.
const MakeSampler* outside_sampler(const std::string& workload, const std::string& variant);

}  // namespace breakeven
