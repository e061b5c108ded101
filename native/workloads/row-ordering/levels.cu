// Levels on the device for variants whose other steps run on the host.

#include "../../core/gpu.h"
#include "device-levels.cuh"
#include "levels.h"

namespace breakeven::row_ordering {
namespace {

/// A stream alone: no sample is being taken of what runs on it.
class OwnStream final : public Phases {
 public:
  OwnStream() { BE_CUDA(cudaStreamCreate(&stream_)); }
  OwnStream(const OwnStream&) = delete;
  OwnStream& operator=(const OwnStream&) = delete;
  ~OwnStream() override { static_cast<void>(cudaStreamDestroy(stream_)); }

  void* stream() const override { return stream_; }
  void note_launch(const void*, const LaunchShape&) override {}

 protected:
  void step(Kind, Step work) override { work(); }

 private:
  cudaStream_t stream_ = nullptr;
};

void compute_from_host(const Input& input, std::int32_t* level) {
  BE_CUDA(cudaSetDevice(0));
  OwnStream own;
  DeviceLevels levels;
  levels.allocate(input, Memory::device);
  levels.upload(input, stream_of(own));
  levels.compute(input, own);
  levels.download(level, input.n, stream_of(own));
  BE_CUDA(cudaStreamSynchronize(stream_of(own)));
}

std::string unavailable() {
  GpuBackend* const backend = gpu_backend();
  return backend == nullptr ? "the CUDA addon is not loaded" : backend->no_gpu_reason();
}

[[maybe_unused]] const bool registered =
    (set_cuda_levels({.compute = compute_from_host, .unavailable = unavailable}), true);

}  // namespace
}  // namespace breakeven::row_ordering
