#include "measure.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <string>
#include <utility>

#include "after-timing.h"
#include "array-checks.h"
#include "cancel.h"
#include "clock.h"
#include "first-touch.h"
#include "host-pages.h"
#include "interference.h"
#include "machine.h"
#include "median.h"
#include "pass.h"
#include "pattern.h"
#include "possible-time.h"
#include "registry.h"
#include "repeated-work.h"
#include "sample-events.h"
#include "sampling.h"
#include "sha256.h"
#include "timed-runs.h"
#include "verification.h"

namespace breakeven {
namespace {

/// Of a case with one process, and of each process of several.
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
constexpr std::size_t large_output_bytes = std::size_t{64} << 20;
/// Kernels that a pair of events, which costs about a microsecond, tells on.
constexpr double max_batched_ns = 20e3;
/// Of sampling: in less time the counter of a card ticks too seldom.
constexpr double min_energy_ns = 0.6 * second_ns;

class Measurement {
 public:
  Measurement(Bench& bench, CaseResult& result)
      : bench_(bench),
        result_(result),
        events_(bench.emit, bench.variant.device != Device::cpu),
        output_(make_placed_output(bench)),
        case_{*bench.prepared.input, *output_, bench.values, bench.device},
        make_([this] { return bench_.variant.make(case_); }),
        sampling_(bench, events_, *output_, make_, execution_),
        verification_(bench, *output_, result),
        fresh_(bench.values.flag("freshInput")),
        after_timing_(bench, *output_, result, sampling_, verification_, execution_),
        timed_runs_(bench, verification_, after_timing_, execution_) {}

  void run() {
    // Throws for an invalid policy before anything is done.
    static_cast<void>(sampling_.criterion(true, Scope::kernel));
    if (!verify_first()) return;
    warm_up();
    if (!compares_work()) return;
    sample_all();
    if (result_.outcome == Outcome::ok) conclude();
  }

 private:
  bool verify_first() {
    events_.phase("verify");
    const auto first_run = [&] {
      const std::int64_t start = now_ns();
      execution_ = make_();
      bench_.sampler.take(*execution_, SampleKind::whole);
      first_ns_ = ns_since(start) - bench_.sampler.start_ns();
    };
    const bool passed = verification_.run(first_run, "before timing");
    if (bench_.first_in_process) result_.cold_start_ns = first_ns_;
    check_cancelled();
    if (!passed) return false;
    if (!bench_.request.answered) record_answer(bench_, *output_, result_);
    bench_.sampler.after_first_run();
    return verify_repeatedly();
  }

  /// The shortest run so far tells whether there is time for all: the first one of a process loads
  /// code, and others can be interrupted. Other programs do not make a case on the CPU look long.
  bool verify_repeatedly() {
    const bool thorough = bench_.request.thorough;
    const double some = thorough ? verified_ns : warm_up_again_ns;
    const double maximum = thorough ? all_verified_ns : warm_up_again_ns;
    const bool on_cpu = bench_.variant.device == Device::cpu && bench_.sampler.in_this_process();
    const std::int64_t start = now_ns();
    const double start_cpu = process_cpu_ns();
    double used = 0;
    const bool known = first_ns_ >= long_ns / 2 || (!thorough && is_large());
    double shortest = known ? first_ns_ : 0;
    const auto again = [&] { bench_.sampler.take(*execution_, SampleKind::again); };
    for (int runs = 1; runs < verified_runs && verified_for_ns_ <= verified_wall * maximum;
         ++runs) {
      if (verified_runs * shortest > maximum && used + shortest > some) break;
      check_cancelled();
      if (!verification_.run(again, "in a repeated run")) return false;
      verified_for_ns_ = ns_since(start);
      const double cpu = process_cpu_ns() - start_cpu;
      const double now_used = on_cpu ? std::min(verified_for_ns_, cpu) : verified_for_ns_;
      shortest = runs == 1 ? now_used : std::min(shortest, now_used - used);
      used = now_used;
    }
    // The reference of an input that was changed may be anything, or not end.
    return !verification_.watches_kernel() || verification_.input_kept("before timing");
  }

