#include "measure.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>
#include <memory>
#include <numeric>
#include <utility>

#include "array-checks.h"
#include "batch.h"
#include "cancel.h"
#include "clock.h"
#include "interference.h"
#include "median.h"
#include "pass.h"
#include "registry.h"
#include "sample-events.h"
#include "seen-inputs.h"
#include "sha256.h"
#include "stopping-criterion.h"
#include "throttling.h"
#include "verification.h"

namespace breakeven {
namespace {

constexpr double second_ns = 1e9;
/// In the first repetition, and in later ones: each is a process of its own, but the machine is
/// awake.
constexpr double warm_up_ns = 0.05 * second_ns;
constexpr double warm_up_again_ns = 0.02 * second_ns;
constexpr double warm_up_cap_ns = 2 * second_ns;
constexpr int warm_up_runs = 3;
/// A race that shows in one run of a hundred has to show: so many runs are verified before timing
/// where all of them fit into the longer time, which warms up as well, and else as many as fit into
/// the shorter.
constexpr int verified_runs = 128;
constexpr double all_verified_ns = 0.25 * second_ns;
constexpr double verified_ns = 0.05 * second_ns;
/// By the clock on the wall they may take so many times as long, on a machine that is shared.
constexpr double verified_wall = 4;
/// Places where values were not seen before, as many as this time allows, but one at least.
constexpr int max_unseen_inputs = 9;
constexpr double unseen_ns = 0.01 * second_ns;
/// Times on inputs seen and not seen are compared this many times, unless they take longer.
constexpr int compared_inputs = 5;
constexpr double compared_ns = 0.25 * second_ns;
/// Of a longer computation a sample's own output is verified instead of that of one more run.
constexpr double long_ns = 1 * second_ns;
/// Part of the time limit for `kernel`, `call` and `total` together; the rest is for the phases.
constexpr double whole_share = 0.9;

class Measurement {
 public:
  Measurement(Bench& bench, CaseResult& result)
      : bench_(bench),
        result_(result),
        events_(bench.emit, bench.variant.device != Device::cpu),
        throttling_(bench.sampler.min_clock_hz()),
        output_(bench.workload.make_output(*bench.prepared.input)),
        case_{*bench.prepared.input, *output_, bench.values, bench.device},
        make_([this] { return bench_.variant.make(case_); }),
        verification_(bench, *output_, result),
        fresh_(bench.values.flag("freshInput")) {}

  void run() {
    // Throws for an invalid policy before anything is done.
    static_cast<void>(criterion(true, Scope::kernel));
    if (!verify_first()) return;
    warm_up();
    sample_all();
    if (result_.outcome == Outcome::ok) conclude();
  }

 private:
  /// The clock's step is divided among the executions of one sample, as their time is.
  std::unique_ptr<StoppingCriterion> criterion(bool headline, Scope scope, int batch = 1) const {
    const auto& known = bench_.request.process_sd;
    const auto spread = known.find(scope_name(scope));
    return make_stopping_criterion(bench_.request.policy,
                                   {.headline = headline,
                                    .resolution_ns = bench_.sampler.resolution_ns() / batch,
                                    .batch = batch,
                                    .process_sd = spread == known.end() ? 0 : spread->second});
  }

  bool verify_first() {
    events_.phase("verify");
    const auto first_run = [&] {
      const double start = now_ns();
      execution_ = make_();
      bench_.sampler.take(*execution_, SampleKind::whole);
      first_ns_ = now_ns() - start;
    };
    const bool passed = verification_.run(first_run, "before timing");
    if (bench_.first_in_process) result_.cold_start_ns = first_ns_;
    check_cancelled();
    if (!passed) return false;
    if (!bench_.request.answered) hash_answer();
    bench_.sampler.after_first_run();
    return verify_repeatedly();
  }

  /// The shortest run so far tells whether there is time for all: the first one of a process loads
  /// code, and others can be interrupted. Other programs do not make a case on the CPU look long.
  bool verify_repeatedly() {
    const bool first = bench_.request.repetition == 0;
    const double some = first ? verified_ns : warm_up_again_ns;
    const double maximum = first ? all_verified_ns : warm_up_again_ns;
    const bool on_cpu = bench_.variant.device == Device::cpu;
    const double start = now_ns();
    const double start_cpu = process_cpu_ns();
    double used = 0;
    double shortest = first_ns_ < long_ns / 2 ? 0 : first_ns_;
    const auto again = [&] { bench_.sampler.take(*execution_, SampleKind::again); };
    for (int runs = 1; runs < verified_runs && verified_for_ns_ <= verified_wall * maximum;
         ++runs) {
      if (verified_runs * shortest > maximum && used + shortest > some) break;
      check_cancelled();
      if (!verification_.run(again, "in a repeated run")) return false;
      verified_for_ns_ = now_ns() - start;
      const double cpu = process_cpu_ns() - start_cpu;
      const double now_used = on_cpu ? std::min(verified_for_ns_, cpu) : verified_for_ns_;
      shortest = runs == 1 ? now_used : std::min(shortest, now_used - used);
      used = now_used;
    }
    return true;
  }

