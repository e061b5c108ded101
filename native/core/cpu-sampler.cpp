#include <malloc.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

#include "cache-flush.h"
#include "caches.h"
#include "cancel.h"
#include "clock.h"
#include "energy.h"
#include "nvml.h"
#include "pattern.h"
#include "perf-counters.h"
#include "sampler.h"
#include "threads-left.h"
#include "two-clocks.h"

namespace breakeven {
namespace {

/// Executions between two looks at the counters of energy.
constexpr double energy_batch_ns = 10e6;

/// The minimum difference between two readings of the clock that differ.
double measure_resolution() {
  double resolution = 1e9;
  for (int i = 0; i < 200; ++i) {
    const std::int64_t start = now_ns();
    std::int64_t next = start;
    while (next == start) next = now_ns();
    resolution = std::min(resolution, ns_between(start, next));
  }
  return resolution;
}

class CpuPhases final : public Phases {
 public:
  void begin(SampleKind kind, CacheFlush* flush) {
    kind_ = kind;
    kernel_begun_ = false;
    part_ = Scope::total;
    flush_ = flush;
    sample_ = Sample();
    inside_ns_ = 0;
    call_start_.reset();
    call_end_ = 0;
  }

  /// Spent in restore and kernel phases, and in what the harness does around the latter.
  double inside_ns() const { return inside_ns_; }

  const Sample& end() {
    if (kind_ == SampleKind::call)
      sample_[Scope::call] = call_start_ ? ns_between(*call_start_, call_end_) : unknown;
    return sample_;
  }

  const KernelWatch* watch = nullptr;
  TwoClocks clocks;
  bool restores = false;
  bool has_call_parts = false;

 protected:
  void step(Kind kind, Step work) override {
    if (kind == Kind::restore) restores = true;
    if (kind == Kind::scratch) has_call_parts = true;
    switch (kind_) {
      case SampleKind::whole:
      case SampleKind::again:
      case SampleKind::feed:
      case SampleKind::fetch:
      case SampleKind::total:
        return kind == Kind::kernel ? watched(work) : work();
      case SampleKind::phases:
        return in_phases(kind, work);
      case SampleKind::kernel:
      case SampleKind::batch:
        if (kind == Kind::restore) return restored(work);
        if (kind != Kind::kernel) return work();
        {
          const std::int64_t start = now_ns();
          if (flush_ != nullptr) (*flush_)();
          timed(Scope::kernel, work);
          inside_ns_ += ns_since(start);
          return;
        }
      case SampleKind::call:
        if (kind == Kind::restore) return work();
        flush_once();
        if (!call_start_) call_start_ = now_ns();
        work();
        call_end_ = now_ns();
        return;
    }
  }

 private:
  void watched(const Step& work) {
    if (watch != nullptr && !kernel_begun_) watch->begins();
    kernel_begun_ = true;
    work();
    if (watch != nullptr) watch->ended();
  }

  /// Between two calls of the variant's own code: what the harness does takes time as well.
  void restored(const Step& work) {
    const std::int64_t start = now_ns();
    work();
    const std::int64_t end = now_ns();
    sample_.restore_ns += end - start;
    inside_ns_ += end - start;
  }

  void flush_once() {
    if (flush_ != nullptr) (*flush_)();
    flush_ = nullptr;
  }

  /// Times a step for the named part of the computation that it belongs to.
  void in_phases(Kind kind, const Step& work) {
    if (flush_ != nullptr) (*flush_)();
    const std::int64_t start = now_ns();
    work();
    const double passed = ns_since(start);
    if (in_part(kind)) sample_.add_part(part_, kind == Kind::scratch, passed);
  }

  void add(Scope scope, double ns) {
    double& sum = sample_[scope];
    sum = std::isnan(sum) ? ns : sum + ns;
  }

