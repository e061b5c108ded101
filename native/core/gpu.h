#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "result.h"
#include "sampler.h"
#include "variant.h"

namespace breakeven {

struct GpuInfo {
  int index = 0;
  std::string uuid;
  std::string name;
  std::string compute_capability;
  int multiprocessors = 0;
  double memory_bytes = 0;
  double free_bytes = 0;
  double l2_bytes = 0;
  double shared_per_block_bytes = 0;
  bool concurrent_managed_access = false;
  std::optional<double> max_clock_hz{};
  /// What the theoretical bandwidth of its memory follows from.
  std::optional<double> memory_clock_hz{};
  std::optional<int> memory_bus_bits{};
};

/// One measured peak of a device or of the host.
struct MeasuredPeak {
  std::string id;
  std::string device;
  std::string title;
  double value = 0;
  std::string unit;  // B/s or FLOP/s
  std::map<std::string, Attribute> attributes{};
};

struct SamplerOptions {
  DeviceLimits device{};
  Device kind = Device::cuda;
  bool cold = false;
  /// Temporary memory comes from a pool in stream order.
  bool pooled = false;
  /// As the variant declares them: an upper bound.
  int launches = 1;
  /// The variant is a library's, whose launches nobody notes.
  bool library = false;
  bool synchronises = false;
  int repetition = 0;
  /// Names the NVTX range.
  std::string case_name{};
};

/// The interface of the core to CUDA, implemented by the CUDA addon. Nothing here is called at load
/// time.
class GpuBackend {
 public:
  virtual ~GpuBackend() = default;
  /// Devices with their current free memory; empty without any.
  virtual std::vector<GpuInfo> gpus() = 0;
  /// The reason for having no GPU, in one sentence; empty if there is one.
  virtual std::string no_gpu_reason() = 0;
  virtual std::map<std::string, std::string> versions() = 0;
  /// `gpu`: an index or a UUID. Makes it the device of the calling thread. Throws BadInput.
  virtual DeviceLimits select(const std::string& gpu) = 0;
  /// The same without touching the device; for estimates.
  virtual DeviceLimits limits(const std::string& gpu) = 0;
  virtual std::unique_ptr<Sampler> make_sampler(const SamplerOptions& options) = 0;
  /// Frees what a case left registered, before its input goes away.
  virtual void end_case() = 0;
  /// Whether an error made every further call in this process fail.
  virtual bool spoiled() = 0;
  virtual std::vector<MeasuredPeak> peak(const std::string& gpu) = 0;
};

void set_gpu_backend(GpuBackend* backend);
/// Null where the CUDA addon is not loaded.
GpuBackend* gpu_backend();

}  // namespace breakeven
