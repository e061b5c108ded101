#include "first-touch.h"

#include <omp.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <utility>
#include <vector>

#include "first-line.h"
#include "parallel.h"

namespace breakeven {
namespace {

/// Of the system: 64 KiB on some aarch64 systems, where whole pages are given back all the same.
const std::size_t page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
/// The system backs aligned memory of this size by one large page where it can.
constexpr std::size_t large_page = std::size_t{2} << 20;
/// Less than this is in the caches of every core anyway.
constexpr std::size_t worth_placing = 16384;
/// Bytes that a thread copies at a time where nobody's parts are to be placed.
constexpr std::size_t copied_piece = std::size_t{4} << 20;

struct Watcher {
  std::function<void(const TouchedPart&)> seen{};
  int nodes = 0;
};

Watcher& watcher() {
  static Watcher one;
  return one;
}

std::byte* aligned_up(std::byte* at, std::size_t to) {
  const auto rest = reinterpret_cast<std::uintptr_t>(at) % to;
  return rest == 0 ? at : at + (to - rest);
}

/// Gives whole pages back to the system and takes new ones from it at the same addresses.
void move_pages(std::byte* begin, std::byte* end, Contents contents) {
  std::vector<std::byte> kept(contents == Contents::kept ? large_page : 0);
  while (begin < end) {
    std::byte* const next = std::min(end, aligned_up(begin + 1, large_page));
    const auto bytes = static_cast<std::size_t>(next - begin);
    if (contents == Contents::kept) std::memcpy(kept.data(), begin, bytes);
    // Memory that cannot be given back stays where it is.
    if (madvise(begin, bytes, MADV_DONTNEED) == 0) {
      if (contents == Contents::kept) {
        std::memcpy(begin, kept.data(), bytes);
      } else {
        for (std::byte* at = begin; at < next; at += page) *at = std::byte{0};
      }
    }
    begin = next;
  }
}

/// Takes pages for the calling thread at once, which costs less than a fault for each. An older
/// system refuses, and the first write to each takes it.
void populate(std::byte* begin, std::byte* end) {
#ifdef MADV_POPULATE_WRITE
  if (begin < end) madvise(begin, static_cast<std::size_t>(end - begin), MADV_POPULATE_WRITE);
#endif
}

/// One thread's part of one array.
class Part {
 public:
  Part(const DataArray& array, std::size_t vector, int thread, int team)
      : array_(array), thread_(thread), team_(team) {
    const std::size_t bytes = array.bytes / array.vectors;
    const auto share = [&](int t) {
      const std::size_t elements = bytes / array.element_bytes;
      return vector * bytes + elements * static_cast<std::size_t>(t) /
                                  static_cast<std::size_t>(team) * array.element_bytes;
    };
    begin_ = share(thread);
    end_ = thread + 1 == team ? (vector + 1) * bytes : share(thread + 1);
  }

  /// A page with a boundary in it is of the thread that has its first byte.
  void touch(Contents contents, bool moves) const {
    std::byte* const behind = array_.data + array_.bytes;
    std::byte* const first = aligned_up(array_.data + begin_, page);
    std::byte* last = aligned_up(array_.data + end_, page);
    if (moves) {
      // What lies behind the array stays as it is.
      while (last > behind) last -= page;
      move_pages(first, std::max(first, last), contents);
    } else if (contents == Contents::none) {
      populate(first, std::min(last, behind));
      for (std::byte* at = first; at < last && at < behind; at += page) *at = std::byte{0};
    }
  }

  /// From the beginning of another array of the same shape.
  void copy(const std::byte* from) const {
    std::byte* const behind = array_.data + array_.bytes;
    const bool is_first = begin_ == 0;
    std::byte* const first = is_first ? array_.data : aligned_up(array_.data + begin_, page);
    std::byte* const last = std::min(behind, aligned_up(array_.data + end_, page));
    if (first >= last) return;
    populate(first, last);
    std::memcpy(first, from + (first - array_.data), last - first);
  }

  TouchedPart seen(bool moved) const {
    return {.array = array_.name,
            .begin = begin_,
            .end = end_,
            .thread = thread_,
            .team = team_,
            .system_thread = syscall(SYS_gettid),
            .moved = moved};
  }

