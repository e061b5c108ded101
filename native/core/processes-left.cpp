#include "processes-left.h"

#include <dirent.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

namespace breakeven {
namespace {

/// The parent of a process, by the field behind its name, which is in parentheses and may hold any.
pid_t parent_of(const char* pid) {
  std::ifstream file(std::string("/proc/") + pid + "/stat");
  std::string text;
  std::getline(file, text);
  const std::size_t name_end = text.rfind(')');
  int parent = 0;
  if (name_end == std::string::npos) return 0;
  if (std::sscanf(text.c_str() + name_end, ") %*c %d", &parent) != 1) return 0;
  return parent;
}

std::set<pid_t> children() {
  std::set<pid_t> found;
  DIR* const processes = opendir("/proc");
  if (processes == nullptr) return found;
  const pid_t own = getpid();
  while (const dirent* entry = readdir(processes)) {
    const int pid = std::atoi(entry->d_name);
    if (pid > 0 && parent_of(entry->d_name) == own) found.insert(pid);
  }
  closedir(processes);
  return found;
}

}  // namespace

ProcessesLeft::ProcessesLeft() : before_(children()) {}

int ProcessesLeft::end() {
  int count = 0;
  for (const pid_t pid : children()) {
    if (before_.contains(pid)) continue;
    ++count;
    kill(pid, SIGKILL);
    waitpid(pid, nullptr, 0);
  }
  return count;
}

}  // namespace breakeven
