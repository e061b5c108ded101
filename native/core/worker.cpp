#include "worker.h"

#include <condition_variable>
#include <exception>
#include <future>
#include <memory>
#include <mutex>
#include <queue>
#include <thread>
#include <utility>

#include "machine.h"

namespace breakeven {
namespace {

class Worker {
 public:
  /// Never destroyed: at exit a job may still be under way, and waiting for it could take minutes.
  static Worker& instance() {
    static Worker* const worker = std::make_unique<Worker>().release();
    return *worker;
  }

  Worker() {
    std::thread([this] { loop(); }).detach();
  }

  void post(std::function<void()> job) {
    {
      const std::lock_guard lock(mutex_);
      jobs_.push(std::move(job));
      ++pending_;
    }
    wake_.notify_one();
  }

  bool busy() {
    const std::lock_guard lock(mutex_);
    return pending_ > 0;
  }

 private:
  void loop() {
    use_all_cpus();
    for (;;) {
      std::function<void()> job;
      {
        std::unique_lock lock(mutex_);
        wake_.wait(lock, [this] { return !jobs_.empty(); });
        job = std::move(jobs_.front());
        jobs_.pop();
      }
      job();
      const std::lock_guard lock(mutex_);
      --pending_;
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_;
  std::queue<std::function<void()>> jobs_;
  int pending_ = 0;
};

}  // namespace

void post_job(std::function<void()> job) { Worker::instance().post(std::move(job)); }

void run_on_worker(const std::function<void()>& job) {
  std::promise<void> done;
  post_job([&] {
    try {
      job();
      done.set_value();
    } catch (...) {
      done.set_exception(std::current_exception());
    }
  });
  done.get_future().get();
}

bool worker_busy() { return Worker::instance().busy(); }

}  // namespace breakeven
