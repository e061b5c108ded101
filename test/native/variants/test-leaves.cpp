#include <sched.h>
#include <signal.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cfenv>
#include <chrono>
#include <cstddef>
#include <thread>
#include <utility>
#include <vector>

#include "test-sound.h"

/// Right answers of programs that leave something behind in their process, or take what it has.
namespace breakeven::histogram {
namespace {

/// Does something before it counts; `act` is told whether it is the first run of this Execution.
template <auto act>
class Before final : public Sound {
 public:
  using Sound::Sound;

  void run(Phases& phases) override {
    act(std::exchange(is_first_, false));
    Sound::run(phases);
  }

 private:
  bool is_first_ = true;
};

/// Closes every file of its process, the one to its parent included.
void close_descriptors(bool) {
  constexpr int first_of_others = 3;
  constexpr int last_descriptor = 255;
  for (int file = first_of_others; file <= last_descriptor; ++file) close(file);
}

/// Leaves a thread behind that never ends.
void leave_thread(bool) {
  std::thread([] {
    for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
  }).detach();
}

/// Longer than a case, and not for ever: where nobody ends what is left, the output of the tests
/// that it holds open ends all the same.
[[noreturn]] void wait_for_a_while() {
  constexpr unsigned most_seconds = 60;
  alarm(most_seconds);
  for (;;) pause();
}

void leave_process(bool is_first) {
  if (is_first && fork() == 0) wait_for_a_while();
}

/// Leaves the child of a child that has ended, in a session of its own: once in a process.
void leave_daemon(bool) {
  static bool forked = false;
  if (std::exchange(forked, true)) return;
  const pid_t child = fork();
  if (child == 0) {
    setsid();
    if (fork() == 0) wait_for_a_while();
    _exit(0);
  }
  waitpid(child, nullptr, 0);
}

/// More than a process has addresses.
void exhaust_memory(bool) {
  static std::vector<char> block;
  block.resize(std::size_t{1} << 48);
}

/// A leak: memory is asked for in pieces, each of which is given and used. It ends by itself where
/// nothing ends it, so that a machine without a limit is spared.
class Leak final : public Sound {
 public:
  using Sound::Sound;

  void run(Phases& phases) override {
    while (pieces_.size() * piece_bytes < leaked_bytes) pieces_.emplace_back(piece_bytes, 'x');
    Sound::run(phases);
  }

 private:
  static constexpr std::size_t piece_bytes = std::size_t{1} << 22;
  static constexpr std::size_t leaked_bytes = std::size_t{1} << 30;
  std::vector<std::vector<char>> pieces_;
};

/// Leaves a handler, a mask, two timers, another rounding and one CPU to the case that follows.
class State final : public Sound {
 public:
  using Sound::Sound;

  void run(Phases& phases) override {
    Sound::run(phases);
    signal(SIGUSR2, [](int) {});
    const itimerval hour{.it_interval = {}, .it_value = {.tv_sec = 3600, .tv_usec = 0}};
    setitimer(ITIMER_VIRTUAL, &hour, nullptr);
    std::fesetround(FE_UPWARD);
    sigset_t mask;
    sigemptyset(&mask);
    sigaddset(&mask, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &mask, nullptr);
    if (!std::exchange(has_timer_, true)) create_timer();
    stay_on_one_cpu();
  }

 private:
  static void create_timer() {
    sigevent none{};
    none.sigev_notify = SIGEV_NONE;
    timer_t timer{};
    timer_create(CLOCK_MONOTONIC, &none, &timer);
  }
  static void stay_on_one_cpu() {
    cpu_set_t allowed;
    sched_getaffinity(0, sizeof allowed, &allowed);
    int cpu = 0;
    while (!CPU_ISSET(cpu, &allowed)) ++cpu;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(cpu, &one);
    sched_setaffinity(0, sizeof one, &one);
  }

  bool has_timer_ = false;
};

[[maybe_unused]] const bool added =
    add<Before<close_descriptors>>("test-descriptors", "Closes descriptors",
                                   "Right, and closes what its process has open.") &&
    add<Before<leave_thread>>("test-threads", "Leaves threads",
                              "Right, and leaves a thread behind in each run.") &&
    add<Before<leave_process>>("test-fork", "Forks", "Right, and leaves a process behind.") &&
    add<Before<leave_daemon>>("test-daemon", "Leaves a daemon",
                              "Right, and leaves a process that is no child of its own.") &&
    add<Before<exhaust_memory>>("test-memory", "Exhausts memory",
                                "Asks for more memory than there is.") &&
    add<Leak>("test-leak", "Leaks memory", "Right, and takes a gibibyte, page by page.") &&
    add<State>("test-state", "Changes the process", "Right, and leaves handlers, timers and more.");

}  // namespace
}  // namespace breakeven::histogram
