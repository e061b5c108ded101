#pragma once

#include "measure.h"

namespace breakeven {

/// How many OpenMP threads of a case can be watched while samples are taken; 0 where none is.
///
/// A variant may use fewer threads than it is given, and a test of the cores with another team
/// would make OpenMP start and end threads between samples, so the case is executed for some
/// milliseconds. More threads than cores are in each other's way, and threads of other pools are
/// not known: where some cannot be watched, none is, since they may be what the other hardware
/// thread is busy with.
///
/// `typical_ns`: of one execution.
int find_watched_threads(const Bench& bench, Execution& execution, double typical_ns);

}  // namespace breakeven
