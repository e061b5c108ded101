#pragma once

#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "clock.h"
#include "result.h"
#include "sampler.h"

namespace breakeven {

/// Measures the issue ratio of the cores of a case, with as many OpenMP threads as the case.
class CoreWatch {
 public:
  virtual ~CoreWatch() = default;
  /// The current ratio, above 0. `learn`: the ratio updates the reference values.
  virtual double look(bool learn) = 0;
  /// The ratio of cores that nothing else uses, as measured so far in this process.
  virtual double own_ratio() const = 0;
  /// The same for one thread.
  virtual double own_ratio_of_one() const = 0;
  virtual int threads() const = 0;
};

/// Watches the cores of a team of this size. The process keeps the reference values of each size;
/// the first watch of a size measures for 20 ms.
std::unique_ptr<CoreWatch> watch_cores(int threads);

/// Handles samples during which another hardware thread of a core was busy. States last
/// 5 ms or longer, so a sample of at most 5 ms that begins and ends with unshared cores had
/// unshared cores throughout. A team that never reached the ratio of one thread always shares its
/// cores, with its own threads or with other programs. Its samples are kept.
class Contention {
 public:
  static constexpr double max_watched_ns = 0.005 * second_ns;
  using Clock = std::int64_t (*)();

  struct Options {
    /// Of the case, where it has one.
    std::optional<double> time_limit_s{};
    /// The ratio of cores of one's own that earlier processes saw of as many threads, and of one.
    std::optional<double> known_own_ratio{};
    std::optional<double> known_ratio_of_one{};
    Clock clock = now_ns;
  };

  /// Takes samples as they are.
  Contention() = default;
  Contention(std::unique_ptr<CoreWatch> watch, const Options& options);

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
    /// Of the samples that count, the larger of the ratios before and after each.
    std::vector<double> ratios{};
    bool is_long() const { return taken > 0 && shortest_ns > max_watched_ns; }
  };

  void look(bool learn);
  void wait();
  /// Infinite where the team never had cores of its own.
  double max_own_ratio() const;
  bool are_own() const { return std::isfinite(ratio_) && ratio_ <= max_own_ratio(); }

  std::unique_ptr<CoreWatch> watch_;
  std::optional<double> known_own_ratio_;
  std::optional<double> known_ratio_of_one_;
  double max_paused_ns_ = 0;
  Clock clock_ = now_ns;
  /// What the watch saw last, and when.
  double ratio_ = std::numeric_limits<double>::infinity();
  std::int64_t seen_at_ns_ = 0;
  std::array<Seen, scope_count> scopes_{};
  int set_aside_ = 0;
  double paused_ns_ = 0;
};

}  // namespace breakeven
