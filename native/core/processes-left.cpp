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

/// Whether a process was forked by this one: a child in its process group. Those that run labs are
/// started in groups of their own and outlive a case. The fields stand behind the name, which is in
/// parentheses and may hold any.
bool was_forked(const char* pid) {
  std::ifstream file(std::string("/proc/") + pid + "/stat");
  std::string text;
  std::getline(file, text);
  const std::size_t name_end = text.rfind(')');
  int parent = 0;
  int group = 0;
  if (name_end == std::string::npos) return false;
  if (std::sscanf(text.c_str() + name_end, ") %*c %d %d", &parent, &group) != 2) return false;
  return parent == getpid() && group == getpgrp();
}

std::set<pid_t> children() {
  std::set<pid_t> found;
  DIR* const processes = opendir("/proc");
  if (processes == nullptr) return found;
  while (const dirent* entry = readdir(processes)) {
    const int pid = std::atoi(entry->d_name);
    if (pid > 0 && was_forked(entry->d_name)) found.insert(pid);
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
