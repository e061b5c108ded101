#pragma once

#include <algorithm>
#include <vector>

#include "../../core/axes.h"
#include "../../core/cuda/buffer.h"
#include "../../core/cuda/launch.h"
#include "min3x3.h"

namespace breakeven::min3x3 {

/// IME, Universidade de São Paulo, MAC0219 EP2; the year is not stated.
inline constexpr const char* ime = "IME-USP";
/// Optimizing parallel reduction in CUDA.
inline constexpr const char* ladder = "Harris 2007";

/// The study's course of a run: the nine vectors one after another, each with its own copy in,
/// kernel, copy of the block results out, and merge of these on the host. The variants differ in
/// the kernel alone.
class NineVectors : public CudaExecution {
 public:
  /// A vector is padded to a multiple of `pad_to` with a value that it already holds.
  NineVectors(const Case& c, std::int64_t pad_to)
      : input_(c.input<Input>()),
        output_(c.output<Output>()),
        memory_(memory_of(c.values)),
        padded_((input_.n + pad_to - 1) / pad_to * pad_to) {}

  ~NineVectors() override { PageLocks::instance().unlock(merged_.data()); }

  void run(DevicePhases& phases) final {
    if (input_.n == 0) {
      phases.kernel([] {});
      phases.host([&] { output_.minimum.fill(none); });
      return;
    }
    phases.alloc([&] {
      values_.allocate(static_cast<std::size_t>(positions * padded_), memory_);
      results_.allocate(static_cast<std::size_t>(blocks()), memory_);
      merged_.resize(static_cast<std::size_t>(blocks()));
    });
    for (int p = 0; p < positions; ++p) {
      phases.h2d([&] { upload(p, stream_of(phases)); });
      phases.kernel([&] { reduce_blocks(phases, values_.get() + p * padded_, results_.get()); });
      phases.gather([&] { results_.download(merged_.data(), merged_.size(), stream_of(phases)); });
      phases.host([&] {
        output_.minimum[static_cast<std::size_t>(p)] =
            *std::min_element(merged_.begin(), merged_.end());
      });
    }
  }

 protected:
  /// How many block results reduce_blocks() writes for one vector.
  virtual std::int64_t blocks() const = 0;
  /// Reduces size() values to blocks() results.
  virtual void reduce_blocks(DevicePhases& phases, const std::int32_t* values,
                             std::int32_t* results) = 0;

  std::int64_t size() const { return padded_; }

 private:
  void upload(int position, cudaStream_t stream) {
    const std::int32_t* const from = input_.vector(position);
    const auto n = static_cast<std::size_t>(input_.n);
    std::int32_t* const to = values_.get() + position * padded_;
    if (values_.host() != nullptr) {
      BE_CUDA(cudaStreamSynchronize(stream));
      std::int32_t* const host = values_.host() + position * padded_;
      std::copy_n(from, n, host);
      std::fill(host + n, host + padded_, from[0]);
      return;
    }
    padding_.assign(static_cast<std::size_t>(padded_) - n, from[0]);
    // The page lock, where there is one, is of the whole array: nine parts of it cannot be locked
    // one by one.
    if (memory_ == Memory::pinned) {
      PageLocks::instance().lock(input_.values.data(), input_.values.size_bytes());
    }
    BE_CUDA(cudaMemcpyAsync(to, from, n * sizeof *from, cudaMemcpyHostToDevice, stream));
    if (!padding_.empty()) {
      BE_CUDA(cudaMemcpyAsync(to + n, padding_.data(), padding_.size() * sizeof *from,
                              cudaMemcpyHostToDevice, stream));
    }
  }

  const Input& input_;
  Output& output_;
  Memory memory_;
  std::int64_t padded_;
  Buffer<std::int32_t> values_;
  Buffer<std::int32_t> results_;
  std::vector<std::int32_t> merged_;
  std::vector<std::int32_t> padding_;
};

inline const std::vector<Scope> nine_vector_scopes = {Scope::alloc, Scope::h2d, Scope::d2h,
                                                      Scope::host};

inline Need nine_vector_need(const Values& values) {
  return {.device_bytes = positions * 4 * (values.real("n") + 1024) + 4 * values.real("n") / 32};
}

/// A kernel of the ladder with a block size that is a power of two, so that halving ends at one.
inline std::string refuse_ladder(const Values& values, const DeviceLimits& device) {
  const std::int64_t block = values.integer("blockSize");
  if ((block & (block - 1)) != 0) {
    return "blockSize is " + std::to_string(block) + ", but must be a power of two";
  }
  return refuse_aos(values, device);
}

inline Axis ladder_block_size() { return axes::block_size(128, 64, 1024); }

/// One value a thread, `Values` of them a block: what the steps up to 6 have in common.
template <int ValuesPerThread>
class LadderStep : public NineVectors {
 public:
  explicit LadderStep(const Case& c)
      : NineVectors(c, ValuesPerThread * c.values.integer("blockSize")),
        block_(static_cast<unsigned>(c.values.integer("blockSize"))) {}

 protected:
  std::int64_t blocks() const override { return size() / (ValuesPerThread * block_); }
  unsigned block() const { return block_; }
  std::size_t shared_bytes() const { return block_ * sizeof(std::int32_t); }

 private:
  unsigned block_;
};

/// A step whose kernel takes a value of each thread, or two.
template <int ValuesPerThread, auto kernel>
class LadderKernel final : public LadderStep<ValuesPerThread> {
 public:
  using LadderStep<ValuesPerThread>::LadderStep;

 protected:
  void reduce_blocks(DevicePhases& phases, const std::int32_t* values,
                     std::int32_t* results) override {
    launch(phases, kernel, static_cast<unsigned>(this->blocks()), this->block(),
           this->shared_bytes(), values, results);
  }
};

/// With what all steps of the ladder have in common.
inline Variant ladder_step(Variant variant) {
  variant.device = Device::cuda;
  variant.source = ladder;
  variant.parameters = {axes::gpu(), ladder_block_size(), axes::memory()};
  variant.scopes = nine_vector_scopes;
  variant.launches = positions;
  variant.refuse = refuse_ladder;
  variant.need = nine_vector_need;
  return variant;
}

/// Calls `function` with the block size as a compile-time constant.
template <class F>
void with_block_size(unsigned block, F&& function) {
  switch (block) {
    case 64:
      return function(std::integral_constant<unsigned, 64>{});
    case 128:
      return function(std::integral_constant<unsigned, 128>{});
    case 256:
      return function(std::integral_constant<unsigned, 256>{});
    case 512:
      return function(std::integral_constant<unsigned, 512>{});
    default:
      return function(std::integral_constant<unsigned, 1024>{});
  }
}

/// The last 64 values of a block, by its first warp without barriers of the block. `smallest` is
/// volatile so that values go through shared memory, and __syncwarp orders what lanes write and
/// read: since Volta they need not run in step.
__device__ inline void reduce_last_warp(volatile std::int32_t* smallest, unsigned t) {
#pragma unroll
  for (unsigned half = 32; half > 0; half >>= 1) {
    const std::int32_t other = smallest[t + half];
    __syncwarp();
    if (other < smallest[t]) smallest[t] = other;
    __syncwarp();
  }
}

}  // namespace breakeven::min3x3
