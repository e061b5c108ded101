#include "child-process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <stdexcept>

#include "../../cancel.h"
#include "spawning.h"

namespace breakeven::lab {
namespace {

/// How often a cancel is looked for.
constexpr int poll_ms = 20;
constexpr int max_ending_ms = 1000;
constexpr std::size_t max_error_text = 4000;

struct Pipe {
  FileHandle read;
  FileHandle write;

  Pipe() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe can be made");
    read = FileHandle(ends[0]);
    write = FileHandle(ends[1]);
  }
};

std::string last_line(const std::string& text) {
  const std::size_t end = text.find_last_not_of(" \t\r\n");
  if (end == std::string::npos) return {};
  const std::size_t begin = text.find_last_of('\n', end);
  return text.substr(begin == std::string::npos ? 0 : begin + 1, end - (begin + 1) + 1);
}

}  // namespace

ChildProcess::ChildProcess(const Start& start) : program_(start.words.front()) {
  Pipe input;
  Pipe output;
  Pipe error;
  Spawning spawning;
  spawning.give(input.read.number(), STDIN_FILENO);
  spawning.give(output.write.number(), STDOUT_FILENO);
  spawning.give(error.write.number(), STDERR_FILENO);
  for (const int file : start.files) spawning.give(file, file);
  id_ = spawning.spawn(start.words, start.environment);
  requests_ = std::move(input.write);
  replies_ = std::move(output.read);
  errors_ = std::move(error.read);
  fcntl(errors_.number(), F_SETFL, O_NONBLOCK);
}

ChildProcess::~ChildProcess() {
  if (id_ <= 0) return;
  kill(-id_, SIGKILL);
  kill(id_, SIGKILL);
  int status = 0;
  while (waitpid(id_, &status, 0) < 0 && errno == EINTR) {
  }
}

void ChildProcess::take_errors() {
  if (errors_.number() < 0) return;
  char piece[4096];
  for (;;) {
    const ssize_t bytes = read(errors_.number(), piece, sizeof piece);
    if (bytes <= 0) return;
    error_text_.append(piece, static_cast<std::size_t>(bytes));
    if (error_text_.size() > max_error_text) {
      error_text_.erase(0, error_text_.size() - max_error_text);
    }
  }
}

void ChildProcess::ended() {
  // One that has closed its output may go on for long.
  int status = 0;
  for (int waited = 0; waitpid(id_, &status, WNOHANG) == 0; waited += poll_ms) {
    if (waited > max_ending_ms) kill(id_, SIGKILL);
    static_cast<void>(poll(nullptr, 0, poll_ms));
  }
  kill(-id_, SIGKILL);
  id_ = -1;
  take_errors();
  const std::string how = WIFSIGNALED(status) ? "by signal " + std::to_string(WTERMSIG(status))
                                              : "with code " + std::to_string(WEXITSTATUS(status));
  const std::string last = last_line(error_text_);
  throw std::runtime_error(program_ + " ended " + how + (last.empty() ? "" : ": " + last));
}

std::string ChildProcess::next() {
  for (;;) {
    if (const std::size_t end = held_.find('\n'); end != std::string::npos) {
      std::string line = held_.substr(0, end);
      held_.erase(0, end + 1);
      return line;
    }
    pollfd waited[] = {{replies_.number(), POLLIN, 0}, {errors_.number(), POLLIN, 0}};
    const int ready = poll(waited, 2, poll_ms);
    check_cancelled();
    if (ready <= 0) continue;
    take_errors();
    if ((waited[1].revents & POLLHUP) != 0) errors_.close();
    if (waited[0].revents == 0) continue;
    char piece[4096];
    const ssize_t bytes = read(replies_.number(), piece, sizeof piece);
    if (bytes == 0) ended();
    if (bytes > 0) held_.append(piece, static_cast<std::size_t>(bytes));
  }
}

std::string ChildProcess::ask(const std::string& line) {
  if (id_ < 0) throw std::runtime_error(program_ + " has ended");
  const std::string text = line + "\n";
  // One that has ended does not read: next() has the reason.
  static_cast<void>(!write(requests_.number(), text.data(), text.size()));
  return next();
}

}  // namespace breakeven::lab
