#include "run-command.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <fstream>
#include <stdexcept>
#include <utility>

#include "../../cancel.h"
#include "../../clock.h"
#include "../../median.h"
#include "spawning.h"

namespace breakeven::lab {
namespace {

constexpr int poll_ms = 20;
constexpr int spawn_runs = 21;
/// Of the end of what a program says of its errors.
constexpr std::streamoff max_end_bytes = 64 << 10;
constexpr std::size_t max_shown = 500;

double nanoseconds(const timeval& time) {
  return 1e9 * static_cast<double>(time.tv_sec) + 1e3 * static_cast<double>(time.tv_usec);
}

/// The last line with anything in it, of what stands at the end of a file.
std::string last_line_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  file.seekg(0, std::ios::end);
  const auto bytes = static_cast<std::streamoff>(file.tellg());
  if (!file || bytes <= 0) return {};
  std::string end(static_cast<std::size_t>(std::min(bytes, max_end_bytes)), '\0');
  file.seekg(-static_cast<std::streamoff>(end.size()), std::ios::end);
  file.read(end.data(), static_cast<std::streamsize>(end.size()));
  const std::size_t last = end.find_last_not_of(" \t\r\n");
  if (last == std::string::npos) return {};
  const std::size_t before = end.find_last_of('\n', last);
  const std::size_t begin = before == std::string::npos ? 0 : before + 1;
  return end.substr(begin, std::min(last + 1 - begin, max_shown));
}

/// Where a program wrote more than it may; empty where it did not.
std::string endless_file(const CommandFiles& files) {
  const auto too_large = [&](const std::string& path) {
    struct stat status{};
    return stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
           static_cast<std::size_t>(status.st_size) > files.max_bytes;
  };
  if (too_large(files.output)) return "standard output";
  if (too_large(files.errors)) return "standard error";
  const auto answer = std::find_if(files.answers.begin(), files.answers.end(),
                                   [&](const auto& one) { return too_large(one.second); });
  return answer == files.answers.end() ? "" : "file of " + answer->first;
}

/// How a process ended, and the file for which it was ended.
struct Ended {
  int status = 0;
  rusage used{};
  std::string endless{};
};

/// Waits until a process ends, and ends it when the case is cancelled or a file grows without end.
Ended wait_for(pid_t id, const CommandFiles& files) {
  Ended ended;
  const FileHandle handle(static_cast<int>(syscall(SYS_pidfd_open, id, 0)));
  while (handle.number() >= 0) {
    pollfd waited{handle.number(), POLLIN, 0};
    if (poll(&waited, 1, poll_ms) > 0) break;
    if (ended.endless.empty()) ended.endless = endless_file(files);
    if (cancel_requested() || !ended.endless.empty()) kill(-id, SIGKILL);
  }
  while (wait4(id, &ended.status, 0, &ended.used) < 0 && errno == EINTR) {
  }
  return ended;
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
  const std::int64_t start = now_ns();
  const pid_t id = spawning.spawn(words, {});
  const auto [status, used, endless] = wait_for(id, files);
  run.ns = ns_since(start);
  // What it left behind would run with the next one.
  kill(-id, SIGKILL);
  check_cancelled();
  run.user_ns = nanoseconds(used.ru_utime);
  run.system_ns = nanoseconds(used.ru_stime);
  run.peak_bytes = 1024.0 * static_cast<double>(used.ru_maxrss);
  const std::string large = endless.empty() ? endless_file(files) : endless;
  if (!large.empty()) {
    throw std::runtime_error(words.front() + " wrote more than " +
                             std::to_string(files.max_bytes >> 20) + " MiB to its " + large +
                             (endless.empty() ? "" : " and was ended"));
  }
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
