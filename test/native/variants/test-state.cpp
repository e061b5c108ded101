#include <sched.h>
#include <signal.h>
#include <sys/time.h>

#include <cfenv>

#include "test-sound.h"

namespace breakeven::histogram {
namespace {

/// Right, and leaves a handler, a timer, another rounding and one CPU to the case that follows.
class State final : public Sound {
 public:
  using Sound::Sound;
  void run(Phases& phases) override {
    Sound::run(phases);
    signal(SIGUSR2, [](int) {});
    const itimerval hour{.it_interval = {}, .it_value = {.tv_sec = 3600, .tv_usec = 0}};
    setitimer(ITIMER_VIRTUAL, &hour, nullptr);
    std::fesetround(FE_UPWARD);
  }
};

BREAKEVEN_VARIANT({.workload = workload_id,
                   .id = "test-state",
                   .title = "Changes the process",
                   .summary = "Right, and leaves a handler, a timer and another rounding.",
                   .source = "Breakeven's tests",
                   .cost = cost,
                   .make = make_execution<State>});

}  // namespace
}  // namespace breakeven::histogram
