#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "../clock.h"
#include "../median.h"
#include "../nvml.h"
#include "check.h"
#include "cuda-phases.h"
#include "cuda-sampler.h"
#include "device-arrays.h"
#include "device-attributes.h"
#include "device-energy.h"
#include "kernel-attributes.h"
#include "untimed-work.h"

namespace breakeven {
namespace {

constexpr double throttled_share = 0.75;
constexpr double near_launch_factor = 1.4;
/// A wait for the device that finds work takes this many times as long as one that finds none, and
/// so much longer.
constexpr double busy_factor = 5;
constexpr double busy_ns = 20e3;
constexpr int busy_runs = 4;
/// Verified runs that are watched in a process; the first repetition and a check look at more.
constexpr int watched_runs = 3;
constexpr int watched_runs_later = 1;
/// The driver samples what processes use at most this often apart.
constexpr std::int64_t driver_sample_us = 1'000'000;
/// Larger answers are overwritten before one sample in so many.
constexpr std::size_t small_answer = 256 << 10;
constexpr std::uint64_t overwritten_one_in = 10;
/// Operations of the widest units of a multiprocessor in a cycle, tensor cores, dense, for numbers
/// of 8, 4 and 2 bytes (NVIDIA's white papers of the A100 and the H100).
struct Units {
  const char* compute_capability;
  double flops[3];
};
constexpr Units units[] = {{"8.0", {128, 1024, 2048}}, {"9.0", {256, 2048, 4096}}};
/// Through the load and store units of a multiprocessor in a cycle: 128 in and 128 out.
constexpr double ported_bytes = 256;
constexpr double shortest_launch_ns = 500;

Limits limits_of_gpu(const GpuInfo& gpu, double bytes_of_number) {
  Limits limits{.cached_bytes = 2 * gpu.l2_bytes, .launch_ns = shortest_launch_ns};
  if (!gpu.max_clock_hz) return limits;
  const double cycles = gpu.multiprocessors * *gpu.max_clock_hz;
  limits.bytes_per_s = cycles * ported_bytes;
  if (gpu.memory_clock_hz && gpu.memory_bus_bits) {
    // Two transfers a clock.
    limits.memory_bytes_per_s = 2 * *gpu.memory_clock_hz * *gpu.memory_bus_bits / 8;
  }
  for (const Units& of : units) {
    if (gpu.compute_capability != of.compute_capability) continue;
    limits.flops_per_s = cycles * of.flops[bytes_of_number >= 8 ? 0 : bytes_of_number >= 4 ? 1 : 2];
  }
  return limits;
}

class NvtxRange {
 public:
  explicit NvtxRange(const std::string& name) { nvtxRangePushA(name.c_str()); }
  NvtxRange(const NvtxRange&) = delete;
  NvtxRange& operator=(const NvtxRange&) = delete;
  ~NvtxRange() { nvtxRangePop(); }
};

std::int64_t us_since_1970() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::microseconds>(now).count();
}

class CudaSampler final : public Sampler {
 public:
  CudaSampler(const SamplerOptions& options, const GpuInfo& gpu)
      : options_(options),
        gpu_(gpu),
        range_(options.case_name),
        phases_(options, gpu),
        device_(device_attributes(options.device, gpu, phases_)) {
    phases_.set_min_clock_interval(std::max(20e3, 50 * device_.timer_step_ns));
    before_ = Nvml::instance().state(gpu.uuid);
    since_us_ = us_since_1970() - driver_sample_us;
  }

  Sample take(Execution& execution, SampleKind kind, int repeats) override {
    const std::int64_t start = now_ns();
    // A watched run waits for the device: whether it is busy afterwards is looked at before.
    const bool watched =
        kind == SampleKind::again && verifying_ && idle_checked_ && watched_left_ > 0;
    if (watched) --watched_left_;
    phases_.watch(watched);
    phases_.begin(kind, repeats);
    execution.run(phases_);
    Sample sample = phases_.end();
    phases_.watch(false);
    taken_ = &execution;
    sample.elapsed_ns = ns_since(start);
    if (kind == SampleKind::again && !idle_checked_) check_idle(execution);
    if (kind == SampleKind::whole || kind == SampleKind::again) verified_ = &execution;
    if (kind == SampleKind::call) sample.launch_included = true;
    return sample;
  }

