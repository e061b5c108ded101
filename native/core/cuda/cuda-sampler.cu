// How a kernel is timed: events around it, recorded while a blocking kernel holds the stream on a
// flag in mapped host memory, so that everything is queued before the first event happens and no
// launch latency lies between the two. What makes this hard is that the stream must never be held
// while something waits for it: not on a variant's first run (modules load lazily, and loading
// waits), not for variants that synchronise or launch more than the queue takes. The blocking
// kernel gives up by itself in any case, well below the time after which a display driver would.

#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "../clock.h"
#include "../nvml.h"
#include "buffer.h"
#include "check.h"
#include "cuda-sampler.h"
#include "device-clock.h"

namespace breakeven {

double clock_between(const ClockStamp& first, const ClockStamp& second, double least_ns) {
  if (first.multiprocessor != second.multiprocessor || second.global_ns <= first.global_ns)
    return unknown;
  const double ns = static_cast<double>(second.global_ns - first.global_ns);
  if (ns < least_ns) return unknown;
  return static_cast<double>(second.cycles - first.cycles) / ns * 1e9;
}

namespace {

constexpr int most_hidden_launches = 32;
constexpr unsigned long long hold_limit_ns = 1'500'000'000;
constexpr double throttled_share = 0.75;
constexpr double near_launch_factor = 1.4;
constexpr double least_energy_seconds = 1;

__global__ void hold_stream(const volatile int* released, volatile ClockStamp* stamp) {
  take_stamp(stamp);
  stamp->timed_out = 0;
  const unsigned long long start = global_timer_ns();
  while (*released == 0) {
    if (global_timer_ns() - start > hold_limit_ns) {
      stamp->timed_out = 1;
      return;
    }
  }
}

__global__ void stamp_clock(volatile ClockStamp* stamp) { take_stamp(stamp); }

__global__ void do_nothing() {}

__global__ void spin(unsigned long long ns) {
  const unsigned long long start = global_timer_ns();
  while (global_timer_ns() - start < ns) {
  }
}

/// Least step of the device's timer, seen by one thread.
__global__ void timer_step(unsigned long long* step) {
  unsigned long long least = ~0ull;
  unsigned long long before = global_timer_ns();
  for (int seen = 0; seen < 16;) {
    const unsigned long long now = global_timer_ns();
    if (now == before) continue;
    least = min(least, now - before);
    before = now;
    ++seen;
  }
  *step = least;
}

bool hiding_allowed() {
  const char* setting = std::getenv("BREAKEVEN_LAUNCH_HIDING");
  return setting == nullptr || std::string(setting) != "off";
}

/// Resources of CUDA that are given back; errors then mean that the device is lost, which the case
/// has reported.
template <class T, cudaError_t (*destroy)(T)>
class Owned {
 public:
  Owned() = default;
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;
  ~Owned() {
    if (value_ != nullptr) static_cast<void>(destroy(value_));
  }
  T* address() { return &value_; }
  T get() const { return value_; }

