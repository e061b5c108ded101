#include <cuda_runtime.h>

#include <algorithm>
#include <map>
#include <vector>

#include "../median.h"
#include "buffer.h"
#include "check.h"
#include "device-attributes.h"
#include "device-clock.h"

namespace breakeven {
namespace {

__global__ void do_nothing() {}

__global__ void spin(unsigned long long ns) {
  const unsigned long long start = global_timer_ns();
  while (global_timer_ns() - start < ns) {
  }
}

/// Minimum step of the device timer, seen by one thread.
__global__ void timer_step(unsigned long long* step) {
  unsigned long long smallest = ~0ull;
  unsigned long long before = global_timer_ns();
  for (int seen = 0; seen < 16;) {
    const unsigned long long now = global_timer_ns();
    if (now == before) continue;
    smallest = min(smallest, now - before);
    before = now;
    ++seen;
  }
  *step = smallest;
}

DeviceAttributes measure_device(const DeviceLimits& device, const GpuInfo& gpu,
                                CudaPhases& phases) {
  DeviceAttributes attributes;
  Buffer<unsigned long long> step(1, Memory::mapped);
  const cudaStream_t stream = static_cast<cudaStream_t>(phases.stream());
  timer_step<<<1, 1, 0, stream>>>(step.get());
  BE_CUDA(cudaGetLastError());
  // First launches load their code, so each kernel runs once before the stream is held.
  do_nothing<<<1, 1, 0, stream>>>();
  spin<<<1, 1, 0, stream>>>(0);
  phases.load_helpers();
  phases.synchronise();
  attributes.timer_step_ns = static_cast<double>(*step.host());
  CudaPhases held({.device = device}, gpu);
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
  double smallest = 1000;
  for (std::size_t i = 1; i < times.size(); ++i) {
    const double gap = times[i] - times[i - 1];
    // Smaller gaps are rounding errors: an elapsed time is a float.
    if (gap > 0.5) smallest = std::min(smallest, gap);
  }
  attributes.event_resolution_ns = smallest;
  attributes.empty_launch_ns = median_of(std::move(empty));
  return attributes;
}

}  // namespace

const DeviceAttributes& device_attributes(const DeviceLimits& device, const GpuInfo& gpu,
                                          CudaPhases& phases) {
  static std::map<int, DeviceAttributes> known;
  const auto found = known.find(device.index);
  if (found != known.end()) return found->second;
  return known.emplace(device.index, measure_device(device, gpu, phases)).first->second;
}

}  // namespace breakeven