  Sample take_new(const MakeExecution& make, SampleKind kind, int) override {
    verified_ = nullptr;
    taken_ = nullptr;
    phases_.synchronise();
    phases_.begin(kind);
    phases_.flush();
    const std::int64_t start = now_ns();
    Sample sample;
    {
      const auto execution = make();
      execution->run(phases_);
      sample = phases_.end();
    }
    phases_.synchronise();
    sample.elapsed_ns = ns_since(start);
    if (kind == SampleKind::total) {
      sample[Scope::total] = sample.elapsed_ns;
      sample.launch_included = true;
    }
    return sample;
  }

  std::map<std::string, Attribute> profile(Execution& execution) override {
    phases_.mark_kernels(true);
    take(execution, SampleKind::again, 1);
    phases_.mark_kernels(false);
    return {};
  }

  void begin_verified() override {
    verified_ = nullptr;
    phases_.synchronise();
    verifying_ = true;
    const std::uint64_t seed = seeds_();
    DeviceArrays::instance().begin(seed);
    phases_.overwrite_outputs(seed);
  }
  std::string end_verified() override {
    phases_.synchronise();
    verifying_ = false;
    phases_.overwrite_outputs(std::nullopt);
    phases_.look_for_unwritten();
    std::string damage = DeviceArrays::instance().end();
    if (damage.empty() && verified_ != nullptr) {
      if (const std::string fault = verified_->fault(); !fault.empty()) {
        throw std::runtime_error(fault);
      }
    }
    return damage;
  }
  void after_first_run() override {
    phases_.hide_launches();
    watched_left_ = options_.repetition == 0 ? watched_runs : watched_runs_later;
  }
  Misplaced misplaced() const override { return phases_.misplaced(); }
  bool overwrite_answer() override {
    const bool is_large = DeviceArrays::instance().output_bytes(false) >= small_answer;
    if (is_large && seeds_() % overwritten_one_in != 0) return false;
    phases_.synchronise();
    DeviceArrays::instance().overwrite_outputs(seeds_(), phases_.aside());
    BE_CUDA(cudaStreamSynchronize(phases_.aside()));
    return is_large;
  }
  std::vector<const void*> never_written() override {
    return DeviceArrays::instance().targets_of_nothing(static_cast<cudaStream_t>(phases_.stream()));
  }
  void expect_gaps(bool gaps) override { DeviceArrays::instance().expect_gaps(gaps); }
  bool can_be_fed(Data& input) override {
    return !phases_.copies_in() || DeviceArrays::instance().has_all_of(input.arrays());
  }
  bool feed_silently(Data& input) override {
    phases_.synchronise();
    phases_.overwrite_outputs(std::nullopt);
    return !phases_.copies_in() || DeviceArrays::instance().copy_in_again(input.arrays());
  }
  bool reads_device_alone() const override { return phases_.reads_device_alone(); }
  bool fetch_answer() override {
    if (taken_ == nullptr) return false;
    phases_.begin(SampleKind::fetch);
    taken_->run(phases_);
    static_cast<void>(phases_.end());
    return true;
  }
  std::string untimed_work(Execution& execution, double kernel_ns) override {
    // The host's time is that of a variant on both devices.
    if (options_.kind == Device::cpu_cuda) return {};
    const LateRows late =
        breakeven::untimed_work(phases_, gpu_, execution, options_.cold ? 0 : kernel_ns);
    judges_rows_ = late.judged;
    return late.text;
  }
  double resolution_ns() const override { return device_.event_resolution_ns; }
  bool takes_batches(SampleKind) const override { return false; }
  int batch_executions() const override { return phases_.batch_executions(); }
  double min_clock_hz() const override {
    return gpu_.max_clock_hz ? throttled_share * *gpu_.max_clock_hz : 0;
  }

  Limits limits(double, double bytes_of_number) const override {
    return limits_of_gpu(gpu_, bytes_of_number);
  }

  std::vector<Energy> energy_of(Execution& execution, double limit_ns, bool idle) override {
    if (options_.cold) return {};
    const auto stream = static_cast<cudaStream_t>(phases_.stream());
    return device_energy(execution, stream, gpu_.uuid, limit_ns, idle);
  }