  void hash_answer() {
    hash_expected(bench_.workload, bench_.prepared);
    const Answer expected =
        bench_.workload.answer(*bench_.prepared.input, *bench_.prepared.expected);
    const Answer actual = bench_.workload.answer(*bench_.prepared.input, *output_);
    const bool equal =
        expected.bytes.size() == actual.bytes.size() &&
        (actual.bytes.empty() ||
         std::memcmp(expected.bytes.data(), actual.bytes.data(), actual.bytes.size()) == 0);
    result_.answer_sha256 = equal ? bench_.prepared.sha256 : sha256_hex(actual.bytes);
    result_.answer_attributes = actual.attributes;
  }

  void warm_up() {
    events_.phase("warm-up");
    const double enough = bench_.request.repetition == 0 ? warm_up_ns : warm_up_again_ns;
    double spent = first_ns_ >= warm_up_cap_ns ? warm_up_cap_ns : verified_for_ns_;
    std::vector<double> times;
    for (int runs = 0; spent < warm_up_cap_ns && (runs < warm_up_runs || spent < enough); ++runs) {
      check_cancelled();
      const double start = now_ns();
      const Sample sample = bench_.sampler.take(*execution_, SampleKind::kernel);
      spent += std::max(now_ns() - start, 1.0);
      times.push_back(sample[Scope::kernel]);
    }
    call_is_kernel_ = bench_.variant.device == Device::cpu && bench_.sampler.call_is_kernel();
    typical_ns_ = times.empty() ? first_ns_ : median_of(std::move(times));
  }

