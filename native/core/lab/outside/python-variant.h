#pragma once

#include <memory>

#include "../lab-variant.h"

namespace breakeven::lab {

/// A variant that is a Python function. On a device it is timed by the events of its package.
Variant make_python_variant(std::shared_ptr<LabVariant> variant);

}  // namespace breakeven::lab
