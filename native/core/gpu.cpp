#include "gpu.h"

namespace breakeven {
namespace {
GpuBackend* backend = nullptr;
}

void set_gpu_backend(GpuBackend* added) { backend = added; }
GpuBackend* gpu_backend() { return backend; }

}  // namespace breakeven
