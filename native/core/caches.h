#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace breakeven {

/// One level of the caches that hold data.
struct DataCache {
  int level = 0;
  /// Bytes of one instance, and number of instances of the CPUs that this process may use.
  std::size_t bytes = 0;
  int instances = 0;

  /// Capacity within reach of `threads` threads, each on its own core as far as possible.
  std::size_t reached(int threads) const;
  std::string name() const { return "L" + std::to_string(level); }
};

/// Nearest first; one of 32 MiB if the system does not describe them.
const std::vector<DataCache>& data_caches();

/// The nearest cache level whose capacity within reach of `threads` threads holds `bytes`; null if
/// none does.
const DataCache* cache_holding(double bytes, int threads);

/// Bytes of the last-level caches together.
std::size_t last_level_cache_bytes();

}  // namespace breakeven
