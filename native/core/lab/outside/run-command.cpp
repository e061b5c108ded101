#include "run-command.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fstream>
#include <stdexcept>

#include "../../cancel.h"
#include "../../clock.h"
#include "../../median.h"
#include "spawning.h"

namespace breakeven::lab {
namespace {

constexpr int poll_ms = 20;
constexpr int spawn_runs = 21;

double nanoseconds(const timeval& time) {
  return 1e9 * static_cast<double>(time.tv_sec) + 1e3 * static_cast<double>(time.tv_usec);
}

std::string last_line_of(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::string last;
  while (std::getline(file, line)) {
    if (line.find_first_not_of(" \t\r") != std::string::npos) last = line;
  }
  return last.substr(0, 500);
}

/// Waits until a process ends, and ends it when the case is cancelled.
int wait_for(pid_t id, rusage& used) {
  const FileHandle handle(static_cast<int>(syscall(SYS_pidfd_open, id, 0)));
  while (handle.number() >= 0) {
    pollfd waited{handle.number(), POLLIN, 0};
    if (poll(&waited, 1, poll_ms) > 0) break;
    if (cancel_requested()) kill(-id, SIGKILL);
  }
  int status = 0;
  while (wait4(id, &status, 0, &used) < 0 && errno == EINTR) {
  }
  return status;
}

}  // namespace

CommandRun run_command(const std::vector<std::string>& words, const CommandFiles& files) {
  check_cancelled();
  Spawning spawning;
  spawning.open(STDIN_FILENO, "/dev/null", O_RDONLY);
  spawning.open(STDOUT_FILENO, files.output, O_WRONLY | O_CREAT | O_TRUNC);
  spawning.open(STDERR_FILENO, files.errors, O_WRONLY | O_CREAT | O_TRUNC);
  spawning.change_folder(files.folder);
  CommandRun run;
  rusage used{};
  const double start = now_ns();
  const pid_t id = spawning.spawn(words, {});
  const int status = wait_for(id, used);
  run.ns = now_ns() - start;
  // What it left behind would run with the next one.
  kill(-id, SIGKILL);
  check_cancelled();
  run.user_ns = nanoseconds(used.ru_utime);
  run.system_ns = nanoseconds(used.ru_stime);
  run.peak_bytes = 1024.0 * static_cast<double>(used.ru_maxrss);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return run;
  const std::string how = WIFSIGNALED(status) ? "by signal " + std::to_string(WTERMSIG(status))
                                              : "with code " + std::to_string(WEXITSTATUS(status));
  const std::string last = last_line_of(files.errors);
  throw std::runtime_error(words.front() + " ended " + how + (last.empty() ? "" : ": " + last));
}

double spawn_ns() {
  static const double median = [] {
    std::vector<double> times;
    for (int i = 0; i < spawn_runs; ++i) {
      times.push_back(run_command({"/bin/true"}, {"/", "/dev/null", "/dev/null"}).ns);
    }
    return median_of(std::move(times));
  }();
  return median;
}

}  // namespace breakeven::lab
