#include <chrono>
#include <thread>

#include "test-sound.h"

namespace breakeven::histogram {
namespace {

/// Right, and each run leaves a thread behind that never ends.
class Threads final : public Sound {
 public:
  using Sound::Sound;
  void run(Phases& phases) override {
    std::thread([] {
      for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
    }).detach();
    Sound::run(phases);
  }
};

BREAKEVEN_VARIANT({.workload = workload_id,
                   .id = "test-threads",
                   .title = "Leaves threads",
                   .summary = "Right, and leaves a thread behind in each run.",
                   .source = "Breakeven's tests",
                   .cost = cost,
                   .make = make_execution<Threads>});

}  // namespace
}  // namespace breakeven::histogram
