#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <utility>

#include "check.h"
#include "cuda-execution.h"

namespace breakeven {

/// Threads that a multiprocessor of the architecture being compiled for holds at once.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ == 750
inline constexpr int resident_threads = 1024;
#elif defined(__CUDA_ARCH__) && (__CUDA_ARCH__ == 860 || __CUDA_ARCH__ == 870 || \
                                 __CUDA_ARCH__ == 890 || __CUDA_ARCH__ >= 1200)
inline constexpr int resident_threads = 1536;
#else
inline constexpr int resident_threads = 2048;
#endif

/// Blocks a multiprocessor for __launch_bounds__: as wanted, or as many as it can hold. More than
/// that the assembler ignores, and with it the bound on registers.
constexpr int resident_blocks(int wanted, int threads) {
  const int maximum = resident_threads / threads;
  return wanted < maximum ? wanted : maximum;
}

inline cudaStream_t stream_of(const DevicePhases& phases) {
  return static_cast<cudaStream_t>(phases.stream());
}

/// Launches on the stream of the case, checks the launch, and reports grid, block and shared memory
/// to the harness as attributes of the case. An empty grid launches nothing.
template <class... Parameters, class... Arguments>
void launch(DevicePhases& phases, void (*kernel)(Parameters...), dim3 grid, dim3 block,
            std::size_t dynamic_shared, Arguments&&... arguments) {
  if (grid.x == 0 || grid.y == 0 || grid.z == 0) return;
  phases.note_launch(reinterpret_cast<const void*>(kernel),
                     {{grid.x, grid.y, grid.z}, {block.x, block.y, block.z}, dynamic_shared});
  kernel<<<grid, block, dynamic_shared, stream_of(phases)>>>(
      static_cast<Parameters>(std::forward<Arguments>(arguments))...);
  BE_CUDA(cudaGetLastError());
}

/// Lets a kernel have more dynamic shared memory than the 48 KiB that need no asking. Call it
/// outside timed phases.
template <class... Parameters>
void allow_shared(void (*kernel)(Parameters...), std::size_t bytes) {
  BE_CUDA(cudaFuncSetAttribute(reinterpret_cast<const void*>(kernel),
                               cudaFuncAttributeMaxDynamicSharedMemorySize,
                               static_cast<int>(bytes)));
}

}  // namespace breakeven
