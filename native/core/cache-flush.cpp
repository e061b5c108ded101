#include "cache-flush.h"

#include <sched.h>

#include <algorithm>
#include <utility>

#include "caches.h"
#include "machine.h"
#include "team.h"

namespace breakeven {
namespace {

constexpr std::size_t words_of_line = 8;
constexpr std::size_t min_bytes_of_cpu = std::size_t{4} << 20;

std::function<void(const Flush&)>& watcher() {
  static std::function<void(const Flush&)> one;
  return one;
}

/// The private caches of a core are flushed by what runs on it.
void use_cpu(int cpu) {
  cpu_set_t only;
  CPU_ZERO(&only);
  CPU_SET(cpu, &only);
  // Where it is not allowed, the thread stays where the caller was.
  if (sched_setaffinity(0, sizeof only, &only) != 0) use_all_cpus();
}

}  // namespace

CacheFlush::CacheFlush() : cpus_(usable_cpu_numbers()) {
  // The system may have more of them than a mask holds.
  if (cpus_.empty()) cpus_.push_back(sched_getcpu());
  const std::size_t even = 2 * last_level_cache_bytes() / cpus_.size();
  words_of_cpu_ =
      std::max(even, min_bytes_of_cpu) / sizeof(std::uint64_t) / words_of_line * words_of_line;
  lines_ = HostArray<std::uint64_t>(words_of_cpu_ * cpus_.size());
  std::fill(lines_.begin(), lines_.end(), 1);
}

void CacheFlush::operator()() {
  std::vector<FlushedPart> parts(cpus_.size());
  Team threads;
  for (std::size_t i = 0; i < cpus_.size(); ++i) {
    threads.add([this, i, &part = parts[i]] {
      use_cpu(cpus_[i]);
      const std::size_t begin = i * words_of_cpu_;
      const std::size_t end = begin + words_of_cpu_;
      for (std::size_t word = begin; word < end; word += words_of_line) lines_[word] += 1;
      part = {sched_getcpu(), begin * sizeof(std::uint64_t), end * sizeof(std::uint64_t)};
    });
  }
  threads.join();
  if (flushes_are_watched())
    note_flush({.buffer = std::as_bytes(lines_.span()), .parts = std::move(parts)});
}

void watch_flushes(std::function<void(const Flush& flush)> seen) { watcher() = std::move(seen); }

bool flushes_are_watched() { return static_cast<bool>(watcher()); }

void note_flush(const Flush& flush) {
  if (watcher()) watcher()(flush);
}

}  // namespace breakeven
