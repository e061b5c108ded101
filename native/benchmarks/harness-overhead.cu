// What the harness adds to a time: the kernel median that it reports for `shared-atomics` of the
// histogram, against a bare event loop over the same memset and kernel on the same data,
// alternating sample by sample in one process.
//
//   cmake -S native -B build -DBREAKEVEN_BENCHMARKS=ON -DBREAKEVEN_CUDA=ON
//   -DBREAKEVEN_WORKLOADS=histogram cmake --build build --target harness-overhead &&
//   build/benchmarks/harness-overhead
//
// Two bare loops stand next to the harness. `queued` is how a benchmark of batches does it: pairs
// of events one behind the other while the device is busy, so that a launch is waiting whenever the
// device is free. `one by one` waits for each pair before the next, and so measures how fast the
// host launches as well: it is there to show what holding launches back avoids. The harness must be
// within max(3 %, 0.5 us) of `queued` at n = 1e6, within 1 % at n = 2^26, and in between, at the
// size whose kernel takes about 50 us on this device, within max(1 %, 0.5 us): half a microsecond
// is the step of the events that both sides are timed with.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "../core/case.h"
#include "../core/cuda/buffer.h"
#include "../core/gpu.h"
#include "../core/measure.h"
#include "../core/registry.h"
#include "../workloads/histogram/device-histogram.cuh"
// The variant itself, so that the build names none.
#include "../workloads/histogram/shared-atomics.cu"

namespace breakeven {

void register_variant(const Variant& variant) { Registry::instance().add("cuda", variant); }

namespace {

constexpr unsigned block = 256;
constexpr int batches = 60;
constexpr int pairs = 16;
constexpr double middle_ns = 50e3;
constexpr double max_values = 2147483647;

/// Keeps the device busy while a batch is queued.
__global__ void stay_busy(unsigned long long ns) {
  unsigned long long start;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(start));
  unsigned long long now = start;
  while (now - start < ns) asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

/// The study's kernel with nothing around it but events.
class BareLoop {
 public:
  explicit BareLoop(const histogram::Input& input)
      : n_(static_cast<std::uint32_t>(input.values.size())),
        bins_(input.bins),
        values_(n_, Memory::device),
        counts_(bins_, Memory::device) {
    BE_CUDA(cudaStreamCreate(&stream_));
    for (auto& event : events_) BE_CUDA(cudaEventCreate(&event));
    values_.upload(input.values.data(), n_, stream_);
    launch_once();
    stay_busy<<<1, 1, 0, stream_>>>(1000);
    BE_CUDA(cudaStreamSynchronize(stream_));
  }

  ~BareLoop() {
    for (auto& event : events_) static_cast<void>(cudaEventDestroy(event));
    static_cast<void>(cudaStreamDestroy(stream_));
  }

  void queued(std::vector<double>& times) {
    stay_busy<<<1, 1, 0, stream_>>>(1'000'000);
    for (int i = 0; i < pairs; ++i) {
      BE_CUDA(cudaEventRecord(events_[2 * i], stream_));
      launch_once();
      BE_CUDA(cudaEventRecord(events_[2 * i + 1], stream_));
    }
    BE_CUDA(cudaStreamSynchronize(stream_));
    for (int i = 0; i < pairs; ++i) times.push_back(between(2 * i));
  }

  void one_by_one(std::vector<double>& times) {
    for (int i = 0; i < pairs; ++i) {
      BE_CUDA(cudaEventRecord(events_[0], stream_));
      launch_once();
      BE_CUDA(cudaEventRecord(events_[1], stream_));
      BE_CUDA(cudaStreamSynchronize(stream_));
      times.push_back(between(0));
    }
  }

 private:
  void launch_once() {
    BE_CUDA(cudaMemsetAsync(counts_.get(), 0, std::size_t{4} * bins_, stream_));
    histogram::count_in_shared<<<histogram::blocks_for(n_, block), block, std::size_t{4} * bins_,
                                 stream_>>>(values_.get(), n_, bins_, counts_.get());
    BE_CUDA(cudaGetLastError());
  }

  double between(int first) const {
    float ms = 0;
    BE_CUDA(cudaEventElapsedTime(&ms, events_[first], events_[first + 1]));
    return static_cast<double>(ms) * 1e6;
  }

