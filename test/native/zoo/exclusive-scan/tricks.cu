#include "../device-tricks.cuh"
#include "problem.h"

namespace breakeven::zoo {
namespace {

using exclusive_scan::Element;
using exclusive_scan::Input;
using exclusive_scan::Output;

constexpr unsigned threads = 1024;

/// One block; each thread adds up its part, and writes what of it is asked for.
__global__ void scan(const std::uint32_t* in, std::uint32_t* out, std::size_t n, std::size_t first,
                     std::size_t end, const int* skip) {
  if (skip != nullptr && *skip == 1) return;
  __shared__ std::uint32_t sums[threads];
  const std::size_t begin = n * threadIdx.x / threads;
  const std::size_t behind = n * (threadIdx.x + 1) / threads;
  std::uint32_t sum = 0;
  for (std::size_t i = begin; i < behind; ++i) sum += in[i];
  sums[threadIdx.x] = sum;
  __syncthreads();
  sum = 0;
  for (unsigned t = 0; t < threadIdx.x; ++t) sum += sums[t];
  for (std::size_t i = begin; i < behind; ++i) {
    if (i >= first && i < end) out[i] = sum;
    sum += in[i];
  }
}

/// Of 32-bit integers alone.
class Problem {
 public:
  static constexpr const char* workload = "exclusive-scan";
  static constexpr auto cost_of = exclusive_scan::cost;

  Problem(const Case& c, Memory memory)
      : input_(c.input<Input>()), output_(c.output<Output>()), memory_(memory) {}

  void allocate() {
    in_.allocate(input_.bytes.size());
    out_.allocate(input_.bytes.size(), memory_);
  }
  void upload(cudaStream_t stream) { in_.upload(input_.bytes.data(), in_.size(), stream); }
  void compute(cudaStream_t stream, double begin, double end, const int* skip) {
    const auto n = static_cast<double>(input_.n);
    scan<<<1, threads, 0, stream>>>(in(), out(), in_words(), static_cast<std::size_t>(begin * n),
                                    static_cast<std::size_t>(end * n), skip);
  }
  void solve() {
    exclusive_scan::WrongProblem::solve(input_, output_, static_cast<std::size_t>(input_.n));
  }
  void download(cudaStream_t stream) { out_.download(output_.bytes.data(), out_.size(), stream); }

  const std::uint32_t* in() const { return reinterpret_cast<const std::uint32_t*>(in_.get()); }
  std::size_t in_words() const { return static_cast<std::size_t>(input_.n); }
  std::uint32_t* out() const { return reinterpret_cast<std::uint32_t*>(out_.get()); }
  std::size_t out_words() const { return static_cast<std::size_t>(input_.n); }
  const void* answer() const { return output_.bytes.data(); }
  std::string parameters() const { return std::to_string(input_.n); }

 private:
  const Input& input_;
  Output& output_;
  Memory memory_;
  Buffer<std::byte> in_;
  Buffer<std::byte> out_;
};

[[maybe_unused]] const bool added = add_all<Problem>();

}  // namespace
}  // namespace breakeven::zoo
