#include "contention.h"

#include <algorithm>
#include <map>
#include <utility>

#include "cancel.h"
#include "issue-rate.h"
#include "own-ratio.h"

namespace breakeven {
namespace {

/// Ratios of cores of one's own differ by 2 %, those of shared ones are at least 1.2 times as
/// large.
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
constexpr double max_contended = 0.1;

/// By number of threads. One case is under way at a time.
OwnRatio& own_ratio(int threads) {
  static std::map<int, OwnRatio> by_threads;
  const auto [found, is_new] = by_threads.try_emplace(threads);
  const double start = now_ns();
  while (is_new && now_ns() - start < first_look_ns) found->second.see(issue_ratio(threads));
  return found->second;
}

}  // namespace

CoresAreOwn watch_cores(int threads) {
  return [&own = own_ratio(threads), threads](bool learn) {
    const double ratio = issue_ratio(threads);
    if (learn) own.see(ratio);
    return ratio <= own_up_to * own.value();
  };
}

Contention::Contention(CoresAreOwn own, bool all, std::optional<double> time_limit_s, Clock clock)
    : own_(std::move(own)), all_(all), max_paused_ns_(max_paused_ns), clock_(clock) {
  if (time_limit_s) {
    max_paused_ns_ = std::min(max_paused_ns, max_paused_part * *time_limit_s * second_ns);
  }
}

Sample Contention::take(Scope scope, const std::function<void(bool waited)>& prepare,
                        const std::function<Sample()>& once) {
  Seen& seen = scopes_[static_cast<std::size_t>(scope)];
  if (own_ == nullptr || seen.is_long()) {
    prepare(false);
    ++seen.taken;
    return once();
  }
  for (;;) {
    const double paused = paused_ns_;
    const bool began = wait();
    prepare(paused_ns_ - paused > idle_ns);
    const double start = clock_();
    const Sample sample = once();
    const double took = clock_() - start;
    seen.shortest_ns = std::min(seen.shortest_ns, took);
    const bool contended = !began || !are_own(true);
    if (contended && paused_ns_ + took <= max_paused_ns_) {
      ++set_aside_;
      paused_ns_ += took;
      continue;
    }
    ++seen.taken;
    seen.kept += contended ? 1 : 0;
    return sample;
  }
}

bool Contention::are_own(bool learn) {
  were_own_ = own_(learn);
  seen_at_ns_ = clock_();
  return were_own_;
}

/// What was seen at the end of the sample before holds for the next one.
bool Contention::wait() {
  const double start = clock_();
  if (were_own_ && start - seen_at_ns_ < recent_ns) return true;
  if (are_own(true) || paused_ns_ >= max_paused_ns_) return were_own_;
  double learned_ns = start;
  while (!were_own_ && paused_ns_ + clock_() - start < max_paused_ns_) {
    check_cancelled();
    const bool learn = clock_() - learned_ns > learn_every_ns;
    if (learn) learned_ns = clock_();
    are_own(learn);
  }
  paused_ns_ += clock_() - start;
  return were_own_;
}

void Contention::report(CaseResult& result) const {
  if (own_ == nullptr) return;
  int watched = 0;
  int kept = 0;
  double share = 0;
  bool whole = all_;
  for (const Seen& seen : scopes_) {
    if (seen.taken == 0) continue;
    whole = whole && !seen.is_long();
    if (seen.is_long()) continue;
    watched += seen.taken;
    kept += seen.kept;
    share = std::max(share, static_cast<double>(seen.kept) / seen.taken);
  }
  if (watched == 0) return;
  result.interference["watchedSamples"] = static_cast<double>(watched);
  result.interference["contendedSamples"] = static_cast<double>(set_aside_ + kept);
  result.interference["keptContendedShare"] = share;
  if (whole && share <= max_contended) result.interference["coresWatched"] = true;
}

}  // namespace breakeven
