#pragma once

#include <memory>

#include "lab-variant.h"

namespace breakeven::lab {

/// Opens the builds of a variant that runs on the host. A build that cannot be opened makes its
/// cases unavailable, with the reason.
Variant make_host_variant(std::shared_ptr<LabVariant> variant);

}  // namespace breakeven::lab
