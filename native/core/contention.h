#pragma once

#include <array>
#include <functional>
#include <limits>
#include <optional>

#include "clock.h"
#include "result.h"
#include "sampler.h"

namespace breakeven {

/// Says now whether the cores of a case are its own. `learn`: what is seen tells what is usual.
using CoresAreOwn = std::function<bool(bool learn)>;

/// Watches the cores of so many OpenMP threads by their issue ratio, against what this process has
/// seen of as many threads, for 20 ms at least.
CoresAreOwn watch_cores(int threads);

/// Handles samples during which another hardware thread of a core was busy. States change within
/// 5 to 500 ms, so a sample of at most 5 ms that begins and ends with cores of its own had them
/// throughout.
class Contention {
 public:
  static constexpr double max_watched_ns = 0.005 * second_ns;
  using Clock = double (*)();

  /// Takes samples as they are.
  Contention() = default;
  /// `all`: the watch sees every thread of the case. `time_limit_s`: of the case, where it has one.
  Contention(CoresAreOwn own, bool all, std::optional<double> time_limit_s, Clock clock = now_ns);

  /// Waits for the cores, sets a contended sample aside and takes it again, until the time for both
  /// is used up; from then on contended samples are kept and counted. Samples of a timing scope
  /// whose shortest one is long are taken as they are. `prepare` comes before each sample, after
  /// the wait; `waited`: for so long that the caches may hold other things.
  Sample take(Scope scope, const std::function<void(bool waited)>& prepare,
              const std::function<Sample()>& once);

  /// All waiting and samples set aside so far, in nanoseconds.
  double paused_ns() const { return paused_ns_; }
  void report(CaseResult& result) const;

 private:
  /// What was seen of one timing scope.
  struct Seen {
    double shortest_ns = std::numeric_limits<double>::infinity();
    int taken = 0;
    int kept = 0;
    bool is_long() const { return taken > 0 && shortest_ns > max_watched_ns; }
  };

  bool are_own(bool learn);
  bool wait();

  CoresAreOwn own_;
  bool all_ = false;
  double max_paused_ns_ = 0;
  Clock clock_ = now_ns;
  /// What the watch said last, and when.
  bool were_own_ = false;
  double seen_at_ns_ = 0;
  std::array<Seen, scope_count> scopes_{};
  int set_aside_ = 0;
  double paused_ns_ = 0;
};

}  // namespace breakeven
