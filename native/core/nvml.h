#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace breakeven {

/// State of one GPU as reported by NVML. Every member may be missing.
struct GpuState {
  std::optional<double> temperature_c;
  std::optional<double> power_w;
  std::optional<double> sm_clock_hz;
  /// Why clocks are held down, in words; empty when they are not, or not known.
  std::string throttle_reasons;
  /// Processes that hold a context on it: this one among them, where it is seen at all and has the
  /// number here that the driver knows it by.
  std::vector<unsigned int> processes;
};

/// Other processes of one GPU.
struct GpuOthers {
  double processes;
  /// Share of the GPU's time that the busiest of them used; nothing where the driver does not say
  /// it.
  std::optional<double> use;
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
  /// What used it from the first state to the second one beside this process and those that its
  /// parent started; nothing where no process is listed, this one included.
  ///
  /// @param since_us beginning of the time that is looked at, since 1970
  std::optional<GpuOthers> others(const std::string& uuid, const GpuState& before,
                                  const GpuState& after, std::int64_t since_us) const;
  /// Of the card of a machine that has one; empty otherwise.
  std::string only_card() const;
  std::optional<double> free_bytes(const std::string& uuid) const;
  std::optional<double> max_sm_clock_hz(const std::string& uuid) const;

 private:
  using Uses = std::map<unsigned int, double>;

  Nvml();
  std::optional<Uses> uses(const std::string& uuid, std::int64_t since_us) const;
  void* handle(const std::string& uuid) const;
  template <class F>
  F symbol(const char* name) const;

  void* library_ = nullptr;
};

}  // namespace breakeven
