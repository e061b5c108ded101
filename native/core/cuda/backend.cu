#include <cuda_runtime.h>

#include <cstdio>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "../errors.h"
#include "../gpu.h"
#include "../nvml.h"
#include "buffer.h"
#include "check.h"
#include "cuda-peaks.h"
#include "cuda-sampler.h"

namespace breakeven {
namespace {

std::string uuid_text(const cudaUUID_t& uuid) {
  std::string text = "GPU-";
  for (int i = 0; i < 16; ++i) {
    char pair[3];
    std::snprintf(pair, sizeof pair, "%02x", static_cast<unsigned char>(uuid.bytes[i]));
    if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    text += pair;
  }
  return text;
}

std::string version_text(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

class CudaBackend final : public GpuBackend {
 public:
  std::vector<GpuInfo> gpus() override {
    load();
    std::vector<GpuInfo> list = infos_;
    for (GpuInfo& info : list) info.free_bytes = free_bytes(info);
    return list;
  }

  std::string no_gpu_reason() override {
    load();
    return reason_;
  }

  std::map<std::string, std::string> versions() override {
    std::map<std::string, std::string> found = {{"cudaRuntime", version_text(CUDART_VERSION)}};
    int driver = 0;
    if (cudaDriverGetVersion(&driver) == cudaSuccess && driver > 0) {
      found["cudaDriver"] = version_text(driver);
    }
    if (std::string version = Nvml::instance().driver_version(); !version.empty()) {
      found["driver"] = version;
    }
    return found;
  }

  DeviceLimits select(const std::string& gpu) override {
    const GpuInfo& info = find(gpu);
    BE_CUDA(cudaSetDevice(info.index));
    return limits_of(info);
  }

  DeviceLimits limits(const std::string& gpu) override { return limits_of(find(gpu)); }

  std::unique_ptr<Sampler> make_sampler(const SamplerOptions& options) override {
    return make_cuda_sampler(options, infos_.at(static_cast<std::size_t>(options.device.index)));
  }

  void end_case() override {
    PageLocks::instance().clear();
    DeviceArrays::instance().abandon();
  }

  bool spoiled() override {
    static_cast<void>(cudaGetLastError());
    return cudaDeviceSynchronize() != cudaSuccess;
  }

  std::vector<MeasuredPeak> peak(const std::string& gpu) override {
    GpuInfo info = find(gpu);
    BE_CUDA(cudaSetDevice(info.index));
    info.free_bytes = free_bytes(info);
    return gpu_peaks(info);
  }

 private:
  void load() {
    const std::lock_guard lock(mutex_);
    if (loaded_) return;
    loaded_ = true;
    int count = 0;
    const cudaError_t status = cudaGetDeviceCount(&count);
    if (status != cudaSuccess) static_cast<void>(cudaGetLastError());
    int driver = 0;
    if (cudaDriverGetVersion(&driver) != cudaSuccess || driver == 0) {
      reason_ = "no GPU here: the NVIDIA driver is not installed";
    } else if (status != cudaSuccess) {
      reason_ = std::string("no GPU can be used: ") + cudaGetErrorString(status);
    } else if (count == 0) {
      reason_ = "no GPU here";
    }
    if (!reason_.empty()) return;
    for (int index = 0; index < count; ++index) add(index);
  }

  void add(int index) {
    cudaDeviceProp found;
    if (cudaGetDeviceProperties(&found, index) != cudaSuccess) return;
    GpuInfo info;
    info.index = index;
    info.uuid = uuid_text(found.uuid);
    info.name = found.name;
    info.compute_capability = std::to_string(found.major) + "." + std::to_string(found.minor);
    info.multiprocessors = found.multiProcessorCount;
    info.memory_bytes = static_cast<double>(found.totalGlobalMem);
    info.l2_bytes = found.l2CacheSize;
    info.shared_per_block_bytes = static_cast<double>(found.sharedMemPerBlockOptin);
    info.concurrent_managed_access = found.concurrentManagedAccess != 0;
    const auto attribute = [index](cudaDeviceAttr which) {
      int value = 0;
      return cudaDeviceGetAttribute(&value, which, index) == cudaSuccess ? value : 0;
    };
    if (const int kilohertz = attribute(cudaDevAttrClockRate); kilohertz > 0) {
      info.max_clock_hz = kilohertz * 1e3;
    }
    if (const int kilohertz = attribute(cudaDevAttrMemoryClockRate); kilohertz > 0) {
      info.memory_clock_hz = kilohertz * 1e3;
    }
    if (const int bits = attribute(cudaDevAttrGlobalMemoryBusWidth); bits > 0) {
      info.memory_bus_bits = bits;
    }
    infos_.push_back(info);
    properties_.push_back(found);
  }

  /// NVML answers without making a context on the device, which would take memory and half a
  /// second.
  double free_bytes(const GpuInfo& info) const {
    if (const auto bytes = Nvml::instance().free_bytes(info.uuid)) return *bytes;
    std::size_t free = 0;
    std::size_t total = 0;
    int before = 0;
    BE_CUDA(cudaGetDevice(&before));
    BE_CUDA(cudaSetDevice(info.index));
    BE_CUDA(cudaMemGetInfo(&free, &total));
    BE_CUDA(cudaSetDevice(before));
    return static_cast<double>(free);
  }

  const GpuInfo& find(const std::string& gpu) {
    load();
    for (const GpuInfo& info : infos_) {
      if (gpu == info.uuid || gpu == std::to_string(info.index)) return info;
    }
    std::string known;
    for (const GpuInfo& info : infos_) {
      known += (known.empty() ? "" : ", ") + std::to_string(info.index) + " (" + info.uuid + ")";
    }
    throw BadInput("gpu is '" + gpu + "', allowed is one of " + known);
  }

  DeviceLimits limits_of(const GpuInfo& info) const {
    const cudaDeviceProp& found = properties_.at(static_cast<std::size_t>(&info - infos_.data()));
    DeviceLimits limits;
    limits.index = info.index;
    limits.compute_capability = found.major * 10 + found.minor;
    limits.multiprocessors = found.multiProcessorCount;
    limits.shared_per_block = found.sharedMemPerBlock;
    limits.shared_per_block_optin = found.sharedMemPerBlockOptin;
    limits.l2_bytes = static_cast<std::size_t>(found.l2CacheSize);
    limits.free_bytes = static_cast<std::size_t>(free_bytes(info));
    limits.concurrent_managed_access = info.concurrent_managed_access;
    return limits;
  }

  std::mutex mutex_;
  bool loaded_ = false;
  std::string reason_;
  std::vector<GpuInfo> infos_;
  std::vector<cudaDeviceProp> properties_;
};

[[maybe_unused]] const bool registered = [] {
  static CudaBackend backend;
  set_gpu_backend(&backend);
  return true;
}();

}  // namespace
}  // namespace breakeven
