#include "after-timing.h"

#include "array-checks.h"
#include "cancel.h"
#include "clock.h"
#include "pattern.h"
#include "planting.h"

namespace breakeven {
namespace {

/// Places where values were not seen before, as many as this time allows, but one at least.
constexpr int max_unseen_inputs = 9;
constexpr double unseen_ns = 0.01 * second_ns;
/// Times on inputs seen and not seen are compared this many times, unless they take longer.
constexpr std::size_t compared_inputs = 5;
constexpr double compared_ns = 0.25 * second_ns;
constexpr const char* when_changed = "on values that come with the kernel phase";
constexpr const char* when_changed_end_to_end =
    "end to end on values that come with the kernel phase";
/// A multiple of the turns that planted positions take, and of the seeds of a repetition.
constexpr std::uint64_t secret_step = 90;

}  // namespace

AfterTiming::AfterTiming(Bench& bench, Data& output, CaseResult& result, Sampling& sampling,
                         Verification& verification, std::unique_ptr<Execution>& execution)
    : bench_(bench),
      output_(output),
      result_(result),
      sampling_(sampling),
      verification_(verification),
      execution_(execution),
      fresh_(bench.values.flag("freshInput")),
      varies_(verification.vary()) {
  verification.end_turn();
}

void AfterTiming::again() { bench_.sampler.take(*execution_, SampleKind::again); }

bool AfterTiming::resident() {
  if (fresh_) verification_.take_new_input();
  const auto run_again = [this] { again(); };
  if (verifies_seen() && !verification_.run(run_again, "after timing")) return false;
  SeenInputs times;
  const std::int64_t start = now_ns();
  // The first ones come with the kernel phase where that can be.
  int done = 0;
  if (verification_.watches_kernel()) {
    const auto changed = [&](std::uint64_t seed) {
      return verification_.run_changed(run_again, when_changed, seed);
    };
    if (!changed(unseen_seed())) return false;
    const bool has_time = bench_.request.thorough || ns_since(start) < unseen_ns;
    if (has_time && !changed(next_secret() | random_positions_alone)) return false;
    done = 1;
  }
  for (; done < max_unseen_inputs && (done == 0 || may_go_on(start, times)); ++done) {
    check_cancelled();
    const std::uint64_t seed = unseen_seed();
    if (!unseen(start, times.unseen, seed)) return false;
    const auto fed = [&] {
      bench_.sampler.take(*execution_, SampleKind::feed);
      again();
    };
    if (!verification_.run_over(fed, "over the answer to other values")) return false;
    if (!compares_inputs(start)) continue;
    // What it remembers is of the unseen input. Both runs then follow the same work of this
    // thread alone: threads that wait for a parallel region have gone to sleep, or have not.
    if (!verification_.run(fed, "after timing")) return false;
    const auto seen = [&] { run_fed(times.seen); };
    if (!verification_.run_seen(seen, "after timing", seed)) return false;
  }
  times.report(bench_.sampler.resolution_ns(), result_);
  return true;
}

/// Where times are compared the values are of equal work, and else they may cost less.
bool AfterTiming::unseen(std::int64_t start, SeenInputs::Runs& times, std::uint64_t seed) {
  const char* const when = "on values not seen before";
  const auto run = [&] { run_fed(times); };
  return compares_inputs(start) ? verification_.run_unseen_of_equal_work(run, when, seed)
                                : verification_.run_unseen(run, when, seed);
}

/// One timed run on the input as it is now, and one that is verified.
void AfterTiming::run_fed(SeenInputs::Runs& times) {
  bench_.sampler.take(*execution_, SampleKind::feed);
  if (bench_.request.thorough && bench_.variant.device != Device::cuda) {
    // Whoever made the contents, they are in the caches of this thread.
    read_arrays(*bench_.prepared.input);
    read_arrays(output_);
  }
  const Sample sample = bench_.sampler.take(*execution_, SampleKind::kernel);
  times.ns.push_back(sample[Scope::kernel]);
  times.cpu_ns.push_back(sample.cpu_ns);
  // What a device computed in it has not been copied out.
  if (bench_.request.thorough || verification_.watches_kernel()) verification_.overwrite();
  again();
}

/// In later repetitions a run on values not seen before takes the place of one on those of the
/// case, whose timed answers have been checked.
bool AfterTiming::verifies_seen() const { return bench_.request.thorough || fresh_; }

/// In the thorough repetition inputs are compared for longer; where each sample has another one
/// they need not be.
bool AfterTiming::compares_inputs(std::int64_t start) const {
  return !varies_ && !fresh_ && bench_.request.thorough && ns_since(start) < compared_ns;
}

bool AfterTiming::may_go_on(std::int64_t start, const SeenInputs& times) const {
  return ns_since(start) < unseen_ns ||
         (times.seen.ns.size() < compared_inputs && compares_inputs(start));
}

bool AfterTiming::total() {
  if (fresh_) verification_.take_new_input();
  const auto run_again = [&] { sampling_.take_once(SampleKind::total, 1); };
  if (verifies_seen() && !verification_.run(run_again, "after timing end to end")) return false;
  return unseen_total();
}

bool AfterTiming::unseen_total() {
  const auto run_again = [&] { sampling_.take_once(SampleKind::total, 1); };
  const std::uint64_t seed = unseen_seed();
  const bool passed =
      verification_.watches_kernel() && !fresh_
          ? verification_.run_changed(run_again, when_changed_end_to_end,
                                      seed | random_positions_alone)
          : verification_.run_unseen(run_again, "end to end on values not seen before", seed);
  return passed && verification_.kept("while it was measured");
}

std::uint64_t AfterTiming::unseen_seed() {
  return secret_step * (secret_seed() >> 10) +
         static_cast<std::uint64_t>(bench_.request.repetition) * (max_unseen_inputs + 1) +
         unseen_count_++;
}

}  // namespace breakeven