 private:
  const DataArray& array_;
  int thread_;
  int team_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
};

using Seen = std::vector<TouchedPart>;
/// What is done with a part of the array at this position of a list.
using EachPart = std::function<void(const Part& part, std::size_t array)>;

Seen touch_parts(const std::vector<DataArray>& arrays, int thread, int team, const EachPart& each,
                 bool moves) {
  Seen seen;
  for (std::size_t k = 0; k < arrays.size(); ++k) {
    if (arrays[k].bytes < worth_placing) continue;
    for (std::size_t vector = 0; vector < arrays[k].vectors; ++vector) {
      const Part part(arrays[k], vector, thread, team);
      each(part, k);
      if (watcher().seen) seen.push_back(part.seen(moves));
    }
  }
  return seen;
}

/// By a team of its own, which ends with the thread that led it: the one of the measured code
/// starts when that does. OpenMP binds both teams to the same cores.
Seen touch_by_team(const std::vector<DataArray>& arrays, int threads, const EachPart& each,
                   bool moves) {
  std::vector<Seen> of_threads(static_cast<std::size_t>(threads));
  std::thread leader([&] {
#pragma omp parallel num_threads(threads)
    {
      const int thread = omp_get_thread_num();
      of_threads[static_cast<std::size_t>(thread)] =
          touch_parts(arrays, thread, omp_get_num_threads(), each, moves);
    }
  });
  leader.join();
  Seen all;
  for (Seen& seen : of_threads) all.insert(all.end(), seen.begin(), seen.end());
  return all;
}

void touch_all(const std::vector<DataArray>& arrays, int threads, const EachPart& each,
               bool moves) {
  if (std::all_of(arrays.begin(), arrays.end(),
                  [](const DataArray& array) { return array.bytes < worth_placing; })) {
    return;
  }
  const Seen seen = threads == 1 ? touch_parts(arrays, 0, 1, each, moves)
                                 : touch_by_team(arrays, threads, each, moves);
  if (watcher().seen) std::for_each(seen.begin(), seen.end(), watcher().seen);
}

/// "0-1,3" has three.
int count_of_list(const std::string& list) {
  int count = 0;
  const char* at = list.c_str();
  while (*at != '\0') {
    char* next = nullptr;
    const long first = std::strtol(at, &next, 10);
    if (next == at) break;
    const long last = *next == '-' ? std::strtol(next + 1, &next, 10) : first;
    count += static_cast<int>(last - first) + 1;
    at = *next == ',' ? next + 1 : next;
  }
  return std::max(count, 1);
}

}  // namespace

int memory_nodes() {
  static const int nodes = count_of_list(first_line("/sys/devices/system/node/has_memory"));
  return watcher().seen ? watcher().nodes : nodes;
}

void watch_first_touch(std::function<void(const TouchedPart&)> seen, int nodes) {
  watcher() = {std::move(seen), nodes};
}

void place_by_threads(Data& data, int threads, Contents contents) {
  const bool moves = memory_nodes() > 1;
  if (contents == Contents::kept && !moves) return;
  const auto touch = [&](const Part& part, std::size_t) { part.touch(contents, moves); };
  touch_all(data.arrays(), threads, touch, moves);
}

void copy_by_threads(Data& to, const Data& from, int threads) {
  const std::vector<DataArray> arrays = to.arrays();
  // They are only read.
  const std::vector<DataArray> sources = const_cast<Data&>(from).arrays();
  for (std::size_t k = 0; k < arrays.size(); ++k) {
    const DataArray& array = arrays[k];
    const DataArray& source = sources[k];
    if (array.bytes > 0 && array.bytes < worth_placing) {
      std::memcpy(array.data, source.data, array.bytes);
    } else if (threads == 0) {
      parallel_for(array.bytes, copied_piece, [&](std::size_t begin, std::size_t end) {
        std::memcpy(array.data + begin, source.data + begin, end - begin);
      });
    }
  }
  if (threads == 0) return;
  const auto copy = [&](const Part& part, std::size_t k) { part.copy(sources[k].data); };
  touch_all(arrays, threads, copy, false);
}

}  // namespace breakeven
