#include "cancel.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

#include "errors.h"

namespace breakeven {
namespace {
std::atomic<bool> requested{false};
}

void request_cancel() { requested.store(true, std::memory_order_relaxed); }
void clear_cancel() { requested.store(false, std::memory_order_relaxed); }
bool cancel_requested() { return requested.load(std::memory_order_relaxed); }

void check_cancelled() {
  if (cancel_requested()) throw Cancelled{};
}

void sleep_seconds(double seconds) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  for (;;) {
    check_cancelled();
    const std::chrono::duration<double> left = end - std::chrono::steady_clock::now();
    if (left.count() <= 0) return;
    std::this_thread::sleep_for(std::min(left, std::chrono::duration<double>(0.01)));
  }
}

}  // namespace breakeven