  void timed(Scope scope, const Step& work) {
    const double cpu = process_cpu_ns();
    const std::uint64_t before = clock_ticks();
    const std::int64_t start = now_ns();
    const std::uint64_t begin = clock_ticks();
    work();
    const std::uint64_t ended = clock_ticks();
    const std::int64_t end = now_ns();
    clocks.see(ns_between(start, end), ended - begin, clock_ticks() - before);
    const double used = process_cpu_ns() - cpu;
    add(scope, ns_between(start, end));
    if (scope == Scope::kernel)
      sample_.cpu_ns = std::isnan(sample_.cpu_ns) ? used : sample_.cpu_ns + used;
  }

  SampleKind kind_ = SampleKind::whole;
  bool kernel_begun_ = false;
  CacheFlush* flush_ = nullptr;
  Sample sample_;
  double inside_ns_ = 0;
  std::optional<std::int64_t> call_start_;
  std::int64_t call_end_ = 0;
};

/// Runs the steps of a batch without reading the clock between them.
class BarePhases final : public Phases {
 public:
 protected:
  void step(Kind, Step work) override { work(); }
};

class CpuSampler final : public Sampler {
 public:
  CpuSampler(const CpuSampler&) = delete;
  CpuSampler& operator=(const CpuSampler&) = delete;
  explicit CpuSampler(bool cold) : resolution_ns_(measure_resolution()) {
    if (cold) flush_ = std::make_unique<CacheFlush>();
  }

  Sample take(Execution& execution, SampleKind kind, int repeats) override {
    // Nothing is copied, so that no call tells new values from old ones.
    if (kind == SampleKind::feed) return {};
    const bool whole = kind == SampleKind::call || !phases_.has_call_parts;
    // In a case of batches every timed run is one of a batch, so that none differs from others.
    const bool timed = kind == SampleKind::kernel || kind == SampleKind::call;
    batches_ = batches_ || repeats > 1;
    if (batches_ && timed && whole && !phases_.restores) {
      return take_batch(execution, kind, repeats);
    }
    phases_.begin(kind, flush_.get());
    const std::int64_t start = now_ns();
    for (int i = 0; i < repeats; ++i) execution.run(phases_);
    const double elapsed = ns_since(start);
    Sample sample = phases_.end();
    // Of a batch, its kernel phases alone are timed, one by one.
    sample[Scope::kernel] /= repeats;
    sample.restore_ns /= repeats;
    sample.outside_ns = (elapsed - phases_.inside_ns()) / repeats;
    sample.cpu_ns /= repeats;
    sample.elapsed_ns = elapsed;
    return sample;
  }

  Sample take_new(const MakeExecution& make, SampleKind kind, int repeats) override {
    if (flush_) (*flush_)();
    double sum = 0;
    Sample sample;
    if (kind == SampleKind::total) {
      const double cpu = process_cpu_ns();
      const std::int64_t start = now_ns();
      for (int i = 0; i < repeats; ++i) {
        phases_.begin(kind, nullptr);
        const auto execution = make();
        execution->run(phases_);
      }
      sum = ns_since(start);
      sample[Scope::total] = sum / repeats;
      sample.cpu_ns = (process_cpu_ns() - cpu) / repeats;
    } else {
      const std::int64_t start = now_ns();
      const auto execution = make();
      phases_.begin(kind, flush_.get());
      execution->run(phases_);
      sample = phases_.end();
      sum = ns_since(start);
    }
    sample.elapsed_ns = sum;
    return sample;
  }

  std::map<std::string, Attribute> profile(Execution& execution) override {
    PerfCounters counters;
    counters.start();
    take(execution, SampleKind::again, 1);
    counters.stop();
    return counters.counts();
  }

  /// Of the host, and of the card that rests meanwhile, so that both count for a GPU as well.
  std::vector<Energy> energy_of(Execution& execution, double limit_ns, bool idle) override {
    EnergyMeter meter{.counters = host_energy(),
                      .now_ns = now_ns,
                      .begin{},
                      .advance = [&] { return execute_for(execution, energy_batch_ns); },
                      .limit_ns = limit_ns};
    if (flush_ || meter.counters.empty()) return {};
    const Nvml& nvml = Nvml::instance();
    if (const std::string card = nvml.only_card(); nvml.energy_j(card)) {
      meter.counters.push_back({"gpu", [&nvml, card] { return nvml.energy_j(card); }});
    }
    if (idle) meter.rest = rest_for_energy;
    return measure_energy(meter);
  }

