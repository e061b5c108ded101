// Levels on the device for variants whose other steps run on the host.

#include <memory>
#include <string>

#include "../../core/gpu.h"
#include "device-levels.cuh"
#include "levels.h"

namespace breakeven::row_ordering {
namespace {

/// A stream alone: no sample is being taken of what runs on it.
class OwnStream final : public DevicePhases {
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

class FromHost final : public LevelsOnDevice {
 public:
  FromHost(const Input& input, const std::string& gpu)
      : input_(input), device_(gpu_backend()->select(gpu).index) {
    BE_CUDA(cudaSetDevice(device_));
    own_ = std::make_unique<OwnStream>();
    levels_.allocate(input_, Memory::device);
  }

  void upload() override {
    levels_.upload(input_, stream_of(*own_));
    synchronise();
  }
  void compute() override {
    levels_.compute(input_, *own_);
    synchronise();
  }
  void download(std::int32_t* level) override {
    levels_.download(level, input_.n, stream_of(*own_));
    synchronise();
  }

 private:
  void synchronise() const { BE_CUDA(cudaStreamSynchronize(stream_of(*own_))); }

  const Input& input_;
  int device_;
  std::unique_ptr<OwnStream> own_;
  DeviceLevels levels_;
};

std::unique_ptr<LevelsOnDevice> make_from_host(const Input& input, const std::string& gpu) {
  return std::make_unique<FromHost>(input, gpu);
}

std::string unavailable() {
  GpuBackend* const backend = gpu_backend();
  return backend == nullptr ? "the CUDA addon is not loaded" : backend->no_gpu_reason();
}

[[maybe_unused]] const bool registered =
    (set_cuda_levels({.make = make_from_host, .unavailable = unavailable}), true);

}  // namespace
}  // namespace breakeven::row_ordering
