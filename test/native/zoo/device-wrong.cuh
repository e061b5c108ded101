#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "../../../native/core/axes.h"
#include "../../../native/core/cuda/buffer.h"
#include "../../../native/core/cuda/check.h"
#include "../../../native/core/cuda/launch.h"
#include "../../../native/core/cuda/owned.h"
#include "../../../native/core/variant.h"
#include "fault.h"

namespace breakeven::wrong {

/// Bytes of one array of an answer that a kernel writes, and what it does to them.
struct Writing {
  std::size_t bytes;
  /// Those from here on are left as they were.
  std::size_t written;
  std::size_t element_bytes;
  /// The highest byte of elements from here on is flipped; `bytes` for none.
  std::size_t flipped_from;
  bool nan_at_end;
  bool one_more;
};

static __global__ void write_answer(const std::uint8_t* answer, std::uint8_t* output, Writing how) {
  const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
  const std::size_t first = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  for (std::size_t i = first; i < how.written; i += stride) {
    const bool highest = i % how.element_bytes == how.element_bytes - 1;
    output[i] = answer[i] ^ (highest && i >= how.flipped_from ? 1 : 0);
    // All bits set: a number in neither binary32 nor binary64.
    if (how.nan_at_end && i + how.element_bytes >= how.bytes) output[i] = 0xFF;
  }
  if (first == 0 && how.one_more) output[how.bytes] = 0;
}

static __global__ void wait_on_device(std::uint64_t cycles) {
  const std::int64_t start = clock64();
  while (static_cast<std::uint64_t>(clock64() - start) < cycles) {
  }
}

/// Copies the whole input to the device and the whole output back, as every CUDA variant does. The
/// host computes what the kernel then writes, so that faults alone tell the programs apart.
/// `Problem` as for Wrong.
template <class Problem, Fault mistake>
class DeviceWrong final : public CudaExecution {
 public:
  explicit DeviceWrong(const Case& c)
      : input_(c.input<typename Problem::Input>()), output_(c.output<typename Problem::Output>()) {
    if constexpr (mistake == Fault::other_stream) {
      BE_CUDA(cudaStreamCreateWithFlags(own_.address(), cudaStreamNonBlocking));
    }
  }

  void run(DevicePhases& phases) override {
    const std::vector<DataArray> given = const_cast<typename Problem::Input&>(input_).arrays();
    const std::vector<DataArray> wanted = output_.arrays();
    phases.alloc([&] {
      allocate(inputs_, given);
      allocate(answers_, wanted);
      allocate(outputs_, wanted);
    });
    phases.h2d([&] {
      upload(inputs_, given, stream_of(phases));
      solve();
      upload(answers_, wanted, stream_of(phases));
      // The copies are of memory that is written next.
      BE_CUDA(cudaStreamSynchronize(stream_of(phases)));
    });
    phases.kernel([&] { write(phases, wanted); });
    phases.d2h([&] {
      for (std::size_t k = 0; k < wanted.size(); ++k) {
        outputs_[k].download(bytes_of(wanted[k]), wanted[k].bytes, stream_of(phases));
      }
    });
  }

 private:
  using Buffers = std::vector<Buffer<std::uint8_t>>;

  static std::uint8_t* bytes_of(const DataArray& array) {
    return reinterpret_cast<std::uint8_t*>(array.data);
  }
  static void allocate(Buffers& buffers, const std::vector<DataArray>& arrays) {
    buffers.resize(arrays.size());
    for (std::size_t k = 0; k < arrays.size(); ++k) buffers[k].allocate(arrays[k].bytes);
  }
  static void upload(Buffers& buffers, const std::vector<DataArray>& arrays, cudaStream_t stream) {
    for (std::size_t k = 0; k < arrays.size(); ++k) {
      buffers[k].upload(bytes_of(arrays[k]), arrays[k].bytes, stream);
    }
  }

