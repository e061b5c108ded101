#pragma once

namespace breakeven {

/// The median time of a call of C that does nothing, in nanoseconds; measured once.
double empty_call_ns();

}  // namespace breakeven
