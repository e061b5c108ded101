#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "host-array.h"

namespace breakeven {

/// Flushes the caches of every core: each CPU of this process reads and writes a part of its own,
/// all together twice the size of the last-level caches, each at least 4 MiB, which exceeds its
/// private levels.
class CacheFlush {
 public:
  CacheFlush();
  void operator()();

 private:
  std::vector<int> cpus_;
  std::size_t words_of_cpu_ = 0;
  HostArray<std::uint64_t> lines_;
};

/// What one CPU wrote, in bytes of the buffer.
struct FlushedPart {
  int cpu = 0;
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// What a flush left behind. A flush of the host adds 1 to a word of each cache line; one of a
/// device fills its buffer with 1 and 0, the other one than before.
struct Flush {
  bool on_device = false;
  std::span<const std::byte> buffer;
  /// Of the host alone.
  std::vector<FlushedPart> parts{};
};

/// For tests: sees every flush when it is done. An empty function ends it.
void watch_flushes(std::function<void(const Flush& flush)> seen);
bool flushes_are_watched();
void note_flush(const Flush& flush);

}  // namespace breakeven