  /// Into the output on the host, from where it is copied to the device.
  void solve() {
    const std::size_t size = Problem::size(input_);
    if constexpr (mistake == Fault::lost_tail) {
      return Problem::solve(input_, output_, size - (size + 19) / 20);
    } else if constexpr (mistake == Fault::off_by_one) {
      return Problem::solve(input_, output_, size - 1);
    }
    Problem::solve(input_, output_, size);
    if constexpr (mistake == Fault::replay) replay(size);
  }

  /// The answer to the first input of this size in place of that to this one.
  void replay(std::size_t size) {
    static std::vector<std::vector<std::byte>> first;
    static std::size_t first_size = 0;
    const std::vector<DataArray> arrays = output_.arrays();
    if (first.empty() || first_size != size) {
      first_size = size;
      first.clear();
      for (const DataArray& a : arrays) first.emplace_back(a.data, a.data + a.bytes);
    }
    for (std::size_t k = 0; k < arrays.size(); ++k) {
      std::copy(first[k].begin(), first[k].end(), arrays[k].data);
    }
  }

  void write(DevicePhases& phases, const std::vector<DataArray>& wanted) {
    if constexpr (mistake == Fault::stale) {
      if (runs_++ > 0) return;
    }
    const bool racing = mistake == Fault::rare_race && ++all_runs_ % 100 == 0;
    for (std::size_t k = 0; k < wanted.size(); ++k) {
      const std::size_t bytes = wanted[k].bytes;
      const std::size_t element_bytes = wanted[k].element_bytes;
      Writing how{.bytes = bytes,
                  .written = bytes,
                  .element_bytes = element_bytes,
                  .flipped_from =
                      racing ? bytes - (bytes / element_bytes + 19) / 20 * element_bytes : bytes,
                  .nan_at_end = mistake == Fault::not_a_number && k == 0,
                  .one_more = mistake == Fault::out_of_bounds && k == 0};
      if (mistake == Fault::unwritten && k == 0) how.written = bytes - element_bytes;
      if (bytes == 0) continue;
      launch(phases, write_answer, 128, 256, 0, answers_[k].get(), outputs_[k].get(), how);
    }
    if constexpr (mistake == Fault::other_stream) {
      // About 20 ms, so that even a busy host copies the output before it is written.
      wait_on_device<<<1, 1, 0, own_.get()>>>(std::uint64_t{40'000'000});
      BE_CUDA(cudaGetLastError());
    }
  }

  static inline int all_runs_ = 0;

  const typename Problem::Input& input_;
  typename Problem::Output& output_;
  OwnedStream own_;
  Buffers inputs_;
  Buffers answers_;
  Buffers outputs_;
  int runs_ = 0;
};

template <class Problem, Fault mistake>
bool add_on_device() {
  const Description description = describe(mistake);
  register_variant({.workload = Problem::workload,
                    .id = std::string(description.id) + "-cuda",
                    .title = std::string(description.id) + "-cuda",
                    .summary = description.summary,
                    .device = Device::cuda,
                    .source = source,
                    .parameters = {axes::gpu()},
                    .scopes = {Scope::alloc, Scope::h2d, Scope::d2h},
                    .exact = Problem::exact,
                    .cost = Problem::cost_of,
                    .make = make_execution<DeviceWrong<Problem, mistake>>});
  return true;
}

/// Registers the faults that every workload can have, and `more` of them. A changed input is none:
/// what a variant copied to the device is its own.
template <class Problem, Fault... more>
bool add_all_on_device() {
  add_on_device<Problem, Fault::lost_tail>();
  add_on_device<Problem, Fault::off_by_one>();
  add_on_device<Problem, Fault::rare_race>();
  add_on_device<Problem, Fault::replay>();
  add_on_device<Problem, Fault::stale>();
  add_on_device<Problem, Fault::unwritten>();
  add_on_device<Problem, Fault::out_of_bounds>();
  add_on_device<Problem, Fault::other_stream>();
  (add_on_device<Problem, more>(), ...);
  return true;
}

}  // namespace breakeven::wrong
