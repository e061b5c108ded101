#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include <cub/device/device_reduce.cuh>

#include "device-matrices.cuh"

namespace breakeven::min3x3 {
namespace {

struct Matrix {
  std::int32_t value[positions];
};

struct Load {
  const std::int32_t* values;
  std::int64_t matrix_stride;
  std::int64_t position_stride;
  __host__ __device__ Matrix operator()(std::int64_t i) const {
    Matrix matrix;
#pragma unroll
    for (int p = 0; p < positions; ++p) {
      matrix.value[p] = values[i * matrix_stride + p * position_stride];
    }
    return matrix;
  }
};

struct ElementwiseMin {
  __host__ __device__ Matrix operator()(const Matrix& a, const Matrix& b) const {
    Matrix smallest;
#pragma unroll
    for (int p = 0; p < positions; ++p) {
      smallest.value[p] = a.value[p] < b.value[p] ? a.value[p] : b.value[p];
    }
    return smallest;
  }
};

class CubTuple final : public DeviceMatrices {
 public:
  using DeviceMatrices::DeviceMatrices;

 protected:
  void reduce(DevicePhases& phases) override {
    phases.scratch([&] {
      bytes_ = 0;
      reduce_all(phases, nullptr);
      temporary_.allocate(bytes_);
    });
    phases.kernel([&] { reduce_all(phases, temporary_.get()); });
    phases.scratch([&] { temporary_.reset(); });
  }

 private:
  void reduce_all(DevicePhases& phases, void* temporary) {
    const Load load{values(), soa() ? 1 : positions, soa() ? n() : 1};
    const auto first =
        thrust::make_transform_iterator(thrust::make_counting_iterator(std::int64_t{0}), load);
    Matrix start;
    for (std::int32_t& value : start.value) value = none;
    BE_CUDA(cub::DeviceReduce::Reduce(temporary, bytes_, first,
                                      reinterpret_cast<Matrix*>(minimum()), n(), ElementwiseMin{},
                                      start, stream_of(phases)));
  }

  std::size_t bytes_ = 0;
  Buffer<std::byte> temporary_;
};

BREAKEVEN_VARIANT(
    {.id = "cub-tuple",
     .title = "CUB, one reduction",
     .summary = "One cub::DeviceReduce::Reduce over elements of nine values, through an iterator.",
     .device = Device::cuda,
     .kind = VariantKind::library,
     .source = "NVIDIA CUB",
     .parameters = {axes::gpu(), axes::memory()},
     .scopes = device_scopes,
     .launches = 2,
     .need = device_need,
     .make = make_execution<CubTuple>});

}  // namespace
}  // namespace breakeven::min3x3
