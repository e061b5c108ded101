#include "threads-left.h"

#include <dirent.h>
#include <sched.h>

#include <stdexcept>
#include <string>

#include "clock.h"

namespace breakeven {
namespace {

constexpr int suspicious_runs = 3;
/// A thread that was waited for is still listed until the system has cleared it away.
constexpr double grace_ns = 5e6;

int thread_count() {
  DIR* const tasks = opendir("/proc/self/task");
  if (tasks == nullptr) return 0;
  int count = 0;
  while (const dirent* entry = readdir(tasks)) count += entry->d_name[0] != '.';
  closedir(tasks);
  return count;
}

}  // namespace

void ThreadsLeft::begin() { before_ = thread_count(); }

void ThreadsLeft::end() {
  const double start = now_ns();
  int after = thread_count();
  while (after > before_ && now_ns() - start < grace_ns) {
    sched_yield();
    after = thread_count();
  }
  runs_ = after > before_ ? runs_ + 1 : 0;
  if (runs_ < suspicious_runs) return;
  throw std::runtime_error("it leaves threads behind: " + std::to_string(before_) +
                           " before a run, " + std::to_string(after) + " after it");
}

}  // namespace breakeven
