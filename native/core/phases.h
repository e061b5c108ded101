#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>

namespace breakeven {

/// The pieces of a computation that are timed apart. `call` and `total` are wholes, taken as
/// samples of their own.
///
/// The last three belong to workloads whose computation has named parts: `levels` and `fragment`
/// are two of them, `fragment_call` is the latter with the temporary memory that it makes and
/// frees.
enum class Span { alloc, h2d, kernel, d2h, host, call, total, levels, fragment, fragment_call };

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

/// Grid, block and dynamic shared memory of one launch.
struct LaunchShape {
  unsigned grid[3] = {1, 1, 1};
  unsigned block[3] = {1, 1, 1};
  std::size_t dynamic_shared = 0;
};

/// Given to Execution::run. A variant names the phases of its work in the order in which they
/// happen; the harness decides which of them to execute and to time for the sample at hand:
///
/// | sample   | executed                                    | timed                               |
/// |----------|---------------------------------------------|-------------------------------------|
/// | `total`  | everything, on a new Execution              | construction to destruction | |
/// `call`   | restore, scratch, kernel, gather, host      | scratch to host, as one interval      |
/// | `kernel` | restore, scratch, kernel, gather, host      | each kernel phase, added up | |
/// `alloc`, `h2d`, `d2h`, `host` | everything             | each phase of that name, added up
/// (gather counts as d2h) |
///
/// An Execution is first run whole once, and then any number of times for `kernel` and `call`
/// samples, so what `alloc` and `h2d` made must stay valid until the Execution is destroyed. On the
/// CPU those of `total` come and go beside it, as spans are sampled in turns. Each phase may occur
/// any number of times (nine copies, nine kernels). CUDA work goes to `stream()` and is not
/// synchronised by the variant inside `kernel`, unless it declares `synchronises`; the harness
/// synchronises before `gather`, `host` and `d2h` and after each run.
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
  /// Puts back what an in-place computation overwrote. Never timed.
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
  /// `fragment`): it is timed as such in a sample of its own.
  void part(Span span) { part_ = span; }

  /// The CUDA stream of this case as cudaStream_t; null for CPU variants.
  virtual void* stream() const = 0;

  /// Tells which kernel is about to be launched and how, for the facts of the case (see
  /// cuda/launch.h). `kernel` is the function's host address.
  virtual void note_launch(const void* kernel, const LaunchShape& shape) = 0;

 protected:
  enum class Kind { alloc, h2d, restore, scratch, kernel, gather, host, d2h };
  virtual void step(Kind kind, Step work) = 0;

  /// Whether a step is timed as one of the named part, and whether also in the part without
  /// temporaries.
  bool in_part(Kind kind) const {
    return part_ != Span::total && kind != Kind::alloc && kind != Kind::h2d && kind != Kind::d2h &&
           kind != Kind::restore;
  }
  /// `total`: none. Whoever begins a sample sets it back.
  Span part_ = Span::total;
};

}  // namespace breakeven