 private:
  T value_ = nullptr;
};
using Stream = Owned<cudaStream_t, cudaStreamDestroy>;
using Event = Owned<cudaEvent_t, cudaEventDestroy>;

struct Note {
  LaunchShape shape;
  int launches = 0;
};

class NvtxRange {
 public:
  explicit NvtxRange(const std::string& name) { nvtxRangePushA(name.c_str()); }
  NvtxRange(const NvtxRange&) = delete;
  NvtxRange& operator=(const NvtxRange&) = delete;
  ~NvtxRange() { nvtxRangePop(); }
};

double median_of(std::vector<double> values) {
  if (values.empty()) return unknown;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

class CudaPhases final : public Phases {
 public:
  CudaPhases(const SamplerOptions& options, const GpuInfo& gpu)
      : device_(options.device.index),
        host_clock_(options.kind == Device::cpu_cuda),
        hidable_(hiding_allowed() && !host_clock_ && !options.synchronises &&
                 options.launches <= most_hidden_launches) {
    BE_CUDA(cudaStreamCreate(stream_.address()));
    BE_CUDA(cudaEventCreate(start_.address()));
    BE_CUDA(cudaEventCreate(stop_.address()));
    released_.allocate(1, Memory::mapped);
    stamps_.allocate(2, Memory::mapped);
    if (options.cold) {
      flush_bytes_ = 2 * static_cast<std::size_t>(gpu.l2_bytes);
      flush_.allocate(flush_bytes_);
    }
  }

  void begin(SampleKind kind) {
    part_ = Span::total;
    kind_ = kind;
    sample_ = Sample();
    prepared_ = false;
    call_start_ = unknown;
  }

  /// Everything on the stream is complete and was without error.
  const Sample& end() {
    synchronise();
    if (kind_ == SampleKind::call) sample_[Span::call] = now_ns() - call_start_;
    return sample_;
  }

  void synchronise() {
    BE_CUDA(cudaStreamSynchronize(stream_.get()));
    BE_CUDA(cudaGetLastError());
  }

  void flush() {
    if (flush_bytes_ == 0) return;
    BE_CUDA(cudaMemsetAsync(flush_.get(), flush_pattern_ ^= 1, flush_bytes_, stream_.get()));
    synchronise();
  }

  /// Between two events with the launches held back, as a kernel sample is.
  double time_held(const Step& work, Sample& sample) {
    const bool hide = hide_ && hidable_;
    volatile int* const released = released_.host();
    ClockStamp* const stamps = stamps_.get();
    *released = 0;
    if (hide) {
      hold_stream<<<1, 1, 0, stream_.get()>>>(released_.get(), stamps);
    } else {
      stamp_clock<<<1, 1, 0, stream_.get()>>>(stamps);
    }
    try {
      BE_CUDA(cudaGetLastError());
      BE_CUDA(cudaEventRecord(start_.get(), stream_.get()));
      work();
      BE_CUDA(cudaEventRecord(stop_.get(), stream_.get()));
      stamp_clock<<<1, 1, 0, stream_.get()>>>(stamps + 1);
      BE_CUDA(cudaGetLastError());
    } catch (...) {
      *released = 1;
      static_cast<void>(cudaStreamSynchronize(stream_.get()));
      throw;
    }
    *released = 1;
    synchronise();
    float ms = 0;
    BE_CUDA(cudaEventElapsedTime(&ms, start_.get(), stop_.get()));
    const ClockStamp* const seen = stamps_.host();
    const bool held = hide && seen[0].timed_out == 0;
    if (hide && !held) {
      hidable_ = false;
      gave_up_ = true;
    }
    sample.launch_included = sample.launch_included || !held;
    sample.clock_hz = clock_between(seen[0], seen[1], least_clock_interval_ns);
    return static_cast<double>(ms) * 1e6;
  }

  void* stream() const override { return stream_.get(); }

  void note_launch(const void* kernel, const LaunchShape& shape) override {
    if (kind_ != SampleKind::whole) return;
    Note& note = notes_[kernel];
    note.shape = shape;
    ++note.launches;
  }

  void hide_launches() { hide_ = true; }
  bool gave_up() const { return gave_up_; }
  const std::map<const void*, Note>& notes() const { return notes_; }

  double least_clock_interval_ns = 20e3;

 protected:
  void step(Kind kind, Step work) override {
    switch (kind_) {
      case SampleKind::whole:
      case SampleKind::total:
        return in_order(kind, work);
      case SampleKind::again:
        if (kind != Kind::alloc && kind != Kind::h2d) in_order(kind, work);
        return;
      case SampleKind::feed:
        if (kind == Kind::h2d) work();
        return;
      case SampleKind::phases:
        return in_phases(kind, work);
      case SampleKind::kernel:
        if (kind == Kind::alloc || kind == Kind::h2d || kind == Kind::d2h) return;
        if (kind == Kind::kernel) return time_kernel(work);
        return in_order(kind, work);
      case SampleKind::call:
        if (kind == Kind::alloc || kind == Kind::h2d || kind == Kind::d2h) return;
        if (kind == Kind::restore) return work();
        if (std::isnan(call_start_)) {
          prepare();
          call_start_ = now_ns();
        }
        return in_order(kind, work);
    }
  }

 private:
  static bool needs_results(Kind kind) {
    return kind == Kind::gather || kind == Kind::host || kind == Kind::d2h;
  }

  void in_order(Kind kind, const Step& work) {
    if (needs_results(kind)) synchronise();
    work();
    if (kind == Kind::gather) synchronise();
  }

  void in_phases(Kind kind, const Step& work) {
    const Span span = kind == Kind::alloc   ? Span::alloc
                      : kind == Kind::h2d   ? Span::h2d
                      : kind == Kind::host  ? Span::host
                      : needs_results(kind) ? Span::d2h
                                            : Span::kernel;
    const bool part = in_part(kind);
    if (span == Span::kernel && !part) return work();
    synchronise();
    const double start = now_ns();
    work();
    synchronise();
    const double time = now_ns() - start;
    if (span != Span::kernel) add(span, time);
    if (part) sample_.add_part(part_, kind == Kind::scratch, time);
    sample_.launch_included = true;
  }

  /// Once a sample, before its first timed piece: caches and pages as the case wants them.
  void prepare() {
    if (prepared_) return;
    prepared_ = true;
    synchronise();
    ManagedArrays::instance().reset_residency(device_, stream_.get());
    flush();
  }

  void time_kernel(const Step& work) {
    prepare();
    synchronise();
    if (!host_clock_) return add(Span::kernel, time_held(work, sample_));
    // Work of both devices at once: only the host's clock sees all of it.
    const double start = now_ns();
    work();
    synchronise();
    add(Span::kernel, now_ns() - start);
    sample_.launch_included = true;
  }

  void add(Span span, double ns) {
    double& sum = sample_[span];
    sum = std::isnan(sum) ? ns : sum + ns;
  }

  int device_;
  bool host_clock_;
  bool hidable_;
  bool hide_ = false;
  bool gave_up_ = false;
  Stream stream_;
  Event start_;
  Event stop_;
  Buffer<int> released_;
  Buffer<ClockStamp> stamps_;
  Buffer<unsigned char> flush_;
  std::size_t flush_bytes_ = 0;
  int flush_pattern_ = 0;
  std::map<const void*, Note> notes_;
  SampleKind kind_ = SampleKind::whole;
  Sample sample_;
  bool prepared_ = false;
  double call_start_ = unknown;
};

/// What is measured once for a device in this process.
struct DeviceFacts {
  double event_resolution_ns = 500;
  double timer_step_ns = 1000;
  double empty_launch_ns = unknown;
};

class CudaSampler final : public Sampler {
 public:
  CudaSampler(const SamplerOptions& options, const GpuInfo& gpu)
      : options_(options),
        gpu_(gpu),
        range_(options.case_name),
        phases_(options, gpu),
        device_(facts_of()) {
    phases_.least_clock_interval_ns = std::max(20e3, 50 * device_.timer_step_ns);
    before_ = Nvml::instance().state(gpu.uuid);
    start_ns_ = now_ns();
  }

  Sample take(Execution& execution, SampleKind kind, int) override {
    const double start = now_ns();
    phases_.begin(kind);
    execution.run(phases_);
    Sample sample = phases_.end();
    sample.elapsed_ns = now_ns() - start;
    if (kind == SampleKind::call) sample.launch_included = true;
    return sample;
  }

  Sample take_new(const MakeExecution& make, SampleKind kind, int) override {
    phases_.synchronise();
    phases_.flush();
    phases_.begin(kind);
    const double start = now_ns();
    Sample sample;
    {
      const auto execution = make();
      execution->run(phases_);
      sample = phases_.end();
    }
    phases_.synchronise();
    sample.elapsed_ns = now_ns() - start;
    if (kind == SampleKind::total) {
      sample[Span::total] = sample.elapsed_ns;
      sample.launch_included = true;
    }
    return sample;
  }

  void after_first_run() override { phases_.hide_launches(); }
  double resolution_ns() const override { return device_.event_resolution_ns; }
  bool repeatable() const override { return false; }
  double least_clock_hz() const override {
    return gpu_.max_clock_hz ? throttled_share * *gpu_.max_clock_hz : 0;
  }

  void report(CaseResult& result) override {
    auto& facts = result.facts;
    facts["device"] = gpu_.name;
    facts["gpuUuid"] = gpu_.uuid;
    facts["emptyLaunchNs"] = device_.empty_launch_ns;
    if (gpu_.max_clock_hz) facts["defaultClockHz"] = *gpu_.max_clock_hz;
    report_kernels(facts);
    report_state(facts);
    report_labels(result);
    if (phases_.gave_up()) {
      result.warnings.push_back(
          "launch latency included: the variant waited for its stream while launches were held "
          "back");
    }
  }

 private:
  const DeviceFacts& facts_of() {
    static std::map<int, DeviceFacts> known;
    const auto [found, added] = known.try_emplace(options_.device.index);
    if (added) measure_device(found->second);
    return found->second;
  }

  void measure_device(DeviceFacts& facts) {
    Buffer<unsigned long long> step(1, Memory::mapped);
    const cudaStream_t stream = static_cast<cudaStream_t>(phases_.stream());
    timer_step<<<1, 1, 0, stream>>>(step.get());
    BE_CUDA(cudaGetLastError());
    // First launches load their code, so each kernel runs once before the stream is held.
    do_nothing<<<1, 1, 0, stream>>>();
    spin<<<1, 1, 0, stream>>>(0);
    hold_first(stream);
    phases_.synchronise();
    facts.timer_step_ns = static_cast<double>(*step.host());
    CudaPhases held({.device = options_.device}, gpu_);
    held.hide_launches();
    std::vector<double> times;
    std::vector<double> empty;
    for (int i = 0; i < 64; ++i) {
      Sample sample;
      const cudaStream_t own = static_cast<cudaStream_t>(held.stream());
      auto wait = [&] { spin<<<1, 1, 0, own>>>(static_cast<unsigned long long>(2000 + 37 * i)); };
      times.push_back(held.time_held(Step(wait), sample));
      auto nothing = [&] { do_nothing<<<1, 1, 0, own>>>(); };
      empty.push_back(held.time_held(Step(nothing), sample));
    }
    times.insert(times.end(), empty.begin(), empty.end());
    std::sort(times.begin(), times.end());
    double least = 1000;
    for (std::size_t i = 1; i < times.size(); ++i) {
      const double gap = times[i] - times[i - 1];
      // Smaller gaps are the rounding of the float that an elapsed time is.
      if (gap > 0.5) least = std::min(least, gap);
    }
    facts.event_resolution_ns = least;
    facts.empty_launch_ns = median_of(std::move(empty));
  }

  /// Loads the code of the helpers of a held sample.
  void hold_first(cudaStream_t stream) {
    Buffer<int> released(1, Memory::mapped);
    Buffer<ClockStamp> stamp(1, Memory::mapped);
    *released.host() = 1;
    hold_stream<<<1, 1, 0, stream>>>(released.get(), stamp.get());
    stamp_clock<<<1, 1, 0, stream>>>(stamp.get());
    BE_CUDA(cudaGetLastError());
    BE_CUDA(cudaStreamSynchronize(stream));
  }

  /// Of the kernel with the most threads: with several kernels it is where the time goes.
  void report_kernels(std::map<std::string, Fact>& facts) const {
    const void* kernel = nullptr;
    double most = -1;
    double launches = 0;
    for (const auto& [address, note] : phases_.notes()) {
      const LaunchShape& s = note.shape;
      const double threads =
          1.0 * s.grid[0] * s.grid[1] * s.grid[2] * s.block[0] * s.block[1] * s.block[2];
      launches += note.launches;
      if (threads > most) {
        most = threads;
        kernel = address;
      }
    }
    if (kernel == nullptr) return;
    facts["launches"] = launches;
    report_kernel(kernel, phases_.notes().at(kernel).shape, facts);
  }

  void report_kernel(const void* kernel, const LaunchShape& shape,
                     std::map<std::string, Fact>& facts) const {
    cudaFuncAttributes found;
    BE_CUDA(cudaFuncGetAttributes(&found, kernel));
    const auto dimensions = [](const unsigned (&d)[3]) {
      return std::to_string(d[0]) + " x " + std::to_string(d[1]) + " x " + std::to_string(d[2]);
    };
    const int threads = static_cast<int>(shape.block[0] * shape.block[1] * shape.block[2]);
    int blocks = 0;
    int threads_of_multiprocessor = 0;
    BE_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads,
                                                          shape.dynamic_shared));
    BE_CUDA(cudaDeviceGetAttribute(&threads_of_multiprocessor,
                                   cudaDevAttrMaxThreadsPerMultiProcessor, options_.device.index));
    facts["registers"] = static_cast<double>(found.numRegs);
    facts["sharedStaticBytes"] = static_cast<double>(found.sharedSizeBytes);
    facts["sharedDynamicBytes"] = static_cast<double>(shape.dynamic_shared);
    facts["localBytes"] = static_cast<double>(found.localSizeBytes);
    facts["grid"] = dimensions(shape.grid);
    facts["block"] = dimensions(shape.block);
    facts["occupancy"] = static_cast<double>(blocks) * threads / threads_of_multiprocessor;
    facts["code"] = code_of();
  }

