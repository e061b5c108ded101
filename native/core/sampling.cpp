#include "sampling.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <random>
#include <utility>

#include "batch.h"
#include "cancel.h"
#include "clock.h"
#include "issue-rate.h"
#include "pattern.h"
#include "registry.h"
#include "stopping-criterion.h"
#include "watched-threads.h"

namespace breakeven {
namespace {

/// Parts of the time in which answers that samples leave are checked, and outputs get random bits.
constexpr double verified_share = 0.015;
constexpr double overwritten_share = 0.02;
/// Batches that end the sampling of a case of batches, and the longest of them.
constexpr int short_batches = 8;
constexpr int short_batch = 32;
/// One of so many samples of a device is the one before which timed runs are looked at.
constexpr std::size_t watched_samples = 10;
/// Of a scope in a process, within a time limit.
constexpr std::size_t least_samples = 2;

}  // namespace

Sampling::Sampling(Bench& bench, SampleEvents& events, Data& output, const MakeExecution& make,
                   std::unique_ptr<Execution>& execution)
    : bench_(bench),
      events_(events),
      output_(output),
      make_(make),
      execution_(execution),
      throttling_(bench.sampler.min_clock_hz()),
      fresh_(bench.values.flag("freshInput")) {}

void Sampling::watch_cores_of(Execution& execution, double typical_ns) {
  if (bench_.variant.device != Device::cpu || !bench_.sampler.in_this_process()) return;
  if (!cores_can_be_watched() || typical_ns > Contention::max_watched_ns) return;
  const int threads = find_watched_threads(bench_, execution, typical_ns);
  if (threads == 0) return;
  const auto& known = bench_.request.own_issue_ratios;
  const auto known_of = [&](int count) {
    const auto found = known.find(count);
    return found == known.end() ? std::nullopt : std::optional(found->second);
  };
  contention_ =
      Contention(watch_cores(threads), {.time_limit_s = bench_.request.policy.time_limit_s,
                                        .known_own_ratio = known_of(threads),
                                        .known_ratio_of_one = known_of(1)});
}

void Sampling::begin(double typical_ns) {
  typical_ns_ = typical_ns;
  // Of values not seen before, at the most.
  turn_check_ns_ = bench_.workload.estimate_seconds(bench_.values) * second_ns;
  start_ns_ = now_ns();
}

std::unique_ptr<StoppingCriterion> Sampling::criterion(bool headline, Scope scope, int batch,
                                                       bool compared) const {
  const auto& known = bench_.request.process_sd;
  const auto spread = known.find(scope_name(scope));
  return make_stopping_criterion(bench_.request.policy,
                                 {.headline = headline,
                                  .compared = compared,
                                  .brief = bench_.request.is_brief(),
                                  .resolution_ns = bench_.sampler.resolution_ns() / batch,
                                  .batch = batch,
                                  .process_sd = spread == known.end() ? 0 : spread->second});
}

/// As an earlier repetition chose it, so that all samples of a case are of one kind.
int Sampling::batch_of(SampleKind kind, Scope scope) {
  if (kind == SampleKind::batch) return bench_.sampler.batch_executions();
  if (fresh_ || !bench_.sampler.takes_batches(kind)) return 1;
  if (kind == SampleKind::total && bench_.workload.in_place()) return 1;
  const auto given = bench_.request.batch.find(scope_name(scope));
  if (given != bench_.request.batch.end()) return given->second;
  const double step = bench_.sampler.resolution_ns();
  // Each scope takes as long as the kernel that it contains.
  if (typical_ns_ >= 2 * shortest_batch_ns(step)) return 1;
  return choose_batch(
      [&](int executions) {
        check_cancelled();
        return take_once(kind, executions)[scope] * executions;
      },
      step);
}

void Sampling::refresh(bool feed) {
  if (!fresh_) return;
  bench_.workload.refill(*bench_.prepared.input, bench_.values, ++fresh_count_);
  if (feed && execution_) bench_.sampler.take(*execution_, SampleKind::feed);
}

Pass Sampling::open_pass(SampleKind kind, Scope scope, bool headline, double share) {
  Pass pass{.kind = kind, .scope = scope, .share = share};
  pass.samples.scope = scope_name(scope);
  pass.samples.repeats = batch_of(kind, scope);
  pass.criterion = criterion(headline, scope, pass.samples.repeats);
  return pass;
}

void Sampling::take_alone(Pass& pass, double until) {
  while (pass.reason == nullptr) {
    add_sample(pass);
    if (pass.reason == nullptr && over(until) && !needs_another(pass)) pass.reason = "time-limit";
  }
}

bool Sampling::interleave(const std::vector<Pass*>& passes) {
  for (;;) {
    std::vector<Pass*> open;
    std::copy_if(passes.begin(), passes.end(), std::back_inserter(open),
                 [](const Pass* pass) { return pass->reason == nullptr; });
    if (open.empty()) return check_extra_turn(passes.front()->samples.repeats);
    Pass& next = **std::min_element(open.begin(), open.end(),
                                    [](Pass* a, Pass* b) { return a->progress() < b->progress(); });
    const bool checked = begins_checked_turn();
    if (!checked) answers_others_ = false;
    take_turn(next, open.size() == 1 && &next != passes.front());
    const int runs = next.kind == SampleKind::total ? 1 : next.samples.repeats;
    if (checked && !ends_checked_turn(runs)) return false;
  }
}

/// The reference of an input that each sample has for itself would take as long as the samples.
bool Sampling::begins_checked_turn() {
  if (!checks_.begin || fresh_) return false;
  const std::int64_t start = now_ns();
  const bool is_first = bench_.request.thorough && verified_ns_ == 0;
  // One more ends the sampling.
  const double spent = verified_ns_ + 2 * turn_check_ns_;
  if (!is_first && spent > verified_share * ns_between(start_ns_, start)) return false;
  // Brings the data back into the caches, as far as a turn depends on its first sample.
  answers_others_ = begin_turn();
  if (answers_others_ && typical_ns_ < turn_ns) take_once(SampleKind::kernel, 1);
  verified_ns_ += check_ended(start);
  return true;
}

double Sampling::check_ended(std::int64_t start_ns) {
  const double took = ns_since(start_ns);
  checked_ns_ += took;
  excluded_ns_ += took;
  return took;
}

/// The reference of other values can take longer than all samples.
bool Sampling::begin_turn() {
  const double allowed = verified_share * ns_since(start_ns_);
  return checks_.begin(bench_.request.thorough || verified_ns_ + turn_check_ns_ <= allowed);
}

/// Some more runs, so that the run whose answer is checked is any of those that a sample consists
/// of, and other than those before: each finds a random element of the output changed, or the last
/// one values that those before have not seen.
bool Sampling::ends_checked_turn(int max_runs) {
  const std::int64_t start = now_ns();
  const std::uint64_t secret = typical_ns_ < turn_ns ? next_secret() % 3 : 0;
  if (secret == 1 && max_runs == 1 && checks_.change()) {
    take_once(SampleKind::kernel, 1);
  } else if (secret > 0) {
    take_changed(max_runs, std::max(max_runs, 3));
  }
  if (!checks_.check()) return false;
  if (typical_ns_ < turn_ns) {
    take_once(SampleKind::kernel, 1);
    answers_others_ = false;
  }
  const double took = check_ended(start);
  turn_check_ns_ = std::max(turn_check_ns_, took);
  verified_ns_ += took;
  return true;
}

/// Up to so many runs, in a batch where a sample has several.
void Sampling::take_changed(int max_runs, int most) {
  static_cast<void>(checks_.before_sample(std::numeric_limits<double>::infinity()));
  const int runs = 1 + static_cast<int>(next_secret() % static_cast<std::uint64_t>(most));
  bench_.sampler.between_executions(&checks_.between);
  if (max_runs > 1) take_once(SampleKind::kernel, runs);
  for (int run = 0; run < runs && max_runs == 1; ++run) {
    if (run > 0) checks_.between();
    take_once(SampleKind::kernel, 1);
  }
  bench_.sampler.between_executions(nullptr);
}

bool Sampling::check_extra_turn(int max_runs) {
  if (!checks_.begin || fresh_) return !checks_.check || checks_.check();
  const std::int64_t start = now_ns();
  // What leaves out one run of a batch in some is found in one of these.
  for (int batch = 0; batch < short_batches && max_runs > 1; ++batch) {
    answers_others_ = begin_turn();
    take_changed(max_runs, std::min(max_runs, short_batch));
    if (!checks_.check()) return false;
    // The output holds the answer to the values before: a program that looks at that alone keeps
    // it.
    if (next_secret() % 2 == 0 && checks_.change()) {
      take_once(SampleKind::kernel, 1);
      if (!checks_.check()) return false;
      answers_others_ = true;
    }
  }
  if (begin_turn() || answers_others_ || typical_ns_ < turn_ns) {
    take_once(SampleKind::kernel, 1);
  }
  check_ended(start);
  return ends_checked_turn(max_runs);
}

/// `last`: the others have ended and leave the rest of their time to this stream.
void Sampling::take_turn(Pass& pass, bool last) {
  const double start = pass.spent_ns;
  const std::size_t max_samples = pass.max_samples_of_turn();
  ++pass.turns;
  for (std::size_t taken = 0; taken < max_samples && pass.spent_ns - start < turn_ns; ++taken) {
    add_sample(pass);
    if (pass.is_too_early()) pass.reason = nullptr;
    const bool late = (last ? over(whole_share) : out_of_time(pass)) && !needs_another(pass);
    if (pass.reason == nullptr && late) pass.reason = "time-limit";
    if (pass.reason != nullptr) return;
  }
}

void Sampling::add_sample(Pass& pass) {
  check_cancelled();
  const std::int64_t start = now_ns();
  ScopeSamples& samples = pass.samples;
  const double outside = paused_ns() + excluded_ns_;
  const Sample sample = contention_.take(
      pass.scope, [&](bool waited) { prepare(pass.kind, waited); },
      [&] {
        return throttling_.take([&] { return take_once(pass.kind, samples.repeats); }, pass.scope,
                                events_);
      });
  pass.spent_ns += ns_since(start) - (paused_ns() + excluded_ns_ - outside);
  samples.times_ns.push_back(sample[pass.scope]);
  samples.launch_included = samples.launch_included || sample.launch_included;
  if (pass.kind == SampleKind::kernel || pass.kind == SampleKind::batch) {
    record_kernel(sample, samples);
  }
  events_.sample(samples.scope.c_str(), sample[pass.scope], sample.clock_hz);
  pass.reason = pass.criterion->after(samples.times_ns);
}

/// What comes before a sample and is in no time: input of its own, an execution that brings the
/// data back into the caches after a wait, and what the checks do.
void Sampling::prepare(SampleKind kind, bool waited) {
  const std::int64_t start = now_ns();
  refresh(kind != SampleKind::total);
  const bool warms = waited && (kind == SampleKind::kernel || kind == SampleKind::call);
  if (warms) take_once(kind, 1);
  if (checks_.before_sample) {
    const std::int64_t check = now_ns();
    const double allowed = overwritten_share * ns_between(start_ns_, check) - prepared_ns_;
    excluded_ns_ += ns_between(start, check);
    if (checks_.before_sample(allowed)) take_once(SampleKind::kernel, 1);
    prepared_ns_ += check_ended(check);
    return;
  }
  excluded_ns_ += ns_since(start);
}

bool Sampling::out_of_time(const Pass& pass) const {
  const auto limit = bench_.request.policy.time_limit_s;
  return limit && pass.spent_ns > pass.share * *limit * second_ns;
}

/// One sample a process is too few for a verdict on three: another one may take the time limit once
/// more.
bool Sampling::needs_another(const Pass& pass) const {
  const auto limit = bench_.request.policy.time_limit_s;
  return pass.samples.times_ns.size() < least_samples && limit &&
         pass.spent_ns < *limit * second_ns;
}

void Sampling::record_kernel(const Sample& sample, ScopeSamples& samples) {
  if (bench_.variant.device == Device::cpu) {
    samples.cpu_ns.push_back(sample.cpu_ns);
  } else {
    samples.clocks_hz.push_back(sample.clock_hz);
  }
}

double Sampling::spent_ns() const { return ns_since(start_ns_) - excluded_ns_ - paused_ns(); }

bool Sampling::over(double share) const {
  const auto limit = bench_.request.policy.time_limit_s;
  return limit && spent_ns() > share * *limit * second_ns;
}

Sample Sampling::take_once(SampleKind kind, int repeats) {
  if (kind == SampleKind::total && bench_.variant.device == Device::cpu) {
    bench_.workload.reset(*bench_.prepared.input, output_);
  }
  return kind == SampleKind::total || kind == SampleKind::phases
             ? bench_.sampler.take_new(make_, kind, repeats)
             : bench_.sampler.take(*execution_, kind, repeats);
}

bool Sampling::take_watched(Pass& pass, double until, const std::function<bool()>& verify) {
  const std::size_t turn = std::random_device{}() % watched_samples;
  const auto is_right = [&] {
    const std::int64_t start = now_ns();
    const bool right = verify();
    // Brings the data back into the caches.
    if (right && typical_ns_ < turn_ns) take_once(SampleKind::kernel, 1);
    check_ended(start);
    return right;
  };
  while (pass.reason == nullptr) {
    if (pass.samples.times_ns.size() == turn && !is_right()) return false;
    if (bench_.sampler.overwrite_answer()) {
      // It is a run like the others, but for the caches, and no sample.
      const std::int64_t start = now_ns();
      take_once(pass.kind, pass.samples.repeats);
      check_ended(start);
    }
    add_sample(pass);
    if (pass.reason == nullptr && over(until)) pass.reason = "time-limit";
  }
  return pass.samples.times_ns.size() > turn || is_right();
}

void Sampling::sample_phases(CaseResult& result) {
  const auto stopping = criterion(false, Scope::total, 1, false);
  std::map<Scope, ScopeSamples> scopes;
  std::vector<double> elapsed;
  const char* reason = nullptr;
  while (reason == nullptr) {
    check_cancelled();
    refresh(false);
    const Sample sample = bench_.sampler.take_new(make_, SampleKind::phases);
    for (const Scope scope : bench_.variant.scopes) {
      if (std::isnan(sample[scope]) || scope == Scope::kernel || scope == Scope::call ||
          scope == Scope::total) {
        continue;
      }
      ScopeSamples& samples = scopes[scope];
      samples.scope = scope_name(scope);
      samples.launch_included = sample.launch_included;
      samples.times_ns.push_back(sample[scope]);
    }
    elapsed.push_back(sample.elapsed_ns);
    reason = stopping->after(elapsed);
    if (reason == nullptr && over(1)) reason = "time-limit";
  }
  for (auto& [scope, samples] : scopes) result.samples.push_back(std::move(samples));
}

}  // namespace breakeven
