#include <chrono>
#include <csignal>
#include <stdexcept>
#include <thread>

#include "test-sound.h"

namespace breakeven::histogram {
namespace {

/// Does something else in place of counting.
template <auto act>
class Instead final : public Execution {
 public:
  explicit Instead(const Case&) {}
  void run(Phases& phases) override { phases.kernel(act); }
};

/// Ends the process as a stray pointer would.
void crash() { std::raise(SIGSEGV); }

/// Never returns, and sees no cancel.
void hang() {
  for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
}

void fail() { throw std::runtime_error("thrown on purpose"); }

/// Leaves the output as it found it: only poisoning shows that.
void idle() {}

[[maybe_unused]] const bool added =
    add<Instead<crash>>("test-crash", "Crashes", "Ends the engine with a segmentation fault.") &&
    add<Instead<hang>>("test-hang", "Hangs", "Never comes back.") &&
    add<Instead<fail>>("test-throw", "Throws", "Throws an exception instead of counting.") &&
    add<Instead<idle>>("test-idle", "Idle", "Does nothing at all.");

}  // namespace
}  // namespace breakeven::histogram
