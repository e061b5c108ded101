#pragma once

#include <optional>
#include <string>

namespace breakeven {

/// State of one GPU as reported by NVML. Every member may be missing.
struct GpuState {
  std::optional<double> temperature_c;
  std::optional<double> power_w;
  std::optional<double> sm_clock_hz;
  /// Why clocks are held down, in words; empty when they are not, or not known.
  std::string throttle_reasons;
  /// Processes that hold a context on it, this one among them.
  std::optional<double> processes;
};

/// NVIDIA's management library, opened at run time: machines without a GPU do not have it. Asking
/// it disturbs running kernels, so it is asked before and after a case, never inside one.
class Nvml {
 public:
  static Nvml& instance();

  bool present() const { return library_ != nullptr; }
  std::string driver_version() const;
  /// `uuid` as "GPU-..."; nothing where NVML is absent or does not know the device.
  std::optional<GpuState> state(const std::string& uuid) const;
  /// Counter of the energy since the driver was loaded; it ticks every 100 ms.
  std::optional<double> energy_j(const std::string& uuid) const;
  std::optional<double> free_bytes(const std::string& uuid) const;
  std::optional<double> max_sm_clock_hz(const std::string& uuid) const;

 private:
  Nvml();
  void* handle(const std::string& uuid) const;
  template <class F>
  F symbol(const char* name) const;

  void* library_ = nullptr;
};

}  // namespace breakeven
