#include "spawning.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <stdexcept>

#include "../../processes-left.h"

extern char** environ;

namespace breakeven::lab {
namespace {

constexpr int not_started = 127;

std::vector<std::string> environment_with(const std::vector<std::string>& more) {
  std::vector<std::string> all = more;
  for (char** one = environ; *one != nullptr; ++one) {
    const std::string name(*one, std::strcspn(*one, "=") + 1);
    const bool given = std::any_of(more.begin(), more.end(), [&](const std::string& variable) {
      return variable.compare(0, name.size(), name) == 0;
    });
    if (!given) all.emplace_back(*one);
  }
  return all;
}

/// With a null behind them.
std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

/// No handler of this process runs in one that shares its memory.
class SignalsBlocked {
 public:
  SignalsBlocked() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;
  ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

  const sigset_t& before() const { return before_; }

 private:
  sigset_t before_;
};

}  // namespace

void Spawning::give(int file, int as) {
  steps_.push_back({.kind = Step::Kind::give, .file = file, .as = as});
}

void Spawning::open(int as, const std::string& path, int flags) {
  steps_.push_back({.kind = Step::Kind::open, .as = as, .flags = flags, .path = path});
}

void Spawning::change_folder(const std::string& path) {
  steps_.push_back({.kind = Step::Kind::change_folder, .path = path});
}

bool Spawning::take(const Step& step) const {
  switch (step.kind) {
    case Step::Kind::change_folder:
      return chdir(step.path.c_str()) == 0;
    case Step::Kind::give:
      if (step.file == step.as) return fcntl(step.file, F_SETFD, 0) == 0;
      return dup2(step.file, step.as) == step.as;
    case Step::Kind::open: {
      const int file = ::open(step.path.c_str(), step.flags, 0600);
      if (file < 0 || file == step.as) return file >= 0;
      const bool given = dup2(file, step.as) == step.as;
      close(file);
      return given;
    }
  }
  return false;
}

void Spawning::become(char* const* words, char* const* environment, pid_t parent,
                      const void* signals, volatile int& error) const {
  struct sigaction usual{};
  usual.sa_handler = SIG_DFL;
  bool ready = setpgid(0, 0) == 0 && prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 &&
               sigaction(SIGPIPE, &usual, nullptr) == 0;
  // It may have ended before the system was told.
  if (ready && getppid() != parent) _exit(not_started);
  for (const Step& step : steps_) ready = ready && take(step);
  if (ready) {
    pthread_sigmask(SIG_SETMASK, static_cast<const sigset_t*>(signals), nullptr);
    execve(words[0], words, environment);
  }
  error = errno;
  _exit(not_started);
}

pid_t Spawning::begin(char* const* words, char* const* environment, volatile int& error) const {
  const SignalsBlocked blocked;
  const pid_t parent = getpid();
  // fork() would copy the page tables of an engine with large arrays, inside of the time.
  const pid_t id = vfork();
  if (id == 0) become(words, environment, parent, &blocked.before(), error);
  if (id < 0) error = errno;
  return id;
}

pid_t Spawning::spawn(std::vector<std::string> words,
                      const std::vector<std::string>& environment) const {
  std::vector<std::string> variables = environment_with(environment);
  volatile int error = 0;
  const pid_t id = begin(pointers_to(words).data(),
                         environment.empty() ? environ : pointers_to(variables).data(), error);
  if (error == 0) {
    outlive_cases(id);
    return id;
  }
  if (id > 0) {
    while (waitpid(id, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  throw std::runtime_error(words.front() + " cannot be started: " + std::strerror(error));
}

}  // namespace breakeven::lab
