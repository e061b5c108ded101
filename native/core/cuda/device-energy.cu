#include <cuda_runtime.h>

#include <algorithm>
#include <optional>

#include "../cancel.h"
#include "../clock.h"
#include "../nvml.h"
#include "check.h"
#include "device-energy.h"
#include "owned.h"

namespace breakeven {
namespace {

/// Of one batch of executions: short enough to see a tick of 100 ms well.
constexpr double batch_ns = 5e6;
constexpr int max_batch = 1 << 12;

/// Executes what a call executes, and times nothing.
class BackToBack final : public DevicePhases {
 public:
  explicit BackToBack(cudaStream_t stream) : stream_(stream) {}
  void* stream() const override { return stream_; }
  void note_launch(const void*, const LaunchShape&) override {}

 protected:
  void step(Kind kind, Step work) override {
    if (kind == Kind::alloc || kind == Kind::h2d || kind == Kind::d2h) return;
    if (kind == Kind::gather || kind == Kind::host) BE_CUDA(cudaStreamSynchronize(stream_));
    work();
  }

 private:
  cudaStream_t stream_;
};

/// Two batches of executions at a time on the stream, so that the device has work while the
/// counter is read.
class Batches {
 public:
  Batches(Execution& execution, cudaStream_t stream)
      : execution_(execution), stream_(stream), phases_(stream) {
    for (OwnedEvent& event : ended_) BE_CUDA(cudaEventCreate(event.address()));
    size_ = choose_size();
    enqueue();
  }

  int advance() {
    check_cancelled();
    enqueue();
    BE_CUDA(cudaEventSynchronize(ended_[next_].get()));
    return size_;
  }

 private:
  int choose_size() {
    for (int size = 1;; size *= 2) {
      const std::int64_t start = now_ns();
      run(size);
      BE_CUDA(cudaStreamSynchronize(stream_));
      if (ns_since(start) >= batch_ns || size >= max_batch) return size;
    }
  }

  void enqueue() {
    run(size_);
    BE_CUDA(cudaEventRecord(ended_[next_].get(), stream_));
    next_ = 1 - next_;
  }

  void run(int count) {
    for (int i = 0; i < count; ++i) execution_.run(phases_);
    BE_CUDA(cudaGetLastError());
  }

  Execution& execution_;
  cudaStream_t stream_;
  BackToBack phases_;
  OwnedEvent ended_[2];
  int size_ = 1;
  int next_ = 0;
};

}  // namespace

std::vector<Energy> device_energy(Execution& execution, cudaStream_t stream,
                                  const std::string& gpu_uuid, double limit_ns, bool idle) {
  const Nvml& nvml = Nvml::instance();
  if (!nvml.energy_j(gpu_uuid)) return {};
  std::optional<Batches> batches;
  EnergyMeter meter{.counters = host_energy(),
                    .now_ns = now_ns,
                    .begin = [&] { batches.emplace(execution, stream); },
                    .advance = [&] { return batches->advance(); },
                    .limit_ns = limit_ns};
  meter.counters.push_back({"gpu", [&] { return nvml.energy_j(gpu_uuid); }});
  if (idle) meter.rest = rest_for_energy;
  const auto energy = measure_energy(meter);
  BE_CUDA(cudaStreamSynchronize(stream));
  BE_CUDA(cudaGetLastError());
  return energy;
}

}  // namespace breakeven
