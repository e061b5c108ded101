#include "parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>

#include "cancel.h"
#include "machine.h"
#include "team.h"

namespace breakeven {
namespace {

/// Hands out pieces in order; the first exception stops all threads.
class Pieces {
 public:
  Pieces(std::size_t count, std::size_t grain,
         const std::function<void(std::size_t, std::size_t)>& body)
      : count_(count), grain_(grain), body_(body) {}

  void work() {
    try {
      while (!failed_.load(std::memory_order_relaxed)) {
        const std::size_t begin = next_.fetch_add(grain_, std::memory_order_relaxed);
        if (begin >= count_) return;
        check_cancelled();
        body_(begin, std::min(begin + grain_, count_));
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!error_) error_ = std::current_exception();
      failed_.store(true, std::memory_order_relaxed);
    }
  }

  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  std::size_t count_;
  std::size_t grain_;
  const std::function<void(std::size_t, std::size_t)>& body_;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> failed_{false};
  std::mutex mutex_;
  std::exception_ptr error_;
};

}  // namespace

void parallel_for(std::size_t count, std::size_t grain,
                  const std::function<void(std::size_t, std::size_t)>& body) {
  if (count == 0) return;
  grain = std::max<std::size_t>(grain, 1);
  Pieces pieces(count, grain, body);
  const std::size_t pieces_needed = (count + grain - 1) / grain;
  const std::size_t threads = std::min<std::size_t>(usable_cpus(), pieces_needed);
  Team helpers;
  for (std::size_t i = 1; i < threads; ++i) {
    helpers.add([&pieces] {
      // The caller may be bound to one CPU by OpenMP; its children would inherit that.
      use_all_cpus();
      pieces.work();
    });
  }
  pieces.work();
  helpers.join();
  pieces.rethrow();
}

}  // namespace breakeven
