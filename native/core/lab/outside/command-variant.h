#pragma once

#include <memory>
#include <string>

#include "../lab-variant.h"

namespace breakeven::lab {

/// Runs a program once for its answer. Its words name arguments alone. Throws std::runtime_error.
void answer_by_command(const CommandDescription& description, const std::string& program,
                       const LabData& input, LabData& output);

/// A variant that is another program. Its one timing scope is `total`, from spawning it to its end.
Variant make_command_variant(std::shared_ptr<LabVariant> variant);

}  // namespace breakeven::lab
