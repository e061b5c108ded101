/**
 * What is compiled around CUDA host code that allocates and copies itself. Its launches go through wrapped functions of the
 * runtime, which time each of them by events where that is asked for. `native/core/lab/cuda/host-call.h` has the structure.
 */
const support = `
struct breakeven_host_call { int watch; int launches; double kernel_ms; const char *error; };
static breakeven_host_call *breakeven_call_now;
static cudaEvent_t breakeven_events[8192];
static int breakeven_recorded;
static bool breakeven_was_reset;
static void breakeven_add_times() {
  for (int breakeven_at = 0; breakeven_at + 1 < breakeven_recorded; breakeven_at += 2) {
    float breakeven_ms = 0;
    if (cudaEventSynchronize(breakeven_events[breakeven_at + 1]) == cudaSuccess &&
        cudaEventElapsedTime(&breakeven_ms, breakeven_events[breakeven_at], breakeven_events[breakeven_at + 1]) == cudaSuccess)
      breakeven_call_now->kernel_ms += breakeven_ms;
    cudaEventDestroy(breakeven_events[breakeven_at]);
    cudaEventDestroy(breakeven_events[breakeven_at + 1]);
  }
  breakeven_recorded = 0;
}
static bool breakeven_record(cudaStream_t breakeven_stream) {
  if (breakeven_call_now == nullptr || !breakeven_call_now->watch || breakeven_call_now->launches < 0) return false;
  if (breakeven_recorded + 2 > 8192) { breakeven_call_now->launches = -1; return false; }
  cudaEventCreate(&breakeven_events[breakeven_recorded]);
  cudaEventCreate(&breakeven_events[breakeven_recorded + 1]);
  return cudaEventRecord(breakeven_events[breakeven_recorded], breakeven_stream) == cudaSuccess;
}
#if CUDART_VERSION >= 13000
#define BREAKEVEN_REAL(name) __real___##name
#define BREAKEVEN_WRAP(name) __wrap___##name
#else
#define BREAKEVEN_REAL(name) __real_##name
#define BREAKEVEN_WRAP(name) __wrap_##name
#endif
extern "C" cudaError_t BREAKEVEN_REAL(cudaLaunchKernel)(const void *, dim3, dim3, void **, size_t, cudaStream_t);
extern "C" __attribute__((visibility("hidden"))) cudaError_t BREAKEVEN_WRAP(cudaLaunchKernel)(
    const void *breakeven_kernel, dim3 breakeven_grid, dim3 breakeven_block, void **breakeven_words, size_t breakeven_shared, cudaStream_t breakeven_stream) {
  const bool breakeven_timed = breakeven_record(breakeven_stream);
  const cudaError_t breakeven_status = BREAKEVEN_REAL(cudaLaunchKernel)(
      breakeven_kernel, breakeven_grid, breakeven_block, breakeven_words, breakeven_shared, breakeven_stream);
  if (breakeven_timed) {
    cudaEventRecord(breakeven_events[breakeven_recorded + 1], breakeven_stream);
    breakeven_recorded += 2;
    ++breakeven_call_now->launches;
  }
  if (breakeven_status != cudaSuccess && breakeven_call_now != nullptr) breakeven_call_now->error = cudaGetErrorString(breakeven_status);
  return breakeven_status;
}
extern "C" cudaError_t __real_cudaDeviceReset();
extern "C" __attribute__((visibility("hidden"))) cudaError_t __wrap_cudaDeviceReset() {
  if (breakeven_call_now != nullptr) breakeven_add_times();
  breakeven_was_reset = true;
  return __real_cudaDeviceReset();
}`;

/** For loops that OpenMP offloads: without a device OpenMP runs them on the host and does not say so. */
export const offloadBefore = [
  '#include <omp.h>',
  'struct breakeven_host_call { int watch; int launches; double kernel_ms; const char *error; };',
];
export const offloadBegin = (last: string): string =>
  `if (omp_get_num_devices() == 0) { ((struct breakeven_host_call *)${last})->error = "OpenMP finds no device to offload to"; return; }`;

/** Functions of the runtime that are wrapped. */
export const wrapped = ['cudaLaunchKernel', '__cudaLaunchKernel', 'cudaDeviceReset'].flatMap(
  (name) => ['-Xlinker', `--wrap=${name}`],
);

/** `last`: where the structure of the call is. */
export const hostToHostBefore = (last: string): string =>
  `${support}\n#define BREAKEVEN_HOST_CALL ((breakeven_host_call *)${last})`;

export const hostToHostBegin =
  'breakeven_call_now = BREAKEVEN_HOST_CALL; breakeven_was_reset = false; cudaGetLastError();';

/** What it left running is waited for; after a reset there is nothing, and waiting would begin anew. */
export const hostToHostAfter = `if (!breakeven_was_reset) {
  breakeven_add_times();
  cudaError_t breakeven_status = cudaGetLastError();
  if (breakeven_status == cudaSuccess) breakeven_status = cudaDeviceSynchronize();
  if (breakeven_status != cudaSuccess) breakeven_call_now->error = cudaGetErrorString(breakeven_status);
}
breakeven_call_now = nullptr;`;
