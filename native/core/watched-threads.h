#pragma once

#include "measure.h"

namespace breakeven {

/// The threads of a case whose cores can be watched while samples are taken.
struct WatchedThreads {
  /// 1: the calling thread alone.
  int count = 1;
  /// They are all that compute.
  bool all = true;
};

/// Finds out how many threads a case uses, by executing it for some milliseconds: a variant may use
/// fewer than it is given, and a test of the cores with another team would make OpenMP start and
/// end threads between samples. More threads than cores are in each other's way, and threads of
/// other pools are not known: of both the calling thread alone is watched.
///
/// `typical_ns`: of one execution.
WatchedThreads find_watched_threads(const Bench& bench, Execution& execution, double typical_ns);

}  // namespace breakeven
