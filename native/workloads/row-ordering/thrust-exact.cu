#include <thrust/transform_reduce.h>

#include "thrust-ordering.cuh"

namespace breakeven::row_ordering {
namespace {

struct WarpsOfGroup {
  const std::int32_t* rows;

  __device__ std::int64_t operator()(std::int64_t group) const {
    return warps_of(rows[group], static_cast<int>(group % classes));
  }
};

class ThrustExact final : public ThrustOrdering {
 public:
  using ThrustOrdering::ThrustOrdering;

 protected:
  std::int64_t count_on_device(const std::int32_t* rows_of_group, std::int64_t groups,
                               cudaStream_t stream) override {
    const thrust::counting_iterator<std::int64_t> first(0);
    return thrust::transform_reduce(thrust::cuda::par.on(stream), first, first + groups,
                                    WarpsOfGroup{rows_of_group}, std::int64_t{0},
                                    thrust::plus<std::int64_t>());
  }
  std::int64_t count_on_host(const Input&, const Output&, std::int64_t on_device) override {
    return on_device;
  }
};

BREAKEVEN_VARIANT(
    {.id = "thrust-exact",
     .title = "Thrust, exact warp count",
     .summary = "The steps of the study with warps summed over groups on the device: a group of c "
                "rows with s lanes takes ceil(c / (32 / s)). The formula of the study, (c * s + "
                "31) / 32, gives 0 for rows without lanes, where ceil(c / 32) is right.",
     .device = Device::cuda,
     .source = "Breakeven, after Udelar 2024",
     .parameters = device_parameters(),
     .scopes = device_scopes,
     .launches = 12,
     .synchronises = true,
     .exact = false,
     .need = need_of_thrust,
     .make = make_execution<ThrustExact>});

}  // namespace
}  // namespace breakeven::row_ordering