  std::uint32_t n_;
  std::uint32_t bins_;
  Buffer<std::int32_t> values_;
  Buffer<std::uint32_t> counts_;
  cudaStream_t stream_ = nullptr;
  cudaEvent_t events_[2 * pairs] = {};
};

struct Times {
  std::vector<double> harness, queued, one_by_one;
};

void alternate(Bench& bench, Times& times) {
  const auto& input = static_cast<const histogram::Input&>(*bench.prepared.input);
  const auto output = bench.workload.make_output(input);
  const Case one{input, *output, bench.values, bench.device};
  const auto execution = bench.variant.make(one);
  bench.sampler.take(*execution, SampleKind::whole);
  bench.sampler.after_first_run();
  BareLoop bare(input);
  for (int i = 0; i < 10; ++i) bench.sampler.take(*execution, SampleKind::kernel);
  for (int batch = 0; batch < batches; ++batch) {
    for (int i = 0; i < pairs; ++i) {
      times.harness.push_back(bench.sampler.take(*execution, SampleKind::kernel)[Scope::kernel]);
    }
    bare.queued(times.queued);
    bare.one_by_one(times.one_by_one);
  }
}

/// How far off the harness may be from so long a kernel.
struct Tolerance {
  double share;
  double ns;
};

bool report(double n, const Times& times, const Tolerance& tolerance) {
  const double harness = median(times.harness);
  const double queued = median(times.queued);
  const double allowed = std::max(tolerance.share * queued, tolerance.ns);
  const double off = harness - queued;
  const bool within = std::abs(off) <= allowed;
  std::printf("%12.0f  %10.3f  %10.3f  %10.3f  %+9.3f (%+.2f %%)  %9.3f  %s\n", n, harness / 1e3,
              queued / 1e3, median(times.one_by_one) / 1e3, off / 1e3, 100 * off / queued,
              allowed / 1e3, within ? "within" : "OUTSIDE");
  return within;
}

/// Works on the case of so many values. Returns the reason for a failure, empty on success.
std::string with_case(double n, const CaseWork& work) {
  CaseRequest request{.workload = "histogram", .variant = "shared-atomics"};
  request.values.set("n", n);
  request.values.set("blockSize", static_cast<double>(block));
  return run_with(request, [](Event&&) {}, work).reason;
}

bool compare(double n, const Tolerance& tolerance) {
  Times times;
  const std::string reason =
      with_case(n, [&](Bench& bench, CaseResult&) { alternate(bench, times); });
  if (times.harness.empty()) {
    std::printf("%12.0f  not measured: %s\n", n, reason.c_str());
    return false;
  }
  return report(n, times, tolerance);
}

double queued_ns(double n) {
  std::vector<double> times;
  with_case(n, [&](Bench& bench, CaseResult&) {
    BareLoop bare(static_cast<const histogram::Input&>(*bench.prepared.input));
    for (int batch = 0; batch < 4; ++batch) {
      // The first batch finds the clock of an idle device.
      if (batch == 1) times.clear();
      bare.queued(times);
    }
  });
  return times.empty() ? 0 : median(std::move(times));
}

/// How many values the kernel counts in about `middle_ns` on this device; 0 where none was found.
/// From the line through the two newest sizes, since a launch takes time of its own.
double middle_size() {
  double before = 1e6;
  double before_ns = queued_ns(before);
  double n = 8e6;
  for (int tries = 0; tries < 8; ++tries) {
    const double ns = queued_ns(n);
    if (!(ns > 0) || !(before_ns > 0)) return 0;
    if (std::abs(ns - middle_ns) <= 0.1 * middle_ns) return n;
    const double slope = (ns - before_ns) / (n - before);
    const double next = slope > 0 ? n + (middle_ns - ns) / slope : n * middle_ns / ns;
    before = n;
    before_ns = ns;
    n = std::round(std::clamp(next, n / 8, std::min(8 * n, max_values)));
    if (n == before) return 0;
  }
  return 0;
}

bool compare_middle() {
  const double n = middle_size();
  if (n > 0) return compare(n, {.share = 0.01, .ns = 500});
  std::printf("             no size was found at which the kernel takes about %.0f us\n",
              middle_ns / 1e3);
  return false;
}

}  // namespace
}  // namespace breakeven

int main() {
  std::printf("kernel medians of %d samples each, us\n", breakeven::batches * breakeven::pairs);
  std::printf("           n     harness      queued  one by one  harness - queued    allowed\n");
  const bool small = breakeven::compare(1e6, {.share = 0.03, .ns = 500});
  const bool middle = breakeven::compare_middle();
  const bool large = breakeven::compare(67108864, {.share = 0.01, .ns = 0});
  return small && middle && large ? 0 : 1;
}
