#pragma once

#include <memory>

#include "../lab-variant.h"

namespace breakeven::lab {

/// A variant that is another program. Its one timing scope is `total`, from spawning it to its end.
Variant make_command_variant(std::shared_ptr<LabVariant> variant);

}  // namespace breakeven::lab
