#include <sched.h>
#include <signal.h>
#include <sys/time.h>
#include <time.h>

#include <cfenv>
#include <utility>

#include "test-sound.h"

namespace breakeven::histogram {
namespace {

/// Right, and leaves a handler, a mask, two timers, another rounding and one CPU to the case that
/// follows.
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

BREAKEVEN_VARIANT({.workload = workload_id,
                   .id = "test-state",
                   .title = "Changes the process",
                   .summary = "Right, and leaves handlers, timers and more.",
                   .source = "Breakeven's tests",
                   .cost = cost,
                   .make = make_execution<State>});

}  // namespace
}  // namespace breakeven::histogram
