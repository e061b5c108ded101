#pragma once

#include "device-pattern.h"

namespace breakeven {

/// Copies from pageable memory of the host, through pinned memory that all cores fill: the driver
/// fills it with one. For copies of the harness, which nobody times.
void copy_by_all_cores(void* to, const DeviceSpan& from);

}  // namespace breakeven
