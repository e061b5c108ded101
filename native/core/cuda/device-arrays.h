#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "../counter-random.h"
#include "../data.h"
#include "check.h"
#include "copy-by-all-cores.h"
#include "device-pattern.h"

namespace breakeven {

/// Room on either side of an array for kernels, which keeps the alignment that cudaMalloc gives.
inline constexpr std::size_t device_margin = 512;

/// Arrays for kernels that are alive. While a run is verified they have guard bytes on either side,
/// and random bytes are written over those made in it, and before its first kernel phase over those
/// that an earlier verified run copied out: memory of a device holds what was computed before,
/// which must not pass for an answer. Costs a timed sample nothing but the entry.
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

  void copied_in(void* data, const void* source, std::size_t bytes) {
    const auto found = alive_.find(data);
    if (found != alive_.end()) found->second.source = {const_cast<void*>(source), bytes};
  }
  void copied_out(void* data, const void* target, std::size_t bytes) {
    if (!verifying_) return;
    const auto found = alive_.find(data);
    if (found == alive_.end()) return;
    found->second.copied_bytes = bytes;
    found->second.is_answer = copying_answer_;
    found->second.target = target;
  }
  /// Around what copies the answer out, unlike what the host part of a variant needs.
  void copy_answer(bool copying) { copying_answer_ = copying; }
  /// The reference leaves elements out: what no kernel writes has to be what the reference left.
  void expect_gaps(bool gaps) { gaps_ = gaps; }

  /// `seed`: of the bytes that are written over arrays.
  void begin(std::uint64_t seed) {
    verifying_ = true;
    seed_ = seed;
    damage_.clear();
    for (auto& [data, array] : alive_) guard(data, array, false);
    BE_CUDA(cudaDeviceSynchronize());
  }

  /// In stream order. What is changed in place has been put back, and stays.
  void overwrite_outputs(std::uint64_t seed, cudaStream_t stream) {
    for (auto& [data, array] : alive_) {
      array.pattern = {};
      if (array.copied_bytes == 0 || array.source.bytes > 0) continue;
      overwrite(data, array, seed, stream);
    }
  }

  /// What nobody has written of the arrays that the answer was copied from, since they were
  /// overwritten: "64 of 4096 bytes of an array on the device"; empty where nothing is missing.
  std::string unwritten(cudaStream_t stream) const {
    for (const auto& [data, array] : alive_) {
      if (!array.pattern || !array.is_answer || array.source.bytes > 0) continue;
      const std::size_t bytes = std::min(array.copied_bytes, array.bytes);
      const std::size_t missing = pattern_bytes({data, bytes}, *array.pattern, stream);
      if (missing == 0) continue;
      return std::to_string(missing) + " of " + std::to_string(bytes) +
             " bytes of an array on the device";
    }
    return {};
  }

  /// Of the arrays that are copied out, or, `in_place`, of those that are copied in as well.
  std::size_t output_bytes(bool in_place) const {
    std::size_t bytes = 0;
    for (const auto& [data, array] : alive_) {
      if (!in_place || array.source.bytes > 0) bytes += array.copied_bytes;
    }
    return bytes;
  }

  /// Where arrays were copied to of which nobody has written anything since they were overwritten.
  std::vector<const void*> targets_of_nothing(cudaStream_t stream) const {
    std::vector<const void*> targets;
    for (const auto& [data, array] : alive_) {
      if (!array.pattern || array.copied_bytes < word_bytes || array.source.bytes > 0) continue;
      const std::size_t bytes = std::min(array.copied_bytes, array.bytes);
      const std::size_t missing = pattern_bytes({data, bytes}, *array.pattern, stream);
      if (missing == bytes / word_bytes * word_bytes) targets.push_back(array.target);
    }
    return targets;
  }

  std::vector<DeviceSpan> spans() const {
    std::vector<DeviceSpan> spans;
    for (const auto& [data, array] : alive_) {
      if (array.bytes > 0) spans.push_back({data, array.bytes});
    }
    return spans;
  }

  /// Whether the variant copied all arrays of an input whole. Numbers that are members are read by
  /// the host.
  bool has_all_of(const std::vector<DataArray>& input) const {
    return std::all_of(input.begin(), input.end(), [&](const DataArray& of) {
      const auto is_copy = [&](const auto& entry) { return entry.second.is_of(of); };
      return !of.guarded || of.bytes == 0 || std::any_of(alive_.begin(), alive_.end(), is_copy);
    });
  }

  /// Copies the arrays of an input again to wherever the variant copied them; false where one of
  /// them was not copied whole, and nothing is copied.
  bool copy_in_again(const std::vector<DataArray>& input) const {
    if (!has_all_of(input)) return false;
    for (const auto& [data, array] : alive_) {
      const auto is_source = [&](const DataArray& of) { return array.is_of(of); };
      if (array.source.bytes == 0 || std::none_of(input.begin(), input.end(), is_source)) continue;
      copy_by_all_cores(data, array.source);
    }
    BE_CUDA(cudaDeviceSynchronize());
    return true;
  }

  /// Names the first guard that was overwritten; empty when all are as they were.
  std::string end() {
    for (const auto& [data, array] : alive_) note_damage(data, array);
    verifying_ = false;
    return std::move(damage_);
  }

  /// After a case that ended in the middle of a run.
  void abandon() {
    verifying_ = false;
    copying_answer_ = false;
    gaps_ = false;
  }

 private:
  struct Array {
    std::size_t bytes = 0;
    /// Of the host, that it was filled from; none where it was not.
    DeviceSpan source{};
    /// To the host, in a verified run.
    std::size_t copied_bytes = 0;
    const void* target = nullptr;
    bool is_answer = false;
    /// Seed of what was written over it last.
    std::optional<std::uint64_t> pattern{};
    bool guarded = false;

    bool is_of(const DataArray& of) const {
      return source.data == of.data && source.bytes == of.bytes;
    }
  };
  static constexpr int guard_value = 0xA5;
  /// As poison_arrays() leaves it on the host.
  static constexpr int poison = 0xCD;

  static std::byte* bytes_at(void* data) { return static_cast<std::byte*>(data); }

  void guard(void* data, Array& array, bool overwritten) {
    BE_CUDA(cudaMemset(bytes_at(data) - guard_bytes, guard_value, guard_bytes));
    BE_CUDA(cudaMemset(bytes_at(data) + array.bytes, guard_value, guard_bytes));
    if (overwritten) overwrite(data, array, seed_, nullptr);
    array.guarded = true;
  }

  void overwrite(void* data, Array& array, std::uint64_t seed, cudaStream_t stream) {
    if (gaps_) {
      BE_CUDA(cudaMemsetAsync(data, poison, array.bytes, stream));
      return;
    }
    array.pattern = random_bits(seed, ++written_);
    write_pattern({data, array.bytes}, *array.pattern, stream);
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
  bool copying_answer_ = false;
  bool gaps_ = false;
  std::uint64_t seed_ = 0;
  /// Arrays that were written over so far: each time other bytes.
  std::uint64_t written_ = 0;
  std::string damage_;
};

}  // namespace breakeven
