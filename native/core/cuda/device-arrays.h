#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "../host-array.h"
#include "check.h"

namespace breakeven {

/// Room on either side of an array for kernels, which keeps the alignment that cudaMalloc gives.
inline constexpr std::size_t device_margin = 512;

/// Arrays for kernels that are alive. While a run is verified they have guard bytes on either side,
/// those made in it are poisoned, and so are those that an earlier verified run copied out: memory
/// of a device holds what was computed before, which must not pass for an answer. Costs a timed
/// sample nothing but the entry.
class DeviceArrays {
 public:
  static DeviceArrays& instance() {
    static DeviceArrays arrays;
    return arrays;
  }

  /// `data`: the first byte of the array, with the margin around it.
  void add(void* data, std::size_t bytes) {
    Array& array = alive_[data];
    array = {.bytes = bytes};
    if (!verifying_) return;
    guard(data, array, true);
    BE_CUDA(cudaDeviceSynchronize());
  }

  /// Before it is freed. What is wrong with it is kept for end().
  void remove(void* data) {
    const auto found = alive_.find(data);
    if (found == alive_.end()) return;
    if (verifying_) note_damage(found->first, found->second);
    alive_.erase(found);
  }

  void copied_out(void* data) {
    if (!verifying_) return;
    const auto found = alive_.find(data);
    if (found != alive_.end()) found->second.is_output = true;
  }

  void begin() {
    verifying_ = true;
    damage_.clear();
    for (auto& [data, array] : alive_) guard(data, array, array.is_output);
    BE_CUDA(cudaDeviceSynchronize());
  }

  /// Names the first guard that was overwritten; empty when all are as they were.
  std::string end() {
    for (const auto& [data, array] : alive_) note_damage(data, array);
    verifying_ = false;
    return std::move(damage_);
  }

  /// After a case that ended in the middle of a run.
  void abandon() { verifying_ = false; }

 private:
  struct Array {
    std::size_t bytes = 0;
    bool is_output = false;
    bool guarded = false;
  };
  static constexpr int poison = 0xCD;
  static constexpr int guard_value = 0xA5;

  static std::byte* bytes_at(void* data) { return static_cast<std::byte*>(data); }

  static void guard(void* data, Array& array, bool poisoned) {
    BE_CUDA(cudaMemset(bytes_at(data) - guard_bytes, guard_value, guard_bytes));
    BE_CUDA(cudaMemset(bytes_at(data) + array.bytes, guard_value, guard_bytes));
    if (poisoned) BE_CUDA(cudaMemset(data, poison, array.bytes));
    array.guarded = true;
  }

  /// A copy that fails says nothing here: the error comes back from the next call.
  void note_damage(void* data, const Array& array) {
    if (!array.guarded || !damage_.empty()) return;
    const std::size_t before = first_changed(bytes_at(data) - guard_bytes);
    const std::size_t behind = first_changed(bytes_at(data) + array.bytes);
    const std::string what = " an array of " + std::to_string(array.bytes) + " bytes on the device";
    if (behind < guard_bytes) {
      damage_ = "wrote behind the end of" + what + ", at byte " + std::to_string(behind);
    } else if (before < guard_bytes) {
      damage_ =
          "wrote before the start of" + what + ", at byte -" + std::to_string(guard_bytes - before);
    }
  }

  static std::size_t first_changed(const std::byte* guard) {
    std::vector<std::byte> seen(guard_bytes, std::byte{guard_value});
    static_cast<void>(cudaMemcpy(seen.data(), guard, guard_bytes, cudaMemcpyDefault));
    const auto changed = std::find_if(seen.begin(), seen.end(),
                                      [](std::byte b) { return b != std::byte{guard_value}; });
    return static_cast<std::size_t>(changed - seen.begin());
  }

  std::map<void*, Array> alive_;
  bool verifying_ = false;
  std::string damage_;
};

}  // namespace breakeven