  void report(CaseResult& result) override {
    auto& attributes = result.attributes;
    attributes["device"] = gpu_.name;
    attributes["gpuUuid"] = gpu_.uuid;
    attributes["emptyLaunchNs"] = device_.empty_launch_ns;
    if (gpu_.max_clock_hz) attributes["defaultClockHz"] = *gpu_.max_clock_hz;
    report_kernels(phases_.notes(), options_.device, attributes);
    report_state(attributes, result.interference);
    report_labels(result);
    if (phases_.lacks_pool()) {
      result.warnings.push_back(
          "temporary memory comes from cudaMalloc: this device has no memory pools");
    }
    if (!judges_rows_ || !phases_.judged()) {
      result.warnings.push_back(
          "whether its time has all of its work was not judged: known work is late as well, since "
          "other programs use the device");
    }
    if (phases_.gave_up()) {
      result.warnings.push_back(
          "launch latency included: the variant waited for its stream while its launches were "
          "held");
    }
  }

 private:
  /// Directly after a run: whether the device still works although its stream is done. The second
  /// wait says how long one takes when there is nothing to wait for.
  static bool is_busy() {
    const std::int64_t start = now_ns();
    BE_CUDA(cudaDeviceSynchronize());
    const double waited = ns_since(start);
    BE_CUDA(cudaDeviceSynchronize());
    const double idle = ns_since(start) - waited;
    return waited > busy_factor * idle + busy_ns;
  }

  /// Once a case. Whoever leaves work on another stream does so in every run; a thread that lost
  /// its CPU while it waited does not.
  void check_idle(Execution& execution) {
    idle_checked_ = true;
    for (int run = 0; run < busy_runs; ++run) {
      if (!is_busy()) return;
      phases_.begin(SampleKind::again);
      execution.run(phases_);
      static_cast<void>(phases_.end());
    }
    throw std::runtime_error(
        "the device is still busy when the stream of the case is done: it leaves work behind on "
        "another stream");
  }

  void report_state(std::map<std::string, Attribute>& attributes,
                    std::map<std::string, Attribute>& interference) const {
    const auto after = Nvml::instance().state(gpu_.uuid);
    const auto put = [&](const char* name, const std::optional<double>& value) {
      if (value) attributes[name] = *value;
    };
    if (before_) {
      put("temperatureBeforeC", before_->temperature_c);
      put("powerBeforeW", before_->power_w);
      put("smClockBeforeHz", before_->sm_clock_hz);
    }
    if (!after) return;
    put("temperatureAfterC", after->temperature_c);
    put("powerAfterW", after->power_w);
    put("smClockAfterHz", after->sm_clock_hz);
    if (!after->throttle_reasons.empty()) {
      attributes["throttleReasons"] = after->throttle_reasons;
      interference["throttleReasons"] = after->throttle_reasons;
    }
    const auto others =
        Nvml::instance().others(gpu_.uuid, before_.value_or(*after), *after, since_us_);
    interference["gpuOthersSeen"] = others.has_value();
    if (!others) return;
    interference["gpuOthers"] = others->processes;
    if (others->use) interference["gpuOthersUse"] = *others->use;
  }

  void report_labels(CaseResult& result) const {
    for (const ScopeSamples& samples : result.samples) {
      if (samples.scope != "kernel") continue;
      const double median = median_of(samples.times_ns);
      result.attributes["nearLaunchOverhead"] =
          median < near_launch_factor * device_.empty_launch_ns * phases_.launches();
      // Too short, or its ends on different multiprocessors: nothing watches for throttling then.
      const auto known = [](double clock) { return !std::isnan(clock); };
      result.attributes["clockUnknown"] =
          std::none_of(samples.clocks_hz.begin(), samples.clocks_hz.end(), known);
      result.attributes["launchHidden"] = !samples.launch_included;
    }
    // Flushed before each sample, a small working set comes from memory as well.
    if (result.cost) {
      result.attributes["l2Resident"] = !options_.cold && result.cost->bytes_moved < gpu_.l2_bytes;
    }
  }

  SamplerOptions options_;
  GpuInfo gpu_;
  NvtxRange range_;
  CudaPhases phases_;
  const DeviceAttributes& device_;
  std::optional<GpuState> before_;
  std::int64_t since_us_ = 0;
  bool idle_checked_ = false;
  bool verifying_ = false;
  bool judges_rows_ = true;
  int watched_left_ = 0;
  std::mt19937_64 seeds_{std::random_device{}()};
  /// Whose sample was the last; null where it is gone.
  Execution* taken_ = nullptr;
  /// Of the run that is being verified; null where it is gone.
  Execution* verified_ = nullptr;
};

}  // namespace

std::unique_ptr<Sampler> make_cuda_sampler(const SamplerOptions& options, const GpuInfo& gpu) {
  return std::make_unique<CudaSampler>(options, gpu);
}

}  // namespace breakeven
