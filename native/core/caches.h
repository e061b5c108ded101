#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace breakeven {

/// One level of the caches that hold data.
struct DataCache {
  int level = 0;
  /// Bytes of one of them, and how many the CPUs have that this process may use.
  std::size_t bytes = 0;
  int instances = 0;

  /// What so many threads reach, each on a core of its own as far as there are cores.
  std::size_t reached(int threads) const;
  std::string name() const { return "L" + std::to_string(level); }
};

/// The nearest first; one of 32 MiB where the system does not tell.
const std::vector<DataCache>& data_caches();

/// The nearest cache that holds so many bytes together with what so many threads reach of it; null
/// where none does.
const DataCache* cache_holding(double bytes, int threads);

/// Bytes of the last-level caches together.
std::size_t last_level_cache_bytes();

}  // namespace breakeven
