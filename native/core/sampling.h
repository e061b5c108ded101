#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "contention.h"
#include "measure.h"
#include "pass.h"
#include "phase-times.h"
#include "sample-events.h"
#include "throttling.h"

namespace breakeven {

/// Part of the time limit for `kernel`, `call` and `total` together; the rest is for the phases.
inline constexpr double whole_share = 0.9;

/// What finds programs that compute less in timed runs than in verified ones. All of it is empty
/// where timed runs are not checked.
struct TurnChecks {
  /// Before each sample: the output gets random bits where that, and the run after it, takes no
  /// longer than this, in nanoseconds, and the input may get another form. True where a run has to
  /// follow that is in no time, since the caches are not as a run leaves them.
  std::function<bool(double)> before_sample{};
  /// Before a turn whose last answer is checked, on values not seen before where they may cost a
  /// reference: true where the answer that is there is not its own.
  std::function<bool(bool may_plant)> begin{};
  /// Values not seen before, for the next run alone; false where there are none.
  std::function<bool()> change{};
  /// Between two runs, in no time: a random element of the output changes.
  std::function<void()> between{};
  /// Whether the last answer of the turn is right.
  std::function<bool()> check{};
};

/// Takes the samples of one case, stream by stream, within its time limit.
class Sampling {
 public:
  /// `execution`: the one that is alive; scopes that contain its making have `make`.
  Sampling(Bench& bench, SampleEvents& events, Data& output, const MakeExecution& make,
           std::unique_ptr<Execution>& execution);

  /// The clock's step is divided among the executions of one sample, as their time is.
  std::unique_ptr<StoppingCriterion> criterion(bool headline, Scope scope, int batch = 1,
                                               bool compared = true) const;

  /// From now on time counts. `typical_ns`: of one execution.
  void begin(double typical_ns);
  /// Time since the beginning that samples did not take: making fresh input, measuring energy.
  void exclude(double ns) { excluded_ns_ += ns; }
  /// Since it began, without what is excluded and without pauses.
  double spent_ns() const;

  Pass open_pass(SampleKind kind, Scope scope, bool headline, double share);
  /// Takes samples, at least one, until the stopping criterion is met or this share of the case's
  /// time limit is used.
  void take_alone(Pass& pass, double until);
  /// The same on a device: before one of the first samples, which nobody can know, `verify` looks
  /// at runs that are timed as samples are; false where it fails, which ends sampling.
  bool take_watched(Pass& pass, double until, const std::function<bool()>& verify);
  /// From here on, around samples on the processor.
  void use_checks(TurnChecks checks) { checks_ = std::move(checks); }
  /// Advances the stream with the smallest progress, by one turn at a time, until all have ended.
  /// Answers are checked: of the first turn, as often later as a small part of the time allows, and
  /// in the end; false where one is wrong, which ends sampling.
  bool interleave(const std::vector<Pass*>& passes);
  /// One more turn of runs that are in no time, as many as a sample has at the most.
  bool check_extra_turn(int max_runs);
  /// The parts of `total`, as far as the variant reports them.
  void sample_phases(CaseResult& result);

  Sample take_once(SampleKind kind, int repeats);
  /// Where every sample has an input of its own: makes the next one.
  void refresh(bool feed);

  /// From now on samples on shared cores are taken again: of a case on the CPU, in this process,
  /// where cores may be shared and executions are not too long to tell.
  void watch_cores_of(Execution& execution, double typical_ns);
  void report(CaseResult& result) const {
    PhaseTimes::move(result.timings, "sample", "wait", paused_ns());
    PhaseTimes::move(result.timings, "sample", "checks", checked_ns_);
    throttling_.report(result);
    contention_.report(result);
  }

 private:
  int batch_of(SampleKind kind, Scope scope);
  void take_turn(Pass& pass, bool last);
  bool begins_checked_turn();
  bool begin_turn();
  bool ends_checked_turn(int max_runs);
  void take_changed(int max_runs, int most);
  void add_sample(Pass& pass);
  void prepare(SampleKind kind, bool waited);
  /// The time since then belongs to checks, and to no sample.
  double check_ended(std::int64_t start_ns);
  double paused_ns() const { return throttling_.paused_ns() + contention_.paused_ns(); }
  void record_kernel(const Sample& sample, ScopeSamples& samples);
  bool out_of_time(const Pass& pass) const;
  bool needs_another(const Pass& pass) const;
  bool over(double share) const;

  Bench& bench_;
  SampleEvents& events_;
  Data& output_;
  const MakeExecution& make_;
  std::unique_ptr<Execution>& execution_;
  Throttling throttling_;
  Contention contention_;
  TurnChecks checks_;
  bool fresh_;
  std::uint64_t fresh_count_ = 0;
  double typical_ns_ = 0;
  std::int64_t start_ns_ = 0;
  double excluded_ns_ = 0;
  /// Time in which nothing was sampled, but checked or prepared for a check.
  double checked_ns_ = 0;
  /// Time in which answers of samples were checked, and of it that of the last turn.
  double verified_ns_ = 0;
  double turn_check_ns_ = 0;
  /// Time that went to what is done before samples.
  double prepared_ns_ = 0;
  /// Whether the answer that is there belongs to values of a turn that has ended.
  bool answers_others_ = false;
};

}  // namespace breakeven
