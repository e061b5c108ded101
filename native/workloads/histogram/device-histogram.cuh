#pragma once

#include <cstdint>

#include "../../core/axes.h"
#include "../../core/cuda/buffer.h"
#include "../../core/cuda/launch.h"
#include "histogram.h"

namespace breakeven::histogram {

/// Values and counts on the device with the copies that every CUDA variant needs around its
/// kernels.
class DeviceExecution : public CudaExecution {
 public:
  explicit DeviceExecution(const Case& c)
      : input_(c.input<Input>()), output_(c.output<Output>()), memory_(memory_of(c.values)) {}

  void run(DevicePhases& phases) final {
    const std::size_t n = input_.values.size();
    phases.alloc([&] {
      values_.allocate(n, memory_);
      counts_.allocate(input_.bins, memory_);
      allocate();
    });
    phases.h2d([&] { values_.upload(input_.values.data(), n, stream_of(phases)); });
    compute(phases);
    phases.d2h([&] { counts_.download(output_.counts.data(), input_.bins, stream_of(phases)); });
  }

 protected:
  /// Further buffers of this variant; part of `alloc`.
  virtual void allocate() {}
  /// From values() to counts().
  virtual void compute(DevicePhases& phases) = 0;

  /// The first step of every variant that does not write all counts; part of the kernel time.
  void zero_counts(DevicePhases& phases) const {
    BE_CUDA(cudaMemsetAsync(counts_.get(), 0, std::size_t{4} * input_.bins, stream_of(phases)));
  }

  const std::int32_t* values() const { return values_.get(); }
  std::uint32_t* counts() const { return counts_.get(); }
  std::uint32_t n() const { return static_cast<std::uint32_t>(input_.values.size()); }
  std::uint32_t bins() const { return input_.bins; }
  bool below_bins() const { return input_.below_bins; }

 private:
  const Input& input_;
  Output& output_;
  Memory memory_;
  Buffer<std::int32_t> values_;
  Buffer<std::uint32_t> counts_;
};

/// Why a table of this many bytes does not fit the shared memory of a block; empty when it does.
inline std::string shared_refusal(double bytes, const DeviceLimits& device) {
  const double maximum = static_cast<double>(device.shared_per_block_optin);
  if (bytes <= maximum) return {};
  return "needs " + std::to_string(static_cast<long long>(bytes)) +
         " bytes of shared memory per block, this GPU has " +
         std::to_string(static_cast<long long>(maximum));
}

inline const std::vector<Scope> device_scopes = {Scope::alloc, Scope::h2d, Scope::d2h};

inline unsigned blocks_for(std::uint64_t count, unsigned per_block) {
  return static_cast<unsigned>((count + per_block - 1) / per_block);
}

/// bin = value mod bins without a division: the quotient from the high half of a product is right
/// or one too small for values below 2^31.
struct FastModulo {
  std::uint32_t divisor;
  std::uint32_t magic;

  explicit FastModulo(std::uint32_t bins) : divisor(bins), magic(0xFFFFFFFFu / bins) {}

  __device__ std::uint32_t operator()(std::uint32_t value) const {
    const std::uint32_t rest = value - __umulhi(value, magic) * divisor;
    return rest >= divisor ? rest - divisor : rest;
  }
};

}  // namespace breakeven::histogram
