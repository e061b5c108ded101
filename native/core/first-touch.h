#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "data.h"

/// Where the system puts a page: on the memory node of the thread that touches it first. So the
/// threads that use a part of an array touch it first, or a machine with several nodes would be
/// measured with all memory behind one of them.
namespace breakeven {

enum class Contents { none, kept };

/// Has the pages of every array touched first by a team of so many OpenMP threads, each its part of
/// a static schedule; a single thread is the calling one. Contents are kept on request, and stay at
/// their addresses. What was touched before is placed again only where there are several memory
/// nodes.
void place_by_threads(Data& data, int threads, Contents contents);

/// Copies `from` to arrays of the same shape that were not touched yet, each part by the thread
/// that touches it in place_by_threads(); with 0 threads by whichever are free.
void copy_by_threads(Data& to, const Data& from, int threads);

/// Memory nodes of this machine that have memory.
int memory_nodes();

/// One thread's part of an array, in bytes, and who touched it.
struct TouchedPart {
  std::string array;
  std::size_t begin = 0;
  std::size_t end = 0;
  int thread = 0;
  int team = 0;
  long system_thread = 0;
  bool moved = false;
};

/// For tests: sees every part, on a machine that is taken to have `nodes` memory nodes. An empty
/// function ends it.
void watch_first_touch(std::function<void(const TouchedPart& part)> seen, int nodes);

}  // namespace breakeven
