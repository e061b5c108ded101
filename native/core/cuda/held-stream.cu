#include "check.h"
#include "held-stream.h"

namespace breakeven {

double clock_between(const ClockStamp& first, const ClockStamp& second, double min_ns) {
  if (first.multiprocessor != second.multiprocessor || second.global_ns <= first.global_ns)
    return unknown;
  const double ns = static_cast<double>(second.global_ns - first.global_ns);
  if (ns < min_ns) return unknown;
  return static_cast<double>(second.cycles - first.cycles) / ns * 1e9;
}

namespace {

/// From the stamps to the events next to them, with the launch of the second: within them the clock
/// does not change. Holding a stream can take longer.
constexpr double max_gaps_ns = 100e3;
constexpr unsigned long long hold_limit_ns = 1'500'000'000;

/// The stamp is taken when the stream is released: while it is held the device idles, at a clock
/// that says nothing of what follows.
__global__ void hold_stream(const volatile int* released, volatile ClockStamp* stamp,
                            unsigned long long limit_ns) {
  stamp->timed_out = 0;
  const unsigned long long start = global_timer_ns();
  while (*released == 0) {
    if (global_timer_ns() - start > limit_ns) {
      stamp->timed_out = 1;
      break;
    }
  }
  take_stamp(stamp);
}

__global__ void stamp_clock(volatile ClockStamp* stamp) { take_stamp(stamp); }

/// Whether the stamps of a held sample enclose its work alone: with the time in which the stream
/// was held they would tell another clock.
bool between(const ClockStamp& first, const ClockStamp& second, double work_ns) {
  return static_cast<double>(second.global_ns - first.global_ns) < work_ns + max_gaps_ns;
}

}  // namespace

HeldStream::HeldStream(const OwnedStream& stream, const OwnedStream& aside, bool hidable)
    : stream_(stream), aside_(aside), hidable_(hidable) {
  BE_CUDA(cudaEventCreate(start_.address()));
  BE_CUDA(cudaEventCreate(stop_.address()));
}

void HeldStream::load() {
  *released_.host() = 1;
  hold_stream<<<1, 1, 0, stream_.get()>>>(released_.get(), stamps_.get(), hold_limit_ns);
  stamp_clock<<<1, 1, 0, stream_.get()>>>(stamps_.get());
  BE_CUDA(cudaGetLastError());
}

void HeldStream::hold(unsigned long long limit_ns) {
  volatile int* const released = released_.host();
  *released = 0;
  hold_stream<<<1, 1, 0, stream_.get()>>>(released_.get(), stamps_.get(), limit_ns);
  BE_CUDA(cudaGetLastError());
}

void HeldStream::release() {
  volatile int* const released = released_.host();
  *released = 1;
}

void HeldStream::synchronise() const {
  BE_CUDA(cudaStreamSynchronize(stream_.get()));
  BE_CUDA(cudaGetLastError());
}

void HeldStream::record_start() { BE_CUDA(cudaEventRecord(start_.get(), stream_.get())); }
void HeldStream::record_stop() { BE_CUDA(cudaEventRecord(stop_.get(), stream_.get())); }

double HeldStream::between_events_ns() const {
  float ms = 0;
  BE_CUDA(cudaEventElapsedTime(&ms, start_.get(), stop_.get()));
  return static_cast<double>(ms) * 1e6;
}

double HeldStream::clock_of(double work_ns, bool held) {
  if (work_ns < min_clock_interval_ns) return unknown;
  stamp_clock<<<1, 1, 0, aside_.get()>>>(stamps_.get() + 1);
  BE_CUDA(cudaGetLastError());
  BE_CUDA(cudaStreamSynchronize(aside_.get()));
  const ClockStamp* const stamps = stamps_.host();
  if (held && !between(stamps[0], stamps[1], work_ns)) return unknown;
  return clock_between(stamps[0], stamps[1], min_clock_interval_ns);
}

double HeldStream::time(const Step& work, Sample& sample) {
  const bool hide = hides();
  if (hide) {
    hold(hold_limit_ns);
  } else {
    stamp_clock<<<1, 1, 0, stream_.get()>>>(stamps_.get());
  }
  try {
    BE_CUDA(cudaGetLastError());
    record_start();
    work();
    record_stop();
  } catch (...) {
    release();
    static_cast<void>(cudaStreamSynchronize(stream_.get()));
    throw;
  }
  release();
  synchronise();
  const bool held = hide && !timed_out();
  if (hide && !held) {
    hidable_ = false;
    gave_up_ = true;
  }
  sample.launch_included = sample.launch_included || !held;
  const double ns = between_events_ns();
  sample.clock_hz = clock_of(ns, held);
  return ns;
}

}  // namespace breakeven
