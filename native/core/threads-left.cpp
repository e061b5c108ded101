#include "threads-left.h"

#include <dirent.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <string>

#include "clock.h"

namespace breakeven {
namespace {

constexpr int suspicious_runs = 3;
/// A thread that was waited for is still listed until the system has cleared it away.
constexpr double grace_ns = 5e6;

/// Teams of a parallel region wait actively for less.
constexpr double await_ns = 20e6;

/// Whether a thread runs or waits for a CPU. The state stands behind the name, which is in
/// parentheses and may hold any.
bool is_running(const std::string& thread) {
  std::ifstream file("/proc/self/task/" + thread + "/stat");
  std::string text;
  std::getline(file, text);
  const std::size_t name_end = text.rfind(')');
  return name_end != std::string::npos && text.compare(name_end, 3, ") R") == 0;
}

bool others_run() {
  DIR* const tasks = opendir("/proc/self/task");
  if (tasks == nullptr) return false;
  const long own = syscall(SYS_gettid);
  bool runs = false;
  while (const dirent* entry = readdir(tasks)) {
    if (entry->d_name[0] == '.' || std::atol(entry->d_name) == own) continue;
    runs = runs || is_running(entry->d_name);
  }
  closedir(tasks);
  return runs;
}

int thread_count() {
  DIR* const tasks = opendir("/proc/self/task");
  if (tasks == nullptr) return 0;
  int count = 0;
  while (const dirent* entry = readdir(tasks)) count += entry->d_name[0] != '.';
  closedir(tasks);
  return count;
}

}  // namespace

void await_other_threads() {
  const std::int64_t start = now_ns();
  while (others_run() && ns_since(start) < await_ns) sched_yield();
}

void ThreadsLeft::begin() { before_ = thread_count(); }

void ThreadsLeft::end() {
  const std::int64_t start = now_ns();
  int after = thread_count();
  while (after > before_ && ns_since(start) < grace_ns) {
    sched_yield();
    after = thread_count();
  }
  runs_ = after > before_ ? runs_ + 1 : 0;
  if (runs_ < suspicious_runs) return;
  throw std::runtime_error("it leaves threads behind: " + std::to_string(before_) +
                           " before a run, " + std::to_string(after) + " after it");
}

}  // namespace breakeven