  /// Whether this build holds machine code for the device, or the driver compiled PTX when it was
  /// loaded.
  std::string code_of() const {
    const int major = options_.device.compute_capability / 10;
    const int minor = options_.device.compute_capability % 10;
    std::string list = BREAKEVEN_CUDA_ARCHITECTURES;
    list += ',';
    for (std::size_t begin = 0; begin < list.size();) {
      const std::size_t end = list.find(',', begin);
      const std::string target = list.substr(begin, end - begin);
      begin = end + 1;
      if (target.find("virtual") != std::string::npos) continue;
      const int number = std::atoi(target.c_str());
      const bool specific = target.find_first_of("af") != std::string::npos &&
                            target.find("-real") == std::string::npos;
      if (number / 10 == major && (specific ? number % 10 == minor : number % 10 <= minor))
        return "sass";
    }
    return "ptx-jit";
  }

  void report_state(std::map<std::string, Fact>& facts) const {
    const auto after = Nvml::instance().state(gpu_.uuid);
    const double seconds = (now_ns() - start_ns_) / 1e9;
    const auto put = [&](const char* name, const std::optional<double>& value) {
      if (value) facts[name] = *value;
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
    if (!after->throttle_reasons.empty()) facts["throttleReasons"] = after->throttle_reasons;
    if (before_ && before_->energy_j && after->energy_j && seconds >= least_energy_seconds) {
      facts["energyJ"] = *after->energy_j - *before_->energy_j;
      facts["energySeconds"] = seconds;
    }
  }

  void report_labels(CaseResult& result) const {
    for (const SpanSamples& samples : result.samples) {
      if (samples.span != "kernel") continue;
      const double median = median_of(samples.times_ns);
      result.facts["nearLaunchOverhead"] = median < near_launch_factor * device_.empty_launch_ns;
      result.facts["launchHidden"] = !samples.launch_included;
    }
    if (result.cost) result.facts["l2Resident"] = result.cost->bytes_moved < gpu_.l2_bytes;
  }

  SamplerOptions options_;
  GpuInfo gpu_;
  NvtxRange range_;
  CudaPhases phases_;
  const DeviceFacts& device_;
  std::optional<GpuState> before_;
  double start_ns_ = 0;
};

}  // namespace

std::unique_ptr<Sampler> make_cuda_sampler(const SamplerOptions& options, const GpuInfo& gpu) {
  return std::make_unique<CudaSampler>(options, gpu);
}

}  // namespace breakeven