  /// Their copies and comparisons take so long that loading code does not matter.
  bool is_large() const { return verification_.pattern().bytes() >= large_output_bytes; }

  void warm_up() {
    events_.phase("warm-up");
    const auto& given = bench_.request.policy.warm_up_s;
    const bool alone = bench_.request.repetition == 0 && !bench_.request.is_brief();
    const double usual = alone ? warm_up_ns : warm_up_again_ns;
    const double enough = given ? *given * second_ns : usual;
    const double cap = std::max(warm_up_cap_ns, enough);
    double spent = first_ns_ >= cap ? cap : verified_for_ns_;
    std::vector<double> times;
    for (int runs = 0; spent < cap && (runs < warm_up_runs || spent < enough); ++runs) {
      check_cancelled();
      const std::int64_t start = now_ns();
      const Sample sample = bench_.sampler.take(*execution_, SampleKind::kernel);
      spent += std::max(ns_since(start), 1.0);
      times.push_back(sample[Scope::kernel]);
    }
    call_is_kernel_ = bench_.variant.device == Device::cpu && bench_.sampler.call_is_kernel();
    typical_ns_ = times.empty() ? first_ns_ : median_of(std::move(times));
    sampling_.watch_cores_of(*execution_, typical_ns_);
  }

  void sample_all() {
    events_.phase("sample");
    before_ = read_system_counters();
    sampling_.begin(typical_ns_);
    sampling_.use_checks(timed_runs_.checks(typical_ns_));
    if (bench_.sampler.total_alone()) {
      if (!sample_total_alone()) return;
    } else if (!(may_interleave() ? sample_interleaved() : sample_one_by_one())) {
      return;
    }
    if (!bench_.variant.scopes.empty()) sampling_.sample_phases(result_);
    events_.flush();
  }

  /// Interleaved timing scopes are affected equally by interference; sampled one after the other,
  /// `total` can come out shorter than the kernel that it contains. On a GPU a second Execution
  /// would take its memory twice, and a long case cannot afford more verified runs.
  bool may_interleave() const {
    return bench_.variant.device == Device::cpu && typical_ns_ < long_ns;
  }

  bool sample_interleaved() {
    Pass kernel = sampling_.open_pass(SampleKind::kernel, Scope::kernel, true, 0.5);
    Pass call = sampling_.open_pass(SampleKind::call, Scope::call, false, 0.2);
    Pass total =
        sampling_.open_pass(SampleKind::total, Scope::total, false, call_is_kernel_ ? 0.4 : 0.2);
    std::vector<Pass*> passes = {&kernel, &call, &total};
    if (call_is_kernel_) std::erase(passes, &call);
    if (!sampling_.interleave(passes)) return false;
    result_.stop_reason = kernel.reason;
    add_attributes(kernel.samples);
    if (call_is_kernel_) call.samples = as_call(kernel.samples);
    for (Pass* pass : {&kernel, &call, &total}) {
      result_.samples.push_back(std::move(pass->samples));
    }
    if (fresh_) bench_.sampler.take(*execution_, SampleKind::feed);
    measure_energy();
    events_.phase("verify");
    if (!after_timing_.resident()) return false;
    execution_.reset();
    sampling_.refresh(false);
    return after_timing_.total();
  }

  /// Once in a case: what a program leaves out, or does elsewhere, it does in all repetitions.
  bool compares_work() {
    if (!verification_.watches_kernel() || fresh_ || !bench_.request.thorough) return true;
    if (typical_ns_ >= long_ns) return true;
    const bool hot = bench_.values.text("cache") != "cold";
    const auto copy = [this] { bench_.workload.restore(*bench_.prepared.input, *output_); };
    std::string fault =
        work_outside_kernel(sampling_, typical_ns_, hot ? copy : std::function<void()>());
    if (fault.empty()) fault = left_out_work(sampling_, verification_, typical_ns_);
    if (fault.empty()) {
      report_remembered_work(sampling_, verification_, *bench_.prepared.input, typical_ns_,
                             threads_of(bench_.values), result_);
      return true;
    }
    throw std::runtime_error(fault);
  }

