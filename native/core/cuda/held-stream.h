#pragma once

#include <cuda_runtime.h>

#include "../sampler.h"
#include "device-clock.h"
#include "harness-buffer.h"
#include "owned.h"

namespace breakeven {

/// Events around work on a stream that a blocking kernel holds on a flag in mapped host memory, so
/// that everything is queued before the first event happens and no launch latency lies between the
/// two. The stream must never be held while something waits for it: not on a variant's first run
/// (modules load lazily, and loading waits), not for variants that synchronise or launch more than
/// the queue takes. The blocking kernel gives up by itself in any case, well below the time after
/// which a display driver would.
class HeldStream {
 public:
  /// `hidable`: the work may be queued while the stream is held. `aside`: for what comes after it.
  HeldStream(const OwnedStream& stream, const OwnedStream& aside, bool hidable);

  /// Loads the code of its kernels: first launches load their code, which waits.
  void load();
  /// From now on, where the work may be.
  void hide_launches() { hide_ = true; }
  bool hides() const { return hide_ && hidable_; }
  /// Work waited for the stream while it was held.
  bool gave_up() const { return gave_up_; }

  /// Nanoseconds between two events around the work, with the launches held back where they are
  /// hidden.
  double time(const Step& work, Sample& sample);

  /// The caller releases it, whatever happens.
  void hold(unsigned long long limit_ns);
  void release();
  /// Of the last hold: it ended by itself.
  bool timed_out() const { return stamps_.host()->timed_out != 0; }

  void record_start();
  void record_stop();
  double between_events_ns() const;
  /// Everything on the stream is complete and was without error.
  void synchronise() const;

  double min_clock_interval_ns = 20e3;

 private:
  /// SM cycles a second while the work ran, which is complete; NaN where it was too short.
  double clock_of(double work_ns, bool held);

  const OwnedStream& stream_;
  const OwnedStream& aside_;
  bool hidable_;
  bool hide_ = false;
  bool gave_up_ = false;
  OwnedEvent start_;
  OwnedEvent stop_;
  HarnessBuffer<int> released_{1};
  HarnessBuffer<ClockStamp> stamps_{2};
};

}  // namespace breakeven
