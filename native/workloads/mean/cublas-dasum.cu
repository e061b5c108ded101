#include <memory>
#include <stdexcept>

#include "cublas.h"
#include "device-values.cuh"

namespace breakeven::mean {
namespace {

/// The handle is made and destroyed with the buffers, so that `total` holds both, as in the study.
class CublasDasum final : public DeviceMean {
 public:
  explicit CublasDasum(const Case& c) : DeviceMean(c) {
    if (c.input<Input>().negative) {
      throw std::invalid_argument(
          "cublasDasum adds up absolute values, and the input file has a negative one");
    }
  }

 protected:
  void add_up(DevicePhases& phases) override {
    phases.alloc([&] { dasum_ = std::make_unique<Dasum>(stream_of(phases)); });
    phases.kernel([&] { (*dasum_)(values(), n(), sum()); });
  }

 private:
  std::unique_ptr<Dasum> dasum_;
};

BREAKEVEN_VARIANT(
    {.id = "cublas-dasum",
     .title = "cuBLAS dasum",
     .summary = "cublasDasum, the sum of absolute values; files with negative ones are refused.",
     .device = Device::cuda,
     .kind = VariantKind::library,
     .source = "NVIDIA cuBLAS, Oviedo 2022",
     .parameters = {axes::gpu(), axes::memory()},
     .scopes = device_scopes,
     .launches = 2,
     .exact = false,
     .unavailable = cublas_unavailable,
     .refuse =
         [](const Values& values, const DeviceLimits&) {
           return refuse_beyond_cublas(values.real("xres") * values.real("yres"));
         },
     .need = device_need,
     .make = make_execution<CublasDasum>});

}  // namespace
}  // namespace breakeven::mean
