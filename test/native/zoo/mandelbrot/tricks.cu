#include "../device-tricks.cuh"
#include "problem.h"

namespace breakeven::zoo {
namespace {

using mandelbrot::Input;
using mandelbrot::Output;
using mandelbrot::Picture;

__global__ void draw(Picture picture, double dx, double dy, std::int64_t first, std::int64_t end,
                     double* pixels, const int* skip) {
  if (skip != nullptr && *skip == 1) return;
  const std::int64_t at = first + std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (at >= end) return;
  pixels[at] = mandelbrot::pixel(picture, dx, dy, at % picture.xres, at / picture.xres);
}

class Problem {
 public:
  static constexpr const char* workload = "mandelbrot";
  static constexpr auto cost_of = mandelbrot::cost;

  Problem(const Case& c, Memory memory)
      : input_(c.input<Input>()), output_(c.output<Output>()), memory_(memory) {}

  void allocate() { pixels_.allocate(output_.pixels.size(), memory_); }
  void upload(cudaStream_t) {}
  void compute(cudaStream_t stream, double begin, double end, const int* skip) {
    const Picture& picture = input_.picture;
    const auto pixels = static_cast<double>(picture.pixels());
    const auto first = static_cast<std::int64_t>(begin * pixels);
    const auto last = static_cast<std::int64_t>(end * pixels);
    if (last <= first) return;
    draw<<<static_cast<unsigned>((last - first + 255) / 256), 256, 0, stream>>>(
        picture, picture.dx(), picture.dy(), first, last, pixels_.get(), skip);
  }
  void solve() {
    mandelbrot::WrongProblem::solve(input_, output_, mandelbrot::WrongProblem::size(input_));
  }
  void download(cudaStream_t stream) {
    pixels_.download(output_.pixels.data(), output_.pixels.size(), stream);
  }

  const std::uint32_t* in() const { return nullptr; }
  std::size_t in_words() const { return 0; }
  std::uint32_t* out() const { return reinterpret_cast<std::uint32_t*>(pixels_.get()); }
  std::size_t out_words() const { return 2 * output_.pixels.size(); }
  const void* answer() const { return output_.pixels.data(); }
  std::string parameters() const {
    const mandelbrot::Region& region = input_.picture.region;
    return std::to_string(input_.picture.xres) + "/" + std::to_string(input_.picture.maxiter) +
           "/" + std::to_string(region.xmin) + "/" + std::to_string(region.ymin);
  }

 private:
  const Input& input_;
  Output& output_;
  Memory memory_;
  Buffer<double> pixels_;
};

[[maybe_unused]] const bool added = add_all<Problem>();

}  // namespace
}  // namespace breakeven::zoo
