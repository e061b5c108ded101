#include "processes-left.h"

#include <dirent.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <mutex>
#include <string>

namespace breakeven {
namespace {

constexpr int max_generations = 100;

std::mutex mutex;
std::set<pid_t> outliving;

std::set<pid_t> children() {
  std::set<pid_t> found;
  DIR* const processes = opendir("/proc");
  if (processes == nullptr) return found;
  while (const dirent* entry = readdir(processes)) {
    const int pid = std::atoi(entry->d_name);
    if (pid > 0 && parent_of(pid) == getpid()) found.insert(pid);
  }
  closedir(processes);
  const std::lock_guard lock(mutex);
  std::erase_if(found, [](pid_t pid) { return outliving.contains(pid); });
  return found;
}

}  // namespace

/// The fields stand behind the name, which is in parentheses and may hold any.
pid_t parent_of(pid_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
  std::string text;
  std::getline(file, text);
  const std::size_t name_end = text.rfind(')');
  int parent = 0;
  if (name_end == std::string::npos) return 0;
  return std::sscanf(text.c_str() + name_end, ") %*c %d", &parent) == 1 ? parent : 0;
}

void outlive_cases(pid_t pid) {
  const std::lock_guard lock(mutex);
  outliving.insert(pid);
}

/// What a child leaves behind when it ends becomes a child of this process.
ProcessesLeft::ProcessesLeft() : before_(children()) { prctl(PR_SET_CHILD_SUBREAPER, 1); }

int ProcessesLeft::end() {
  int count = 0;
  for (int generation = 0; generation < max_generations; ++generation) {
    const int before = count;
    for (const pid_t pid : children()) {
      if (before_.contains(pid)) continue;
      ++count;
      kill(pid, SIGKILL);
      waitpid(pid, nullptr, 0);
    }
    if (count == before) break;
  }
  return count;
}

}  // namespace breakeven