  /// As an earlier repetition chose it, so that all samples of a case are of one kind.
  int batch_of(SampleKind kind, Scope scope) {
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

  void sample_all() {
    events_.phase("sample");
    before_ = read_system_counters();
    start_ns_ = now_ns();
    if (!(may_interleave() ? sample_interleaved() : sample_one_by_one())) return;
    if (!bench_.variant.scopes.empty()) sample_phases();
    events_.flush();
  }

  /// Interleaved timing scopes are affected equally by interference; sampled one after the other,
  /// `total` can come out shorter than the kernel that it contains. On a GPU a second Execution
  /// would take the device's memory twice, and a long case cannot afford more runs for its
  /// verification.
  bool may_interleave() const {
    return bench_.variant.device == Device::cpu && typical_ns_ < long_ns;
  }

  bool sample_interleaved() {
    Pass kernel = open_pass(SampleKind::kernel, Scope::kernel, true, 0.5);
    Pass call = open_pass(SampleKind::call, Scope::call, false, 0.2);
    Pass total = open_pass(SampleKind::total, Scope::total, false, call_is_kernel_ ? 0.4 : 0.2);
    if (call_is_kernel_) {
      interleave({&kernel, &total});
    } else {
      interleave({&kernel, &call, &total});
    }
    result_.stop_reason = kernel.reason;
    add_attributes(kernel.samples);
    if (call_is_kernel_) call.samples = as_call(kernel.samples);
    for (Pass* pass : {&kernel, &call, &total}) {
      result_.samples.push_back(std::move(pass->samples));
    }
    if (fresh_) bench_.sampler.take(*execution_, SampleKind::feed);
    if (!verify_resident()) return false;
    execution_.reset();
    refresh(false);
    return verify_total();
  }

  bool sample_one_by_one() {
    Pass kernel = open_pass(SampleKind::kernel, Scope::kernel, true, 0.5);
    take_alone(kernel, 0.5);
    const double kernel_median = median_of(kernel.samples.times_ns);
    result_.stop_reason = kernel.reason;
    add_attributes(kernel.samples);
    if (call_is_kernel_) {
      ScopeSamples call = as_call(kernel.samples);
      result_.samples.push_back(std::move(kernel.samples));
      result_.samples.push_back(std::move(call));
    } else {
      result_.samples.push_back(std::move(kernel.samples));
      Pass call = open_pass(SampleKind::call, Scope::call, false, 0.2);
      take_alone(call, 0.7);
      result_.samples.push_back(std::move(call.samples));
    }
    const double outside = now_ns();
    bench_.sampler.measure_energy(*execution_);
    excluded_ns_ += now_ns() - outside;
    // A long case cannot afford another run: verify the output of the last `total` sample.
    if (kernel_median < long_ns && !verify_resident()) return false;
    execution_.reset();
    bench_.workload.poison(*output_);
    Pass total = open_pass(SampleKind::total, Scope::total, false, 0.2);
    take_alone(total, whole_share);
    result_.samples.push_back(std::move(total.samples));
    if (fresh_) verification_.take_new_input();
    if (!verification_.check("after timing end to end")) return false;
    return kernel_median < long_ns ? verify_total() : verify_unseen_total();
  }

  /// Runs the sampled Execution once more, then on values that it has not seen.
  bool verify_resident() {
    if (fresh_) verification_.take_new_input();
    const auto again = [&] { bench_.sampler.take(*execution_, SampleKind::again); };
    if (!verification_.run(again, "after timing")) return false;
    SeenInputs times;
    const double start = now_ns();
    for (int done = 0; done < max_unseen_inputs && (done == 0 || may_go_on(start, done)); ++done) {
      check_cancelled();
      const auto unseen = [&] { run_fed(times.unseen_ns); };
      if (!verification_.run_unseen(unseen, "on values not seen before", unseen_seed())) {
        return false;
      }
      if (fresh_ || !compares_inputs(start)) continue;
      const auto seen = [&] {
        // What it remembers is of the unseen input.
        bench_.sampler.take(*execution_, SampleKind::kernel);
        run_fed(times.seen_ns);
      };
      if (!verification_.run(seen, "after timing")) return false;
    }
    times.report(bench_.sampler.resolution_ns(), result_);
    return true;
  }

  /// One timed run on the input as it is now, and one that is verified.
  void run_fed(std::vector<double>& times) {
    bench_.sampler.take(*execution_, SampleKind::feed);
    // Whoever made the contents, they are in the caches of this thread.
    read_arrays(*bench_.prepared.input);
    read_arrays(*output_);
    times.push_back(bench_.sampler.take(*execution_, SampleKind::kernel)[Scope::kernel]);
    bench_.workload.poison(*output_);
    bench_.sampler.take(*execution_, SampleKind::again);
  }

  /// In the first repetition inputs are compared for longer.
  bool compares_inputs(double start) const {
    return bench_.request.repetition == 0 && now_ns() - start < compared_ns;
  }
  bool may_go_on(double start, int done) const {
    return now_ns() - start < unseen_ns || (done < compared_inputs && compares_inputs(start));
  }

  bool verify_total() {
    if (fresh_) verification_.take_new_input();
    const auto anew = [&] { take_once(SampleKind::total, 1); };
    return verification_.run(anew, "after timing end to end") && verify_unseen_total();
  }

  bool verify_unseen_total() {
    const auto anew = [&] { take_once(SampleKind::total, 1); };
    return verification_.run_unseen(anew, "end to end on values not seen before", unseen_seed()) &&
           verification_.input_kept("while it was measured");
  }

  /// Other places in each repetition.
  std::uint64_t unseen_seed() {
    return static_cast<std::uint64_t>(bench_.request.repetition) * (max_unseen_inputs + 1) +
           unseen_count_++;
  }

  /// Where a call is the computation alone, one measurement serves both scopes.
  static ScopeSamples as_call(const ScopeSamples& kernel) {
    ScopeSamples call = kernel;
    call.scope = scope_name(Scope::call);
    return call;
  }

  void refresh(bool feed) {
    if (!fresh_) return;
    bench_.workload.refill(*bench_.prepared.input, bench_.values, ++fresh_count_);
    if (feed && execution_) bench_.sampler.take(*execution_, SampleKind::feed);
  }

  Pass open_pass(SampleKind kind, Scope scope, bool headline, double share) {
    Pass pass{.kind = kind, .scope = scope, .share = share};
    pass.samples.scope = scope_name(scope);
    pass.samples.repeats = batch_of(kind, scope);
    pass.criterion = criterion(headline, scope, pass.samples.repeats);
    return pass;
  }

  /// Takes samples, at least one, until the stopping criterion is met or this share of the case's
  /// time limit is used.
  void take_alone(Pass& pass, double until) {
    while (pass.reason == nullptr) {
      add_sample(pass);
      if (pass.reason == nullptr && over(until)) pass.reason = "time-limit";
    }
  }

  /// Advances the stream with the smallest progress, by one turn at a time, until all have ended.
  void interleave(const std::vector<Pass*>& passes) {
    for (;;) {
      std::vector<Pass*> open;
      std::copy_if(passes.begin(), passes.end(), std::back_inserter(open),
                   [](const Pass* pass) { return pass->reason == nullptr; });
      if (open.empty()) return;
      Pass& next = **std::min_element(
          open.begin(), open.end(), [](Pass* a, Pass* b) { return a->progress() < b->progress(); });
      take_turn(next, open.size() == 1 && &next != passes.front());
    }
  }

  /// `last`: the others have ended and leave the rest of their time to this stream.
  void take_turn(Pass& pass, bool last) {
    const double start = pass.spent_ns;
    const std::size_t max_samples = pass.max_samples_of_turn();
    ++pass.turns;
    for (std::size_t taken = 0; taken < max_samples && pass.spent_ns - start < turn_ns; ++taken) {
      add_sample(pass);
      if (pass.is_too_early()) pass.reason = nullptr;
      const bool late = last ? over(whole_share) : out_of_time(pass);
      if (pass.reason == nullptr && late) pass.reason = "time-limit";
      if (pass.reason != nullptr) return;
    }
  }

  void add_sample(Pass& pass) {
    check_cancelled();
    const double outside = now_ns();
    refresh(pass.kind != SampleKind::total);
    excluded_ns_ += fresh_ ? now_ns() - outside : 0;
    const double start = now_ns();
    ScopeSamples& samples = pass.samples;
    const Sample sample =
        throttling_.take([&] { return take_once(pass.kind, samples.repeats); },
                         pass.kind == SampleKind::kernel ? Scope::kernel : Scope::call, events_);
    pass.spent_ns += now_ns() - start;
    samples.times_ns.push_back(sample[pass.scope]);
    samples.launch_included = samples.launch_included || sample.launch_included;
    if (pass.kind == SampleKind::kernel) record_kernel(sample, samples);
    events_.sample(samples.scope.c_str(), sample[pass.scope], sample.clock_hz);
    pass.reason = pass.criterion->after(samples.times_ns);
  }

  bool out_of_time(const Pass& pass) const {
    const auto limit = bench_.request.policy.time_limit_s;
    return limit && pass.spent_ns > pass.share * *limit * second_ns;
  }

  void record_kernel(const Sample& sample, ScopeSamples& samples) {
    if (bench_.variant.device == Device::cpu) {
      samples.cpu_ns.push_back(sample.cpu_ns);
    } else {
      samples.clocks_hz.push_back(sample.clock_hz);
    }
  }

  bool over(double share) const {
    const auto limit = bench_.request.policy.time_limit_s;
    const double spent = now_ns() - start_ns_ - excluded_ns_ - throttling_.paused_ns();
    return limit && spent > share * *limit * second_ns;
  }

  Sample take_once(SampleKind kind, int repeats) {
    if (kind == SampleKind::total && bench_.variant.device == Device::cpu) {
      bench_.workload.reset(*bench_.prepared.input, *output_);
    }
    return kind == SampleKind::total || kind == SampleKind::phases
               ? bench_.sampler.take_new(make_, kind, repeats)
               : bench_.sampler.take(*execution_, kind, repeats);
  }

  void sample_phases() {
    const auto stopping = criterion(false, Scope::total);
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
    for (auto& [scope, samples] : scopes) result_.samples.push_back(std::move(samples));
  }

  void add_attributes(const ScopeSamples& kernel) {
    if (kernel.cpu_ns.empty()) return;
    // Over all samples: the system accounts for the time of running threads at its ticks only, so
    // the CPU time of one sample is too low or too high.
    const double used = std::accumulate(kernel.cpu_ns.begin(), kernel.cpu_ns.end(), 0.0);
    const double passed = std::accumulate(kernel.times_ns.begin(), kernel.times_ns.end(), 0.0);
    if (passed <= 0) return;
    result_.attributes["effectiveThreads"] = used / passed;
    add_threads(used / passed, kernel.repeats * passed / second_ns);
  }

  /// What is needed to say whether its threads got the CPUs that they asked for.
  void add_threads(double effective, double measured_s) {
    auto& found = result_.interference;
    found["effectiveThreads"] = effective;
    found["measuredS"] = measured_s;
    found["threads"] = bench_.values.has("threads") ? bench_.values.real("threads") : 1.0;
  }

  void conclude() {
    result_.cost = bench_.variant.cost(*bench_.prepared.input, bench_.values);
    result_.attributes["clockResolutionNs"] = bench_.sampler.resolution_ns();
    result_.interference.merge(interference_between(before_, read_system_counters()));
    throttling_.report(result_);
    bench_.sampler.report(result_);
  }

  Bench& bench_;
  CaseResult& result_;
  SampleEvents events_;
  Throttling throttling_;
  std::unique_ptr<Data> output_;
  Case case_;
  MakeExecution make_;
  std::unique_ptr<Execution> execution_;
  Verification verification_;
  bool fresh_;
  std::uint64_t fresh_count_ = 0;
  double first_ns_ = 0;
  double verified_for_ns_ = 0;
  std::uint64_t unseen_count_ = 0;
  double typical_ns_ = 0;
  SystemCounters before_{};
  double start_ns_ = 0;
  /// Time since `start_ns_` that samples did not take: making fresh input, measuring energy.
  double excluded_ns_ = 0;
  /// True on the CPU for variants without temporary memory or host part.
  bool call_is_kernel_ = false;
};

}  // namespace

void measure(Bench& bench, CaseResult& result) { Measurement(bench, result).run(); }

}  // namespace breakeven
