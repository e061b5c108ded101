#include "../device-tricks.cuh"
#include "problem.h"

namespace breakeven::zoo {
namespace {

using histogram::Input;
using histogram::Output;

__global__ void count(const std::int32_t* values, std::size_t n, std::uint32_t bins,
                      std::uint32_t first, std::uint32_t end, std::uint32_t* counts,
                      const int* skip) {
  if (skip != nullptr && *skip == 1) return;
  const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += stride) {
    const std::uint32_t bin = static_cast<std::uint32_t>(values[i]) % bins;
    if (bin >= first && bin < end) atomicAdd(&counts[bin], 1u);
  }
}

__global__ void set_zero(std::uint32_t* counts, std::uint32_t first, std::uint32_t end,
                         const int* skip) {
  if (skip != nullptr && *skip == 1) return;
  for (std::uint32_t bin = first + threadIdx.x; bin < end; bin += blockDim.x) counts[bin] = 0;
}

class Problem {
 public:
  static constexpr const char* workload = "histogram";
  static constexpr auto cost_of = histogram::cost;

  Problem(const Case& c, Memory memory)
      : input_(c.input<Input>()), output_(c.output<Output>()), memory_(memory) {}

  void allocate() {
    values_.allocate(input_.values.size());
    counts_.allocate(input_.bins, memory_);
  }
  void upload(cudaStream_t stream) {
    values_.upload(input_.values.data(), input_.values.size(), stream);
  }
  void compute(cudaStream_t stream, double begin, double end, const int* skip) {
    const auto first = static_cast<std::uint32_t>(begin * input_.bins);
    const auto last = static_cast<std::uint32_t>(end * input_.bins);
    set_zero<<<1, 256, 0, stream>>>(counts_.get(), first, last, skip);
    count<<<256, 256, 0, stream>>>(values_.get(), input_.values.size(), input_.bins, first, last,
                                   counts_.get(), skip);
  }
  void solve() { histogram::WrongProblem::solve(input_, output_, input_.values.size()); }
  void download(cudaStream_t stream) {
    counts_.download(output_.counts.data(), input_.bins, stream);
  }

  const std::uint32_t* in() const { return reinterpret_cast<const std::uint32_t*>(values_.get()); }
  std::size_t in_words() const { return input_.values.size(); }
  std::uint32_t* out() const { return counts_.get(); }
  std::size_t out_words() const { return input_.bins; }
  const void* answer() const { return output_.counts.data(); }
  std::string parameters() const {
    return std::to_string(input_.values.size()) + "/" + std::to_string(input_.bins);
  }

 private:
  const Input& input_;
  Output& output_;
  Memory memory_;
  Buffer<std::int32_t> values_;
  Buffer<std::uint32_t> counts_;
};

[[maybe_unused]] const bool added = add_all<Problem>();

}  // namespace
}  // namespace breakeven::zoo
