#include <sys/wait.h>
#include <unistd.h>

#include "test-sound.h"

namespace breakeven::histogram {
namespace {

/// Longer than a case, and not for ever: where nobody ends what is left, the output of the tests
/// that it holds open ends all the same.
constexpr unsigned most_seconds = 60;

/// Right, and its first run leaves a process behind.
class Fork final : public Sound {
 public:
  using Sound::Sound;
  void run(Phases& phases) override {
    if (!forked_ && fork() == 0) {
      alarm(most_seconds);
      for (;;) pause();
    }
    forked_ = true;
    Sound::run(phases);
  }

 private:
  bool forked_ = false;
};

BREAKEVEN_VARIANT({.workload = workload_id,
                   .id = "test-fork",
                   .title = "Forks",
                   .summary = "Right, and leaves a process behind.",
                   .source = "Breakeven's tests",
                   .cost = cost,
                   .make = make_execution<Fork>});

/// Right, and its first run leaves the child of a child that has ended, in a session of its own.
class Daemon final : public Sound {
 public:
  using Sound::Sound;
  void run(Phases& phases) override {
    if (!forked_) {
      const pid_t child = fork();
      if (child == 0) {
        setsid();
        if (fork() == 0) {
          alarm(most_seconds);
          for (;;) pause();
        }
        _exit(0);
      }
      waitpid(child, nullptr, 0);
    }
    forked_ = true;
    Sound::run(phases);
  }

 private:
  static inline bool forked_ = false;
};

BREAKEVEN_VARIANT({.workload = workload_id,
                   .id = "test-daemon",
                   .title = "Leaves a daemon",
                   .summary = "Right, and leaves a process that is no child of its own.",
                   .source = "Breakeven's tests",
                   .cost = cost,
                   .make = make_execution<Daemon>});

}  // namespace
}  // namespace breakeven::histogram