  bool sample_total_alone() {
    if (bench_.sampler.kernel_within()) {
      Pass kernel = sampling_.open_pass(SampleKind::kernel, Scope::kernel, true, 0.5);
      sampling_.take_alone(kernel, 0.5);
      result_.samples.push_back(std::move(kernel.samples));
    }
    Pass total = sampling_.open_pass(SampleKind::total, Scope::total, true, whole_share);
    sampling_.take_alone(total, whole_share);
    result_.stop_reason = total.reason;
    result_.samples.push_back(std::move(total.samples));
    if (fresh_) bench_.sampler.take(*execution_, SampleKind::feed);
    events_.phase("verify");
    return after_timing_.resident() && after_timing_.total();
  }

  bool sample_one_by_one() {
    Pass kernel = sampling_.open_pass(SampleKind::kernel, Scope::kernel, true, 0.5);
    if (!take_kernel_alone(kernel)) return false;
    const double kernel_median = median_of(kernel.samples.times_ns);
    result_.stop_reason = kernel.reason;
    add_attributes(kernel.samples);
    if (call_is_kernel_) {
      ScopeSamples call = as_call(kernel.samples);
      result_.samples.push_back(std::move(kernel.samples));
      result_.samples.push_back(std::move(call));
    } else {
      result_.samples.push_back(std::move(kernel.samples));
      if (takes_batch(kernel_median) && !sample_batch()) return false;
      Pass call = sampling_.open_pass(SampleKind::call, Scope::call, false, 0.2);
      sampling_.take_alone(call, 0.7);
      result_.samples.push_back(std::move(call.samples));
    }
    const double sampling_ns = sampling_.spent_ns();
    const std::int64_t outside = now_ns();
    events_.phase("verify");
    timed_runs_.take_values_back();
    if (!times_all_work(kernel_median)) return false;
    measure_energy(sampling_ns);
    events_.phase("verify");
    sampling_.exclude(ns_since(outside));
    // A long case cannot afford another run: verify the output of the last `total` sample.
    if (kernel_median < long_ns && !after_timing_.resident()) return false;
    execution_.reset();
    verification_.overwrite();
    events_.phase("sample");
    Pass total = sampling_.open_pass(SampleKind::total, Scope::total, false, 0.2);
    sampling_.take_alone(total, whole_share);
    result_.samples.push_back(std::move(total.samples));
    events_.phase("verify");
    if (fresh_) verification_.take_new_input();
    if (verification_.end_turn()) sampling_.take_once(SampleKind::total, 1);
    if (!verification_.check("after timing end to end")) return false;
    return kernel_median < long_ns ? after_timing_.total() : after_timing_.unseen_total();
  }

  /// In each process for as long as the policy says; without it that of a card, once in a case, in
  /// as much time as sampling has taken.
  void measure_energy(double sampling_ns = 0) {
    const auto& seconds = bench_.request.policy.energy_s;
    const bool once = bench_.request.thorough && sampling_ns >= min_energy_ns;
    const double limit_ns = seconds ? *seconds * second_ns : once ? sampling_ns : 0;
    if (limit_ns <= 0) return;
    events_.phase("energy");
    result_.energy = bench_.sampler.energy_of(*execution_, limit_ns, seconds.has_value());
    for (Energy& energy : result_.energy) energy.repetition = bench_.request.repetition;
  }

  bool take_kernel_alone(Pass& kernel) {
    if (verification_.watches_kernel()) {
      sampling_.take_alone(kernel, 0.5);
      return sampling_.check_extra_turn(1);
    }
    return sampling_.take_watched(kernel, 0.5, [this] { return timed_runs_.are_right(); }) &&
           timed_runs_.last_is_right();
  }