  /// Reports whether the data stay in a cache from one sample to the next, and in which.
  void report(CaseResult& result) override {
    if (!result.cost || !(result.cost->bytes_moved > 0)) return;
    const auto known = result.attributes.find("threads");
    const auto* threads =
        known == result.attributes.end() ? nullptr : std::get_if<double>(&known->second);
    const DataCache* cache =
        flush_ ? nullptr
               : cache_holding(result.cost->bytes_moved, threads ? static_cast<int>(*threads) : 1);
    result.attributes["cacheResident"] = cache != nullptr;
    if (cache != nullptr) result.attributes["cacheLevel"] = cache->name();
  }

  ~CpuSampler() override { fill_fresh_memory(false); }

  void begin_verified() override {
    threads_left_.begin();
    fill_fresh_memory(true);
  }
  std::string end_verified() override {
    fill_fresh_memory(false);
    threads_left_.end();
    return {};
  }

  bool watch_kernel(const KernelWatch* watch) override {
    phases_.watch = watch;
    return true;
  }
  void between_executions(const std::function<void()>* work) override { between_ = work; }
  bool clock_is_true() const override { return phases_.clocks.agree(); }

  double resolution_ns() const override { return resolution_ns_; }
  bool call_is_kernel() const override { return !phases_.has_call_parts; }
  /// Flushing, and restoring before a call, must not be part of the time.
  bool takes_batches(SampleKind kind) const override {
    return !flush_ && !(kind == SampleKind::call && phases_.restores);
  }

 private:
  /// Returns how many executions there was time for, which is one at least.
  static int execute_for(Execution& execution, double time_ns) {
    check_cancelled();
    BarePhases bare;
    int executions = 0;
    for (const std::int64_t start = now_ns(); executions == 0 || ns_since(start) < time_ns;) {
      execution.run(bare);
      ++executions;
    }
    return executions;
  }

  /// Small pieces of memory do not begin with zeros; pages that the system maps do.
  static void fill_fresh_memory(bool fill) {
#ifdef M_PERTURB
    // All bits but these are set: 255 would be zeros.
    mallopt(M_PERTURB, fill ? static_cast<int>(1 + next_secret() % 254) : 0);
#endif
  }

  Sample take_batch(Execution& execution, SampleKind kind, int repeats) {
    BarePhases bare;
    const double cpu = process_cpu_ns();
    const std::uint64_t before = clock_ticks();
    const std::int64_t start = now_ns();
    const std::uint64_t begin = clock_ticks();
    if (between_ == nullptr) {
      for (int i = 0; i < repeats; ++i) execution.run(bare);
    } else {
      for (int i = 0; i < repeats; ++i) {
        (*between_)();
        execution.run(bare);
      }
    }
    const std::uint64_t ended = clock_ticks();
    const double elapsed = ns_since(start);
    phases_.clocks.see(elapsed, ended - begin, clock_ticks() - before);
    Sample sample;
    sample.cpu_ns = (process_cpu_ns() - cpu) / repeats;
    sample[kind == SampleKind::call ? Scope::call : Scope::kernel] = elapsed / repeats;
    sample.elapsed_ns = elapsed;
    return sample;
  }

  double resolution_ns_;
  std::unique_ptr<CacheFlush> flush_;
  CpuPhases phases_;
  bool batches_ = false;
  const std::function<void()>* between_ = nullptr;
  ThreadsLeft threads_left_;
};

}  // namespace

std::unique_ptr<Sampler> make_cpu_sampler(bool cold) { return std::make_unique<CpuSampler>(cold); }

}  // namespace breakeven
