#include <unistd.h>

#include "test-sound.h"

namespace breakeven::histogram {
namespace {

/// Right, and its first run leaves a process behind that never ends.
class Fork final : public Sound {
 public:
  using Sound::Sound;
  void run(Phases& phases) override {
    if (!forked_ && fork() == 0) {
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

}  // namespace
}  // namespace breakeven::histogram
