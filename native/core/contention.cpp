#include "contention.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "cancel.h"
#include "issue-rate.h"
#include "own-ratio.h"

namespace breakeven {
namespace {

/// Ratios of cores of one's own differ by 2 %, nearly all of those of shared ones are at least 1.2
/// times as large. `src-main/core/run/own-issue-ratios.ts` has this limit as well.
constexpr double own_up_to = 1.1;
/// In one case, for waiting and samples set aside together; of its time limit at most this part.
constexpr double max_paused_ns = 0.3 * second_ns;
constexpr double max_paused_part = 0.5;
/// Before the first case of so many threads in a process.
constexpr double first_look_ns = 0.02 * second_ns;
/// What was seen so long ago tells of the present.
constexpr double recent_ns = 50e3;
/// While cores are waited for, so often is what is seen remembered: else a long wait would make
/// shared cores the usual ones.
constexpr double learn_every_ns = 1e6;
/// After a longer wait the caches may hold what others left there.
constexpr double idle_ns = 100e3;
/// Part of the samples of a timing scope that may be contended: a median hardly moves.
/// `src-main/core/run/interference.ts` has this limit as well.
constexpr double max_contended = 0.1;

/// By number of threads. One case is under way at a time.
OwnRatio& own_ratio_of(int threads) {
  static std::map<int, OwnRatio> by_threads;
  const auto [found, is_new] = by_threads.try_emplace(threads);
  const std::int64_t start = now_ns();
  while (is_new && ns_since(start) < first_look_ns) found->second.see(issue_ratio(threads));
  return found->second;
}

class IssueWatch final : public CoreWatch {
 public:
  explicit IssueWatch(int threads)
      : own_(own_ratio_of(threads)), one_(own_ratio_of(1)), threads_(threads) {}

  double look(bool learn) override {
    const double ratio = issue_ratio(threads_);
    // A chain of no time, by a coarse clock, tells nothing.
    if (!std::isfinite(ratio) || ratio <= 0) return own_.value();
    if (learn) own_.see(ratio);
    return ratio;
  }
  double own_ratio() const override { return own_.value(); }
  double own_ratio_of_one() const override { return one_.value(); }
  int threads() const override { return threads_; }

 private:
  OwnRatio& own_;
  OwnRatio& one_;
  int threads_;
};

/// The ratio that only so many of the samples exceed as may be contended.
double kept_ratio(std::vector<double> ratios) {
  const auto above = static_cast<std::size_t>(max_contended * static_cast<double>(ratios.size()));
  const auto at = ratios.end() - static_cast<std::ptrdiff_t>(above) - 1;
  std::nth_element(ratios.begin(), at, ratios.end());
  return *at;
}

}  // namespace

std::unique_ptr<CoreWatch> watch_cores(int threads) {
  return std::make_unique<IssueWatch>(threads);
}

Contention::Contention(std::unique_ptr<CoreWatch> watch, const Options& options)
    : watch_(std::move(watch)),
      known_own_ratio_(options.known_own_ratio),
      known_ratio_of_one_(options.known_ratio_of_one),
      max_paused_ns_(max_paused_ns),
      clock_(options.clock) {
  if (options.time_limit_s) {
    max_paused_ns_ = std::min(max_paused_ns, max_paused_part * *options.time_limit_s * second_ns);
  }
}

Sample Contention::take(Scope scope, const std::function<void(bool waited)>& prepare,
                        const std::function<Sample()>& once) {
  Seen& seen = scopes_[static_cast<std::size_t>(scope)];
  if (watch_ == nullptr || seen.is_long()) {
    prepare(false);
    ++seen.taken;
    return once();
  }
  for (;;) {
    const double paused = paused_ns_;
    wait();
    const double before = ratio_;
    const bool began = are_own();
    prepare(paused_ns_ - paused > idle_ns);
    const std::int64_t start = clock_();
    const Sample sample = once();
    const double took = ns_between(start, clock_());
    seen.shortest_ns = std::min(seen.shortest_ns, took);
    look(true);
    const bool contended = !began || !are_own();
    if (contended && paused_ns_ + took <= max_paused_ns_) {
      ++set_aside_;
      paused_ns_ += took;
      continue;
    }
    ++seen.taken;
    seen.ratios.push_back(std::max(before, ratio_));
    return sample;
  }
}

void Contention::look(bool learn) {
  ratio_ = watch_->look(learn);
  seen_at_ns_ = clock_();
}

double Contention::max_own_ratio() const {
  const auto or_lower = [](double ratio, std::optional<double> known) {
    return known ? std::min(ratio, *known) : ratio;
  };
  const double own = or_lower(watch_->own_ratio(), known_own_ratio_);
  const double of_one = or_lower(watch_->own_ratio_of_one(), known_ratio_of_one_);
  return own > own_up_to * of_one ? std::numeric_limits<double>::infinity() : own_up_to * own;
}

/// What was seen at the end of the sample before holds for the next one.
void Contention::wait() {
  const std::int64_t start = clock_();
  if (are_own() && ns_between(seen_at_ns_, start) < recent_ns) return;
  look(true);
  if (are_own() || paused_ns_ >= max_paused_ns_) return;
  std::int64_t learned_at = start;
  while (!are_own() && paused_ns_ + ns_between(start, clock_()) < max_paused_ns_) {
    check_cancelled();
    const bool learn = ns_between(learned_at, clock_()) > learn_every_ns;
    if (learn) learned_at = clock_();
    look(learn);
  }
  paused_ns_ += ns_between(start, clock_());
}

/// Counts contended samples by the own ratio that is known at the end of the case: it may be lower
/// than the one that was known when they were taken.
void Contention::report(CaseResult& result) const {
  if (watch_ == nullptr) return;
  const double limit = max_own_ratio();
  int watched = 0;
  int kept = 0;
  double share = 0;
  double ratio = 0;
  bool whole = true;
  for (const Seen& seen : scopes_) {
    if (seen.taken == 0) continue;
    whole = whole && !seen.is_long();
    if (seen.is_long()) continue;
    watched += seen.taken;
    const auto contended = std::count_if(seen.ratios.begin(), seen.ratios.end(),
                                         [limit](double one) { return one > limit; });
    kept += static_cast<int>(contended);
    share = std::max(share, static_cast<double>(contended) / seen.taken);
    ratio = std::max(ratio, kept_ratio(seen.ratios));
  }
  if (watched == 0) return;
  result.interference["watchedThreads"] = static_cast<double>(watch_->threads());
  result.interference["issueRatio"] = ratio;
  result.interference["ownIssueRatioOfOne"] = watch_->own_ratio_of_one();
  // Without an own ratio no sample is known to be contended; another process may provide one.
  if (!std::isfinite(limit)) return;
  result.interference["watchedSamples"] = static_cast<double>(watched);
  result.interference["contendedSamples"] = static_cast<double>(set_aside_ + kept);
  result.interference["keptContendedShare"] = share;
  result.interference["ownIssueRatio"] = watch_->own_ratio();
  if (whole && share <= max_contended) result.interference["coresWatched"] = true;
}

}  // namespace breakeven
