#pragma once

#include <cstddef>
#include <stdexcept>

#include "../variant.h"

// A variant overrides one of the two functions `run` and hides the other, which is meant.
#ifdef __CUDACC__
#pragma nv_diag_suppress 997
#endif

namespace breakeven {

/// Where machine code comes from: compiled with the addon for some architectures, or by a user for
/// the device at hand.
enum class CodeKind { built_in, own };

/// Grid, block and dynamic shared memory of one launch.
struct LaunchShape {
  unsigned grid[3] = {1, 1, 1};
  unsigned block[3] = {1, 1, 1};
  std::size_t dynamic_shared = 0;
  CodeKind code = CodeKind::built_in;
};

// clang-format off
/// Given to CudaExecution::run. A variant names the phases of its work in the order in which they
/// happen; the harness decides which of them to execute and to time for the sample at hand:
///
/// | sample  | executed                               | timed                                         |
/// |---------|----------------------------------------|-----------------------------------------------|
/// | total   | every phase, on a new Execution        | construction to destruction, as one interval  |
/// | call    | restore, scratch, kernel, gather, host | scratch to host, as one interval              |
/// | kernel  | restore, scratch, kernel, gather, host | the kernel phases, added up                   |
/// | batch   | as kernel, its kernel phase repeated   | the kernel phase, divided by the repeats      |
/// | alloc   | every phase                            | the alloc phases, added up                    |
/// | h2d     | every phase                            | the h2d phases, added up                      |
/// | d2h     | every phase                            | the d2h and gather phases, added up           |
/// | host    | every phase                            | the host phases, added up                     |
/// | a part  | every phase                            | kernel, gather and host of the part, added up |
///
/// The parts are `levels`, `fragment` and `fragment_call`; the last also counts scratch. `restore`
/// counts in `total` alone. Each timing scope by phase:
///
/// | phase   | kernel | call | total | of its own name |
/// |---------|--------|------|-------|-----------------|
/// | alloc   |        |      | yes   | alloc           |
/// | h2d     |        |      | yes   | h2d             |
/// | restore |        |      | yes   |                 |
/// | scratch |        | yes  | yes   |                 |
/// | kernel  | yes    | yes  | yes   |                 |
/// | gather  |        | yes  | yes   | d2h             |
/// | host    |        | yes  | yes   | host            |
/// | d2h     |        |      | yes   | d2h             |
///
/// An Execution is first run whole once, and then any number of times for `kernel` and `call`
/// samples, so what `alloc` and `h2d` made must stay valid until the Execution is destroyed.
/// Each phase may occur any number of times (nine copies, nine kernels). CUDA work goes to
/// `stream()` and is not synchronised by the variant inside `kernel`, unless it declares
/// `synchronises`; the harness synchronises before `gather`, `host` and `d2h` and after each run.
// clang-format on
class DevicePhases : public Phases {
 public:
  /// Makes buffers for input and output.
  template <class F>
  void alloc(F&& f) {
    step(Kind::alloc, Step(f));
  }
  /// Copies input from the host's arrays.
  template <class F>
  void h2d(F&& f) {
    step(Kind::h2d, Step(f));
  }
  /// Copies what the host part needs (block results, say). Work on the stream is complete when it
  /// starts.
  template <class F>
  void gather(F&& f) {
    step(Kind::gather, Step(f));
  }
  /// Host-side part of a CUDA variant, such as a final merge. Work on the stream is complete when
  /// it starts.
  template <class F>
  void host(F&& f) {
    step(Kind::host, Step(f));
  }
  /// Copies results to the host's arrays. Work on the stream is complete when it starts.
  template <class F>
  void d2h(F&& f) {
    step(Kind::d2h, Step(f));
  }

  /// The CUDA stream of this case as cudaStream_t.
  virtual void* stream() const = 0;

  /// Reports which kernel is about to be launched and how, for the attributes of the case (see
  /// launch.h). `kernel` is the function's host address.
  virtual void note_launch(const void* kernel, const LaunchShape& shape) = 0;

  DevicePhases* on_device() final { return this; }
};

/// The Execution of a variant that uses a device.
struct CudaExecution : Execution {
  void run(Phases& phases) final {
    if (phases.on_device() == nullptr) {
      throw std::logic_error("a variant on the processor has kernel, scratch and restore alone");
    }
    run(*phases.on_device());
  }
  virtual void run(DevicePhases& phases) = 0;
};

}  // namespace breakeven
