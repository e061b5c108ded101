#include "nvml.h"

#include <dlfcn.h>

#include <cstdint>
#include <utility>

namespace breakeven {
namespace {

// The few declarations that are needed, after NVML's documented C interface; its header is not part
// of the toolkit's minimal installation.
constexpr int success = 0;
constexpr int insufficient_size = 7;
constexpr int clock_sm = 1;
constexpr int temperature_gpu = 0;

struct MemoryInfo {
  unsigned long long total;
  unsigned long long free;
  unsigned long long used;
};

using DeviceHandle = void*;
using Number = int (*)(DeviceHandle, unsigned int*);
using Wide = int (*)(DeviceHandle, unsigned long long*);
using Processes = int (*)(DeviceHandle, unsigned int*, void*);
using Clock = int (*)(DeviceHandle, int, unsigned int*);

constexpr std::pair<unsigned long long, const char*> throttle_bits[] = {
    {0x2, "application clocks"},    {0x4, "power cap"},         {0x8, "hardware slowdown"},
    {0x10, "sync boost"},           {0x20, "software thermal"}, {0x40, "hardware thermal"},
    {0x80, "hardware power brake"}, {0x100, "display clocks"},
};

std::string throttle_text(unsigned long long bits) {
  std::string text;
  for (const auto& [bit, name] : throttle_bits) {
    if (bits & bit) text += (text.empty() ? "" : ", ") + std::string(name);
  }
  return text;
}

}  // namespace

Nvml& Nvml::instance() {
  static Nvml nvml;
  return nvml;
}

template <class F>
F Nvml::symbol(const char* name) const {
  return library_ != nullptr ? reinterpret_cast<F>(dlsym(library_, name)) : nullptr;
}

Nvml::Nvml() {
  library_ = dlopen("libnvidia-ml.so.1", RTLD_LAZY | RTLD_LOCAL);
  if (library_ == nullptr) return;
  const auto init = symbol<int (*)()>("nvmlInit_v2");
  if (init == nullptr || init() != success) library_ = nullptr;
}

void* Nvml::handle(const std::string& uuid) const {
  const auto get = symbol<int (*)(const char*, DeviceHandle*)>("nvmlDeviceGetHandleByUUID");
  DeviceHandle device = nullptr;
  return get != nullptr && get(uuid.c_str(), &device) == success ? device : nullptr;
}

std::string Nvml::driver_version() const {
  const auto get = symbol<int (*)(char*, unsigned int)>("nvmlSystemGetDriverVersion");
  char text[96] = {};
  return get != nullptr && get(text, sizeof text) == success ? text : "";
}

std::optional<GpuState> Nvml::state(const std::string& uuid) const {
  const DeviceHandle device = handle(uuid);
  if (device == nullptr) return std::nullopt;
  GpuState state;
  unsigned int value = 0;
  unsigned long long wide = 0;
  if (const auto get = symbol<Clock>("nvmlDeviceGetTemperature");
      get != nullptr && get(device, temperature_gpu, &value) == success) {
    state.temperature_c = value;
  }
  if (const auto get = symbol<Number>("nvmlDeviceGetPowerUsage");
      get != nullptr && get(device, &value) == success) {
    state.power_w = value / 1e3;
  }
  if (const auto get = symbol<Clock>("nvmlDeviceGetClockInfo");
      get != nullptr && get(device, clock_sm, &value) == success) {
    state.sm_clock_hz = value * 1e6;
  }
  if (const auto get = symbol<Wide>("nvmlDeviceGetCurrentClocksThrottleReasons");
      get != nullptr && get(device, &wide) == success) {
    state.throttle_reasons = throttle_text(wide);
  }
  // Asked for none of them, it says how many there are.
  if (const auto get = symbol<Processes>("nvmlDeviceGetComputeRunningProcesses")) {
    value = 0;
    const int status = get(device, &value, nullptr);
    if (status == success || status == insufficient_size) state.processes = value;
  }
  return state;
}

std::optional<double> Nvml::energy_j(const std::string& uuid) const {
  const DeviceHandle device = handle(uuid);
  const auto get = symbol<Wide>("nvmlDeviceGetTotalEnergyConsumption");
  unsigned long long millijoules = 0;
  if (device == nullptr || get == nullptr || get(device, &millijoules) != success) {
    return std::nullopt;
  }
  return static_cast<double>(millijoules) / 1e3;
}

std::optional<double> Nvml::free_bytes(const std::string& uuid) const {
  const DeviceHandle device = handle(uuid);
  const auto get = symbol<int (*)(DeviceHandle, MemoryInfo*)>("nvmlDeviceGetMemoryInfo");
  MemoryInfo memory{};
  if (device == nullptr || get == nullptr || get(device, &memory) != success) return std::nullopt;
  return static_cast<double>(memory.free);
}

std::optional<double> Nvml::max_sm_clock_hz(const std::string& uuid) const {
  const DeviceHandle device = handle(uuid);
  const auto get = symbol<Clock>("nvmlDeviceGetMaxClockInfo");
  unsigned int megahertz = 0;
  if (device == nullptr || get == nullptr || get(device, clock_sm, &megahertz) != success) {
    return std::nullopt;
  }
  return megahertz * 1e6;
}

}  // namespace breakeven
