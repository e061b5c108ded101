#include "nvml.h"

#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>

#include "processes-left.h"

namespace breakeven {
namespace {

// The few declarations that are needed, after NVML's documented C interface; its header is not part
// of the toolkit's minimal installation.
constexpr int success = 0;
constexpr int nothing_found = 6;
constexpr int clock_sm = 1;
constexpr int temperature_gpu = 0;
constexpr unsigned int max_processes = 256;
constexpr unsigned int max_use_samples = 4096;

struct MemoryInfo {
  unsigned long long total;
  unsigned long long free;
  unsigned long long used;
};

struct ProcessInfo {
  unsigned int pid;
  unsigned long long memory;
  unsigned int gpu_instance;
  unsigned int compute_instance;
};

struct UseSample {
  unsigned int pid;
  unsigned long long time_us;
  unsigned int sm_percent;
  unsigned int memory_percent;
  unsigned int encoder_percent;
  unsigned int decoder_percent;
};

using DeviceHandle = void*;
using Number = int (*)(DeviceHandle, unsigned int*);
using Wide = int (*)(DeviceHandle, unsigned long long*);
using Processes = int (*)(DeviceHandle, unsigned int*, ProcessInfo*);
using Use = int (*)(DeviceHandle, UseSample*, unsigned int*, unsigned long long);
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
  for (const char* name :
       {"nvmlDeviceGetComputeRunningProcesses_v3", "nvmlDeviceGetComputeRunningProcesses_v2"}) {
    const auto get = symbol<Processes>(name);
    std::vector<ProcessInfo> found(max_processes);
    value = max_processes;
    if (get == nullptr || get(device, &value, found.data()) != success) continue;
    for (unsigned int i = 0; i < value; ++i) state.processes.push_back(found[i].pid);
    break;
  }
  return state;
}

/// The largest share of the GPU's time that each process used in a sample since then.
std::optional<Nvml::Uses> Nvml::uses(const std::string& uuid, std::int64_t since_us) const {
  const DeviceHandle device = handle(uuid);
  const auto get = symbol<Use>("nvmlDeviceGetProcessUtilization");
  std::vector<UseSample> samples(max_use_samples);
  unsigned int count = max_use_samples;
  if (device == nullptr || get == nullptr) return std::nullopt;
  const int status = get(device, samples.data(), &count, since_us);
  if (status == nothing_found) return Uses();
  if (status != success) return std::nullopt;
  Uses uses;
  for (unsigned int i = 0; i < count; ++i) {
    double& largest = uses[samples[i].pid];
    largest = std::max(largest, samples[i].sm_percent / 100.0);
  }
  return uses;
}

std::optional<GpuOthers> Nvml::others(const std::string& uuid, const GpuState& before,
                                      const GpuState& after, std::int64_t since_us) const {
  // The engine of the repetition before may be ending at the beginning.
  std::vector<unsigned int> seen = after.processes;
  std::erase_if(seen, [&](unsigned int pid) {
    return std::find(before.processes.begin(), before.processes.end(), pid) ==
           before.processes.end();
  });
  if (seen.empty()) return std::nullopt;
  const std::size_t listed = seen.size();
  std::erase_if(seen, [](unsigned int number) {
    const auto pid = static_cast<pid_t>(number);
    const pid_t parent = parent_of(pid);
    return pid == getpid() || parent == getpid() || (parent != 0 && parent == getppid());
  });
  // In a container the driver's numbers are those of the machine: one of them is this process, at
  // most the busiest.
  const bool own_unknown = seen.size() == listed;
  GpuOthers others{static_cast<double>(seen.size() - (own_unknown ? 1 : 0)), std::nullopt};
  const auto used = uses(uuid, since_us);
  if (!used) return others;
  std::vector<double> shares;
  for (const unsigned int pid : seen) {
    const auto use = used->find(pid);
    shares.push_back(use == used->end() ? 0 : use->second);
  }
  std::sort(shares.begin(), shares.end());
  if (own_unknown) shares.pop_back();
  others.use = shares.empty() ? 0 : shares.back();
  return others;
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

std::string Nvml::only_card() const {
  const auto count = symbol<int (*)(unsigned int*)>("nvmlDeviceGetCount_v2");
  const auto at = symbol<int (*)(unsigned int, DeviceHandle*)>("nvmlDeviceGetHandleByIndex_v2");
  const auto get = symbol<int (*)(DeviceHandle, char*, unsigned int)>("nvmlDeviceGetUUID");
  unsigned int cards = 0;
  DeviceHandle device = nullptr;
  char text[96] = {};
  if (count == nullptr || at == nullptr || get == nullptr) return "";
  if (count(&cards) != success || cards != 1 || at(0, &device) != success) return "";
  return get(device, text, sizeof text) == success ? text : "";
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