  bool times_all_work(double kernel_ns) {
    if (!bench_.request.thorough) return true;
    const std::string untimed = bench_.sampler.untimed_work(*execution_, kernel_ns);
    if (untimed.empty()) return true;
    result_.outcome = Outcome::failed;
    result_.reason = "work that is not timed: " + untimed;
    result_.samples.clear();
    return false;
  }

  /// The first repetition decides, so that all of them have this scope or none.
  bool takes_batch(double kernel_ns) const {
    if (fresh_ || bench_.sampler.batch_executions() == 0) return false;
    const auto& earlier = bench_.request.batch;
    return earlier.empty() ? kernel_ns < max_batched_ns
                           : earlier.contains(scope_name(Scope::batch));
  }

  /// The answer is verified of as many executions in a row as a sample has.
  bool sample_batch() {
    Pass batch = sampling_.open_pass(SampleKind::batch, Scope::batch, false, 0.1);
    sampling_.take_alone(batch, 0.6);
    const int repeats = batch.samples.repeats;
    timed_runs_.take_values_back();
    result_.samples.push_back(std::move(batch.samples));
    const auto in_a_row = [&] { bench_.sampler.take(*execution_, SampleKind::again, repeats); };
    return verification_.run(in_a_row, "after a batch");
  }

  /// Where a call is the computation alone, one measurement serves both scopes.
  static ScopeSamples as_call(const ScopeSamples& kernel) {
    ScopeSamples call;
    call.scope = scope_name(Scope::call);
    call.same_as = kernel.scope;
    call.repeats = kernel.repeats;
    call.launch_included = kernel.launch_included;
    return call;
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
    found["threads"] = static_cast<double>(threads_of(bench_.values));
  }

  void conclude() {
    if (!bench_.sampler.clock_is_true()) {
      throw std::runtime_error(
          "the clock of the process was changed: a counter of the processor saw "
          "other times");
    }
    result_.cost = bench_.variant.cost(*bench_.prepared.input, bench_.values);
    if (!has_possible_time(bench_, result_)) return;
    result_.attributes["verificationSeed"] = secret_text();
    result_.attributes["clockResolutionNs"] = bench_.sampler.resolution_ns();
    result_.interference.merge(interference_between(before_, read_system_counters()));
    sampling_.report(result_);
    report_pages(result_);
    bench_.sampler.report(result_);
  }

  Bench& bench_;
  CaseResult& result_;
  SampleEvents events_;
  std::unique_ptr<Data> output_;
  Case case_;
  MakeExecution make_;
  std::unique_ptr<Execution> execution_;
  Sampling sampling_;
  Verification verification_;
  bool fresh_;
  AfterTiming after_timing_;
  TimedRuns timed_runs_;
  double first_ns_ = 0;
  double verified_for_ns_ = 0;
  double typical_ns_ = 0;
  SystemCounters before_{};
  /// True on the CPU for variants without temporary memory or host part.
  bool call_is_kernel_ = false;
};

}  // namespace

std::unique_ptr<Data> make_placed_output(const Bench& bench) {
  auto output = bench.workload.make_output(*bench.prepared.input);
  if (bench.variant.device == Device::cpu) {
    place_by_threads(*output, threads_of(bench.values), Contents::none);
  }
  return output;
}

Answer record_answer(Bench& bench, const Data& output, CaseResult& result) {
  identify(bench.workload, bench.prepared);
  const Answer expected = bench.workload.answer(*bench.prepared.input, *bench.prepared.expected);
  Answer actual = bench.workload.answer(*bench.prepared.input, output);
  const bool equal = expected.bytes.size() == actual.bytes.size() &&
                     equal_bytes(expected.bytes.data(), actual.bytes.data(), actual.bytes.size());
  result.answer_sha256 = equal ? bench.prepared.sha256 : sha256_hex(actual.bytes);
  result.answer_attributes = actual.attributes;
  return actual;
}

void measure(Bench& bench, CaseResult& result) { Measurement(bench, result).run(); }

}  // namespace breakeven
