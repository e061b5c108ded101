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

class DevicePhases;

// clang-format off
/// Given to Execution::run: what a variant on the processor consists of, in the order in which it
/// happens. The harness decides what is timed for the sample at hand:
///
/// | sample       | executed                 | timed                                        |
/// |--------------|--------------------------|----------------------------------------------|
/// | total        | all, on a new Execution  | construction to destruction, as one interval |
/// | call         | all                      | scratch and kernel, as one interval          |
/// | kernel       | all                      | the kernel phases, added up                  |
/// | batch        | all, several times       | all, divided by the executions               |
/// | a part       | all                      | kernel of the part, added up                 |
///
/// The parts are `levels`, `fragment` and `fragment_call`; the last also counts scratch. `restore`
/// counts in `total` alone. Each phase may occur any number of times.
///
/// The answer is computed in kernel phases alone: in verified runs the input has other values when
/// the first of them begins, and the output is compared as the last of them left it. Variants that
/// use a device have more phases (cuda/cuda-execution.h).
// clang-format on
class Phases {
 public:
  virtual ~Phases() = default;

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
  /// The computation: the whole of it on the processor, kernels on the stream on a device.
  template <class F>
  void kernel(F&& f) {
    step(Kind::kernel, Step(f));
  }

  /// What follows, up to the next part, belongs to this part of the computation (`levels` or
  /// `fragment`) and counts to the timing scope of that name.
  void part(Scope scope) { part_ = scope; }

  /// These phases as those of a device; null on the processor.
  virtual DevicePhases* on_device() { return nullptr; }

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
