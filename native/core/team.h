#pragma once

#include <thread>
#include <utility>
#include <vector>

namespace breakeven {

/// Threads that are joined when the team goes out of scope. std::jthread would do the same; libc++
/// has it only from version 20 on.
class Team {
 public:
  Team() = default;
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;
  ~Team() { join(); }

  template <class F>
  void add(F&& work) {
    threads_.emplace_back(std::forward<F>(work));
  }

  void join() {
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
  }

 private:
  std::vector<std::thread> threads_;
};

}  // namespace breakeven
