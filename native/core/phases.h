#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>

namespace breakeven {

/// Timing scopes: what one sample can time. `call` (device call) and `total` (end to end) contain
/// others and are sampled on their own.
///
/// `levels`, `fragment` and `fragment_call` belong to workloads whose computation has named parts:
/// `levels` and `fragment` are two parts; `fragment_call` is `fragment` with the temporary memory
/// that it makes and frees.
///
/// `batch` is the kernel phase executed several times between one pair of events, and one
/// execution's part of that time.
enum class Scope {
  alloc,
  h2d,
  kernel,
  d2h,
  host,
  call,
  total,
  levels,
  fragment,
  fragment_call,
  batch
};

/// A reference to a callable that outlives the call; costs one indirect call and no allocation.
class Step {
 public:
  template <class F>
    requires(!std::is_same_v<std::remove_cvref_t<F>, Step>)
  Step(F& function)  // NOLINT: implicit on purpose
      : object_(static_cast<void*>(std::addressof(function))),
        call_([](void* object) { (*static_cast<F*>(object))(); }) {}
  void operator()() const { call_(object_); }

 private:
  void* object_;
  void (*call_)(void*);
};

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
/// Given to Execution::run. A variant names the phases of its work in the order in which they
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
/// samples, so what `alloc` and `h2d` made must stay valid until the Execution is destroyed. On the
/// CPU the Executions of `total` exist next to it, because timing scopes are sampled interleaved.
/// Each phase may occur any number of times (nine copies, nine kernels). CUDA work goes to
/// `stream()` and is not synchronised by the variant inside `kernel`, unless it declares
/// `synchronises`; the harness synchronises before `gather`, `host` and `d2h` and after each run.
// clang-format on
class Phases {
 public:
  virtual ~Phases() = default;

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
  /// Puts back what an in-place computation overwrote. Timed in `total` alone.
  template <class F>
  void restore(F&& f) {
    step(Kind::restore, Step(f));
  }
  /// Makes and frees temporaries that the computation alone needs. Part of `call`, not of `kernel`.
  template <class F>
  void scratch(F&& f) {
    step(Kind::scratch, Step(f));
  }
  /// The computation: kernels on `stream()`, or the whole CPU computation.
  template <class F>
  void kernel(F&& f) {
    step(Kind::kernel, Step(f));
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

  /// What follows, up to the next part, belongs to this part of the computation (`levels` or
  /// `fragment`) and counts to the timing scope of that name.
  void part(Scope scope) { part_ = scope; }

  /// The CUDA stream of this case as cudaStream_t; null for CPU variants.
  virtual void* stream() const = 0;

  /// Reports which kernel is about to be launched and how, for the attributes of the case (see
  /// cuda/launch.h). `kernel` is the function's host address.
  virtual void note_launch(const void* kernel, const LaunchShape& shape) = 0;

 protected:
  enum class Kind { alloc, h2d, restore, scratch, kernel, gather, host, d2h };
  virtual void step(Kind kind, Step work) = 0;

  /// Whether a step counts to the named part that it belongs to.
  bool in_part(Kind kind) const {
    return part_ != Scope::total && kind != Kind::alloc && kind != Kind::h2d && kind != Kind::d2h &&
           kind != Kind::restore;
  }
  /// `total`: none. Reset when a sample begins.
  Scope part_ = Scope::total;
};

}  // namespace breakeven
